import { once } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { tokens } from '../testing/well-known.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());
afterEach(() => mock.worlds.default.faults.clear());

const agent = '/api/v1/global/agents/get-by-id?agent_id=1004';
const headers = { token: tokens.acme };
const createAgent = '/api/v1/global/create-agent';
const faults = () => mock.worlds.default.faults;
const journal = () => mock.worlds.default.journal.after(0);
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

it('takes a path, an address of any host, a URL, a Request, and one that another library made', async () => {
  const address = `https://platform.example${agent}`;
  const { url, method, body, signal } = new Request(address);
  const foreign = { url, method, headers: new Headers(headers), body, signal };
  const answers = [
    mock.fetch(agent, { headers }),
    mock.fetch(address, { headers }),
    mock.fetch(new URL(address), { headers }),
    mock.fetch(new Request(address, { headers })),
    mock.fetch(new Request(address), { headers }),
    mock.fetch(foreign),
  ];
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
});

it('answers in the world that the request names, by header or by address', async () => {
  const body = JSON.stringify({ agent_id: 1004, agent_name: 'Elsewhere' });
  const post = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
  await mock.fetch('/__mock/worlds/there/api/v1/global/create-agent', post);
  const there = await mock.fetch(agent, { headers: { ...headers, 'x-mock-world': 'there' } });
  expect(await there.text()).toContain('"Elsewhere"');
  expect(await (await mock.world('there').fetch(agent, { headers })).text()).toContain('"Elsewhere"');
  expect(await (await mock.fetch(agent, { headers })).text()).not.toContain('Elsewhere');
});

it("gives addresses of the request's own scheme and host", async () => {
  const voices = async (origin: string) => {
    const answer = await mock.fetch(`${origin}/api/v1/global/voice-list?provider_id=provider_a`, { headers });
    return /https?:\/\/[^/"]+/.exec(await answer.text())?.[0];
  };
  for (const origin of ['https://platform.example', 'http://platform.example']) {
    expect(await voices(origin)).toBe(origin);
  }
});

it('steers a world without a port', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  const world = mock.world('steered');
  await world.fault({ operation: 'getAgent', effect: { type: 'error', status: 404 } });
  expect((await world.fetch(agent, { headers })).status).toBe(404);
  expect(listen).not.toHaveBeenCalled();
});

it('does not let a page, or a request for another host, steer', async () => {
  const reset = (address: string, own = {}) => mock.fetch(address, { method: 'POST', headers: own });
  expect((await reset('https://app.example/__mock/reset')).status).toBe(403);
  expect((await reset('/__mock/reset', { origin: 'https://app.example' })).status).toBe(403);
  expect((await reset('/__mock/reset')).status).toBe(200);
});

it.each(['before', 'after'] as const)('fails as fetch does where a fault cuts %s', async (at) => {
  faults().add({ effect: { type: 'cut', at } });
  const error = await caught(mock.fetch(agent, { headers }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
});

it('gives the beginning of an answer that is cut, and then fails as fetch does', async () => {
  faults().add({ effect: { type: 'cut', at: 'during' } });
  const answer = await mock.fetch(agent, { headers });
  expect(answer.status).toBe(200);
  const body: ReadableStream<Uint8Array> | null = answer.body;
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^\{/);
  await expect(reader?.read()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
});

it('lets go of an answer that is waited for as its signal is aborted', async () => {
  faults().add({ effect: { type: 'delay', milliseconds: 60_000 } });
  const controller = new AbortController();
  const answer = caught(mock.fetch(agent, { headers, signal: controller.signal }));
  await vi.waitFor(() => expect(faults().standing.get(1)?.fired).toBe(1), 60_000);
  controller.abort(new Error('no longer needed'));
  expect(await answer).toMatchObject({ message: 'no longer needed' });
  await vi.waitFor(() => expect(journal().at(-1)?.delivery).toBe('client-left'), 60_000);
  expect(await caught(mock.fetch(agent, { signal: AbortSignal.abort('early') }))).toBe('early');
});

it('ends the body of an answer whose signal is aborted', async () => {
  const controller = new AbortController();
  const answer = await mock.fetch('/__mock/journal/stream', { signal: controller.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  controller.abort();
  await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' });
});

it('streams events as they come, and ends as the reader leaves', async () => {
  const answer = await mock.fetch('/__mock/journal/stream');
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  await mock.fetch(agent, { headers: { ...headers, 'x-marked': 'streamed' } });
  while (!text.includes('streamed')) {
    const { value }: { value?: Uint8Array } = (await reader?.read()) ?? {};
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
});

it('sends a body as it comes, and no faster than it is taken', async () => {
  const boundary = 'x';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const total = 160;
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const name = `${part('name="basic_details[agent_name]"')}Streamed\r\n`;
      controller.enqueue(Buffer.from(`${name}${part('name="FILE_KNOWLEDGE_BASES"; filename="a.pdf"')}%PDF-`));
    },
    pull: async (controller) => {
      await wait(0);
      given += 1;
      controller.enqueue(Buffer.alloc(2 ** 16, ' '));
      if (given < total) return;
      controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
      controller.close();
    },
  });
  const answer = await mock.fetch('/api/agent/createagentorupdate', {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
    duplex: 'half',
  });
  // A file of 10 MB and five bytes is five bytes too large.
  expect(await answer.json()).toMatchObject({ message: 'The file a.pdf is larger than 10 MB.' });
  expect(given).toBe(total);
});

it('fails where the body does', async () => {
  const reason = new Error('the file is gone');
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(reason) });
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body } as const;
  const error = await caught(mock.fetch(createAgent, { ...init, duplex: 'half' }));
  expect(error).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: reason });
});

it('says so where a body has been read already', async () => {
  const request = new Request(`http://a${createAgent}`, { method: 'POST', body: '{}' });
  await request.text();
  await expect(mock.fetch(request)).rejects.toThrow(/send a clone/);
});

it('takes requests as servers hand them on: with headers of their connection, and a length', async () => {
  const body = JSON.stringify({ agent_name: 'Handed on' });
  const handed = { 'content-length': '3', connection: 'keep-alive', 'content-type': 'application/json' };
  const request = new Request('http://app.example/platform/api/v1/global/create-agent', { method: 'POST', body });
  const given = { ...headers, ...handed };
  const answer = await mock.fetch(
    { ...parts(request), headers: new Headers(given) },
    {
      prefix: '/platform',
    },
  );
  expect(answer.status).toBe(200);
  expect([...answer.headers.keys()]).not.toContain('connection');
});

function parts({ url, method, body, signal }: Request) {
  return { url, method, body, signal };
}

it('fails where a fault answers what is no answer', async () => {
  for (const status of [101, 150]) {
    faults().clear();
    faults().add({ effect: { type: 'error', status, undocumented: true } });
    expect(await caught(mock.fetch(agent, { headers })), `${status}`).toMatchObject({ name: 'TypeError' });
  }
});

it('is not seen by what intercepts the requests of the process', async () => {
  const intercept = () => {
    throw new Error('intercepted');
  };
  const proxies = { request: vi.fn(intercept), ClientRequest: vi.fn(intercept) };
  const own = { request: http.request, ClientRequest: http.ClientRequest };
  proxies.ClientRequest.prototype = http.ClientRequest.prototype;
  Object.assign(http, proxies);
  syncBuiltinESMExports();
  try {
    expect((await mock.fetch(agent, { headers })).status).toBe(200);
  } finally {
    Object.assign(http, own);
    syncBuiltinESMExports();
  }
});

it('is not held up by a clock that a test has stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date'] });
  try {
    const answer = await mock.fetch(agent, { headers });
    expect(await answer.json()).toMatchObject({ code: 200 });
  } finally {
    vi.useRealTimers();
  }
});

it('answers what is under way as the mock closes, and refuses what comes then', async () => {
  const other = await createMock();
  const unread = await other.fetch('/api/v1/global/audience-list?campaign_id=5001&limit=1000', { headers });
  const underWay = other.fetch(agent, { headers });
  const stream = await other.fetch('/__mock/journal/stream');
  await other.close();
  expect((await underWay).status).toBe(200);
  await stream.text();
  expect(await unread.json()).toMatchObject({ pagination: { totalRecords: 250 } });
  const error = await caught(other.fetch(agent));
  expect(error).toMatchObject({ name: 'TypeError', cause: { message: 'The mock is closed.' } });
});

it('answers requests of the HTTP client that go over its agent, one after another on one connection', async () => {
  const pool = mock.agent();
  const ask = async () => {
    const sent = http.get(`http://nobody.example${agent}`, { agent: pool, headers });
    const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
    return [answer.statusCode, (await answer.toArray()).length, sent.reusedSocket];
  };
  expect([await ask(), await ask()]).toEqual([
    [200, 1, false],
    [200, 1, true],
  ]);
  pool.destroy();
});
