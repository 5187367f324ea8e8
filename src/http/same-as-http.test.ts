import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assembleMock, type Mock } from '../app.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral } from '../store/open-ephemeral.ts';
import { testTime } from '../testing/api-harness.ts';
import { request as hostileRequest } from '../testing/hostile-requests.ts';
import { smallFiles, tokens } from '../testing/well-known.ts';
import { ControllableClock, systemClock } from '../worlds/time-and-chance.ts';

const base = '/api/v1/global';
const token = { token: tokens.acme };
const json = { ...token, 'content-type': 'application/json' };
const origin = { origin: 'http://app.example' };

/** Of the connection: over memory there is none to keep. `Date` is the world's, which stands still, but not on every page. */
const otherByNature = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

let overHttp: Mock;
let inProcess: Mock;
let url: string;
beforeAll(async () => {
  const document = loadContractDocument();
  const store = await openEphemeral({ scenarioDir: scenarioFolder('default') });
  const make = () => {
    const clock = new ControllableClock(systemClock());
    clock.freeze(testTime);
    return assembleMock(document, store.fork(), { clock });
  };
  [overHttp, inProcess] = [make(), make()];
  ({ url } = await overHttp.listen(0));
});
afterAll(() => Promise.all([overHttp.close(), inProcess.close()]));

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

const form = (fields: Readonly<Record<string, string>>, ...files: readonly [string, Buffer][]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, content] of files) data.append('FILE_KNOWLEDGE_BASES', new Blob([new Uint8Array(content)]), name);
  return data;
};

const tenMegabytes = Buffer.alloc(10 * 2 ** 20, ' ');
tenMegabytes.write('%PDF-1.7');

/** Requests of every kind that a client sends; what they change is there for the next. */
const sent: readonly Sent[] = [
  ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) => ({
    path: `${base}/agents/get-by-id?agent_id=1004`,
    method,
    headers: token,
  })),
  { path: `${base}/agents/get-by-id?agent_id=1004`, headers: { ...token, ...origin } },
  { path: `${base}/agents/get-by-id?agent_id=1004`, headers: { authorization: `Bearer ${tokens.acme}` } },
  ...[`${base}/create-agent`, '/__mock/reset'].map((path) => ({
    path,
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' },
  })),
  { path: `${base}/audience-list?campaign_id=5001&limit=1000`, headers: token },
  { path: `${base}/voice-list?provider_id=provider_d&x=1`, headers: token },
  { path: `${base}/get-token`, headers: { token: 'login-acme' } },
  { path: `${base}/create-agent`, method: 'POST', headers: json, body: '{"agent_name":"Desk","nick":1}' },
  { path: `${base}/create-agent`, method: 'POST', headers: json, body: '' },
  { path: `${base}/create-agent`, method: 'POST', headers: json },
  { path: `${base}/create-agent`, method: 'POST', headers: json, body: `{"agent_name":"${'a'.repeat(2 ** 20)}"}` },
  { path: `${base}/create-agent`, method: 'POST', headers: { ...token, 'content-encoding': 'gzip' }, body: '{}' },
  { path: `${base}/create-agent`, method: 'POST', headers: { ...json, prefer: 'code=404' }, body: '{}' },
  { path: `${base}/verify`, method: 'POST', headers: json, body: '{}' },
  { path: '/v1/agent/update', method: 'POST', headers: json, body: '{"name":"Ünïcode"}' },
  ...Object.entries(smallFiles).map(([name, content]) => ({
    path: '/api/agent/createagentorupdate',
    method: 'POST',
    headers: token,
    body: form({ 'basic_details[agent_name]': 'With a file' }, [name, content]),
  })),
  {
    path: '/api/agent/createagentorupdate',
    method: 'POST',
    headers: token,
    body: form({ 'basic_details[agent_name]': 'Large' }, ['a.pdf', tenMegabytes], ['b.pdf', tenMegabytes]),
  },
  {
    path: '/api/agent/createagentorupdate',
    method: 'POST',
    headers: token,
    body: form({ 'basic_details[agent_name]': 'Too large' }, [
      'a.pdf',
      Buffer.concat([tenMegabytes, Buffer.from('x')]),
    ]),
  },
  { path: '/' },
  { path: '/', method: 'HEAD' },
  { path: '/__mock/docs' },
  { path: '/__mock/docs/control/' },
  { path: '/__mock/health' },
  { path: '/__mock/clock', headers: { 'x-mock-world': 'another' } },
  { path: '/__mock/worlds/another/api/v1/global/voice-list?provider_id=provider_a', headers: token },
  { path: '/__mock/worlds/a%20b/api/v1/global/voice-list', headers: token },
  { path: '/__mock/nothing', headers: origin },
  { path: '/x%E0' },
];

async function outcome(answer: Promise<Response>): Promise<object> {
  const { status, statusText, headers, ...response } = await read(answer);
  const compared = [...headers].filter(([name]) => !otherByNature.includes(name));
  return { status, statusText, headers: compared.sort(([one], [other]) => (one < other ? -1 : 1)), ...response };
}

async function read(answer: Promise<Response>) {
  const response = await answer;
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, statusText: response.statusText, headers: response.headers, body };
}

async function expectSame({ path, ...request }: Sent): Promise<void> {
  const init = { ...request, redirect: 'manual' } as const;
  const inMemory = outcome(inProcess.fetch(new Request(`${url}${path}`, init)));
  const [one, other] = await Promise.all([inMemory, outcome(fetch(`${url}${path}`, init))]);
  expect(one, `${request.method ?? 'GET'} ${path}`).toEqual(other);
}

it('answers each kind of request with the status, headers and bytes of HTTP', async () => {
  for (const request of sent) await expectSame(request);
});

it('answers what clients that mean harm send as over HTTP', async () => {
  const requests = fc.sample(hostileRequest, { numRuns: 300, seed: 15 });
  let count = 0;
  for (const { method, path, body, token: given, prefer, type } of requests) {
    if (!URL.canParse(`${url}${path}`) || !path.startsWith('/')) continue;
    const headers = { token: given, prefer, 'content-type': type };
    const known = Object.fromEntries(Object.entries(headers).flatMap(([name, text]) => (text ? [[name, text]] : [])));
    const isRead = method === 'GET' || method === 'HEAD';
    await expectSame({ path, method, headers: known, ...(!isRead && { body: new Uint8Array(body) }) });
    count += 1;
  }
  expect(count).toBeGreaterThan(200);
});
