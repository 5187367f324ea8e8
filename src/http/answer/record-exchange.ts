import type { RecordChange } from '../../store/store.ts';
import type { Answer, Exchange, Sent } from '../exchange.ts';
import { journalBody } from '../request/kept-body.ts';

/** In bytes: what is longer of an answer is cut off. */
const keptBytes = 2 ** 18;

/** In it the console says what it is. */
const clientHeader = 'x-mock-client';

// What most requests have in common is kept once.
const noHeaders = {};
const noAnswer = { headers: noHeaders, clause: undefined };
const noChanges: readonly RecordChange[] = [];

/**
 * Tells the world's journal and coverage of an answered request. Keeps references: nothing is
 * printed or masked here.
 */
export function recordExchange(exchange: Exchange, answer: Answer | undefined, sent: Sent): void {
  const { request, world, operation, caller } = exchange;
  const { body } = sent;
  const { headers, clause } = answer ?? noAnswer;
  const record = {
    at: exchange.moment.getTime(),
    duration: performance.now() - exchange.started,
    method: request.method,
    url: request.url,
    requestHeaders: request.rawHeaders,
    requestBody: journalBody(exchange),
    isParsed: exchange.body !== undefined,
    status: sent.status,
    answerHeaders: headers,
    answerBody: body.length > keptBytes ? beginning(body) : body,
    answerSize: body.length,
    delivery: sent.delivery,
    operation: operation?.id ?? null,
    workspace: caller?.workspace.id ?? null,
    rule: clause ?? null,
    faults: exchange.faults,
    changes: exchange.changes.length > 0 ? exchange.changes : noChanges,
    before: exchange.before,
    after: exchange.after ?? exchange.before,
    isOfConsole: request.headers[clientHeader] === 'console',
    decided: exchange.decided ?? exchange.started,
  };
  world.record(record);
}

/** A copy, of whole characters: a part of the bytes would hold on to all of them. */
function beginning(body: Buffer): Buffer {
  let end = keptBytes;
  while (isInsideCharacter(body[end])) end -= 1;
  return Buffer.from(body.subarray(0, end));
}

/** Whether a byte of UTF-8 goes on with a character that begins before it. */
function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
