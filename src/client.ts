import createOpenapiClient, { type Client } from 'openapi-fetch';
import { basePath, ownPaths, withoutLastSlash } from './client/mock-fetch.ts';
import type { paths } from './document/types.gen.ts';
import { refuseUnknown } from './text/nearest.ts';

export type { paths } from './document/types.gen.ts';

/** The whole API, typed by its document: each path as the document has it, whichever address it stands at. */
export type PlatformClient = Client<paths>;

export interface ClientOptions {
  /** The base address, with or without `/api/v1/global` at its end; `http://127.0.0.1:4010` if absent. */
  readonly baseUrl?: string;
  /** The address of createagentorupdate; if absent, where the base address stands. */
  readonly apiUrl?: string;
  /** The address of agent/update; if absent, where the base address stands. */
  readonly altUrl?: string;
  /** Sent with every request; a function is asked each time. */
  readonly token?: string | (() => string | undefined);
  /** The global one of the moment at which a request is sent, if absent: MSW and others may come later. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const optionNames = ['baseUrl', 'apiUrl', 'altUrl', 'token', 'fetch'];
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/**
 * A client of the API at all its addresses. A body for createagentorupdate is sent as a form: a list as a field that is
 * repeated, a `File` or `Blob` as a file.
 * @throws TypeError for an option that there is not
 */
export function createClient(options: ClientOptions = {}): PlatformClient {
  refuseUnknown(options, optionNames, 'createClient');
  const { baseUrl = 'http://127.0.0.1:4010', token, fetch = (request: Request) => globalThis.fetch(request) } = options;
  const given = withoutLastSlash(baseUrl);
  const root = given.endsWith(basePath) ? given.slice(0, -basePath.length) : given;
  const base = createOpenapiClient<paths>({ baseUrl: root + basePath, fetch });
  const api = createOpenapiClient<paths>({ baseUrl: options.apiUrl ?? root, fetch, bodySerializer: formDataOf });
  const alt = createOpenapiClient<paths>({ baseUrl: options.altUrl ?? root, fetch });
  const all = [base, api, alt];
  const clientOf = (path: string) => (path === ownPaths.api_url ? api : path === ownPaths.alt_url ? alt : base);
  for (const client of all) {
    client.use({
      onRequest({ request }) {
        const value = typeof token === 'function' ? token() : token;
        if (value !== undefined && !request.headers.has('token')) request.headers.set('token', value);
      },
    });
  }
  const calls = methods.map((method) => {
    const sent = method.toLowerCase() as Lowercase<typeof method>;
    return [method, (path: never, init: never) => clientOf(path).request(sent, path, init)];
  });
  const client: Pick<PlatformClient, 'request' | 'use' | 'eject'> = {
    request: (method, path, ...init) => clientOf(path).request(method, path, ...init),
    use: (...middleware) => all.forEach((one) => one.use(...middleware)),
    eject: (...middleware) => all.forEach((one) => one.eject(...middleware)),
  };
  // Sound because each call has the type that it has of the client which it is handed to.
  return Object.assign(client, Object.fromEntries(calls)) as PlatformClient;
}

function formDataOf(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body) as Readonly<Record<string, unknown>>)) {
    for (const item of [value].flat()) {
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined) form.append(name, typeof item === 'string' ? item : JSON.stringify(item));
    }
  }
  return form;
}
