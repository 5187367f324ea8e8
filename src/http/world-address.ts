import type { IncomingMessage } from 'node:http';
import { defaultWorldName } from '../worlds/world-name.ts';

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
