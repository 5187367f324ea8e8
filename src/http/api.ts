import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContractDocument } from '../contract-document/load.ts';
import type { OperationId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Handler, OperationAnswer, OperationRequest } from '../operations/handler.ts';
import { ConflictError } from '../store/store.ts';
import type { World } from '../worlds/world.ts';
import { authenticate } from './authentication.ts';
import { contractWarning, refuseUndocumented } from './contract-warning.ts';
import { errorAnswer } from './error-answer.ts';
import type { Answer, Exchange } from './exchange.ts';
import { readParts } from './request-parts.ts';
import { sendAnswer } from './send-answer.ts';

export interface ApiOptions {
  readonly document: ContractDocument;
  readonly handlers: { readonly [Id in OperationId]: Handler<Id> };
  /** The world that a request is for. */
  readonly worldOf: (request: IncomingMessage) => World;
  /** Turns every contract warning into the operation's validation error. */
  readonly isStrict: boolean;
  /** Told of every answer once it is sent, or cut off. */
  readonly onAnswered: (exchange: Exchange, answer: Answer, error: unknown) => void;
}

/** Commits that meet a conflict are run again; so many in a row means that something else is wrong. */
const maximumRuns = 1000;

/** Serves the API's operations: routes, authenticates, reads, decides, answers. It never rejects. */
export function createApi(options: ApiOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const [path, query] = splitTarget(request.url ?? '/');
    const exchange: Exchange = {
      request,
      world: options.worldOf(request),
      started: performance.now(),
      path,
      query,
      undocumented: [],
    };
    let failure: unknown;
    let answer: Answer;
    try {
      answer = await answerTo(exchange, options);
    } catch (error) {
      failure = error;
      answer = errorAnswer(error, options.document, exchange.operation);
      if (error instanceof MethodNotAllowed) answer = { ...answer, headers: { allow: error.allow.join(', ') } };
    }
    await sendAnswer(request, response, answer);
    options.onAnswered(exchange, answer, failure);
  };
}

async function answerTo(exchange: Exchange, options: ApiOptions): Promise<Answer> {
  const { request, world } = exchange;
  const operation = route(exchange, options.document);
  exchange.operation = operation;
  const caller = authenticate(operation, request.headers, world.store.view(), world.clock.now());
  exchange.caller = caller;
  const parts = await readParts(exchange, operation);
  if (options.isStrict) refuseUndocumented(exchange.undocumented, operation);
  // The document has checked the parts by the time `valid()` gives them out, so the handler's own types hold.
  const handler = handlerOf(options.handlers, operation.id);
  const { body, clause } = await run(handler, { caller, ...parts } as OperationRequest<OperationId>, world);
  const warning = contractWarning(exchange.undocumented);
  return { status: 200, headers: warning === undefined ? {} : { 'x-contract-warning': warning }, body, clause };
}

class MethodNotAllowed extends Refusal {
  readonly allow: readonly string[];

  constructor(allow: readonly string[], detail: string) {
    super('addresses.method', detail);
    this.allow = allow;
  }
}

function route({ request, path }: Exchange, document: ContractDocument): Operation {
  const method = request.method ?? 'GET';
  const found = document.routes.find(method, path);
  switch (found.kind) {
    case 'operation':
      return found.operation;
    case 'method-not-allowed':
      throw new MethodNotAllowed(found.allow, `${path} takes ${found.allow.join(' or ')}, not ${method}.`);
    case 'unknown':
      throw new Refusal(
        'addresses.unknown',
        `There is no ${path}. Did you mean ${found.nearest.method} ${found.nearest.path}?`,
      );
  }
}

function handlerOf<Id extends OperationId>(handlers: ApiOptions['handlers'], id: Id): Handler<Id> {
  return handlers[id];
}

async function run(
  handler: Handler<OperationId>,
  request: OperationRequest<OperationId>,
  world: World,
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
