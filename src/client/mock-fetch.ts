import type { paths } from '../document/types.gen.ts';

/** What is sent of a request: any `Request` has it, whichever realm or library made it. */
export type SentRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body' | 'signal'>;

/** Carries a request to a mock; `prefix` is taken off its path. */
export type SendRequest = (request: SentRequest, prefix: string) => Promise<Response>;

export interface MockRequestInit extends RequestInit {
  /** The path that another server serves the mock below, `/platform`: it is taken off the request's, if that begins so. */
  readonly prefix?: string;
}

/**
 * `fetch`, answered by the mock whatever the request's host is. A path alone, `/api/v1/global/voice-list`, does as well.
 * A redirect is given, not followed.
 * @throws TypeError as `fetch` does where no answer comes
 */
export type MockFetch = (input: string | URL | SentRequest, init?: MockRequestInit) => Promise<Response>;

/** The host of requests that name none: only this machine reaches it, so they may steer the mock. */
const ownAddress = 'http://127.0.0.1';

/** Makes a `fetch` over a way to a mock, whose requests all carry these headers. */
export function createMockFetch(send: SendRequest, headers: Readonly<Record<string, string>> = {}): MockFetch {
  return async (input, { prefix = '', ...init } = {}) => {
    const request = sentRequest(input, init);
    if ('bodyUsed' in request && request.bodyUsed === true) {
      throw new TypeError('The body of the request has been read already: send a clone of the request.');
    }
    const { url, method, body, signal } = request;
    // By its entries: MSW, once it listens, loses some of a copied `Headers`.
    const all = new Headers([...request.headers]);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return send({ url, method, headers: all, body, signal }, prefix);
  };
}

/** A request of another realm or library is none by `instanceof`. */
function sentRequest(input: string | URL | SentRequest, init: RequestInit): SentRequest {
  if (typeof input === 'string') return new Request(new URL(input, ownAddress), init);
  if (!('headers' in input)) return new Request(input, init);
  if (Object.keys(init).length === 0) return input;
  const { url, method, headers, body, signal } = input;
  return new Request(url, { method, headers, body, signal, duplex: 'half', ...init });
}

/** Carries requests to a mock at an address, by the `fetch` that there is now: one that intercepts later does not see them. */
export function sendOver(place: () => Promise<string>): SendRequest {
  const { fetch } = globalThis;
  return async (request, prefix) => {
    const { method, headers, signal } = request;
    const { pathname, search } = new URL(request.url);
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
    const body = request.body === null ? null : await new Response(request.body).arrayBuffer();
    headers.delete('host');
    return fetch(`${await place()}${path}${search}`, { method, headers, body, signal, redirect: 'manual' });
  };
}

/** The addresses that are answered; of those left out, the documented paths on any host. */
export interface PlatformAddresses {
  /** The base address, which ends in `/api/v1/global`. */
  readonly base_url?: string;
  /** The address of createagentorupdate. */
  readonly api_url?: string;
  /** The address of agent/update. */
  readonly alt_url?: string;
}

/** What a base address ends in. */
export const basePath = '/api/v1/global';

/** The paths that stand below no base address: compared with the document by their type. */
export const ownPaths = {
  api_url: '/api/agent/createagentorupdate',
  alt_url: '/v1/agent/update',
} as const satisfies Readonly<Record<string, keyof paths>>;

export function withoutLastSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
