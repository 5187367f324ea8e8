import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { operationPlaces } from './addresses.ts';
import { NoAnswerError, OutOfTimeError, type ApiRequest, type ApiResponse, type Transport } from './transport.ts';
import { createPoliteness } from './http-transport.ts';

const places = operationPlaces(loadContractDocument());

const read: ApiRequest = { operation: 'getAgent', query: [], headers: {}, body: { kind: 'none' } };
const write: ApiRequest = { ...read, operation: 'createAgent' };
const ok: ApiResponse = { status: 200, headers: {}, text: '' };

function polite(
  answers: (ApiResponse | Error)[],
  rateLimit: number | null = null,
  until?: number,
): { send: Transport; waits: number[]; sent: () => number } {
  const waits: number[] = [];
  let time = 0;
  let count = 0;
  const pause = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    time += milliseconds;
    return Promise.resolve();
  };
  const politeness = createPoliteness(places, rateLimit, pause, () => time);
  const transport: Transport = () => {
    const answer = answers[count++] ?? ok;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const send = politeness(transport, until);
  return { send, waits, sent: () => count };
}

describe('a polite transport', () => {
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

  it('repeats what is asked of a place with GET alone', async () => {
    const failure = new NoAnswerError('ECONNRESET', false);
    const asked = (method: 'GET' | 'PUT'): ApiRequest => ({
      ...read,
      operation: null,
      place: { prefix: 'base_url', path: '/agents', method },
    });
    expect((await polite([failure]).send(asked('GET'))).status).toBe(200);
    await expect(polite([failure]).send(asked('PUT'))).rejects.toBe(failure);
  });

  it('keeps to the rate limit', async () => {
    const { send, waits } = polite([], 10);
    for (let time = 0; time < 3; time += 1) await send(read);
    expect(waits).toEqual([100, 100]);
  });

  it('repeats a write that is idempotent, or that never left', async () => {
    const lost = new NoAnswerError('ECONNRESET', false);
    expect((await polite([lost]).send({ ...write, isRepeatable: true })).status).toBe(200);
    const unreachable = polite([new NoAnswerError('ECONNREFUSED', true)]);
    expect((await unreachable.send(write)).status).toBe(200);
    expect(unreachable.sent()).toBe(2);
  });

  it('does not repeat a write that is answered with 503, which may have been carried out', async () => {
    const { send, waits } = polite([{ status: 503, headers: { 'retry-after': '1' }, text: '' }]);
    expect((await send(write)).status).toBe(503);
    expect(waits).toEqual([]);
  });

  it('waits two minutes at most', async () => {
    const { send, waits } = polite([{ status: 503, headers: { 'retry-after': '999999' }, text: '' }]);
    await send(read);
    expect(waits).toEqual([120_000]);
  });

  it('sends and waits for nothing beyond the time of the run', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '999999' }, text: '' };
    const { send, waits } = polite([refusal, ok], null, 100_000);
    await expect(send(read)).rejects.toThrow(OutOfTimeError);
    expect(waits).toEqual([]);
    const late = polite([], null, -1);
    await expect(late.send(write)).rejects.toThrow(OutOfTimeError);
    expect(late.sent()).toBe(0);
  });

  it('gives up an answer that comes after the time of the run', async () => {
    const politeness = createPoliteness(places, null, () => Promise.resolve());
    const send = politeness(() => new Promise(() => undefined), Date.now() + 30);
    await expect(send(write)).rejects.toThrow('time of the run');
  });
});
