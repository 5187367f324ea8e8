import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { View } from '../store/store.ts';
import { defaultWorldName } from '../worlds/world-name.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { isLoopback } from './access.ts';

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
