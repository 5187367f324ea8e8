/** The requests that are measured, and the servers that they are sent to beside one another. */
import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestBytes } from './load-client.mjs';

export const token = 'ac3e'.repeat(16);
const authenticated = { token };
const json = { token, 'content-type': 'application/json' };
export const globalPath = '/api/v1/global';

const newAgent = JSON.stringify({
  agent_name: 'Renewal desk',
  description: 'Calls customers whose plan ends this month.',
  prompt: 'You are the renewal desk. Greet the customer, name the plan and its end, and offer to renew it.',
  greeting: 'Good morning, this is the renewal desk.',
  timezone: 'Europe/Berlin',
  voice: { provider: 'provider_b', voice_id: 'birch-jordis-041', settings: { stability: 0.4, speed: 1.1 } },
  speech_to_text: { language: 'de-DE' },
  configurations: { confidence_threshold: 0.7, do_not_call_detection: true },
});

/** Agents with a number of their workspace's: one for each connection, so that no two requests want the same one. */
const publishable = [1002, 1004, 1008, 1010];

const form = multipart({ 'basic_details[agent_name]': 'Renewal desk', 'denials[denied_words][]': 'guaranteed' }, [
  {
    field: 'FILE_KNOWLEDGE_BASES',
    name: 'plans.pdf',
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 'x')]),
  },
]);

/**
 * `kind` says what a bare Express route has to do: send a body, parse JSON and send one, or read a form with a file.
 * `isFresh`: every round begins with a fresh server, because the request makes records.
 */
export const operations = [
  getRequest('get-by-id', `${globalPath}/agents/get-by-id?agent_id=1004`),
  getRequest('voice-list', `${globalPath}/voice-list?provider_id=provider_a`),
  getRequest('audience-list', `${globalPath}/audience-list?campaign_id=5001`),
  getRequest('audience-list, by status', `${globalPath}/audience-list?campaign_id=5001&status=0&status=3`),
  getRequest(
    'audience-list, by number, call and attempts',
    `${globalPath}/audience-list?campaign_id=5001&mobile_no=555&call_status=completed&attempt=2`,
  ),
  {
    ...postOperation('create-agent', `${globalPath}/create-agent`, newAgent),
    isFresh: true,
    peers: ['mock', 'mock-ephemeral', 'mock-logging', 'express', 'prism', 'prism-logging', 'mockoon'],
  },
  {
    ...postOperation(
      'publish and unpublish',
      `${globalPath}/create-agent`,
      JSON.stringify({ agent_id: 1004, status: 1 }),
    ),
    connections: publishable.length,
    request: (connection, count) =>
      requestBytes(
        'POST',
        `${globalPath}/create-agent`,
        json,
        JSON.stringify({ agent_id: publishable[connection], status: count % 2 === 0 ? 1 : 3 }),
      ),
    peers: ['mock', 'mock-logging', 'express', 'prism', 'prism-logging', 'mockoon'],
  },
  {
    name: 'createagentorupdate with a file of 100 kB',
    kind: 'form',
    method: 'POST',
    path: '/api/agent/createagentorupdate',
    headers: { token, 'content-type': form.type },
    body: form.body,
    request: constant(
      requestBytes('POST', '/api/agent/createagentorupdate', { token, 'content-type': form.type }, form.body),
    ),
    isFresh: true,
    // Prism takes a repeated field of a form for one text and refuses the request.
    peers: ['mock', 'express', 'mockoon'],
  },
];

function getRequest(name, path) {
  const bytes = requestBytes('GET', path, authenticated);
  return {
    name,
    kind: 'read',
    method: 'GET',
    path,
    headers: authenticated,
    body: undefined,
    request: constant(bytes),
    peers: ['mock', 'mock-logging', 'express', 'prism', 'prism-logging', 'mockoon'],
  };
}

function postOperation(name, path, body) {
  const bytes = requestBytes('POST', path, json, body);
  return { name, kind: 'json', method: 'POST', path, headers: json, body, request: constant(bytes) };
}

function constant(bytes) {
  return () => bytes;
}

function multipart(fields, files) {
  const boundary = '----voice-agent-mock-bench';
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ field, name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const bin = (name) => join(here, 'node_modules', '.bin', name);
const document = join(root, 'openapi', 'openapi.yaml');
const getAgent = `${globalPath}/agents/get-by-id?agent_id=1004`;

/** How the mock is started for a measurement: without its log of requests. */
export function mockServer(...flags) {
  return loggingMockServer('--log-level', 'silent', ...flags);
}

/** The same with its log of requests, as it comes. */
function loggingMockServer(...flags) {
  const args = [join(root, 'dist', 'cli.js'), 'serve', '--port', '$PORT', ...flags];
  return { command: process.execPath, args, probe: { path: getAgent, headers: { token } } };
}

function prismServer(...flags) {
  const args = [realPath('@stoplight/prism-cli', 'dist/index.js'), 'mock', '-m', 'false', '-p', '$PORT', ...flags];
  const probe = { path: withoutGlobalPath(getAgent), headers: { token } };
  return { command: process.execPath, args: [...args, document], probe };
}

/**
 * Every server by its name. `start` gives what `startServer` takes, `dir` being an empty folder for what the server
 * keeps; `pathOf` gives the address under which it has an operation.
 * @param answers what the mock answered to each operation, for the servers that send what they are told
 */
export function createPeers(answers) {
  const whole = (path) => path;
  return {
    mock: { start: (dir) => mockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    'mock-ephemeral': { start: () => mockServer('--ephemeral'), pathOf: whole },
    'mock-logging': { start: (dir) => loggingMockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    express: { start: (dir) => expressServer(dir, answers), pathOf: whole },
    prism: { start: () => prismServer('-v', 'silent'), pathOf: withoutGlobalPath },
    'prism-logging': { start: () => prismServer(), pathOf: withoutGlobalPath },
    mockoon: {
      start: () => ({
        command: process.execPath,
        args: [bin('mockoon-cli'), 'start', '--data', document, '--port', '$PORT', '--hostname', '127.0.0.1'].concat([
          '--disable-log-to-file',
          '--disable-admin-api',
        ]),
        probe: { path: getAgent, headers: { token } },
      }),
      // It serves every operation under the prefix of the document's first server.
      pathOf: (path) => (path.startsWith(globalPath) ? path : globalPath + path),
    },
  };
}

async function expressServer(dir, answers) {
  const routes = operations.map(({ name, kind, method, path }) => ({
    kind,
    method,
    path,
    body: JSON.parse(answers.get(name)),
  }));
  const file = join(dir, 'answers.json');
  await writeFile(file, JSON.stringify(routes));
  return {
    command: process.execPath,
    args: [join(here, 'express-server.mjs'), '$PORT', file],
    probe: { path: getAgent },
  };
}

/** Prism serves every operation at the root. */
function withoutGlobalPath(path) {
  return path.replace(globalPath, '');
}

function realPath(name, file) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}
