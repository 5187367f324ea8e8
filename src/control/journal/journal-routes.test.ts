import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import type { EntryView } from './journal-view.ts';

let mock: Mock;
let token: string;
let loginToken: string;
beforeAll(async () => {
  mock = await createMock();
  token = mock.accounts[0]?.api_token ?? '';
  loginToken = mock.accounts[0]?.login_token ?? '';
});
afterAll(() => mock.close());
beforeEach(() => request(mock.app).post('/__mock/reset'));

const getAgent = (id: number, given = token) =>
  request(mock.app).get('/api/v1/global/agents/get-by-id').query({ agent_id: id }).set('token', given);
const createAgent = (body: object) =>
  request(mock.app).post('/api/v1/global/create-agent').set('token', token).send(body);
const journal = async (query: object = {}) => {
  const { body } = await request(mock.app).get('/__mock/journal').query(query);
  return (body as { entries: EntryView[] }).entries;
};
const verify = (body: object) => request(mock.app).post('/__mock/journal/verify').send(body);

test('an entry tells of the request, its answer, the rule and what changed', async () => {
  await createAgent({ agent_id: 1002, agent_name: 'Ada', colour: 'red' });
  const [entry] = await journal();
  expect(entry).toMatchObject({
    world: 'default',
    workspace: 101,
    operation: 'createAgent',
    status: 200,
    rule: 'create-agent.update.partial',
    warning: 'unknown-body-member: colour',
    delivery: 'sent',
    faults: [],
    request: {
      method: 'POST',
      url: '/api/v1/global/create-agent',
      body: { is_cut: false, json: { agent_name: 'Ada' } },
    },
    answer: { body: { json: { success: true, data: { agent_id: 1002, agent_name: 'Ada' } } } },
    changes: [{ collection: 'agents', id: 1002, after: { agent_name: 'Ada', has_been_updated: true } }],
  });
  expect(entry?.changes[0]?.before).not.toMatchObject({ agent_name: 'Ada' });
  expect(entry?.answer.headers).toContainEqual({ name: 'x-mock-rule', value: 'create-agent.update.partial' });
  expect((await request(mock.app).get(`/__mock/journal/${entry?.id ?? 0}`)).body).toEqual(entry);
});

test('what reaches no operation, no one and no end is told of too', async () => {
  mock.worlds.default.faults.add({ operation: 'getAgent', when: { every: 2 }, effect: { type: 'cut', at: 'before' } });
  await request(mock.app).get('/nowhere');
  await getAgent(1001, 'nobody');
  await getAgent(1001).catch(() => undefined);
  await createAgent({ status: 9 });
  const told = (await journal()).map(({ operation, workspace, status, rule, delivery }) => [
    operation,
    workspace,
    status,
    rule,
    delivery,
  ]);
  expect(told).toEqual([
    ['createAgent', 101, 400, 'create-agent.status.invalid', 'sent'],
    ['getAgent', null, null, null, 'cut-before'],
    ['getAgent', null, 401, 'get-by-id.unauthorized', 'sent'],
    [null, null, 404, 'addresses.unknown', 'sent'],
  ]);
});

test('entries are found by what they are asked for, the newest first, page by page', async () => {
  for (const id of [1001, 1002, 1003]) await getAgent(id);
  await createAgent({ agent_name: 'Ada' });
  await getAgent(999_999);
  const [newest] = await journal();
  const ids = async (query: object) => (await journal(query)).map(({ id }) => id - (newest?.id ?? 0));
  expect(await ids({})).toEqual([0, -1, -2, -3, -4]);
  expect(await ids({ limit: 2 })).toEqual([0, -1]);
  expect(await ids({ limit: 2, before: (newest?.id ?? 0) - 1 })).toEqual([-2, -3]);
  expect(await ids({ operation: 'createAgent' })).toEqual([-1]);
  expect(await ids({ method: 'post' })).toEqual([-1]);
  expect(await ids({ status: 404 })).toEqual([0]);
  expect(await ids({ path: '/agents/' })).toEqual([0, -2, -3, -4]);
  expect(await ids({ rule: 'get-by-id.not-found' })).toEqual([0]);
  expect(await ids({ workspace: 101, status: 200 })).toEqual([-1, -2, -3, -4]);
  expect(await ids({ text: 'agent_id=999999' })).toEqual([0]);
  expect(await ids({ text: 'aDa', operation: 'createAgent' })).toEqual([-1]);
  expect(await ids({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
  expect(await ids({ text: token })).toEqual([]);
});

test('no token is shown: of headers, queries, bodies, answers and records', async () => {
  const verifying = () => request(mock.app).post('/api/v1/global/verify');
  await getAgent(1001);
  await request(mock.app).get('/api/v1/global/get-token').set('token', loginToken);
  await request(mock.app)
    .get('/api/v1/global/voice-list')
    .query({ provider_id: token, q: loginToken })
    .set('token', token);
  await createAgent({ agent_name: 'Ada', description: `use ${token}` });
  await verifying().set('authorization', `Bearer ${token}`).send({ token });
  await verifying()
    .set('token', 'short')
    .send({ token: 'short', [token]: token });
  const shown = await request(mock.app).get('/__mock/journal');
  const har = await request(mock.app).get('/__mock/journal/har');
  const verdict = await verify({ request: { path: '/nowhere', headers: { token: 'x' }, body: { token: 'y' } } });
  for (const { text } of [shown, har, verdict]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(loginToken);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
    expect(text).not.toContain('"short"');
  }
});

test('of a large answer the beginning is kept, and of a body that was not read nothing', async () => {
  await createAgent({ agent_id: 1001, prompt: 'x'.repeat(600_000) });
  await getAgent(1001);
  await createAgent({ agent_name: 'Ada', prompt: 'x'.repeat(2 ** 20) });
  const [tooLarge, shown] = await journal();
  expect(tooLarge).toMatchObject({ status: 413, request: { body: null } });
  expect(shown?.answer.body).toMatchObject({ is_cut: true });
  expect(shown?.answer.body.size).toBeGreaterThan(600_000);
  expect(Math.abs((shown?.answer.body.text?.length ?? 0) - 2 ** 18)).toBeLessThan(5000);
});

test.each(['', 'x', 'xx'])('an answer that is cut is cut between characters, also after %j', async (start) => {
  await createAgent({ agent_id: 1001, prompt: start + '€'.repeat(200_000) });
  await getAgent(1001);
  const [shown] = await journal();
  expect(shown?.answer.body.is_cut).toBe(true);
  expect(shown?.answer.body.text).toMatch(/€$/);
});

test('the journal is cleared, and its ids go on', async () => {
  await getAgent(1001);
  const [before] = await journal();
  expect((await request(mock.app).delete('/__mock/journal')).status).toBe(204);
  expect(await journal()).toEqual([]);
  const gone = await request(mock.app).get(`/__mock/journal/${before?.id ?? 0}`);
  expect(gone.body).toMatchObject({ code: 404, message: /journal is empty/, data: { field: 'id' } });
  await getAgent(1001);
  expect((await journal())[0]?.id).toBe((before?.id ?? 0) + 1);
});

test('worlds have journals of their own', async () => {
  await getAgent(1001).set('x-mock-world', 'elsewhere');
  expect(await journal()).toEqual([]);
  const other = await request(mock.app).get('/__mock/journal').set('x-mock-world', 'elsewhere');
  expect(other.body).toMatchObject({ total: 1, entries: [{ world: 'elsewhere' }] });
});

test('what the console asked is in no list, export, verdict, repro file or coverage unless it is asked for', async () => {
  await getAgent(1001);
  await getAgent(1002).set('x-mock-client', 'console');
  await getAgent(1003).set('x-mock-client', 'storefront');
  const [shown, all] = [await journal(), await journal({ console: true })];
  expect(shown.map(({ is_of_console }) => is_of_console)).toEqual([false, false]);
  expect(all.map(({ is_of_console }) => is_of_console)).toEqual([false, true, false]);
  const archive = async (query: object) => {
    const { body } = await request(mock.app).get('/__mock/journal/har').query(query);
    return (body as { log: { entries: unknown[] } }).log.entries.length;
  };
  expect([await archive({}), await archive({ console: true })]).toEqual([2, 3]);
  const repro = async (wish: object) => {
    const { body } = await request(mock.app).post('/__mock/repro').send(wish);
    return (body as { requests: unknown[] }).requests.length;
  };
  expect([await repro({}), await repro({ console: true })]).toEqual([2, 3]);
  expect((await verify({ request: { operation: 'getAgent' }, exactly: 2 })).status).toBe(200);
  const { body: coverage } = await request(mock.app).get('/__mock/coverage');
  expect(coverage).toMatchObject({ statuses: { by_operation: [{ operation: 'getAgent', status: 200, count: 2 }] } });
  const console = all.find(({ is_of_console }) => is_of_console)?.id ?? 0;
  expect((await request(mock.app).get(`/__mock/journal/${console}`)).body).toMatchObject({ is_of_console: true });
});

test('the archive is HAR 1.2, the oldest request first', async () => {
  await getAgent(1001);
  await createAgent({ agent_name: 'Ada' });
  const { body } = await request(mock.app).get('/__mock/journal/har');
  expect(body).toMatchObject({
    log: {
      version: '1.2',
      entries: [
        {
          request: { method: 'GET', queryString: [{ name: 'agent_id', value: '1001' }] },
          response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json; charset=utf-8' } },
        },
        { request: { method: 'POST', postData: { mimeType: 'application/json', text: '{"agent_name":"Ada"}' } } },
      ],
    },
  });
});

test.each<[object, number]>([
  [{ request: { operation: 'getAgent' } }, 2],
  [{ request: { operation: 'getAgent' }, exactly: 2 }, 2],
  [{ request: { operation: 'getAgent', query: { agent_id: 1001 } }, at_least: 1, at_most: 1 }, 1],
  [{ request: { operation: 'listVoices' }, exactly: 0 }, 0],
  [{ request: { operation: 'listVoices' }, at_most: 3 }, 0],
  [{ request: { body: { status: 1 }, status: 400, rule: 'create-agent.agent-id.required' } }, 1],
  [{ in_order: [{ operation: 'getAgent' }, { method: 'POST' }, { status: 404 }] }, 3],
])('%j is satisfied, %d times', async (expectation, count) => {
  await getAgent(1001);
  await createAgent({ agent_name: 'Ada', status: 1 });
  await getAgent(999_999);
  expect(await verify(expectation)).toMatchObject({ status: 200, body: { satisfied: true, count } });
});

test('what was not requested is answered by what came nearest, and where it differs', async () => {
  await getAgent(1001);
  await createAgent({ agent_name: 'Ada', voice: { provider: 'provider_a' } });
  const { status, body } = await verify({
    request: {
      operation: 'createAgent',
      body: { agent_name: 'Bob', voice: { provider: 'provider_a', voice_id: 'x' } },
    },
  });
  expect([status, body]).toMatchObject([
    422,
    {
      message: '0 of 2 requests match, expected at least 1.',
      data: {
        satisfied: false,
        count: 0,
        nearest: [
          {
            method: 'POST',
            differences: [
              { path: '/body/agent_name', expected: 'Bob', actual: 'Ada' },
              { path: '/body/voice/voice_id', expected: 'x', actual: null },
            ],
          },
          { method: 'GET' },
        ],
      },
    },
  ]);
  const order = await verify({ in_order: [{ operation: 'createAgent' }, { operation: 'getAgent' }] });
  expect(order.body).toMatchObject({
    message: '1 of 2 requests came in this order: the next one, 2, did not come after them.',
    data: { count: 1, nearest: [] },
  });
  expect((await verify({ request: { operation: 'getAgent' }, exactly: 0 })).body).toMatchObject({
    message: '1 of 2 requests match, expected exactly 0.',
  });
});

test.each<[object, string]>([
  [{}, 'request'],
  [{ request: {} }, 'request'],
  [{ request: { colour: 'red' } }, 'request.colour'],
  [{ request: { status: 200 }, exactly: 1, at_least: 1 }, 'at_least'],
  [{ in_order: [{ status: 200 }], request: { status: 200 } }, 'request'],
  [{ in_order: [{ status: 200 }], exactly: 1 }, 'exactly'],
  [{ exactly: 1 }, 'request'],
  [{ request: { status: 200 }, at_least: 2, at_most: 1 }, 'at_most'],
  [{ in_order: [] }, 'in_order'],
  [{ in_order: [{ status: 200 }], exactly: 1 }, 'exactly'],
])('%j is refused at %s', async (body, field) => {
  expect(await verify(body)).toMatchObject({ status: 400, body: { data: { field } } });
});

interface Stream {
  readonly next: () => Promise<{ readonly event: string; readonly id: string; readonly data: unknown }>;
  readonly response: IncomingMessage;
}

async function follow(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const [response] = (await once(get(`${url}/__mock/journal/stream`, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (chunk: string) => (text += chunk));
  const next = async () => {
    for (;;) {
      const found = /(?:^|\n\n)id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/.exec(text);
      if (found !== null) {
        text = `\n\n${text.slice(found.index + found[0].length)}`;
        return { id: found[1] ?? '', event: found[2] ?? '', data: JSON.parse(found[3] ?? '') as unknown };
      }
      await once(response, 'data');
    }
  };
  return { next, response };
}

test('the stream tells of requests as they come, what was missed first, and ends with the mock', async () => {
  const own = await createMock();
  const { url } = await own.listen(0);
  const ask = () => request(own.app).get('/api/v1/global/agents/get-by-id');
  const stream = await follow(url);
  expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/);
  await ask();
  expect(await stream.next()).toMatchObject({ id: '1', event: 'request', data: { id: 1, status: 401 } });
  await ask();
  await ask();
  expect([(await stream.next()).id, (await stream.next()).id]).toEqual(['2', '3']);
  await ask().set('x-mock-client', 'console');
  await ask();
  expect(await stream.next()).toMatchObject({ id: '5', event: 'request' });
  const late = await follow(url, { 'last-event-id': '1' });
  expect([(await late.next()).id, (await late.next()).id]).toEqual(['2', '3']);
  late.response.destroy();
  const ended = once(stream.response, 'end');
  await own.close();
  await ended;
});
