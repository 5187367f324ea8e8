import { expect, it } from 'vitest';
import { createPoliteHttp, type HttpRequest, NoAnswerError } from './polite-http.ts';

const get: HttpRequest = { method: 'GET', url: 'http://a.example/x?token=secret', isRepeatable: true };
const post: HttpRequest = { method: 'POST', url: 'http://a.example/x', isRepeatable: false };
const fine = () => new Response('{"ok":true}');

/** Sends over a fetch that gives these in turn, on a clock that only sleeping moves. */
function http(turns: readonly (() => Response)[], rate: number | null = null) {
  const left = [...turns];
  const waits: number[] = [];
  let now = 0;
  const send = createPoliteHttp({
    rate,
    timeout: 1000,
    fetch: () => Promise.resolve().then(() => (left.shift() ?? fine)()),
    now: () => now,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  return { send, waits, left };
}

function fault(code: string): () => never {
  return () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
}

it('keeps to the rate', async () => {
  const { send, waits } = http([], 4);
  for (let i = 0; i < 4; i++) await send(get);
  expect(waits).toEqual([250, 250, 250]);
});

it.each([
  [429, '7', 7000],
  [429, null, 1000],
  [503, '2', 2000],
  [429, 'Thu, 01 Jan 1970 00:00:05 GMT', 5000],
  [429, '86400', 120_000],
])(
  'waits out %i with Retry-After %s, even where the request is never to be sent twice',
  async (status, after, wait) => {
    const headers = after === null ? undefined : { 'retry-after': after };
    const { send, waits } = http([() => new Response('', { status, ...(headers && { headers }) })]);
    expect((await send(post)).status).toBe(200);
    expect(waits).toEqual([wait]);
  },
);

it('repeats a request whose connection failed, where it is safe', async () => {
  const { send } = http([fault('ECONNRESET'), fault('UND_ERR_SOCKET')]);
  expect(await send(get)).toEqual({ status: 200, body: { ok: true } });
});

it('does not repeat one that may have been taken, and says so', async () => {
  const { send, left } = http([fault('ECONNRESET'), fine]);
  await expect(send(post)).rejects.toMatchObject({ name: 'NoAnswerError', wasSent: true });
  expect(left).toHaveLength(1);
});

it('repeats whatever never left', async () => {
  const { send } = http([fault('ECONNREFUSED')]);
  expect((await send(post)).status).toBe(200);
});

it('gives up after three repetitions, naming the address without its query', async () => {
  const { send } = http(Array.from({ length: 4 }, () => fault('ECONNREFUSED')));
  await expect(send(get)).rejects.toThrow(
    new NoAnswerError('no answer to GET http://a.example/x: ECONNREFUSED', false),
  );
});
