import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContractDocument } from '../contract-document/load.ts';
import type { OperationId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { Handler, OperationAnswer, OperationRequest, OperationWorld } from '../operations/handler.ts';
import { ConflictError } from '../store/store.ts';
import type { World } from '../worlds/world.ts';
import { authenticate } from './authentication.ts';
import { contractWarning, refuseUndocumented } from './contract-warning.ts';
import { deliverAnswer, mannerOf } from './deliver-answer.ts';
import { errorAnswer } from './error-answer.ts';
import type { Answer, Exchange, Sent } from './exchange.ts';
import { errorFault, faultAnswer } from './fault-answer.ts';
import { fireAfter, fireBefore } from './fire-faults.ts';
import { operationWorld } from './operation-world.ts';
import { PreferenceError, preferencesApplied, readPreferences } from './prefer.ts';
import { preferredAnswer } from './preferred-answer.ts';
import type { Samples } from './prism-samples.ts';
import { recordExchange } from './record-exchange.ts';
import { readParts, type RequestParts } from './request-parts.ts';
import { requireHandlers } from './require-handlers.ts';
import { MethodNotAllowed, routeRequest } from './route-request.ts';
import { sendAnswer } from './send-answer.ts';

export interface ApiOptions {
  readonly document: ContractDocument;
  readonly handlers: { readonly [Id in OperationId]: Handler<Id> };
  /** Turns every contract warning into the operation's validation error. */
  readonly isStrict: boolean;
  /** Makes the documented responses that requests prefer. */
  readonly samples: Samples;
  /** Told of every answer once it is sent, or cut off; the answer is undefined where the connection was cut before. */
  readonly onAnswered: (exchange: Exchange, answer: Answer | undefined, error: unknown) => void;
}

/** The ordinary case, once for all. */
const noFaults: Exchange['faults'] = [];
const noHeaders = {};

/** Commits that meet a conflict are run again; so many in a row means that something else is wrong. */
const maximumRuns = 1000;

/**
 * Serves the API's operations in a world: routes, authenticates, reads, decides, answers. What it gives never rejects.
 * @throws Error where handlers and operations are not the same
 */
export function createApi(
  options: ApiOptions,
): (request: IncomingMessage, response: ServerResponse, world: World) => Promise<void> {
  requireHandlers(options.document, options.handlers);
  return async (request, response, world) => {
    const [path, query] = splitTarget(request.url ?? '/');
    const exchange: Exchange = {
      request,
      world,
      started: performance.now(),
      path,
      query,
      moment: world.clock.now(),
      before: world.store.snapshot(),
      faults: noFaults,
      changes: [],
      undocumented: [],
    };
    let failure: unknown;
    let answer: Answer | undefined;
    try {
      answer = await answerTo(exchange, options);
    } catch (error) {
      failure = error;
      answer = answerToError(error, exchange, options.document);
    }
    exchange.decided = performance.now();
    const marked = answer && withMarks(answer, exchange);
    const sent = await send(exchange, response, marked);
    recordExchange(exchange, marked, sent);
    options.onAnswered(exchange, marked, failure);
  };
}

async function answerTo(exchange: Exchange, options: ApiOptions): Promise<Answer | undefined> {
  const { request, world } = exchange;
  const operation = routeRequest(exchange, options.document);
  exchange.operation = operation;
  exchange.preferences = readPreferences(request.headers['prefer']);
  const isSteered = exchange.preferences !== undefined || !world.faults.isEmpty;
  // What steers the answer may look at the body; a body that cannot be read is told of in its turn (`errors.order`).
  const early = isSteered ? await settle(readParts(exchange, operation)) : undefined;
  if (isSteered) {
    const steered = await steeredAnswer(exchange, operation, options);
    if (steered !== 'none') return steered;
  }
  const caller = authenticate(operation, request.headers, world.store.view(), exchange.moment);
  exchange.caller = caller;
  const parts = await (early === undefined ? readParts(exchange, operation) : early());
  if (options.isStrict) refuseUndocumented(exchange.undocumented, operation);
  exchange.moment = world.clock.now();
  // The document has checked the parts by the time `valid()` gives them out, so the handler's own types hold.
  const handler = handlerOf(options.handlers, operation.id);
  const { body, clause } = await run(
    handler,
    { caller, messages: operation.successMessages, ...parts },
    operationWorld(exchange),
  );
  fireAfter(exchange, operation);
  const late = errorFault(exchange.faults);
  if (late !== undefined) return faultAnswer(operation, late.effect);
  const warning = contractWarning(exchange.undocumented);
  return { status: 200, headers: warning === undefined ? noHeaders : { 'x-contract-warning': warning }, body, clause };
}

/** What a fault or the client's own preference answers, without looking at who asks; undefined for no answer at all. */
async function steeredAnswer(
  exchange: Exchange,
  operation: Operation,
  { samples }: ApiOptions,
): Promise<Answer | undefined | 'none'> {
  const { world, preferences } = exchange;
  fireBefore(exchange, operation);
  if (mannerOf(exchange.faults, 0).cut === 'before') return undefined;
  const fault = errorFault(exchange.faults);
  if (fault !== undefined) return faultAnswer(operation, fault.effect);
  if (preferences === undefined) return 'none';
  const answered = [...world.coverage.statuses(operation.id).values()].reduce((sum, count) => sum + count, 0);
  return (await preferredAnswer(operation, preferences, samples, `${world.seed} ${answered}`)) ?? 'none';
}

function answerToError(error: unknown, exchange: Exchange, document: ContractDocument): Answer {
  if (error instanceof PreferenceError) {
    const body = { error: true, code: 400, message: error.message, data: {} };
    return { status: 400, headers: { 'x-mock-source': 'prefer' }, body, clause: undefined };
  }
  const answer = errorAnswer(error, document, exchange.operation);
  return error instanceof MethodNotAllowed ? { ...answer, headers: { allow: error.allow.join(', ') } } : answer;
}

/** Says what steered the answer: faults by their ids, and the preference to wait. */
function withMarks(answer: Answer, { faults, preferences }: Exchange): Answer {
  if (faults.length === 0 && preferences === undefined) return answer;
  const headers: Record<string, string> = { ...answer.headers };
  if (faults.length > 0) headers['x-mock-fault'] = faults.map(({ id }) => id).join(', ');
  if (preferences !== undefined && preferences.delay > 0) {
    const delay = { ...preferences, code: undefined, example: undefined, dynamic: false };
    headers['preference-applied'] ??= preferencesApplied(delay);
  }
  return { ...answer, headers };
}

function send(exchange: Exchange, response: ServerResponse, answer: Answer | undefined): Promise<Sent> {
  const { faults, preferences } = exchange;
  if (answer !== undefined && faults.length === 0 && (preferences?.delay ?? 0) === 0) {
    return sendAnswer(exchange, response, answer);
  }
  return deliverAnswer(exchange, response, answer, mannerOf(faults, preferences?.delay ?? 0));
}

/** Waits for the parts; whoever asks for them gets them, or the error. */
async function settle(reading: Promise<RequestParts>): Promise<() => Promise<RequestParts>> {
  await reading.catch(() => undefined);
  return () => reading;
}

function handlerOf<Id extends OperationId>(handlers: ApiOptions['handlers'], id: Id): Handler<Id> {
  return handlers[id];
}

async function run(
  handler: Handler<OperationId>,
  request: OperationRequest<OperationId>,
  world: OperationWorld,
): Promise<OperationAnswer<OperationId>> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await handler(request, world);
    } catch (error) {
      if (!(error instanceof ConflictError) || runs >= maximumRuns) throw error;
    }
  }
}

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
