/** The requests that are measured, and the servers that they are sent to beside one another. */
import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../.ci/packed-package.mjs';
import { requestBytes } from './load-client.mjs';

export const token = 'ac3e'.repeat(16);
const json = { token, 'content-type': 'application/json' };
export const globalPath = '/api/v1/global';
export const getAgent = `${globalPath}/agents/get-by-id?agent_id=1004`;
const createAgent = `${globalPath}/create-agent`;

const newAgent = {
  agent_name: 'Renewal desk',
  description: 'Calls customers whose plan ends this month.',
  prompt: 'You are the renewal desk. Greet the customer, name the plan and its end, and offer to renew it.',
  greeting: 'Good morning, this is the renewal desk.',
  timezone: 'Europe/Berlin',
  voice: { provider: 'provider_b', voice_id: 'birch-jordis-041', settings: { stability: 0.4, speed: 1.1 } },
  speech_to_text: { language: 'de-DE' },
  configurations: { confidence_threshold: 0.7, do_not_call_detection: true },
};

/** Agents with a number of their workspace's: one for each connection, so that no two requests want the same one. */
const publishable = [1002, 1004, 1008, 1010];

/**
 * `kind` says what a bare Express route has to do: send a body, parse JSON and send one, or read a form with a file.
 * `isFresh`: every round begins with a fresh server, because the request makes records.
 */
export const operations = [
  getOperation('get-by-id', getAgent),
  getOperation('voice-list', `${globalPath}/voice-list?provider_id=provider_a`),
  getOperation('audience-list', `${globalPath}/audience-list?campaign_id=5001`),
  getOperation('audience-list, by status', `${globalPath}/audience-list?campaign_id=5001&status=0&status=3`),
  getOperation(
    'audience-list, by number, call and attempts',
    `${globalPath}/audience-list?campaign_id=5001&mobile_no=555&call_status=completed&attempt=2`,
  ),
  {
    ...agentOperation('create-agent', newAgent),
    isFresh: true,
    peers: ['mock', 'mock-ephemeral', 'mock-logging', 'express', 'prism', 'prism-logging', 'mockoon'],
  },
  {
    ...agentOperation('publish and unpublish', { agent_id: 1004, status: 1 }),
    connections: publishable.length,
    request: (connection, count) => agentBytes({ agent_id: publishable[connection], status: count % 2 === 0 ? 1 : 3 }),
  },
  {
    ...(await formOperation('createagentorupdate with a file of 100 kB', {
      'basic_details[agent_name]': 'Renewal desk',
      'denials[denied_words][]': 'guaranteed',
      FILE_KNOWLEDGE_BASES: new File(['%PDF-1.7\n', 'x'.repeat(100_000)], 'plans.pdf', { type: 'application/pdf' }),
    })),
    isFresh: true,
    // Prism takes a repeated field of a form for one text and refuses the request.
    peers: ['mock', 'express', 'mockoon'],
  },
];

function getOperation(name, path) {
  return measuredOperation(name, 'read', { method: 'GET', path, headers: { token } });
}

/** A request to create-agent with these fields. */
function agentOperation(name, agent) {
  return measuredOperation(name, 'json', {
    method: 'POST',
    path: createAgent,
    headers: json,
    body: JSON.stringify(agent),
  });
}

/** The bytes of such a request. */
export function agentBytes(agent) {
  return requestBytes('POST', createAgent, json, JSON.stringify(agent));
}

/** A request to createagentorupdate with these fields and files. */
export async function formOperation(name, fields) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { token, 'content-type': encoded.headers.get('content-type') };
  return measuredOperation(name, 'form', { method: 'POST', path: '/api/agent/createagentorupdate', headers, body });
}

function measuredOperation(name, kind, { method, path, headers, body }) {
  const bytes = requestBytes(method, path, headers, body);
  const peers = ['mock', 'mock-logging', 'express', 'prism', 'prism-logging', 'mockoon'];
  return { name, kind, method, path, headers, body, request: () => bytes, peers };
}

const bin = (name) => join(import.meta.dirname, 'node_modules', '.bin', name);
const document = join(root, 'openapi', 'openapi.yaml');
const probe = { path: getAgent, headers: { token } };

/** How the mock is started for a measurement: without its log of requests. */
export function mockServer(...flags) {
  return loggingMockServer('--log-level', 'silent', ...flags);
}

/** The same with its log of requests, as it comes. */
function loggingMockServer(...flags) {
  return { args: [join(root, 'dist', 'cli.js'), 'serve', '--port', '$PORT', ...flags], probe };
}

function prismServer(...flags) {
  const args = [bin('prism'), 'mock', '-m', 'false', '-p', '$PORT', ...flags, document];
  return { args, probe: { ...probe, path: withoutGlobalPath(getAgent) } };
}

/**
 * Every server by its name. `start` gives what `startServer` takes, `dir` being an empty folder for what the server
 * keeps; `pathOf` gives the address under which it has an operation.
 * @param routes what the mock answered to each operation, for the servers that send what they are told
 */
export function createPeers(routes) {
  const whole = (path) => path;
  const mockoonFlags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api'];
  return {
    mock: { start: (dir) => mockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    'mock-ephemeral': { start: () => mockServer('--ephemeral'), pathOf: whole },
    'mock-logging': { start: (dir) => loggingMockServer('--data-dir', join(dir, 'data')), pathOf: whole },
    express: { start: (dir) => expressServer(dir, routes), pathOf: whole },
    prism: { start: () => prismServer('-v', 'silent'), pathOf: withoutGlobalPath },
    'prism-logging': { start: () => prismServer(), pathOf: withoutGlobalPath },
    mockoon: {
      start: () => ({
        args: [bin('mockoon-cli'), 'start', '--data', document, '--port', '$PORT', ...mockoonFlags],
        probe,
      }),
      // It serves every operation under the prefix of the document's first server.
      pathOf: (path) => (path.startsWith(globalPath) ? path : globalPath + path),
    },
  };
}

async function expressServer(dir, routes) {
  const file = join(dir, 'answers.json');
  await writeFile(file, JSON.stringify(routes));
  return { args: [join(import.meta.dirname, 'express-server.mjs'), '$PORT', file], probe };
}

/** Prism serves every operation at the root. */
function withoutGlobalPath(path) {
  return path.replace(globalPath, '');
}
