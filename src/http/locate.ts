import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import { Problem } from './answer/error-answer.ts';
import type { RequestLocals } from './exchange.ts';
import type { View } from '../store/state/root.ts';
import { type Worlds, defaultWorldName } from '../worlds/worlds.ts';
import type { World } from '../worlds/world.ts';

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

function hasKnownToken(headers: IncomingHttpHeaders, view: View): boolean {
  const { token, api_access_token: accessToken, authorization } = headers;
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

/** An address without a prefix of its path, `/platform`, if it begins so; else as it is. @param url path and query */
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

interface AccessOptions {
  /** What every request must carry in `x-mock-control-token`; undefined: nothing. */
  readonly token?: string | undefined;
  /** Origins of web pages that may steer the mock beside its own. */
  readonly origins?: readonly string[] | undefined;
}

/**
 * Who may steer the mock: every caller on a loopback address, except through a web page of another origin.
 * A page can make a browser send requests to 127.0.0.1, and by a name that it owns (DNS rebinding) even read what
 * comes; so the names in Host, Origin and Sec-Fetch-Site must be the mock's own.
 */
export interface Access {
  /** Those of other pages that may steer. */
  readonly origins: readonly string[];
  /**
   * Lets a request pass, or not.
   * @param host what the server listens on; undefined where that is not known, so that the connection has to say it
   * @throws Problem 403, or 401 for a token that is missing or wrong
   */
  check(request: IncomingMessage, host: string | undefined): void;
  /** Answers what browsers ask, and says which pages may read an answer: those of the origins that were allowed. */
  readonly cors: RequestHandler;
}

const tokenHeader = 'x-mock-control-token';

export function createAccess({ token, origins = [] }: AccessOptions): Access {
  return {
    origins,
    check(request, host) {
      const { headers, method } = request;
      const name = host ?? request.socket.localAddress ?? '';
      if (token === undefined && !isLoopback(name)) {
        throw new Problem(
          403,
          `Control is off, because ${name} can be reached from elsewhere: start the mock with --control-token.`,
        );
      }
      // A form that a page sends as a navigation looks like the user's own doing; reading by a link is harmless.
      if (headers['sec-fetch-mode'] === 'navigate' && method !== 'GET' && method !== 'HEAD') {
        throw new Problem(403, 'A navigation may not steer the mock: send the request with fetch.');
      }
      refuseForeignPage(headers, origins);
      if (isPreflight(method, headers)) return;
      if (token !== undefined) refuseOtherToken(headers[tokenHeader], token);
      // A caller that knows the token is not a page that found the mock by guessing its address.
      else refuseForeignHost(request, name);
    },
    // No other page than those of these origins reads an answer.
    cors: corsOfBrowsers({
      origin: [...origins],
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['content-type', 'x-mock-world', tokenHeader],
      maxAge: 600,
    }),
  };
}

/** Whether only this machine reaches an address or a name. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

function refuseForeignPage(headers: IncomingHttpHeaders, allowed: readonly string[]): void {
  const { origin, host } = headers;
  if (origin !== undefined) {
    if ([...allowed, `http://${host}`, `https://${host}`].includes(origin)) return;
    throw new Problem(
      403,
      `The page of ${origin} may not steer the mock: start it with --control-origin ${origin} to allow that.`,
    );
  }
  // A page that only loads an address, as an image for example, sends no Origin; opening it by a link is harmless.
  const site = headers['sec-fetch-site'];
  if ((site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate') {
    throw new Problem(403, 'A page of another origin may not steer the mock: see --control-origin.');
  }
}

function refuseForeignHost({ headers, socket }: IncomingMessage, listening: string): void {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (isLoopback(name) || (name !== '' && (name === listening || name === socket.localAddress))) return;
  throw new Problem(
    403,
    `The mock is not called ${name === '' ? 'nothing' : name}: send requests to its own address, or start it with --control-token.`,
  );
}

function refuseOtherToken(given: string | string[] | undefined, token: string): void {
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(token))) return;
  const problem = given === undefined ? 'is missing' : 'is not the one';
  throw new Problem(401, `The control token ${problem}: send the one given as --control-token in ${tokenHeader}.`);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a request is a browser's question and not for the API: OPTIONS from an origin that asks for a method. */
export function isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * CORS for the API, from whatever origin: a page under development may run anywhere. The origin is named, not `*`,
 * which browsers refuse for requests with credentials.
 */
export function apiCors(): RequestHandler {
  const answer = corsOfBrowsers({
    origin: true,
    credentials: true,
    methods: ['GET', 'POST', 'OPTIONS'],
    exposedHeaders:
      'x-contract-warning, x-mock-rule, x-mock-made-up, x-mock-source, x-mock-fault, x-mock-fallback, Preference-Applied, Retry-After, Allow, Date, Location',
    // The longest that Chromium takes, in seconds.
    maxAge: 7200,
  });
  return (request, response, next) => {
    // Chromium asks so before a public page reaches into a private network; `cors` does not know of it.
    if (isPreflight(request.method, request.headers)) {
      response.vary('Access-Control-Request-Private-Network');
      if (request.headers['access-control-request-private-network'] === 'true') {
        response.set('access-control-allow-private-network', 'true');
      }
    }
    answer(request, response, next);
  };
}

/** Answers preflights, and marks answers to pages; `cors` would mark all answers, and take every OPTIONS for a preflight. */
function corsOfBrowsers(options: CorsOptions): RequestHandler {
  const mark = cors(options);
  return (request, response, next) => {
    const { method, headers } = request;
    const isOfPage = headers.origin !== undefined && (method !== 'OPTIONS' || isPreflight(method, headers));
    if (isOfPage) {
      mark(request, response, next);
    } else {
      response.setHeader('vary', 'Origin');
      next();
    }
  };
}
