import { type MockFetch, type PlatformAddresses, basePath, ownPaths, withoutLastSlash } from './client/mock-fetch.ts';

export type { PlatformAddresses } from './client/mock-fetch.ts';

/** Of MSW's `http`, what is used here; it is the user's own copy, of version 2 or 3. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/**
 * Handlers for MSW that answer the platform's addresses by a mock: `setupServer(...platformHandlers(http, mock))`.
 * @param mock a mock, one of its worlds, or what `connectMock` gives
 * @throws Error for a base address that is none
 */
export function platformHandlers<Handler>(
  http: MswHttp<Handler>,
  mock: { readonly fetch: MockFetch },
  addresses: PlatformAddresses = {},
): Handler[] {
  const { base_url: base } = addresses;
  if (base !== undefined && !withoutLastSlash(base).endsWith(basePath)) {
    throw new Error(`base_url ${base} does not end in ${basePath}: give the whole base address.`);
  }
  const handle = (path: string, prefix: string) =>
    // MSW takes it for a connection that failed: its own `HttpResponse.error()` gives the same.
    http.all(path, ({ request }) => mock.fetch(request, { prefix }).catch(() => Response.error()));
  const hosts = (['api_url', 'alt_url'] as const).map((name) => {
    const address = addresses[name];
    const path = ownPaths[name];
    return address === undefined
      ? handle(`*${path}`, '')
      : handle(withoutLastSlash(address) + path, pathBelow(address));
  });
  const below = base === undefined ? `*${basePath}` : withoutLastSlash(base);
  const prefix = base === undefined ? '' : pathBelow(base).slice(0, -basePath.length);
  return [handle(`${below}/*`, prefix), ...hosts];
}

function pathBelow(address: string): string {
  return withoutLastSlash(new URL(address).pathname);
}
