import { randomUUID } from 'node:crypto';
import type { Addresses } from './configuration/settings.ts';
import type { OperationId } from '../document/names.gen.ts';
import { deepestJson, fieldOf, readJson, type JsonObject } from '../json/json-value.ts';

/** One field or file of a form, under its bracketed name. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Makes it a file. */
  readonly file?: { readonly name: string; readonly type: string };
}

export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'raw'; readonly contentType: string | null; readonly text: string };

/** A path below one of the three addresses, and the method that it is asked with. */
export interface Place {
  readonly prefix: keyof Addresses;
  readonly path: string;
  readonly method: Method;
}

export type Method = 'GET' | 'POST' | 'PUT';

/** A request to an operation, or to a place that need not be one's, before it becomes bytes. */
export interface ApiRequest {
  /** Null: the request need not be for an operation. */
  readonly operation: OperationId | null;
  /** Where it goes instead of the operation's own place. */
  readonly place?: Place;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Whether it is idempotent, so that it may be sent again if its answer is lost; a GET is, if nothing is said. */
  readonly isRepeatable?: boolean;
}

export interface ApiResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** What a mock in this process has saved of the agent that the answer is about. */
  readonly saved?: JsonObject | undefined;
}

/** Sends a request and gives the answer. @throws NoAnswerError if no answer came */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>;

/** No answer came: the connection failed, it took too long, or the answer was too large. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    message: string,
    /** Whether not even a connection came about, so that nothing can have happened. */
    readonly isUnreachable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The request was held back, so that nothing can have happened. */
export class NotSentError extends Error {
  override readonly name: string = 'NotSentError';

  constructor(
    message: string,
    /** The option or key of the configuration that would let it be sent. */
    readonly setting?: string,
  ) {
    super(message);
  }
}

/** The time of the whole run is used up. */
export class OutOfTimeError extends NotSentError {
  override readonly name = 'OutOfTimeError';

  constructor() {
    super('the time of the run is used up', '--max-minutes');
  }
}

/** So many values of one answer are read: a list of some ten thousand records. */
export const mostValues = 250_000;

/** The body of an answer as JSON; undefined if it is not JSON, nests deeper than 200 levels, or has too many values. */
export function jsonOf(response: ApiResponse): unknown {
  return readJson(response.text, deepestJson, mostValues);
}

/** What an answer says is wrong, for people. */
export function problemIn(response: ApiResponse): string {
  const message = fieldOf(jsonOf(response), 'message');
  return typeof message === 'string' && message !== '' ? `${response.status} ${message}` : `status ${response.status}`;
}

/** The body as it goes over the wire. */
export function encodeBody(body: RequestBody): Readonly<{ contentType: string | null; bytes: Uint8Array | null }> {
  const { contentType, pieces } = piecesOf(body);
  return { contentType, bytes: body.kind === 'none' ? null : Buffer.concat(pieces) };
}

/** The same in pieces, of which a file is one that nobody copies. Whoever wrote a value of a form cannot guess its boundary. */
export function piecesOf(body: RequestBody): Readonly<{ contentType: string | null; pieces: readonly Uint8Array[] }> {
  switch (body.kind) {
    case 'none':
      return { contentType: null, pieces: [] };
    case 'json':
      return { contentType: 'application/json', pieces: [Buffer.from(JSON.stringify(body.value))] };
    case 'raw':
      return { contentType: body.contentType, pieces: [Buffer.from(body.text)] };
    case 'form': {
      const boundary = `contract-suite-${randomUUID()}`;
      const parts = body.parts.flatMap((part) => [
        Buffer.from(`--${boundary}\r\n${head(part)}`),
        typeof part.value === 'string' ? Buffer.from(part.value) : part.value,
        Buffer.from('\r\n'),
      ]);
      const contentType = `multipart/form-data; boundary=${boundary}`;
      return { contentType, pieces: [...parts, Buffer.from(`--${boundary}--\r\n`)] };
    }
  }
}

function head({ name, file }: FormPart): string {
  const place = `form-data; name="${escapedForHeader(name)}"${file === undefined ? '' : `; filename="${escapedForHeader(file.name)}"`}`;
  const type = file === undefined ? '' : `Content-Type: ${escapedForHeader(file.type)}\r\n`;
  return `Content-Disposition: ${place}\r\n${type}\r\n`;
}

/**
 * As the HTML standard says of names and file names (4.10.21.8): a quote or an end of a line does not end them. Some
 * servers take a backslash for the beginning of an escape, and a control character for the end of the head.
 */
function escapedForHeader(text: string): string {
  return text.replaceAll(/[\p{Cc}"\\]/gu, encodeURIComponent);
}
