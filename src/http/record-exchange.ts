import type { RecordChange } from '../store/store.ts';
import type { Answer, Exchange, Sent } from './exchange.ts';

/** In bytes: more than this of an answer is not kept. */
const keptBytes = 2 ** 18;

// What most requests have in common is kept once.
const noHeaders = {};
const noChanges: readonly RecordChange[] = [];

/** Tells the world's journal and coverage of an answered request. Keeps references: nothing is printed or masked here. */
export function recordExchange(exchange: Exchange, answer: Answer | undefined, sent: Sent): void {
  const { request, world, operation, caller } = exchange;
  const { body, size } = sent;
  const record = {
    at: exchange.moment.getTime(),
    duration: performance.now() - exchange.started,
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    requestHeaders: request.rawHeaders,
    requestBody: exchange.requestBody,
    parsedBody: exchange.body,
    status: sent.status,
    answerHeaders: answer?.headers ?? noHeaders,
    answerBody: world.journal.keepBody(body, size, keptBytes),
    answerSize: size,
    delivery: sent.delivery,
    operation: operation?.id ?? null,
    workspace: caller?.workspace.id ?? null,
    rule: answer?.clause ?? null,
    faults: exchange.faults,
    changes: exchange.changes.length > 0 ? exchange.changes : noChanges,
    before: exchange.before,
    after: exchange.after ?? exchange.before,
    decided: exchange.decided ?? exchange.started,
  };
  world.coverage.note(record);
  world.journal.add(record);
}
