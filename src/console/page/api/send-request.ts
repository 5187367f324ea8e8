import createClient from 'openapi-fetch';
import { readJson } from '../../../json/json-value.ts';
import { type ControlClient, type ControlPaths, ControlRefused, dataOf } from '../../../client/control-client.ts';
import type { Credential, DocumentedOperation } from './described-document.ts';
import type { components } from '../../../document/control-types.gen.ts';

/** A request to an operation of the API, as any client would send it. */
export interface ApiRequest {
  readonly operation: DocumentedOperation;
  readonly token: string;
  /** What carries the token: the operation's usual header if absent. */
  readonly credential?: Credential | undefined;
  readonly query?: Readonly<Record<string, string>> | string[][];
  /** Beside those for token and body, before which they go. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a form and a text as they are. */
  readonly body?: unknown;
}

/** A token that opens nothing. */
export const badToken = 'not-a-token';

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
export async function sendPrepared({ url, method, headers, body }: PreparedRequest): Promise<ApiAnswer> {
  const started = performance.now();
  const { response, text } = await received(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const json = readJson(text);
  return {
    status: response.status,
    ok: response.ok,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    rule: response.headers.get('x-mock-rule'),
    fault: response.headers.get('x-mock-fault'),
    warning: response.headers.get('x-contract-warning'),
    body: json === undefined ? text : json,
    milliseconds: performance.now() - started,
  };
}

/** All that goes over the wire of a request to an operation. */
export function prepareRequest({ operation, token, query = {}, body, ...given }: ApiRequest): PreparedRequest {
  const { credential = operation.credentials[0] } = given;
  const headers: Record<string, string> = {};
  if (token !== '' && credential !== undefined) {
    headers[credential.header] = credential.isBearer ? `Bearer ${token}` : token;
  }
  const isAsItIs = body === undefined || body instanceof FormData || typeof body === 'string';
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const text = new URLSearchParams(query).toString();
  return {
    method: operation.method,
    url: text === '' ? operation.url : `${operation.url}?${text}`,
    headers: { ...headers, ...given.headers },
    body: isAsItIs ? body : JSON.stringify(body),
  };
}

async function received(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch {
    throw new Error('The connection ended without a whole answer: a fault cut it, or the mock does not run any more.');
  }
}

export type Schemas = components['schemas'];

interface ControlClientOptions {
  readonly origin: string;
  /** The headers that name the world and carry the control token. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Told of every answer's status. */
  readonly onAnswer: (status: number) => void;
}

/** The control API, typed by `control.yaml`. */
export function openControlClient({ origin, headers, onAnswer }: ControlClientOptions): ControlClient {
  const client = createClient<ControlPaths>({ baseUrl: origin });
  client.use({
    onRequest: ({ request }) => {
      for (const [name, value] of Object.entries(headers())) {
        // A request that names its world itself is for that one.
        if (!request.headers.has(name)) request.headers.set(name, value);
      }
      return request;
    },
    onResponse: ({ response }) => onAnswer(response.status),
    onError: () => new ControlRefused(0, 'The mock does not answer. Is it still running?', undefined),
  });
  return client;
}

/** A request of the client that is under way. */
export type Asked<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/** What was answered. @throws ControlRefused if it was a refusal, with the refusal's own words */
export async function dataFrom<T>(call: Asked<T>): Promise<T> {
  return dataOf(await call);
}

/** What to tell of an error, whatever it is. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The address in front of every path of a world, for clients that set no headers. */
export function addressOfWorld(origin: string, world: string): string {
  return world === 'default' ? origin : `${origin}/__mock/worlds/${world}`;
}
