import { Problem } from '../answer/problem.ts';

/** What a request asks of its answer in its Prefer header (RFC 7240), as Prism reads it. */
export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  /** Generated from the schema instead of taken from an example. */
  readonly dynamic: boolean;
  /** What a generated answer starts from. */
  readonly seed: string | undefined;
  /** Milliseconds to wait before the answer. */
  readonly delay: number;
}

/** A preference that is invalid; the message says what is valid. */
export class PreferenceError extends Problem {
  constructor(message: string) {
    super(400, message, undefined, { 'x-mock-source': 'prefer' });
  }
}

/** In milliseconds. */
const longestPreferredDelay = 60_000;

/**
 * Reads a Prefer header. Of a preference that comes twice the first counts; unknown ones and parameters are ignored,
 * as RFC 7240 asks.
 * @returns undefined where it holds none that the mock knows
 * @throws PreferenceError
 */
export function readPreferences(header: string | readonly string[] | undefined): Preferences | undefined {
  if (header === undefined) return undefined;
  const given = givenPreferences(typeof header === 'string' ? header : header.join(', '));
  const known = ['code', 'example', 'dynamic', 'delay'].some((name) => given.has(name));
  if (!known) return undefined;
  return {
    code: readPreference(given, 'code', preferredCode, 'a status of three digits, for example code=404'),
    example: readPreference(given, 'example', (text) => (text === '' ? undefined : text), 'the name of an example'),
    dynamic: readPreference(given, 'dynamic', booleanOf, 'true or false') ?? false,
    seed: given.get('seed'),
    delay:
      readPreference(
        given,
        'delay',
        preferredDelay,
        `a whole number of milliseconds from 0 to ${longestPreferredDelay}`,
      ) ?? 0,
  };
}

/** The value of the header Preference-Applied. */
export function preferencesApplied(preferences: Preferences): string {
  const { code, example, dynamic, seed, delay } = preferences;
  const parts = [
    code === undefined ? undefined : `code=${code}`,
    example === undefined ? undefined : `example=${/^[\w.-]+$/.test(example) ? example : JSON.stringify(example)}`,
    dynamic ? 'dynamic=true' : undefined,
    dynamic && seed !== undefined ? `seed=${/^[\w.-]+$/.test(seed) ? seed : JSON.stringify(seed)}` : undefined,
    delay === 0 ? undefined : `delay=${delay}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** Cuts at the commas outside of quotes; parameters after a semicolon fall away (RFC 7240, section 2). */
function givenPreferences(header: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [piece] of header.matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g)) {
    const [, name, quoted, plain] =
      /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/.exec(piece) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && !given.has(key)) given.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return given;
}

function readPreference<T>(
  given: ReadonlyMap<string, string>,
  name: string,
  parseValue: (text: string) => T | undefined,
  expected: string,
): T | undefined {
  const text = given.get(name);
  if (text === undefined) return undefined;
  const value = parseValue(text);
  if (value === undefined) throw new PreferenceError(`The preference ${name}=${text} must be ${expected}.`);
  return value;
}

function preferredCode(text: string): number | undefined {
  return /^[1-5]\d\d$/.test(text) ? Number(text) : undefined;
}

/** A preference without a value stands for true: `Prefer: dynamic`. */
function booleanOf(text: string): boolean | undefined {
  return text === '' || text === 'true' ? true : text === 'false' ? false : undefined;
}

function preferredDelay(text: string): number | undefined {
  const delay = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return delay <= longestPreferredDelay ? delay : undefined;
}
