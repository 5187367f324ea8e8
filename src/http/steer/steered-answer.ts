import { existsSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as PrismGenerator from '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
import type { DocumentedResponse, Operation } from '../../document/operation.ts';
import { mapSubschemas } from '../../document/read/schema-walk.ts';
import { checkResponse } from '../../document/validate/check-response.ts';
import { Problem } from '../answer/error-answer.ts';
import type { Answer, Exchange, Preferences } from '../exchange.ts';
import { tokensIn } from '../../operations/caller.ts';
import { type Json, type JsonObject, isJsonObject, isObject, listIn } from '../../json/json-value.ts';
import { alternatives } from '../../text/schema-errors.ts';
import type { ErrorEffect, FaultPhase, FiredFault, RespondEffect } from '../../worlds/faults.ts';

/**
 * Fires the faults that come before the operation, or once it has taken effect; they are noted in the exchange. A request
 * that looks at the mock meets no fault, and uses none up.
 * @returns the first that answers by itself, if any
 */
export async function fireFaults(
  exchange: Exchange,
  operation: Operation,
  phase: FaultPhase,
): Promise<AnsweringFault | undefined> {
  const { request, path, query, world, decided } = exchange;
  const { body } = exchange.read;
  const { headers } = request;
  if (headers['x-mock-faults'] === 'none') return undefined;
  const token = tokensIn(operation.tokenSources, headers)[0]?.token;
  const looked = { operation: operation.id, token, path, headers, query: queryValues(query), body };
  decided.faults = [...decided.faults, ...(await world.turn(({ faults }) => faults.fire(looked, phase)))];
  return decided.faults.find((fault): fault is AnsweringFault => ['error', 'respond'].includes(fault.effect.type));
}

type AnsweringFault = FiredFault & { readonly effect: ErrorEffect | RespondEffect };

/**
 * The answer of a fault: its own, the real one patched, or the document's example that it asks for; for a status that the
 * operation does not document, an error of the usual shape.
 * @param real what would have been answered, once that is known
 */
export function faultAnswer(operation: Operation, effect: AnsweringFault['effect'], real?: Answer): Answer {
  const marks = { 'x-mock-source': 'fault' };
  if (effect.type === 'respond') return givenAnswer(effect, marks, real);
  const { status, example } = effect;
  const examples = operation.responses.get(status)?.examples ?? new Map<string, unknown>();
  const [first] = examples.keys();
  const known = examples.get(example ?? first ?? '');
  const body = known ?? { error: true, code: status, message: STATUS_CODES[status] ?? 'Unknown status', data: {} };
  return { status, headers: marks, body, clause: undefined };
}

function givenAnswer(effect: RespondEffect, marks: Answer['headers'], real?: Answer): Answer {
  const { patch, status = real?.status ?? 200 } = effect;
  const given = Object.entries(effect.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const body = patch === undefined ? effect.body : patchedJson(real?.body, patch);
  return {
    status,
    headers: { ...real?.headers, ...Object.fromEntries(given), ...sandbox(effect), ...marks },
    body,
    clause: undefined,
    ...(typeof body === 'string' && !isJsonType(contentTypeOf(effect)) && { text: body }),
  };
}

/** A page of one's own stands on the mock's origin: its scripts could steer the mock. A browser obeys every policy it is given. */
function sandbox(effect: RespondEffect): Answer['headers'] {
  const type = contentTypeOf(effect);
  if (type === undefined || isJsonType(type) || /^text\/plain\b/i.test(type)) return {};
  const [, given] =
    Object.entries(effect.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-security-policy') ?? [];
  return { 'content-security-policy': given === undefined ? 'sandbox' : `${given}, sandbox` };
}

/** A JSON value as a merge patch changes it (RFC 7396): null takes a field away, an object changes what it names. */
export function patchedJson(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const patched = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) patched.delete(name);
    else patched.set(name, patchedJson(patched.get(name), change));
  }
  return Object.fromEntries(patched);
}

/** The type that the body of one's own answer is sent as; undefined where it has none. */
export function contentTypeOf({ headers = {}, body }: RespondEffect): string | undefined {
  const [, given] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return given ?? (body === undefined ? undefined : 'application/json; charset=utf-8');
}

export function isJsonType(contentType = 'application/json'): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

/** Seeds tried before a generated answer is given up. */
const attempts = 3;

/**
 * The documented response that a request prefers. A generated one that breaks the document is not sent: another is
 * tried, and in the end the response's first example goes instead, with the header `x-mock-fallback: example`.
 * @param seed what a generated answer starts from, where the request does not say
 * @returns undefined where no response is preferred, but a delay at most
 * @throws PreferenceError for a status or example that the operation does not document, naming those it does
 */
export async function preferredAnswer(
  operation: Operation,
  preferences: Preferences,
  samples: Samples,
  seed: string,
): Promise<Answer | undefined> {
  const { code, example, dynamic } = preferences;
  if (code === undefined && example === undefined && !dynamic) return undefined;
  const response = responseFor(operation, code, example);
  const [first] = response.examples.values();
  const wanted = example === undefined ? first : response.examples.get(example);
  if (wanted !== undefined && (!dynamic || example !== undefined)) {
    return preferred(response.status, wanted, { ...preferences, dynamic: false });
  }
  const start = preferences.seed ?? seed;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const body = await samples(response, attempt === 0 ? start : `${start} ${attempt}`);
    const faults = checkResponse(operation, response.status, 'application/json', body, { assumptions: true });
    if (faults.length === 0) return preferred(response.status, body, { ...preferences, seed: start });
  }
  return preferred(response.status, first, { ...preferences, dynamic: false }, { 'x-mock-fallback': 'example' });
}

function responseFor(operation: Operation, code: number | undefined, example: string | undefined): DocumentedResponse {
  const responses = [...operation.responses.values()];
  const candidates = responses.filter(({ status }) => code === undefined || status === code);
  if (candidates.length === 0) {
    const documented = responses.map(({ status }) => String(status));
    throw new PreferenceError(
      `${operation.id} documents no ${code ?? ''}: it documents ${alternatives(documented, 'and')}.`,
    );
  }
  const found = example === undefined ? candidates[0] : candidates.find(({ examples }) => examples.has(example));
  if (found !== undefined) return found;
  const names = candidates.flatMap(({ status, examples }) => [...examples.keys()].map((name) => `${name} (${status})`));
  const there = names.length === 0 ? 'it has none' : `it has ${alternatives(names, 'and')}`;
  throw new PreferenceError(
    `${operation.id} has no example ${example ?? ''}${code === undefined ? '' : ` of ${code}`}: ${there}.`,
  );
}

function preferred(status: number, body: unknown, applied: Preferences, headers: Answer['headers'] = {}): Answer {
  const marks = { 'x-mock-source': 'prefer', 'preference-applied': preferencesApplied(applied) };
  return { status, headers: { ...marks, ...headers }, body, clause: undefined };
}

/** A query's values by their names; of a name that comes more than once, a list. */
export function queryValues(query: string): Readonly<Record<string, string | readonly string[]>> {
  const values: Record<string, string | readonly string[]> = {};
  const entries = new URLSearchParams(`?${query}`);
  for (const name of new Set(entries.keys())) {
    const all = entries.getAll(name);
    // A query may well name __proto__.
    const value = all.length === 1 ? (all[0] ?? '') : all;
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return values;
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
  const read = (name: string, isValid: (text: string) => boolean, expected: string): string | undefined => {
    const text = given.get(name);
    if (text === undefined || isValid(text)) return text;
    throw new PreferenceError(`The preference ${name}=${text} must be ${expected}.`);
  };
  const isDelay = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= longestPreferredDelay;
  const code = read('code', (text) => /^[1-5]\d\d$/.test(text), 'a status of three digits, for example code=404');
  const example = read('example', (text) => text !== '', 'the name of an example');
  // Without a value it stands for true: `Prefer: dynamic`.
  const dynamic = read('dynamic', (text) => ['', 'true', 'false'].includes(text), 'true or false') ?? 'false';
  const delay = read('delay', isDelay, `a whole number of milliseconds from 0 to ${longestPreferredDelay}`);
  return {
    code: code === undefined ? undefined : Number(code),
    example,
    dynamic: dynamic !== 'false',
    seed: given.get('seed'),
    delay: Number(delay ?? 0),
  };
}

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

/** Makes a body for a documented response, the same one for the same seed. Rejects where the generator cannot. */
export type Samples = (response: DocumentedResponse, seed: string) => Promise<unknown>;

/** A body by Prism's generator, loaded when first asked for. What is assumed is part of the schema, and holds too. */
export const generateSample: Samples = ({ content }, seed) => {
  const { generate } = loadGenerator();
  const schema = sampleSchema(content.get('application/json')?.assumed.schema ?? {});
  // Only the schema is looked at; of the operation Prism says where it stands in its errors.
  const made = generate(undefined as never, undefined, schema, seed);
  return made._tag === 'Right' ? Promise.resolve(made.right) : Promise.reject(made.left);
};

/**
 * The build leaves it beside the other files with one language of faker's: all of Prism takes 1.4 s of processor time to
 * load, its generator with every language 0.9 s, this 0.1 s.
 */
function loadGenerator(): typeof PrismGenerator {
  const require = createRequire(import.meta.url);
  const built = fileURLToPath(new URL('./prism-generator.cjs', import.meta.url));
  const file = existsSync(built) ? built : '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
  return require(file) as typeof PrismGenerator;
}

/**
 * A schema for a generator of samples that knows less of JSON Schema than our validators: parts that hold beside each
 * other are made one, objects have the fields that are described and no others, and a whole number with a least value
 * has a greatest one. Whatever is valid by the result is valid by the schema.
 */
function sampleSchema(schema: JsonObject): JsonObject {
  const { allOf, ...own } = mapSubschemas(schema, sampleSchema);
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  const merged = [...parts, own].reduce(mergeSchemas, {});
  return restricted(Object.fromEntries(Object.entries(merged).filter(([name]) => !name.startsWith('x-'))));
}

function mergeSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...one, ...other };
  if (isJsonObject(one['properties']) && isJsonObject(other['properties'])) {
    const properties: Record<string, Json> = { ...one['properties'] };
    for (const [name, schema] of Object.entries(other['properties'])) {
      const before = properties[name];
      properties[name] = isJsonObject(before) && isJsonObject(schema) ? mergeSchemas(before, schema) : schema;
    }
    merged['properties'] = properties;
  }
  const required = [one, other].flatMap((schema) => listIn(schema['required']) as Json[]);
  if (required.length > 0) merged['required'] = [...new Set(required)];
  // `integer` beside `[integer, string]` leaves `integer`.
  const types = [one['type'], other['type']];
  const narrow = types.find((type) => typeof type === 'string');
  if (narrow !== undefined) merged['type'] = narrow;
  return merged;
}

function restricted(schema: JsonObject): JsonObject {
  const { type, minimum, maximum, maxProperties, properties, additionalProperties } = schema;
  if (maxProperties === 0) return { type: 'object', properties: {}, additionalProperties: false };
  if (properties !== undefined && additionalProperties === undefined) return { ...schema, additionalProperties: false };
  const isHalfOpen = type === 'integer' && typeof minimum === 'number' && maximum === undefined;
  return isHalfOpen ? { ...schema, maximum: minimum + 1_000_000 } : schema;
}
