import type { IncomingHttpHeaders } from 'node:http';
import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';

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
export function controlCors(origins: readonly string[], allowedHeaders: readonly string[]): RequestHandler {
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
