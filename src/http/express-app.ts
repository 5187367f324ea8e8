import { createRequire } from 'node:module';
import type * as ExpressModule from 'express';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Router } from 'express';
import type { DocumentedOperation, Operation, OperationAddress } from '../document/operation.ts';
import { errorAnswer } from './answer/error-answer.ts';
import { deliverAnswer, markAnswer, sendAnswer } from './answer/send-answer.ts';
import type { Answer, Exchange, HandlerAnswer, LocatedResponse, ServedDocument } from './exchange.ts';
import { type Access, apiCors, isPreflight, mountPath, takeWorldName } from './locate.ts';
import { discardBody } from './request/body.ts';
import { readRequestParts } from './request/read-parts.ts';
import { requireFileTypes } from './request/uploaded-files.ts';
import { ConflictError, StoreUnavailableError } from '../store/state/store.ts';
import { InFlight, MemoryFullError } from '../worlds/memory-budget.ts';
import type { World } from '../worlds/world.ts';
import { grouped } from '../json/json-value.ts';

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
  const refuse = refuseAddresses(api);
  // A target that is not a path, as a proxy is sent it, is not an address of the mock.
  const refuseTargets: RequestHandler = (request, response, next) =>
    request.url.startsWith('/') ? next() : refuse(request, response, next);
  app.use(
    locate(access),
    refuseTargets,
    serveDocument(api),
    ...pages,
    serveLater(async () => {
      const served = await control();
      return express.Router().use(serveDocument(served), refuseAddresses(served));
    }),
    refuse,
    answerFailures(onFailure),
  );
  return app;
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
function answerFailures(onFailure: AppParts['onFailure']): ErrorRequestHandler {
  // oxlint-disable-next-line no-unused-vars -- Express tells a handler of errors by its four parameters
  return async (error: unknown, request, response, next) => {
    const { status, headers, body } = errorAnswer(error);
    // That the store has gone is told once, when it goes.
    if (response.headersSent || (status >= 500 && !(error instanceof StoreUnavailableError))) onFailure(error);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    if (!(await discardBody(request))) response.set('connection', 'close');
    response.status(status).set(headers).json(body);
  };
}

/** Commits that meet a conflict are run again; so many in a row means that something else is wrong. */
const maximumRuns = 1000;

/**
 * Makes each operation of a document a route of Express, at the document's path and method. An address that the
 * document does not know passes on to what comes next; one with another method is refused.
 */
export function serveDocument<O extends DocumentedOperation>(served: ServedDocument<O>): Router {
  const express = createRequire(import.meta.url)('express') as typeof ExpressModule.default;
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, operations] of grouped(served.addresses, ({ path }) => path)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const allow = operations.map(({ method }) => method);
    const refuse = serving(served, (exchange) => served.refuse(exchange, allow));
    // Express would answer HEAD by what serves GET.
    route.head(refuse);
    for (const operation of operations) route[verbOf(operation)](serving(served, operation.id));
    route.all(refuse);
  }
  return router;
}

/** Refuses every address: what stands behind all documents that may know it. */
function refuseAddresses<O extends DocumentedOperation>(served: ServedDocument<O>): RequestHandler {
  return serving(served, (exchange) => served.refuse(exchange));
}

/** Serves requests for the operation of an id, or refuses them all, each in its world. */
function serving<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  target: string | ((exchange: Exchange<O>) => Error),
): RequestHandler {
  const operationId = typeof target === 'function' ? undefined : target;
  return (request, response) => {
    const serve = (world: World) =>
      serveRequest(served, target, beginExchange<O>(world, request, response, new InFlight(served.memory)));
    const world = served.worldOf(request, response, operationId);
    return world instanceof Promise ? world.then(serve) : serve(world);
  };
}

const noFaults: Exchange['decided']['faults'] = [];

/** Begins the exchange of a request whose world has been found. */
function beginExchange<O extends DocumentedOperation>(
  world: World,
  request: Request,
  response: LocatedResponse,
  inFlight: InFlight,
): Exchange<O> {
  response.once('close', () => inFlight.release());
  const moment = world.clock.now();
  // Everything that depends on time uses the world's clock, this header too.
  response.setHeader('date', moment.toUTCString());
  const { url } = request;
  const mark = url.indexOf('?');
  return {
    request,
    response,
    world,
    inFlight,
    started: performance.now(),
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    moment,
    before: world.store.snapshot(),
    read: { undocumented: [] },
    decided: { faults: noFaults, changes: [], commits: 0, conflicts: 0 },
  };
}

/** The way of a request: its answer is decided, sent and recorded. Whatever goes wrong in deciding is answered. */
async function serveRequest<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  target: string | ((exchange: Exchange<O>) => Error),
  exchange: Exchange<O>,
): Promise<void> {
  let failure: unknown;
  let answer: Answer | undefined;
  try {
    if (typeof target === 'function') throw target(exchange);
    const operation = served.operationIn(exchange.world, target);
    exchange.operation = operation;
    answer = await decide(served, exchange, operation);
  } catch (error) {
    failure = error;
    answer = served.answerError(error, exchange);
  }
  exchange.decided.at = performance.now();
  // What the mock has no room for must not wait in it.
  const isRefusedRoom = failure instanceof MemoryFullError;
  const isSteered = !isRefusedRoom && (exchange.decided.faults.length > 0 || exchange.read.preferences !== undefined);
  if (isSteered && answer !== undefined) answer = markAnswer(answer, exchange);
  const sent =
    isSteered || answer === undefined
      ? await deliverAnswer(served, exchange, answer)
      : await sendAnswer(served, exchange, answer);
  served.record(exchange, answer, sent, failure);
}

async function decide<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  exchange: Exchange<O>,
  operation: O,
): Promise<Answer | undefined> {
  let reading: ReturnType<typeof readRequestParts> | undefined;
  const read = () => (reading ??= readRequestParts(served, exchange, operation));

  const steered = await served.steer(exchange, operation, () => read().catch(() => undefined));
  if (steered !== 'not steered') return steered;

  if (served.isReadFirst?.(exchange) === true) await read();
  served.authenticate(exchange, operation);

  const parts = await read();

  served.validate(exchange, operation, parts);

  exchange.moment = exchange.world.clock.now();
  const given = await untilCommitted(() => served.handle(exchange, operation, parts));

  if ('stream' in given) return { status: 200, headers: {}, body: undefined, clause: undefined, stream: given.stream };
  return served.answer(exchange, operation, given);
}

/** Runs a handler again, from the start, while what it read has changed by the time that it commits. */
async function untilCommitted(handle: () => Promise<HandlerAnswer> | HandlerAnswer): Promise<HandlerAnswer> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await handle();
    } catch (error) {
      if (!(error instanceof ConflictError) || runs >= maximumRuns) throw error;
    }
  }
}

function verbOf({ id, method }: OperationAddress) {
  const verb = (['get', 'put', 'post', 'delete', 'patch'] as const).find((name) => name === method.toLowerCase());
  if (verb === undefined) throw new Error(`The operation ${id} has the method ${method}, which is not served.`);
  return verb;
}

/**
 * Compares the handler table with the document: the compiler compares it with the document's types, and these may be
 * older than the document that is served. The files of a document that a build has checked were checked with it.
 * @throws Error naming the operations without a handler, the handlers without an operation, and a type of files that
 * an operation takes and nothing can tell
 */
export function requireHandlers(
  document: {
    readonly addresses: readonly OperationAddress[];
    readonly operations: ReadonlyMap<string, DocumentedOperation>;
    readonly isChecked: boolean;
  },
  handlers: object,
  table = 'src/operations/handlers.ts',
): void {
  const operations = document.addresses.map(({ id }) => id);
  const missing = operations.filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !operations.includes(id));
  if (!document.isChecked) document.operations.forEach(requireFileTypes);
  if (missing.length === 0 && unknown.length === 0) return;
  const faults = [
    ...missing.map((id) => `the operation ${id} of the document has no handler`),
    ...unknown.map((id) => `the handler ${id} is for no operation of the document`),
  ];
  throw new Error(`${faults.join(', and ')}: mend ${table} or the document.`);
}
