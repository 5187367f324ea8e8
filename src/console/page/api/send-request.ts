import type { DocumentedOperation } from './documented-operations.ts';

/** A request to an operation of the API, as any client would send it. */
export interface ApiRequest {
  readonly operation: DocumentedOperation;
  readonly token: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON, a form as a form. */
  readonly body?: unknown;
}

/** All that goes over the wire. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The clause that decided; null where the answer names none. */
  readonly rule: string | null;
  readonly fault: string | null;
  /** What the contract does not cover in the request. */
  readonly warning: string | null;
  /** JSON, or the text that is none. */
  readonly body: unknown;
  readonly milliseconds: number;
}

/** Sends it and gives what came. @throws Error if no answer came */
export async function sendRequest({ url, method, headers, body }: PreparedRequest): Promise<ApiAnswer> {
  const started = performance.now();
  const { response, text } = await received(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return {
    status: response.status,
    ok: response.ok,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    rule: response.headers.get('x-mock-rule'),
    fault: response.headers.get('x-mock-fault'),
    warning: response.headers.get('x-contract-warning'),
    body: parsedOrText(text),
    milliseconds: performance.now() - started,
  };
}

/** A request to an operation, with its token in the operation's usual header. */
export function prepareRequest({ operation, token, query = {}, body }: ApiRequest): PreparedRequest {
  const [credential] = operation.credentials;
  const headers: Record<string, string> = {};
  if (token !== '' && credential !== undefined) {
    headers[credential.header] = credential.isBearer ? `Bearer ${token}` : token;
  }
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  return { method: operation.method, url: requestAddress(operation.url, query), headers, body: sent };
}

async function received(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch {
    throw new Error('The connection ended without a whole answer: a fault cut it, or the mock does not run any more.');
  }
}

function requestAddress(url: string, query: NonNullable<ApiRequest['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of typeof value === 'string' ? [value] : value) parameters.append(name, item);
  }
  const text = parameters.toString();
  return text === '' ? url : `${url}?${text}`;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
