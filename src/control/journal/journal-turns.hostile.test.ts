import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { tokens } from '../../testing/well-known.ts';

const json = { token: tokens.acme, 'content-type': 'application/json' };
/** A matcher of so many fields, none of which any request has. */
const wide = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, field) => [`field${field}`, 1]));

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
  const body = JSON.stringify({ agent_id: 1001, ...wide(1000) });
  for (let count = 0; count < 300; count += 1) {
    await mock.fetch('/api/v1/global/create-agent', { method: 'POST', headers: json, body });
  }
  // What is loaded before the first answer takes turns of its own.
  await mock.fetch('/__mock/journal/1');
});
afterAll(() => mock.close());

/** How many turns others had while a request was answered, and how it was. */
async function turnsDuring(path: string, body?: object): Promise<readonly [status: number, turns: number]> {
  const init = body === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(body) };
  let status: number | undefined;
  const answered = mock.fetch(`/__mock/journal${path}`, init).then((answer) => (status = answer.status));
  let turns = 0;
  for (; status === undefined; turns += 1) await setImmediate();
  return [await answered, turns];
}

test.each<readonly [string, string, object | undefined, number]>([
  ['as many matchers as there may be', '/verify', { in_order: Array(1000).fill({ body: wide(7) }) }, 422],
  ['a matcher as wide as there may be', '/verify', { request: { body: wide(9990) } }, 422],
  ['a matcher that every entry has', '/verify', { request: { body: wide(900) }, exactly: 300 }, 200],
  ['a search for what is nowhere', '?text=nowhere', undefined, 200],
  ['a list of all', '?limit=1000', undefined, 200],
  ['the archive of all', '/har', undefined, 200],
])('%s lets others have their turn', async (_, path, body, wanted) => {
  const [, least] = await turnsDuring('/1');
  const [status, turns] = await turnsDuring(path, body);
  expect(status).toBe(wanted);
  // The journal holds 4 MB and more, and others have their turn after each 32 kB.
  expect(turns).toBeGreaterThan(least + 64);
});

test.each([
  ['one matcher', { request: { body: wide(10_001) } }],
  ['many matchers', { in_order: Array(1000).fill({ body: wide(100) }) }],
  ['a deep matcher', { request: { body: { a: { b: { c: wide(10_001) } } } } }],
])('%s of more values than anyone writes is refused', async (_, body) => {
  const answer = await mock.fetch('/__mock/journal/verify', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('at most 10000 fields')]);
});

test('of an entry that differs everywhere a hundred differences are told', async () => {
  const body = JSON.stringify({ request: { body: wide(5000) } });
  const answer = await mock.fetch('/__mock/journal/verify', { method: 'POST', headers: json, body });
  const { data } = (await answer.json()) as { data: { nearest: { differences: unknown[] }[] } };
  expect(data.nearest.map(({ differences }) => differences.length)).toEqual([100, 100, 100]);
});
