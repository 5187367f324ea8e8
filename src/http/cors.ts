import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

const exposedHeaders =
  'x-contract-warning, x-mock-rule, x-mock-source, x-mock-fault, x-mock-fallback, Preference-Applied, Retry-After, Allow, Date, Location';

/** How long a browser may keep a preflight's answer, in seconds: the longest that Chromium takes. */
const MAX_AGE = '7200';

/** Whether a request is a browser's question and not for the API: OPTIONS from an origin that asks for a method. */
export function isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * The CORS headers of the answer to any request, from whatever origin: a page under development may run anywhere.
 * The origin is named, not `*`, which browsers refuse for requests with credentials. A preflight is to be answered
 * with them alone, status 204.
 */
export function corsHeaders(method: string | undefined, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  if (headers.origin === undefined) return { vary: 'Origin' };
  const shared = { 'access-control-allow-origin': headers.origin, 'access-control-allow-credentials': 'true' };
  if (!isPreflight(method, headers)) {
    return { ...shared, 'access-control-expose-headers': exposedHeaders, vary: 'Origin' };
  }
  const requested = headers['access-control-request-headers'];
  const isPrivateNetworkAsked = headers['access-control-request-private-network'] === 'true';
  return {
    ...shared,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    ...(requested === undefined ? {} : { 'access-control-allow-headers': requested }),
    ...(isPrivateNetworkAsked ? { 'access-control-allow-private-network': 'true' } : {}),
    'access-control-max-age': MAX_AGE,
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  };
}
