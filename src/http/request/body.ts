import type { IncomingMessage } from 'node:http';
import { isContainer, type Json, deepestJson, jsonExcess } from '../../json/json-value.ts';
import { readMediaType } from '../../text/forms.ts';
import { UnreadableRequest } from '../answer/error-answer.ts';
import { isError, reasonOf } from '../../files/file-system.ts';

interface JsonBodyOptions {
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
 * Fields called `__proto__` or `constructor` come out as JSON.parse makes them: own, plain data. Copy such objects
 * with spread, which keeps them so; `Object.assign` and `target[key] = value` would set a prototype.
 *
 * @throws UnreadableRequest 'wrong-content-type', 'unsupported-charset', 'unsupported-encoding', 'too-large',
 * 'not-json', 'too-deep', 'number-out-of-range', 'aborted'. All but 'not-json', 'too-deep' and 'number-out-of-range'
 * may leave a part of the body unread.
 */
export async function readJsonBody(request: IncomingMessage, options: JsonBodyOptions): Promise<Json | undefined> {
  if (!(await hasBody(request))) return undefined;
  refuseOtherTypes(request.headers['content-type'], options.needsContentType === true);
  refuseContentEncoding(request);
  const bytes = await readBodyBytes(request, options.limit, options.onBytes);
  options.onWeight?.(heaviest(bytes));
  const text = decodeUtf8Body(bytes);
  const value = parseJsonBody(text);
  const { depth = deepestJson } = options;
  // What walks over the value later recurses, as what follows here does: a deep value would overflow its stack.
  if (jsonExcess(text, depth) !== undefined) {
    throw new UnreadableRequest('too-deep', `The body is nested more than ${depth} levels deep.`);
  }
  if (isHuge(value)) {
    throw new UnreadableRequest('number-out-of-range', 'The body has a number too large to be kept.');
  }
  return value;
}

function refuseOtherTypes(header: string | undefined, isNeeded: boolean): void {
  // As most clients send it.
  if (header === 'application/json') return;
  const type = readMediaType(header);
  if (type === undefined) {
    if (isNeeded) throw new UnreadableRequest('wrong-content-type', 'The body has no Content-Type.');
    return;
  }
  if (type === 'malformed' || !/^application\/([^/]+\+)?json$/.test(type.essence)) {
    const message = `The body is sent as ${header}; the operation takes application/json.`;
    throw new UnreadableRequest('wrong-content-type', message);
  }
  const charset = type.params.get('charset') ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new UnreadableRequest('unsupported-charset', `The charset ${charset} is not supported; send UTF-8.`);
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

function decodeUtf8Body(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableRequest('not-json', 'The body is not valid UTF-8.');
  }
}

function parseJsonBody(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UnreadableRequest('not-json', `The body is not valid JSON: ${reasonOf(error)}`);
  }
}

/** Whether a number in a value is infinite: JSON.parse makes that of 1e400, and it would be printed as null. */
function isHuge(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return isContainer(value) && Object.values(value).some(isHuge);
}

/**
 * Tells whether a request has a body of at least one byte. Waits for the first byte or the end where only they can
 * tell, and takes nothing from the stream.
 * @throws UnreadableRequest 'aborted' or 'read-before'
 */
export async function hasBody(request: IncomingMessage): Promise<boolean> {
  refuseGone(request);
  const isAnnounced = announcesBody(request);
  // A server that carries the application may have read the body for itself: no event would tell of it any more.
  if (request.readableEnded && isAnnounced) {
    throw new UnreadableRequest(
      'read-before',
      'The body was read before it came to the mock: mount the mock before express.json() and other readers of bodies.',
    );
  }
  if (request.headers['transfer-encoding'] === undefined) return isAnnounced;
  return untilTold(request, (resolve, reject) => ({
    readable: () => resolve(request.readableLength > 0),
    end: () => resolve(false),
    gone: () => reject(abortedRequest()),
  }));
}

/**
 * Reads the whole body. Past the limit it stops reading and leaves the rest in the stream, so that the request can
 * still be answered (see `discardBody`).
 * @param onBytes given each piece as it comes; what it throws ends the reading
 * @throws UnreadableRequest 'too-large' or 'aborted'
 */
export async function readBodyBytes(
  request: IncomingMessage,
  limit: number,
  onBytes: (chunk: Buffer) => void = () => undefined,
): Promise<Buffer> {
  refuseGone(request);
  if (declaredLength(request) > limit) throw tooLargeBody(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  const whole = untilTold<Buffer>(request, (resolve, reject) => ({
    data: (chunk) => {
      size += chunk.length;
      const refusal = size > limit ? tooLargeBody(limit) : errorOf(() => onBytes(chunk));
      if (refusal === undefined) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      reject(refusal);
    },
    end: () => resolve(Buffer.concat(chunks, size)),
    gone: () => reject(abortedRequest()),
  }));
  request.resume();
  return whole;
}

/**
 * Reads the rest of a body and drops it. A client that writes its whole request before it reads would otherwise get a
 * reset connection instead of the answer. Call it before answering a request whose body was not read to its end.
 * @param bounds bytes to throw away at most, and milliseconds to wait for the next ones
 * @returns true when nothing is left; false if the bounds were reached or the client has gone: then answer with
 * `Connection: close`
 */
export async function discardBody(
  request: IncomingMessage,
  { limit = 2 ** 26, patience = 2000 }: { readonly limit?: number; readonly patience?: number } = {},
): Promise<boolean> {
  if (request.complete || !announcesBody(request)) return true;
  if (request.destroyed) return false;
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const isDrained = untilTold<boolean>(request, (resolve) => {
    timer = setTimeout(() => resolve(false), patience);
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      timer?.refresh();
      if (size <= limit) return;
      request.pause();
      resolve(false);
    };
    return { data: count, end: () => resolve(true), gone: () => resolve(false) };
  }).finally(() => {
    clearTimeout(timer);
    request.pause();
  });
  request.resume();
  return isDrained;
}

/** Refuses a client that has already gone: no event would tell of it any more. @throws UnreadableRequest 'aborted' */
export function refuseGone(request: IncomingMessage): void {
  if (request.destroyed && !request.readableEnded) throw abortedRequest();
}

/** Whether the request's head says that a body follows. */
function announcesBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || declaredLength(request) > 0;
}

export function abortedRequest(): UnreadableRequest {
  return new UnreadableRequest('aborted', 'The client closed the connection before the body was complete.');
}

/** Refuses a compressed body, which the API does not describe. @throws UnreadableRequest 'unsupported-encoding' */
export function refuseContentEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']?.trim() ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    const message = `The Content-Encoding ${encoding} is not supported; send the body as it is.`;
    throw new UnreadableRequest('unsupported-encoding', message);
  }
}

interface BodyListeners {
  readonly data?: (chunk: Buffer) => void;
  readonly readable?: () => void;
  readonly end?: () => void;
  /** The connection ended before the body did; may be told more than once. */
  readonly gone: () => void;
}

/** Listens to a body until what is made of it is told. */
function untilTold<T>(
  request: IncomingMessage,
  listeners: (resolve: (value: T) => void, reject: (error: Error) => void) => BodyListeners,
): Promise<T> {
  let stop = (): void => undefined;
  return new Promise<T>((resolve, reject) => {
    stop = listenToBody(request, listeners(resolve, reject));
  }).finally(() => stop());
}

/** Listens to a body and gives the function that stops listening. */
export function listenToBody(request: IncomingMessage, { gone, ...others }: BodyListeners): () => void {
  const listeners = Object.entries({ ...others, close: () => (request.readableEnded ? undefined : gone()) });
  request.on('error', gone);
  for (const [event, listener] of listeners) request.on(event, listener);
  // The listener for 'error' stays: a connection reset that comes later must not end the process.
  return () => {
    for (const [event, listener] of listeners) request.off(event, listener);
  };
}

/** What a listener throws would end the process. */
export function errorOf(listener: () => void): Error | undefined {
  try {
    listener();
    return undefined;
  } catch (error) {
    return isError(error) ? error : new Error(String(error));
  }
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

function tooLargeBody(limit: number): UnreadableRequest {
  return new UnreadableRequest('too-large', `The body is larger than ${limit} bytes.`);
}
