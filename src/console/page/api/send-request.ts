import type { DocumentedOperation } from './documented-operations.ts';

/** A request to the API itself, as any client would send it. */
export interface ApiRequest {
  readonly operation: DocumentedOperation;
  readonly token: string;
  readonly world: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** The clause that decided; null where the answer names none. */
  readonly rule: string | null;
  readonly fault: string | null;
  /** JSON, or the text that is none. */
  readonly body: unknown;
  readonly milliseconds: number;
}

/** Sends it and gives what came. @throws TypeError if no answer came */
export async function sendRequest(request: ApiRequest): Promise<ApiAnswer> {
  const { operation, body, token, world } = request;
  const headers = new Headers({ 'x-mock-world': world });
  if (token !== '') headers.set('token', token);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const started = performance.now();
  const response = await fetch(addressOf(request), {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    ok: response.ok,
    rule: response.headers.get('x-mock-rule'),
    fault: response.headers.get('x-mock-fault'),
    body: parse(text),
    milliseconds: performance.now() - started,
  };
}

function addressOf({ operation, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of typeof value === 'string' ? [value] : value) parameters.append(name, item);
  }
  const text = parameters.toString();
  return text === '' ? operation.url : `${operation.url}?${text}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
