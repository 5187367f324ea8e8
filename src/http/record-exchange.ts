import type { KeptBody } from '../worlds/journal.ts';
import type { Answer, Exchange, Sent } from './exchange.ts';

/** In bytes: more than this of an answer is not kept. */
const keptBytes = 2 ** 18;

/** Tells the world's journal and coverage of an answered request. Keeps references: nothing is printed or masked here. */
export function recordExchange(exchange: Exchange, answer: Answer | undefined, sent: Sent): void {
  const { request, world, operation, caller } = exchange;
  const record = {
    at: exchange.moment.getTime(),
    duration: performance.now() - exchange.started,
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    requestHeaders: request.rawHeaders,
    requestBody: requestBody(exchange),
    parsedBody: exchange.body,
    status: sent.status,
    answerHeaders: sent.headers,
    answerBody: answerBody(sent.body),
    delivery: sent.delivery,
    operation: operation?.id ?? null,
    workspace: caller?.workspace.id ?? null,
    rule: answer?.clause ?? null,
    warning: answer?.headers['x-contract-warning'] ?? null,
    faults: exchange.faults,
    changes: exchange.changes,
    before: exchange.before,
    after: world.store.snapshot(),
  };
  world.coverage.note(record);
  world.journal.add(record);
}

function requestBody({ requestBody: body }: Exchange): KeptBody | undefined {
  if (body === undefined) return undefined;
  const [first] = body.chunks;
  return {
    size: body.size,
    bytes: first !== undefined && body.chunks.length === 1 ? first : Buffer.concat(body.chunks),
  };
}

function answerBody(body: Buffer): KeptBody {
  if (body.length <= keptBytes) return { size: body.length, bytes: body };
  // A copy: a part of the buffer would keep all of it.
  return { size: body.length, bytes: Buffer.from(body.subarray(0, keptBytes)) };
}
