import { createRequire } from 'node:module';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import type * as ExpressModule from 'express';
import type { DocumentedOperation, Operation } from '../document/operation.ts';
import { type Access, apiCors, isPreflight, mountPath, takeWorldName } from './locate.ts';
import { errorAnswer } from './answer/error-answer.ts';
import { type LocatedResponse, type ServedDocument } from './exchange.ts';
import { announcesBody } from './answer/send-answer.ts';
import { discardBody } from './request/body.ts';
import { refuseAddresses, serveDocument } from './serve-document.ts';
import { StoreUnavailableError } from '../store/store.ts';

interface AppParts {
  readonly access: Access;
  readonly api: ServedDocument<Operation>;
  /** Under /__mock; loaded when first asked for, because most starts are for the API alone. */
  readonly control: () => Promise<ServedDocument<DocumentedOperation>>;
  /** Static pages; they hold no data of a world, and every caller may load them. */
  readonly pages: readonly RequestHandler[];
  /** Told of what fails beside an answer. */
  readonly onFailure: (error: unknown) => void;
}

/** The Express application that carries every request: `npm start`, `mock.listen()` and `mock.app` are this one. */
export function createExpressApp({ access, api, control, pages, onFailure }: AppParts): Express {
  const express = createRequire(import.meta.url)('express') as typeof ExpressModule.default;
  const app = express();
  // Paths are exact; queries are read by the document, answers have no ETag and say nothing of Express.
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);
  for (const setting of ['query parser', 'etag', 'x-powered-by']) app.disable(setting);
  app.use(
    locate(access),
    refuseTargets(refuseAddresses(api)),
    serveDocument(api),
    ...pages,
    serveLater(async () => {
      const served = await control();
      return express.Router().use(serveDocument(served), refuseAddresses(served));
    }),
    refuseAddresses(api),
    answerFailures(onFailure),
  );
  return app;
}

/** Refuses a target that is not a path, as a proxy is sent it: it is not an address of the mock. */
function refuseTargets(refuse: RequestHandler): RequestHandler {
  return (request, response, next) => (request.url.startsWith('/') ? next() : refuse(request, response, next));
}

/** Serves what lives under /__mock, made when first asked for. */
function serveLater(make: () => Promise<RequestHandler>): RequestHandler {
  let handler: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    if (!isControl(request)) {
      next();
      return;
    }
    handler ??= make();
    const serve = await handler;
    await serve(request, response, next);
  };
}

function isControl({ url }: { readonly url: string }): boolean {
  return url.startsWith('/__mock');
}

/** Notes which world a request is for, and answers what browsers ask before they send one. */
function locate(access: Access): RequestHandler {
  const cors = apiCors();
  return (request, response, next) => {
    response.locals['prefix'] ??= mountPath(request);
    response.locals['worldName'] = takeWorldName(request);
    if (!isControl(request)) return cors(request, response, next);
    if (isPreflight(request.method, request.headers)) access.check(request, (response as LocatedResponse).locals.host);
    return access.cors(request, response, next);
  };
}

/** Answers what failed outside of a document: an unreadable path, a world that may not be. */
function answerFailures(onFailure: (error: unknown) => void): ErrorRequestHandler {
  return (error, request, response, next) => {
    sendFailure(error, request, response, onFailure).catch(next);
  };
}

async function sendFailure(
  error: unknown,
  request: Request,
  response: Response,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { status, headers, body } = errorAnswer(error);
  // That the store has gone is told once, when it goes.
  if (response.headersSent || (status >= 500 && !(error instanceof StoreUnavailableError))) onFailure(error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!request.complete && announcesBody(request) && !(await discardBody(request))) response.set('connection', 'close');
  response.status(status).set(headers).json(body);
}
