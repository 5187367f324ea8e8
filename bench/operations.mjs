/** The requests that are measured. */
import { Buffer } from 'node:buffer';
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
