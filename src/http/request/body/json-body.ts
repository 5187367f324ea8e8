import type { IncomingMessage } from 'node:http';
import type { Json } from '../../../json/json-value.ts';
import { deepestJson } from '../../../json/json-text.ts';
import { hasBody, readBytes, refuseContentEncoding } from './body-stream.ts';
import { readMediaType } from '../../../text/forms.ts';
import { UnreadableRequest } from './unreadable-request.ts';
import { isError } from '../../../files/is-error.ts';

export interface JsonBodyOptions {
  /** In bytes. */
  readonly limit: number;
  /** How many objects and arrays may stand in one another. */
  readonly depth?: number;
  /** Whether JSON without a Content-Type is refused. */
  readonly needsContentType?: boolean;
  /** Given the bytes as they come. */
  readonly onBytes?: (bytes: Buffer) => void;
  /** Told how many bytes the value will hold, before it is made; what it throws refuses the body. */
  readonly onWeight?: (bytes: number) => void;
}

/**
 * Reads a JSON body; undefined if absent. JSON without a Content-Type is taken (`errors.body.absent`).
 *
 * Members called `__proto__` or `constructor` come out as JSON.parse makes them: own, plain data. Copy such objects
 * with spread, which keeps them so; `Object.assign` and `target[key] = value` would set a prototype.
 *
 * @throws UnreadableRequest 'wrong-content-type', 'unsupported-charset', 'unsupported-encoding', 'too-large',
 * 'not-json', 'too-deep', 'number-out-of-range', 'aborted'. All but 'not-json', 'too-deep' and 'number-out-of-range'
 * may leave a part of the body unread.
 */
export async function readJsonBody(request: IncomingMessage, options: JsonBodyOptions): Promise<Json | undefined> {
  if (!(await hasBody(request))) {
    return undefined;
  }
  refuseOtherTypes(request.headers['content-type'], options.needsContentType === true);
  refuseContentEncoding(request);
  const bytes = await readBytes(request, options.limit, options.onBytes);
  options.onWeight?.(heaviest(bytes));
  const value = parse(decode(bytes));
  refuseDeepAndHuge(value, options.depth ?? deepestJson);
  return value;
}

function refuseOtherTypes(header: string | undefined, isNeeded: boolean): void {
  const type = readMediaType(header);
  if (type === undefined) {
    if (isNeeded) throw new UnreadableRequest('wrong-content-type', 'The body has no Content-Type.');
    return;
  }
  if (type === 'malformed' || !/^application\/([^/]+\+)?json$/.test(type.essence)) {
    throw new UnreadableRequest(
      'wrong-content-type',
      `The body is sent as ${header}; the operation takes application/json.`,
      { contentType: header ?? '' },
    );
  }
  const charset = type.parameter('charset') ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new UnreadableRequest('unsupported-charset', `The charset ${charset} is not supported; send UTF-8.`, {
      charset,
    });
  }
}

/** The most that the values of a JSON text may hold, in bytes: 15 of `{},` make a hundred times what 15 letters do. */
function heaviest(text: Buffer): number {
  let weight = 2 * text.length;
  for (const byte of text) {
    if (byte === comma) weight += 24;
    else if (byte === openBrace || byte === openBracket) weight += 56;
  }
  return weight;
}

const [comma, openBrace, openBracket] = [0x2c, 0x7b, 0x5b];

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableRequest('not-json', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const reason = isError(error) ? error.message : String(error);
    throw new UnreadableRequest('not-json', `The body is not valid JSON: ${reason}`, { reason });
  }
}

/** Protects the functions that walk over the value later and recurse: a deep value would overflow their stack. */
function refuseDeepAndHuge(root: Json, depth: number): void {
  let depthHere = 0;
  for (const values of levelsOf(root)) {
    for (const value of values) {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        // JSON.parse turns 1e400 into Infinity, which would be printed as null.
        throw new UnreadableRequest('number-out-of-range', 'The body has a number too large to be kept.');
      }
      if (typeof value === 'object' && value !== null && depthHere === depth) {
        throw new UnreadableRequest('too-deep', `The body is nested more than ${depth} levels deep.`, { depth });
      }
    }
    depthHere += 1;
  }
}

/** The values of a JSON value level by level, itself first; without recursion, so that no depth overflows the stack. */
function* levelsOf(root: Json): Generator<readonly Json[], undefined> {
  let level: readonly Json[] = [root];
  while (level.length > 0) {
    yield level;
    const next: Json[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Object.values(value)) next.push(child);
    }
    level = next;
  }
}
