import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { View } from '../store/store.ts';
import { defaultWorldName } from '../worlds/world-name.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { isLoopback } from './access.ts';
import type { RequestLocals } from './exchange.ts';

const prefix = '/__mock/worlds/';

/**
 * The name of the world that a request is for: by its address, `/__mock/worlds/NAME/…`, which is then taken off the
 * request, else by its header `x-mock-world`. Whether it can be a name is not looked at.
 */
export function takeWorldName(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith(prefix)) {
    const end = url.indexOf('/', prefix.length);
    const query = url.indexOf('?');
    // Without a path after the name it is the address of the world itself, in the control API.
    if (end > 0 && (query < 0 || end < query)) {
      // As Express does where an app is mounted below a path.
      request.url = url.slice(end);
      return url.slice(prefix.length, end);
    }
  }
  const header = request.headers['x-mock-world'];
  return typeof header === 'string' && header !== '' ? header : defaultWorldName;
}

/**
 * The world of a name, for a request. One that is not there is made and kept where the request has a right to that:
 * steering has been let pass before; a request to the API is sent by a page that may steer, or carries a token that the
 * mock knows and is not sent by a page from elsewhere. Any page can make a browser send requests here, even with headers
 * of its own and the tokens of the documentation, for the API answers every origin; so all others see the world as it
 * would begin, and nothing of it is kept. A navigation never makes one.
 * @throws WorldsError as `worlds.named` does
 */
export function worldOfRequest(
  { headers }: IncomingMessage,
  name: string,
  worlds: Worlds,
  mayMake: 'always' | readonly string[],
): World | Promise<World> {
  if (name === defaultWorldName) return worlds.default;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  const isAllowed =
    mayMake === 'always' ||
    (headers.origin !== undefined && mayMake.includes(headers.origin)) ||
    (!isOfForeignPage(headers) && hasKnownToken(headers, worlds.default.store.view()));
  return isAllowed && !isNavigation ? worlds.named(name) : worlds.passing(name);
}

/** Whether a request says that a page sends it which neither the mock nor another server of this machine has served. */
function isOfForeignPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return site === 'cross-site' || site === 'same-site';
  if (!URL.canParse(origin)) return true;
  const page = new URL(origin);
  return page.host !== host && !isLoopback(page.hostname);
}

function hasKnownToken(
  { token, api_access_token: accessToken, authorization }: IncomingHttpHeaders,
  view: View,
): boolean {
  const given = [token, accessToken, authorization?.replace(/^bearer\s+/i, '')];
  return given.some(
    (id) =>
      typeof id === 'string' &&
      (view.get('api_tokens', id.trim()) !== undefined || view.get('login_tokens', id.trim()) !== undefined),
  );
}

/** What a path below which another server mounts the application may be: it stands in pages. */
const plainPath = /^(?:\/[\w.~%@:+-]+)+$/;

/**
 * The path that another server (Express, Connect) has mounted the application below, `/platform`; '' at the root. Both
 * take it off `url` and leave it in `originalUrl`.
 */
export function mountPath({ url, originalUrl }: { readonly url: string; readonly originalUrl?: string }): string {
  if (originalUrl === undefined || originalUrl === url) return '';
  const whole = pathOf(originalUrl);
  const rest = pathOf(url);
  const prefix = whole.endsWith(rest) ? whole.slice(0, whole.length - rest.length) : rest === '/' ? whole : '';
  return plainPath.test(prefix) ? prefix : '';
}

/**
 * An address without a prefix of its path, `/platform`; as it is where it does not begin so.
 * @param url path and query
 */
export function withoutPrefix(url: string, prefix: string): string {
  const rest = url.slice(prefix.length);
  if (prefix === '' || !url.startsWith(prefix) || !/^(?:[/?]|$)/.test(rest)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** A name, an IPv4 address, or an IPv6 address in brackets, each with or without a port: what may stand in an address. */
const plainHost = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where the caller of a request reaches the mock, and in it the world of the request: what an address that the mock gives
 * begins with. Without a slash at the end.
 * @param publicUrl where the mock is reached by what was said when it was started; by the request's Host if absent
 */
export function mockAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'> & { readonly baseUrl?: string },
  { worldName = defaultWorldName, prefix = request.baseUrl ?? '' }: RequestLocals,
  publicUrl: string | undefined,
): string {
  const address = publicUrl ?? (requestOrigin(request) ?? socketOrigin(request)) + prefix;
  return worldName === defaultWorldName ? address : `${address}/__mock/worlds/${worldName}`;
}

/** The origin that a client has sent a request to, `http://localhost:4010`; undefined if its Host is not one. */
export function requestOrigin({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const { host } = headers;
  if (host === undefined || !plainHost.test(host)) return undefined;
  const isEncrypted = headers['x-forwarded-proto'] === 'https' || 'encrypted' in socket;
  return `${isEncrypted ? 'https' : 'http'}://${host}`;
}

function socketOrigin({ socket }: Pick<IncomingMessage, 'socket'>): string {
  const { localAddress: address = '127.0.0.1', localPort: port = 80 } = socket;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
