import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, createMock } from '../../app.ts';
import { type ControlOperation, loadControlDocument } from '../control-handler.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { exchange, failureLog } from '../../testing/test-server.ts';
import { tokens } from '../../testing/well-known.ts';
import { SeededRandom } from '../../worlds/time-and-chance.ts';

const seed = process.env['HOSTILE_SEED'] ?? 'control';
const requestsPerOperation = 30;
const mutations = 60;

let mock: Mock;
let port: number;
const failures: string[] = [];
beforeAll(async () => {
  mock = await createMock({ log: failureLog((failure) => failures.push(String(failure))) });
  ({ port } = await mock.listen(0));
});
afterAll(() => mock.close());

interface Sent {
  readonly status: number;
  readonly text: string;
}

async function send(method: string, path: string, body?: unknown, world = 'hostile'): Promise<Sent> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'x-mock-world': world,
      token: tokens.acme,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const sent = { status: answer.status, text: await answer.text() };
  const shown = `${method} ${path} ${JSON.stringify(body ?? null).slice(0, 300)} is answered ${sent.status} ${sent.text.slice(0, 300)} (seed ${seed})`;
  expect(sent.status, shown).toBeLessThan(500);
  if (sent.status >= 400) expect(JSON.parse(sent.text), shown).toMatchObject({ error: true, code: sent.status });
  return sent;
}

/** What only stays open; its events are those that the journal lists. */
const streams = ['streamJournal'];
const operations = [...loadControlDocument().operations.values()].filter(({ id }) => !streams.includes(id));

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s answers whatever it is sent without a failure',
  async (id: string, operation: ControlOperation) => {
    const { value, below } = createValues(`${seed} ${id}`);
    await takeSnapshot('kept');
    for (let count = 0; count < requestsPerOperation; count += 1) {
      const path = operation.pathParameters.reduce(
        (template, { name, schema }) => template.replace(`{${name}}`, textOf(value(schema)) || '%20'),
        operation.path,
      );
      const query = operation.parameters
        .filter(() => below(3) === 0)
        .map(({ name, check }) => `${name}=${textOf(value(check.schema))}`);
      const body = operation.bodyCheck && value(operation.bodyCheck.schema);
      await send(operation.method, `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`, body);
    }
    await lookAround('hostile');
    await send('POST', '/__mock/reset');
    await send('POST', '/__mock/reset', undefined, 'default');
    expect(failures.splice(0)).toEqual([]);
  },
  30_000,
);

async function takeSnapshot(name: string): Promise<Sent> {
  await send('POST', '/__mock/snapshots', { name, replace: true }, 'default');
  return send('GET', `/__mock/snapshots/${name}`);
}

/** Asks for everything that can be read of a world, and for some of what changes it. */
async function lookAround(world: string): Promise<void> {
  for (const path of [
    'worlds',
    'agents',
    'campaigns',
    'numbers',
    'tokens',
    'users',
    'workspaces',
    'clock',
    'snapshots',
    'journal',
    'journal/har',
    'coverage',
    'faults',
    'import',
    'import/audiences/5001',
    'campaigns/5001/dial',
    'health',
  ]) {
    await send('GET', `/__mock/${path}`, undefined, world);
  }
  await send('POST', '/__mock/repro', {}, world);
  for (const [path, body] of [
    ['login', { user_id: 1 }],
    ['tokens', { user_id: 1, expires_in: 'P1Y' }],
    ['workspaces', { name: 'New' }],
    ['users', { workspace_id: 101, first_name: 'A', last_name: 'B', email: `${world}${Math.random()}@acme.example` }],
    ['campaigns/5001/dial', { attempts: 3 }],
    ['clock', { advance: 'PT1H' }],
    ['snapshots', { name: 'after', replace: true }],
  ] as const) {
    await send('POST', `/__mock/${path}`, body, world);
  }
  await send('GET', '/__mock/snapshots/after', undefined, world);
}

test('a snapshot that was changed anywhere is refused, or restored to a world that works', async () => {
  const { pick, below } = createValues(`${seed} snapshots`);
  const whole = JSON.parse((await takeSnapshot('whole')).text) as { leads: Record<string, unknown[]> };
  // Enough of each kind, and quick to be checked.
  for (const id of Object.keys(whole.leads)) whole.leads[id]?.splice(5);
  const accepted: number[] = [];
  for (let count = 0; count < mutations; count += 1) {
    const file = structuredClone(whole) as unknown;
    for (let changes = 1 + below(2); changes > 0; changes -= 1) mutate(file, { pick, below });
    const { status } = await send('PUT', '/__mock/snapshots/changed', file);
    if (status !== 200) continue;
    accepted.push(count);
    await send('POST', '/__mock/snapshots/changed/restore', undefined, 'changed');
    await lookAround('changed');
    await send('GET', '/api/v1/global/agents/get-by-id?agent_id=1004', undefined, 'changed');
    await send('GET', '/api/v1/global/audience-list?campaign_id=5001', undefined, 'changed');
    await send('POST', '/__mock/reset', undefined, 'changed');
    await send('DELETE', '/__mock/worlds/changed');
  }
  expect(accepted.length).toBeLessThan(mutations);
  expect(failures.splice(0)).toEqual([]);
});

/** Changes one place of a value, however deep: puts something else there, takes it away or doubles it. */
function mutate(value: unknown, { pick, below }: Pick<Values, 'pick' | 'below'>): void {
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  if (keys.length === 0) return;
  const key = pick(keys);
  const inner: unknown = Reflect.get(value, key);
  if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && below(8) > 0) {
    mutate(inner, { pick, below });
  } else if (below(4) === 0 && Array.isArray(value)) value.push(structuredClone(inner));
  else if (below(4) === 0) Reflect.deleteProperty(value, key);
  else Reflect.set(value, key, pick(odd));
}

const oddTargets = [
  '//',
  '//host/x',
  '///',
  '/\\',
  '/%',
  '/%ff',
  '/%00',
  '/?%',
  '/?a=%zz&&=',
  'http://a/b?c',
  'http://[::1]/',
  'http://a:99999/x',
  'http:',
  'x:y',
  '*',
  '/\u00ff',
  '/#',
  '/a#b',
  '/..//..',
  '/__mock/..',
  '//__mock/worlds/w',
];

test('whatever target a request has, the journal shows it in every form', async () => {
  await send('POST', '/__mock/worlds', { name: 'targets' }, 'default');
  for (const target of [...oddTargets, 'http://a b/']) {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const head = `${method} ${target} HTTP/1.1\r\nhost: mock\r\nx-mock-world: targets\r\nconnection: close\r\n\r\n`;
      const [answer] = await exchange(port, Buffer.from(head, 'latin1'));
      expect(answer?.status, target).toBeLessThan(500);
    }
  }
  for (const path of ['journal', 'journal/har', 'journal?text=x', 'journal?path=/', 'coverage']) {
    await send('GET', `/__mock/${path}`, undefined, 'targets');
  }
  const journal = JSON.parse((await send('GET', '/__mock/journal', undefined, 'targets')).text) as { total: number };
  expect(journal.total).toBeGreaterThan(oddTargets.length);
  await send('POST', '/__mock/journal/verify', { request: { path: '//' } }, 'targets');
  await send('POST', '/__mock/repro', {}, 'targets');
});

test('at the end of the year 9999 everything goes on', async () => {
  for (const change of [{ set: '9999-12-31T23:59:59.990Z' }, { freeze: '9999-12-31T23:59:59.999Z' }, { free: true }]) {
    await send('POST', '/__mock/clock', { set: '2030-01-01T00:00:00Z' }, 'late');
    await send('POST', '/api/v1/global/create-agent', { agent_id: 1002, description: 'x' }, 'late');
    await send('POST', '/__mock/campaigns/5001/dial', { mode: 'follow-clock', rate: 600_000 }, 'late');
    expect((await send('POST', '/__mock/clock', change, 'late')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await lookAround('late');
    expect((await send('POST', '/__mock/clock', { freeze: true }, 'late')).status).toBe(200);
    await send('POST', '/__mock/clock', { advance: 'P8000Y' }, 'late');
    await send('GET', '/api/v1/global/agents/get-by-id?agent_id=1002', undefined, 'late');
    await send('POST', '/__mock/reset', undefined, 'late');
  }
  expect(failures.splice(0)).toEqual([]);
});

/** Values that programs commonly stumble over. */
const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e15,
  999_999_999_999_999,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e300,
  -1e300,
  -0,
  '',
  ' ',
  '0',
  '..',
  '../../etc',
  '/etc/passwd',
  '__proto__',
  'constructor',
  'default',
  '\u0000',
  '\ud800',
  '\u202e',
  'x'.repeat(5000),
  '%',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '2026-12-31T23:59:60Z',
  '2026-02-31T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  'P9999999999999999Y',
  '-P99999Y',
  'PT1S',
  'PT0.0000000001S',
  [],
  {},
  [[]],
  { a: { b: {} } },
  1001,
  5001,
  '+15550009001',
  101,
  tokens.acme,
];

interface Values {
  readonly value: (schema: JsonObject) => unknown;
  readonly pick: <T>(items: readonly T[]) => T;
  /** A whole number from 0 up to but not including another. */
  readonly below: (count: number) => number;
}

const numbers = [1, 2, 1001, 1004, 5001, 5003, 101, 102];
const texts = [
  ...'a default hostile owner@acme.example createAgent name P1D 2030-01-01T00:00:00Z'.split(' '),
  ...'9999-12-31T23:59:59.999Z +15550009001 provider_a api kept'.split(' '),
  ...odd.filter((item) => typeof item === 'string'),
];

/** Values for a schema: mostly what it allows, its bounds among them, sometimes what it does not. */
function createValues(seed: string): Values {
  const random = new SeededRandom(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const value = (schema: JsonObject, depth = 0): unknown => {
    if (random.next() < 0.15 || depth > 6) return pick(odd);
    const options = schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'];
    if (Array.isArray(options)) return value(objectIn(pick(options)), depth + 1);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return pick(schema['enum']);
    const type: unknown = Array.isArray(schema['type']) ? pick<unknown>(schema['type']) : schema['type'];
    return ofType(type, schema, depth);
  };
  const ofType = (type: unknown, schema: JsonObject, depth: number): unknown => {
    const { minimum = 1, maximum = 1e15 } = schema;
    switch (type) {
      case 'integer':
      case 'number':
        return pick([minimum, maximum, Number(minimum) - 1, Number(maximum) + 1, ...numbers]);
      case 'boolean':
        return random.next() < 0.5;
      case 'array':
        return Array.from({ length: below(4) }, () => value(objectIn(schema['items']), depth + 1));
      case 'object':
        return object(schema, depth);
      case undefined:
        return pick(odd);
      default:
        return pick(texts);
    }
  };
  const object = (schema: JsonObject, depth: number): unknown => {
    const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const members = Object.entries(objectIn(schema['properties']))
      .filter(([member]) => random.next() < (required.includes(member) ? 0.97 : 0.4))
      .map(([member, part]) => [member, value(objectIn(part), depth + 1)] as const);
    const surplus = random.next() < 0.1 ? [['__proto__', 1] as const, ['surplus', pick(odd)] as const] : [];
    return Object.fromEntries<unknown>([...members, ...surplus]);
  };
  return { value, pick, below };
}

function objectIn(value: unknown): JsonObject {
  return (value ?? {}) as JsonObject;
}

/** A value as a part of an address. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  // Half of a character cannot be encoded.
  return encodeURIComponent(text.slice(0, 3000).replace(/[\ud800-\udfff]/g, '?'));
}
