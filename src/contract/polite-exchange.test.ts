import { describe, expect, it } from 'vitest';
import { NoAnswerError, type ApiRequest, type ApiResponse, type Exchange } from './exchange.ts';
import { createPoliteExchange } from './polite-exchange.ts';

const read: ApiRequest = { operation: 'getAgent', query: [], headers: {}, body: { kind: 'none' } };
const write: ApiRequest = { ...read, operation: 'createAgent' };
const ok: ApiResponse = { status: 200, headers: {}, text: '' };

function polite(
  answers: (ApiResponse | Error)[],
  rateLimit: number | null = null,
): { send: Exchange; waits: number[]; sent: () => number } {
  const waits: number[] = [];
  let time = 0;
  let count = 0;
  const send = createPoliteExchange(
    () => {
      const answer = answers[count++] ?? ok;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    {
      rateLimit,
      now: () => time,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        time += milliseconds;
        return Promise.resolve();
      },
    },
  );
  return { send, waits, sent: () => count };
}

describe('a polite exchange', () => {
  it('waits as long as Retry-After says, and sends again', async () => {
    const { send, waits } = polite([{ status: 429, headers: { 'retry-after': '3' }, text: '' }]);
    expect((await send(write)).status).toBe(200);
    expect(waits).toEqual([3000]);
  });

  it('waits until the date of Retry-After', async () => {
    const { send, waits } = polite([
      { status: 429, headers: { 'retry-after': new Date(5000).toUTCString() }, text: '' },
    ]);
    await send(read);
    expect(waits).toEqual([5000]);
  });

  it('gives the 429 after some patience', async () => {
    const refusal = { status: 429, headers: {}, text: '' };
    const { send, sent } = polite([refusal, refusal, refusal, refusal, refusal]);
    expect((await send(read)).status).toBe(429);
    expect(sent()).toBe(4);
  });

  it('repeats a read whose connection failed, and never a write', async () => {
    const failure = new NoAnswerError('ECONNRESET', false);
    const reading = polite([failure, failure]);
    expect((await reading.send(read)).status).toBe(200);
    const writing = polite([failure]);
    await expect(writing.send(write)).rejects.toBe(failure);
    expect(writing.sent()).toBe(1);
  });

  it('keeps to the rate limit', async () => {
    const { send, waits } = polite([], 10);
    for (let time = 0; time < 3; time += 1) await send(read);
    expect(waits).toEqual([0, 100, 100]);
  });
});
