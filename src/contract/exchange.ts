import type { OperationId } from '../contract-document/names.gen.ts';
import { DEEPEST_JSON, isDeeperThan } from './json-depth.ts';
import type { Addresses } from './settings.ts';

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
  /** Null: whatever lies at the place. */
  readonly operation: OperationId | null;
  /** Where it goes instead of the operation's own place. */
  readonly place?: Place;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

export interface ApiResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request and gives the answer. Throws `NoAnswerError` where none came. */
export type Exchange = (request: ApiRequest) => Promise<ApiResponse>;

/** No answer came: the connection failed, or it took too long. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Whether not even a connection came about, so that nothing can have happened. */
  readonly isUnreachable: boolean;

  constructor(message: string, isUnreachable: boolean) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

/** The JSON of an answer's body; undefined if it is none, or nests too deep to be walked. */
export function jsonOf(response: ApiResponse): unknown {
  if (response.text === '' || isDeeperThan(response.text, DEEPEST_JSON)) return undefined;
  try {
    return JSON.parse(response.text) as unknown;
  } catch {
    return undefined;
  }
}
