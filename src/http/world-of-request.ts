import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { View } from '../store/store.ts';
import { defaultWorldName } from '../worlds/world-name.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';

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
 * steering has been let pass before, and a request to the API carries a token that the mock knows, or is sent by a page
 * that may steer. Any page can make a browser send requests here, even with headers of its own, for the API answers
 * every origin; so all others see the world as it would begin, and nothing of it is kept. A navigation never makes one.
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
  const isEntitled = mayMake === 'always' || hasKnownToken(headers, worlds.default.store.view());
  const isAllowed = isEntitled || (headers.origin !== undefined && mayMake.includes(headers.origin));
  return isAllowed && !isNavigation ? worlds.named(name) : worlds.passing(name);
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
