import type { OperationId } from '../contract-document/names.gen.ts';

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

/** A request to an operation, before it becomes bytes. */
export interface ApiRequest {
  readonly operation: OperationId;
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

/** The member of a JSON answer's body; undefined where the body is none or has no such member. */
export function jsonOf(response: ApiResponse): unknown {
  if (response.text === '') return undefined;
  try {
    return JSON.parse(response.text) as unknown;
  } catch {
    return undefined;
  }
}
