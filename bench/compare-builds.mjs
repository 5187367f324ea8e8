/**
 * Sends the same varied requests, drawn from the document, to two builds and says where their answers differ by a byte,
 * headers but `Date` included: `node bench/compare-builds.mjs OLD/dist NEW/dist [--requests 2000] [--seed 1] [--without
 * HEADERS]`. Time stands still in both; exit code 1 where an answer differs. VOICE_AGENT_MOCK_SCENARIO=FOLDER has both
 * begin as one scenario.
 */
import { Buffer } from 'node:buffer';
import { request as send } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { faker } from '@faker-js/faker/locale/en';
import { parse } from 'yaml';
import { importBundled, readDocuments } from '../.ci/document-types.mjs';
import { startServer } from './server-process.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
  },
});
if (positionals.length !== 2) throw new Error('Name two folders of built code: OLD/dist NEW/dist.');

const uncompared = ['date', ...values.without.split(',')];
faker.seed(Number(values.seed));
const drawOne = (list) => faker.helpers.arrayElement(list);
const maybe = (chance) => faker.datatype.boolean(chance);

const agents = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 999_999];
const apiTokens = ['ac3d', 'ac3e', '910b', 'dead', 'beef'].map((part) => part.repeat(16));
const loginTokens = ['login-acme', 'login-globex', 'login-initech', 'login-expired', 'nobody'];

/** What the document cannot know: the records of the default scenario, by the names that requests have for them. */
const scenarioValues = {
  agent_id: agents,
  uuid: agents.map((id) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`),
  campaign_id: [5001, 5001, 5002, 5003, 5004, 5005, 5006, 5007, 1],
  phone_numbers: ['+15550009001', '+15550009002', '+15550009003', '+15550009004', '+15550001008', '+1'],
  mobile_no: ['555', '+1555', 'x'],
  page_token: ['', 'bad'],
};
const oddValues = [null, '', 0, -1, 1.5, true, [], {}, '1004', 'ä—𝒳', ' ', 'constructor', '__proto__', 1e300];
const ordinaryTexts = [
  'Desk',
  'Ünïcode 株式会社',
  'x'.repeat(101),
  'de-DE',
  'Europe/Berlin',
  'https://hooks.example/a',
  'no',
];
const files = [
  ['plans.pdf', '%PDF-1.7\nx'],
  ['a.CSV', 'a,b\n'],
  ['b.pdf', 'no pdf'],
  ['c.exe', 'x'],
];

const { describeDocument } = await importBundled('src/console/page/api/described-document.ts');
const { operations } = describeDocument(parse((await readDocuments()).openapi));
const count = Number(values.requests);
const requests = Array.from({ length: count }, () =>
  maybe(0.03) ? strayRequest() : drawnRequest(drawOne(operations)),
);
const [old, fresh] = await Promise.all(positionals.map(start));
let differences = 0;
try {
  for (const [index, request] of requests.entries()) {
    const [one, other] = await Promise.all([sendToBuild(old.port, request), sendToBuild(fresh.port, request)]);
    if (one === other) continue;
    differences += 1;
    if (differences <= 10) console.log(`request ${index}: ${requestLine(request)}\n  old ${one}\n  new ${other}`);
  }
} finally {
  await Promise.all([old.stop(), fresh.stop()]);
}
console.log(`${count} requests, ${differences} answers that differ`);
process.exitCode = differences === 0 ? 0 : 1;

async function start(dist) {
  const server = await startServer({
    args: [resolve(dist, 'cli.js'), 'serve', '--port', '$PORT', '--ephemeral', '--log-level', 'silent'],
    probe: { path: '/__mock/health' },
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ freeze: '2026-11-20T12:00:00.000Z' });
  await sendToBuild(server.port, { method: 'POST', path: '/__mock/clock', headers, body });
  return server;
}

function strayRequest() {
  const path = new URL(operations[0].url).pathname;
  return withHeaders({ method: 'GET', path: drawOne(['//', path.replace(/s\/.*/, 's'), '/x%E0', '/a?b']) });
}

function drawnRequest({ method, url, parameters, body: documented, credentials }) {
  const { pathname: path } = new URL(url);
  const query = parameters.flatMap(({ name, isRequired, schema }) => {
    if (!maybe(isRequired ? 0.95 : 0.3)) return [];
    const spelling = maybe(0.8) ? name : drawOne([`${name}[]`, `${name}[0]`, 'other']);
    return [`${encodeURIComponent(spelling)}=${encodeURIComponent(fieldText(drawnValue(name, schema)))}`];
  });
  const { kind, schema } = documented ?? {};
  const body = kind === undefined ? {} : kind === 'json' ? drawnJson(schema) : drawnForm(schema);
  const tokens = credentials[0].kind === 'login' ? loginTokens : apiTokens;
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`;
  return withHeaders({ method: maybe(0.02) ? 'PUT' : method, path: address, ...body }, tokens);
}

/** A value as the schema has it most times, an odd one at others. */
function drawnValue(name, schema) {
  if (maybe(0.07)) return drawOne(oddValues);
  const known = scenarioValues[name.replaceAll(']', '').split('[').findLast(Boolean)];
  const { type, properties, items, enum: choices, anyOf, minimum = 0, maximum = 100 } = schema;
  if (type === 'string' && name === 'agent_id') return drawOne(scenarioValues.uuid);
  if (known !== undefined) return drawOne(known);
  if (choices !== undefined) return drawOne(choices);
  if (anyOf !== undefined) return drawnValue(name, drawOne(anyOf));
  if (properties !== undefined) return drawnFields(schema);
  if (items !== undefined) return Array.from({ length: drawOne([0, 1, 2]) }, () => drawnValue(name, items));
  const types = [type].flat();
  if (types.includes('integer')) return drawOne([minimum, 1, 2, 3, 7, maximum, maximum + 1]);
  if (types.includes('number')) return drawOne([minimum, 0.5, 1.25, maximum, maximum + 1]);
  return types.includes('boolean') ? maybe(0.5) : drawOne(ordinaryTexts);
}

function drawnFields({ properties = {}, required = [] }) {
  // Of a form with fifty fields a few, so that some are right.
  const share = Math.min(0.25, 3 / Object.keys(properties).length);
  const fields = Object.entries(properties)
    .filter(([name]) => maybe(required.includes(name) ? 0.95 : name === 'agent_id' ? 0.6 : share))
    .map(([name, schema]) => [name, drawnValue(name, schema)]);
  return Object.fromEntries(maybe(0.05) ? [...fields, ['nickname', 'x']] : fields);
}

function drawnJson(schema) {
  const whole = JSON.stringify(drawnFields(schema));
  const body = maybe(0.03) ? whole.slice(0, -1) : maybe(0.02) ? '['.repeat(300) : whole;
  return { headers: { 'content-type': 'application/json' }, body };
}

function drawnForm({ properties, required }) {
  const isFile = (schema) => (schema.items ?? schema).contentMediaType !== undefined;
  const fields = Object.entries(drawnFields({ properties, required })).flatMap(([name, value]) => {
    if (properties[name] === undefined || !isFile(properties[name]))
      return [value].flat().map((each) => [name, fieldText(each)]);
    const [file, content] = drawOne(files);
    return [[name.replace('[]', ''), content, `; filename="${file}"`]];
  });
  const parts = fields.map(
    ([name, content, file = '']) =>
      `--limit\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`,
  );
  const body = `${parts.join('')}--limit--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
  return { headers, body: maybe(0.03) ? body.slice(0, -9) : body };
}

function fieldText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withHeaders(request, tokens = apiTokens) {
  const headers = { ...request.headers };
  const token = maybe(0.9) ? tokens[0] : drawOne([...tokens, undefined]);
  const name = maybe(0.8) ? 'token' : drawOne(['api_access_token', 'authorization']);
  if (token !== undefined) headers[name] = name === 'authorization' ? `Bearer ${token}` : token;
  if (maybe(0.05)) headers['prefer'] = drawOne(['code=404', 'code=500', 'code=418', 'example=nobody', 'delay=1']);
  if (maybe(0.05)) headers['origin'] = 'http://localhost:5173';
  if (request.body !== undefined) headers['content-length'] = Buffer.byteLength(request.body);
  return { ...request, headers };
}

function sendToBuild(port, { method, path, headers: given, body }) {
  // Answers hold addresses of the host that was asked.
  const headers = { host: 'localhost:4010', ...given };
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (response) => {
      const content = Buffer.concat(await response.toArray()).toString('latin1');
      const compared = Object.entries(response.headers).filter(([name]) => !uncompared.includes(name));
      resolve(`${response.statusCode} ${JSON.stringify(compared.sort())} ${content}`);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function requestLine({ method, path, headers, body }) {
  return `${method} ${path} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 300)}`;
}
