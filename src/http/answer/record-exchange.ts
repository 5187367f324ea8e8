import type { DocumentedOperation } from '../../document/operation.ts';
import type { Answer, Exchange, Sent } from '../exchange.ts';
import { journalBody } from '../request/read-parts.ts';
import type { RecordChange } from '../../store/store.ts';

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
  world.record({
    at: exchange.moment.getTime(),
    duration: performance.now() - exchange.started,
    method: request.method,
    url: request.url,
    requestHeaders: request.rawHeaders,
    requestBody: journalBody(exchange),
    isParsed: exchange.read.body !== undefined,
    status: sent.status,
    answerHeaders: headers,
    answerBody: body.length > keptBytes ? keptBeginning(body) : body,
    answerSize: body.length,
    delivery: sent.delivery,
    operation: operation?.id ?? null,
    workspace: caller?.workspace.id ?? null,
    rule: clause ?? null,
    faults: exchange.decided.faults,
    changes: exchange.decided.changes.length > 0 ? exchange.decided.changes : noChanges,
    before: exchange.before,
    after: exchange.decided.after ?? exchange.before,
    isOfConsole: request.headers[clientHeader] === 'console',
    decided: exchange.decided.at ?? exchange.started,
  });
}

/** A copy, of whole characters: a part of the bytes would hold on to all of them. */
function keptBeginning(body: Buffer): Buffer {
  let end = keptBytes;
  while (isInsideCharacter(body[end])) end -= 1;
  return Buffer.from(body.subarray(0, end));
}

/** Whether a byte of UTF-8 goes on with a character that begins before it. */
function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** Upper bounds of the histogram of latencies, in seconds. */
export const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Latencies {
  /** How many were within each bound and not within the one before; the last: beyond all. */
  readonly counts: number[];
  /** In seconds. */
  sum: number;
}

/**
 * Counts the requests to the API that one mock answers, in all worlds. Plain numbers, because it runs with every request;
 * a library makes metrics of them when they are asked for.
 */
export class RequestTally {
  /** By operation (`none` if the address has none), then by status (`none` if the connection was cut before). */
  readonly requests = new Map<string, Map<string, number>>();
  /** By operation. */
  readonly latencies = new Map<string, Latencies>();
  commits = 0;
  conflicts = 0;

  note({ operation, started, decided }: Exchange<DocumentedOperation>, answer: Answer | undefined): void {
    const name = operation?.id ?? 'none';
    const status = String(answer?.status ?? 'none');
    const byStatus = entry(this.requests, name, () => new Map<string, number>());
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const seconds = (performance.now() - started) / 1000;
    const latencies = entry(this.latencies, name, noLatencies);
    const within = latencyBounds.findIndex((bound) => seconds <= bound);
    const at = within < 0 ? latencyBounds.length : within;
    latencies.counts[at] = (latencies.counts[at] ?? 0) + 1;
    latencies.sum += seconds;
    this.commits += decided.commits;
    this.conflicts += decided.conflicts;
  }
}

function noLatencies(): Latencies {
  return { counts: [...latencyBounds.map(() => 0), 0], sum: 0 };
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
