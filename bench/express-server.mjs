/**
 * Bare Express: the routes of the mock, each of which sends what the mock sent, and nothing else. A POST route parses
 * its body first. `node express-server.mjs PORT ANSWERS.json`
 */
import { readFileSync } from 'node:fs';
import busboy from 'busboy';
import express from 'express';

const [, , port, file] = process.argv;
const app = express();

const routes = JSON.parse(readFileSync(file, 'utf8'));
const bodies = new Map(routes.map(({ path, body }) => [path, body]));

for (const { kind, method, path: address } of routes) {
  const [path] = address.split('?');
  const send = (request, response) => response.json(bodies.get(request.url));
  if (method === 'GET') app.get(path, send);
  else if (kind === 'json') app.post(path, express.json(), send);
  else app.post(path, discardForm, send);
}

app.listen(Number(port), '127.0.0.1');

function discardForm(request, _response, next) {
  const parser = busboy({ headers: request.headers });
  parser.on('file', (_name, stream) => stream.resume());
  parser.on('close', () => next());
  request.pipe(parser);
}
