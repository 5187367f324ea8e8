import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import cors, { type CorsOptions } from 'cors';
import { Problem } from './answer/problem.ts';

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
  const allowed = new Set(origins);
  const isAllowed = (origin: string | undefined) => origin !== undefined && allowed.has(origin);
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
      refuseNavigation(request);
      refuseForeignPage(headers, isAllowed);
      if (isPreflight(method, headers)) return;
      if (token !== undefined) refuseOtherToken(headers[tokenHeader], token);
      // A caller that knows the token is not a page that found the mock by guessing its address.
      else refuseForeignHost(request, name);
    },
    cors: controlCors(origins, ['content-type', 'x-mock-world', tokenHeader]),
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

/** A form that a page sends as a navigation looks like the user's own doing; reading by a link is harmless. */
function refuseNavigation({ method, headers }: IncomingMessage): void {
  if (headers['sec-fetch-mode'] !== 'navigate' || method === 'GET' || method === 'HEAD') return;
  throw new Problem(403, 'A navigation may not steer the mock: send the request with fetch.');
}

function refuseForeignPage(headers: IncomingHttpHeaders, isAllowed: (origin: string | undefined) => boolean): void {
  const { origin, host } = headers;
  if (isAllowed(origin)) return;
  if (origin !== undefined) {
    if (origin === `http://${host}` || origin === `https://${host}`) return;
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
      'x-contract-warning, x-mock-rule, x-mock-source, x-mock-fault, x-mock-fallback, Preference-Applied, Retry-After, Allow, Date, Location',
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

/** CORS for the control API: no other page than those of these origins reads an answer. */
function controlCors(origins: readonly string[], allowedHeaders: readonly string[]): RequestHandler {
  const methods = ['GET', 'POST', 'PUT', 'DELETE'];
  return corsOfBrowsers({ origin: [...origins], methods, allowedHeaders: [...allowedHeaders], maxAge: 600 });
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
