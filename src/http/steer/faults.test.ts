import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { patchedJson } from './steered-answer.ts';
import type { FaultDefinition, FaultEffect } from '../../worlds/faults.ts';

let mock: Mock;
let url: string;
let token: string;

async function startMock(): Promise<void> {
  mock = await createMock();
  ({ url } = await mock.listen(0));
  token = mock.accounts[0]?.api_token ?? '';
}
beforeAll(startMock);
afterAll(() => mock.close());
afterEach(() => mock.worlds.default.faults.clear());

function have(...faults: readonly FaultDefinition[]): void {
  faults.forEach((fault) => mock.worlds.default.faults.add(fault));
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly chunks: readonly Buffer[];
  readonly text: string;
  /** Undefined where the answer came to its end. */
  readonly error: string | undefined;
}

/** What comes over a connection of its own, however it ends. */
async function receive(url: string, token: string, body?: object): Promise<Received> {
  const headers = { token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const request = send(url, { method: body === undefined ? 'GET' : 'POST', headers, agent: false });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    const error = await once(response, 'end').then(
      () => undefined,
      (reason: unknown) => String(reason),
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      chunks,
      text: Buffer.concat(chunks).toString(),
      error,
    };
  } catch (error) {
    return { status: undefined, headers: {}, chunks: [], text: '', error: String(error) };
  }
}

const agent = '/api/v1/global/agents/get-by-id?agent_id=1001';
const createAgent = '/api/v1/global/create-agent';
const agentsOf = () => mock.worlds.default.store.view().count('agents');

test('an error fault answers the example of the document that it names, and says so', async () => {
  have({
    operation: 'createAgent',
    effect: { type: 'error', status: 400, example: 'create-agent.publish.no-number' },
  });
  const before = agentsOf();
  const answer = await receive(url + createAgent, token, { agent_name: 'Ada' });
  expect([answer.status, answer.headers['x-mock-source'], answer.headers['x-mock-fault']]).toEqual([400, 'fault', '1']);
  expect(answer.headers['x-mock-rule']).toBeUndefined();
  expect(JSON.parse(answer.text)).toMatchObject({ message: 'Add at least 1 phone number to your agent' });
  expect(agentsOf()).toBe(before);
});

test('an undocumented status is answered in the error shape', async () => {
  have({ effect: { type: 'error', status: 503, undocumented: true } });
  const answer = await receive(url + agent, token);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    503,
    { error: true, code: 503, message: 'Service Unavailable', data: {} },
  ]);
});

test('an error after the commit is what the client sees of a request that took effect', async () => {
  have({ effect: { type: 'error', status: 500, after_commit: true } });
  const before = agentsOf();
  const answer = await receive(url + createAgent, token, { agent_name: 'Ada' });
  expect([answer.status, agentsOf()]).toEqual([500, before + 1]);
});

test('an error after the commit does not hide a refusal, and is not used up by it', async () => {
  have({ effect: { type: 'error', status: 500, after_commit: true } });
  expect((await receive(url + createAgent, token, {})).status).toBe(422);
  expect(mock.worlds.default.faults.standing.get(1)).toMatchObject({ matched: 0, fired: 0 });
});

test('a cut before leaves the request undone; a cut after, done; neither is answered', async () => {
  have({ when: { times: 1 }, effect: { type: 'cut', at: 'before' } });
  const before = agentsOf();
  const first = await receive(url + createAgent, token, { agent_name: 'Ada' });
  expect([first.status, first.error !== undefined, agentsOf()]).toEqual([undefined, true, before]);
  mock.worlds.default.faults.add({ effect: { type: 'cut', at: 'after' } });
  const second = await receive(url + createAgent, token, { agent_name: 'Ada' });
  expect([second.status, second.error !== undefined, agentsOf()]).toEqual([undefined, true, before + 1]);
});

test('a cut during the answer ends it in the middle', async () => {
  have({ effect: { type: 'cut', at: 'during' } });
  const answer = await receive(url + agent, token);
  expect([answer.status, answer.error !== undefined]).toEqual([200, true]);
  expect(Buffer.concat(answer.chunks).length).toBe(Math.floor(Number(answer.headers['content-length']) / 2));
});

test('malformed JSON comes whole by its length, and no parser takes it', async () => {
  have({ effect: { type: 'malformed-json' } });
  const answer = await receive(url + agent, token);
  expect([answer.status, answer.error]).toEqual([200, undefined]);
  expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError);
});

test.each<[string, FaultEffect]>([
  ['in chunks', { type: 'dribble', chunks: 4, milliseconds: 60 }],
  ['at a rate', { type: 'dribble', bytes_per_second: 40_000 }],
])('a body that dribbles %s comes in pieces and whole', async (_, effect) => {
  have({ effect });
  const slow = await receive(url + agent, token);
  mock.worlds.default.faults.clear();
  const whole = await receive(url + agent, token);
  expect(slow.chunks.length).toBeGreaterThan(2);
  expect(slow.text.replace(/"timestamp":\d+/, '')).toBe(whole.text.replace(/"timestamp":\d+/, ''));
});

test('a delay that is still running ends when the mock closes, and the answer goes out', async () => {
  have({
    effect: { type: 'delay', distribution: 'fixed', milliseconds: 60_000 },
  });
  const answering = receive(url + agent, token);
  while (mock.worlds.default.faults.standing.get(1)?.fired === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await mock.close();
  expect((await answering).status).toBe(200);
  await startMock();
});

test('faults hit what they match: operation, token, query and body', async () => {
  const { faults } = mock.worlds.default;
  const fail: FaultEffect = { type: 'error', status: 500 };
  faults.add({ operation: 'getAgent', match: { token, query: { agent_id: 1001 } }, effect: fail });
  faults.add({ operation: 'createAgent', match: { body: { voice: { provider: 'provider_b' } } }, effect: fail });
  const api = supertest(mock.app);
  const get = (id: number, given: string) =>
    api.get('/api/v1/global/agents/get-by-id').query({ agent_id: id }).set('token', given);
  expect((await get(1001, token)).status).toBe(500);
  expect((await get(1002, token)).status).not.toBe(500);
  expect((await get(1001, 'another')).status).toBe(401);
  const create = (provider: string) =>
    api
      .post(createAgent)
      .set('token', token)
      .send({ agent_name: 'Ada', voice: { provider, voice_id: 'x' } });
  expect((await create('provider_a')).status).toBe(200);
  expect((await create('provider_b')).status).toBe(500);
});

test('a body that a fault has looked at is read by the operation all the same, and told of in its turn', async () => {
  have({
    match: { body: { nothing: 'like this' } },
    effect: { type: 'error', status: 500 },
  });
  const broken = (given: string) =>
    supertest(mock.app).post(createAgent).set('token', given).type('json').send('{"agent_name":');
  expect((await broken(token)).status).toBe(422);
  expect((await broken('another')).status).toBe(401);
});

test('faults that each answer once are answered in their order, and then the operation itself', async () => {
  have(
    { operation: 'getAgent', when: { times: 1 }, effect: { type: 'error', status: 500 } },
    { operation: 'getAgent', when: { times: 1 }, effect: { type: 'error', status: 401 } },
  );
  const get = () => supertest(mock.app).get(agent).set('token', token);
  const answers = [await get(), await get(), await get()];
  expect(answers.map(({ status, headers }) => [status, headers['x-mock-fault']])).toEqual([
    [500, '1'],
    [401, '2'],
    [200, undefined],
  ]);
  expect([...mock.worlds.default.faults.standing.values()].map(({ fired }) => fired)).toEqual([1, 1]);
});

test('a request that only looks meets no fault and uses none up, whatever the fault does', async () => {
  const once = { times: 1 };
  have(
    { when: once, effect: { type: 'error', status: 500 } },
    { when: once, effect: { type: 'cut', at: 'after' } },
    { when: once, effect: { type: 'respond', patch: { success: 'patched' } } },
  );
  const look = await supertest(mock.app).get(agent).set({ token, 'x-mock-faults': 'none' });
  expect([look.status, look.headers['x-mock-fault']]).toEqual([200, undefined]);
  expect([...mock.worlds.default.faults.standing.values()].map(({ matched, fired }) => matched + fired)).toEqual([
    0, 0, 0,
  ]);
});

test('the real answer is patched once the request took effect: what the patch names changes, null goes, the rest stays', async () => {
  have({
    operation: 'createAgent',
    effect: { type: 'respond', patch: { message: 'Patched', data: { agent_name: null } }, headers: { 'X-Own': 'a' } },
  });
  const before = agentsOf();
  const post = (body: object) => supertest(mock.app).post(createAgent).set('token', token).send(body);
  const { status, headers, body } = await post({ agent_name: 'Ada' });
  expect([status, headers['x-mock-source'], headers['x-own'], agentsOf()]).toEqual([200, 'fault', 'a', before + 1]);
  expect(body).toEqual({ success: true, message: 'Patched', data: { agent_id: expect.any(Number) } });
  const refused = await post({});
  expect([refused.status, refused.headers['x-mock-source']]).toEqual([422, undefined]);
});

test('a patch may have a status of its own', async () => {
  have({ effect: { type: 'respond', status: 202, patch: { success: false }, undocumented: true } });
  const { status, body } = await supertest(mock.app).get(agent).set('token', token);
  expect([status, body]).toMatchObject([202, { success: false, data: { basic_details: { id: 1001 } } }]);
});

test.each<[unknown, unknown, unknown]>([
  // The examples of RFC 7396.
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'foo' }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{}, JSON.parse('{ "__proto__": { "polluted": 1 } }'), JSON.parse('{ "__proto__": { "polluted": 1 } }')],
])('%j patched with %j is %j', (value, patch, patched) => {
  expect(JSON.stringify(patchedJson(value, patch))).toBe(JSON.stringify(patched));
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  [{ 'Content-Type': 'text/html' }, 'sandbox'],
  [{ 'content-type': 'image/svg+xml', 'Content-Security-Policy': "default-src 'self'" }, "default-src 'self', sandbox"],
  [{ 'content-type': 'text/plain; charset=utf-8' }, undefined],
  [{}, undefined],
])("a page of one's own with the headers %j runs no script on the origin of the mock", async (headers, policy) => {
  have({ effect: { type: 'respond', status: 200, headers, body: '<script>1</script>', undocumented: true } });
  const answer = await receive(url + agent, token);
  expect([answer.status, answer.headers['content-security-policy']]).toEqual([200, policy]);
});
