import type { JsonObject } from '../json/json-value.ts';
import { createSeededRandom } from '../worlds/random.ts';
import { tokens } from './well-known.ts';

/** Values that programs commonly stumble over. */
export const odd: readonly unknown[] = [
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

export interface Values {
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
export function createValues(seed: string): Values {
  const random = createSeededRandom(seed);
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
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  // Half of a character cannot be encoded.
  return encodeURIComponent(text.slice(0, 3000).replace(/[\ud800-\udfff]/g, '?'));
}
