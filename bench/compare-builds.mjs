/**
 * Sends the same varied requests to two builds and says where their answers differ by a byte, headers but `Date` included:
 * `node bench/compare-builds.mjs OLD/dist NEW/dist [--requests 2000] [--seed 1] [--without HEADERS]`. Time stands still in
 * both; exit code 1 where an answer differs. VOICE_AGENT_MOCK_SCENARIO=FOLDER has both begin as one scenario.
 */
import { Buffer } from 'node:buffer';
import { request as send } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
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
const random = createRandom(Number(values.seed));
const drawOne = (list) => list[Math.floor(random() * list.length)];
const maybe = (chance) => random() < chance;

const global = '/api/v1/global';
const tokens = ['ac3d', 'ac3e', '910b', 'dead', 'beef'].map((part) => part.repeat(16));
const agents = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 999_999];
const oddValues = [null, '', 0, -1, 1.5, true, [], {}, '1004', 'ä—𝒳', ' ', 'constructor', '__proto__', 1e300];
const numbers = ['+15550009001', '+15550009002', '+15550009003', '+15550009004', '+15550001008', '+1'];

/** What of the operations varies, as one likes to send it and as one should not. */
const kinds = [
  () => drawnGet(`${global}/agents/get-by-id`, { agent_id: drawOne([...agents, ...agents, 'x', '', '0', undefined]) }),
  () =>
    drawnGet(`${global}/voice-list`, {
      provider_id: drawOne(['provider_a', 'provider_b', 'provider_c', 'provider_d', 'provider_e', '', undefined]),
      limit: drawOne([undefined, undefined, 1, 7, 100, 101, 'x', '']),
      page_token: drawOne([undefined, undefined, '', 'bad']),
    }),
  () =>
    drawnGet(`${global}/audience-list`, {
      campaign_id: drawOne([5001, 5001, 5002, 5003, 5004, 5005, 5006, 5007, 1, 'x', undefined]),
      page: drawOne([undefined, 1, 2, 99, 0, 'x']),
      limit: drawOne([undefined, 5, 50, 1000, 1001]),
      [drawOne(['status', 'status[]', 'status[0]', 'attempt', 'call_status', 'first_status', 'last_status', 'other'])]:
        drawOne([0, 1, 2, 3, '0,3', 'completed', 'no-answer', 9, '']),
      mobile_no: drawOne([undefined, undefined, '555', '+1555', 'x']),
      is_new: drawOne([undefined, undefined, 'true', '1', 'FALSE', 'maybe']),
    }),
  () =>
    post(`${global}/create-agent`, {
      agent_id: drawOne([undefined, undefined, ...agents, ...oddValues]),
      agent_name: drawOne([undefined, 'Desk', 'Ünïcode 株式会社', 'x'.repeat(101), '', ...oddValues]),
      status: drawOne([undefined, undefined, 1, 2, 3, 4, '1', ...oddValues]),
      description: drawOne([undefined, 'About it', null]),
      timezone: drawOne([undefined, 'Europe/Berlin', 'Mars/Base', '']),
      session_data_webhook: drawOne([undefined, 'https://hooks.example/a', 'ftp://x', '']),
      voice: drawOne([
        undefined,
        { provider: 'provider_b', voice_id: 'v', settings: { speed: 1.25, stability: 0.5 } },
        { settings: { speed: 'x' } },
        { provider: 'constructor', extra: 1 },
      ]),
      speech_to_text: drawOne([undefined, { provider: 'p', model: 'm', language: 'de' }]),
      configurations: drawOne([undefined, { confidence_threshold: 0.5, other: [1] }]),
      ...(maybe(0.1) ? { nickname: 'x', __proto__x: 1 } : {}),
    }),
  () => drawnForm(),
  () =>
    post('/v1/agent/update', {
      agent_id: drawOne([...agents.map((id) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`), 'x', null]),
      name: drawOne([undefined, 'Renamed', '', ...oddValues]),
      language: drawOne([undefined, 'fr-FR', 3]),
    }),
  () =>
    post(`${global}/campaign-force-completed`, {
      campaign_id: drawOne([5001, 5002, 5003, 5004, 5005, 5006, 5007, 1, 1.5, ...oddValues]),
      campaign_status: drawOne(['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted', 'x', null, '']),
    }),
  () => post(`${global}/verify`, drawOne([{}, {}, { a: 1 }])),
  () => ({
    ...drawnGet(`${global}/get-token`, drawOne([{}, {}, { a: 1 }])),
    token: drawOne(['login-acme', 'login-globex', 'login-initech', 'login-expired', 'nobody']),
  }),
  () => ({
    ...drawnGet(drawOne(['/', '//', `${global}/agents`, `${global}/verify`, '/x%E0', '/a?b'].slice(1)), {}),
    token: null,
  }),
];

const count = Number(values.requests);
const requests = Array.from({ length: count }, () => withHeaders(drawOne(kinds)()));
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
    command: process.execPath,
    args: [resolve(dist, 'cli.js'), 'serve', '--port', '$PORT', '--ephemeral', '--log-level', 'silent'],
    probe: { path: '/__mock/health' },
  });
  const body = JSON.stringify({ freeze: '2026-11-20T12:00:00.000Z' });
  await sendToBuild(server.port, { method: 'POST', path: '/__mock/clock', headers: jsonHeaders(), body });
  return server;
}

function drawnGet(path, query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return { method: 'GET', path: text === '' ? path : `${path}?${text}`, headers: {}, body: undefined };
}

function post(path, value) {
  const whole = JSON.stringify(value);
  const body = maybe(0.03) ? whole.slice(0, -1) : maybe(0.02) ? '['.repeat(300) : whole;
  return { method: maybe(0.02) ? 'PUT' : 'POST', path, headers: jsonHeaders(), body };
}

function jsonHeaders() {
  return { 'content-type': 'application/json' };
}

function drawnForm() {
  const fields = [
    ['agent_id', drawOne([undefined, undefined, ...agents, 'x'])],
    ['basic_details[agent_name]', drawOne([undefined, 'Form desk', 'Ünï', '', ' '])],
    ['basic_details[agent_type]', drawOne([undefined, 1, 3, 9, 'x'])],
    ['basic_details[agent_privacy]', drawOne([undefined, 0, 2])],
    ['configuration[context_awareness]', drawOne([undefined, 'true', 'NO', '1'])],
    [
      drawOne(['phone_numbers[]', 'phone_numbers', 'phone_numbers[0]']),
      drawOne([undefined, undefined, '', ...numbers]),
    ],
    ['denials[denied_words][]', drawOne([undefined, 'word', ''])],
    ['knowledge_base[tools][0][id]', drawOne([undefined, 3, 'x'])],
    ['guardrails[hate_enabled]', drawOne([undefined, 1, 'x'])],
    ['nickname', drawOne([undefined, undefined, undefined, 'x'])],
  ].filter(([, value]) => value !== undefined);
  const file = drawOne([
    undefined,
    undefined,
    ['plans.pdf', '%PDF-1.7\nx'],
    ['a.CSV', 'a,b\n'],
    ['b.pdf', 'no pdf'],
    ['c.exe', 'x'],
  ]);
  const parts = fields.map(([name, value]) => formPart(`name="${name}"`, String(value)));
  if (file !== undefined) parts.push(formPart(`name="FILE_KNOWLEDGE_BASES"; filename="${file[0]}"`, file[1]));
  const body = `${parts.join('')}--limit--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
  return {
    method: 'POST',
    path: '/api/agent/createagentorupdate',
    headers,
    body: maybe(0.03) ? body.slice(0, -9) : body,
  };
}

function formPart(disposition, content) {
  return `--limit\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

function withHeaders({ token = maybe(0.9) ? tokens[0] : drawOne([...tokens, null]), ...request }) {
  const headers = { ...request.headers };
  if (token !== null) {
    const [name, value] = drawOne([
      ...Array.from({ length: 8 }, () => ['token', token]),
      ['api_access_token', token],
      ['authorization', `Bearer ${token}`],
    ]);
    headers[name] = value;
  }
  if (maybe(0.05)) headers['prefer'] = drawOne(['code=404', 'code=500', 'code=418', 'example=nobody', 'delay=1']);
  if (maybe(0.05)) headers['origin'] = 'http://localhost:5173';
  if (request.body !== undefined) headers['content-length'] = Buffer.byteLength(request.body);
  return { ...request, headers };
}

function sendToBuild(port, { method, path, headers: given, body }) {
  // Answers hold addresses of the host that was asked.
  const headers = { host: 'localhost:4010', ...given };
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const others = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => !uncompared.includes(name)),
        );
        resolve(`${response.statusCode} ${JSON.stringify(sorted(others))} ${Buffer.concat(chunks).toString('latin1')}`);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function sorted(headers) {
  return Object.fromEntries(Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function requestLine({ method, path, headers, body }) {
  return `${method} ${path} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 300)}`;
}

/** Mulberry32: the same seed, the same requests. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
