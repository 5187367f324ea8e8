import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Answer, AnyExchange, Exchange, Sent, ServedDocument } from '../exchange.ts';
import { discardBody } from '../request/body.ts';
import { journalBody } from '../request/read-parts.ts';
import { preferencesApplied } from '../steer/steered-answer.ts';
import type { Change } from '../../store/state/store.ts';
import { type DribbleEffect, type FiredFault, longestDelay } from '../../worlds/faults.ts';
import type { World } from '../../worlds/world.ts';

const nothing = Buffer.alloc(0);

type Headed = Pick<ServedDocument<never>, 'headers'>;

/** Sends an answer as JSON, or lets it be written over time. */
export async function sendAnswer(served: Headed, exchange: AnyExchange, answer: Answer): Promise<Sent> {
  const { response } = exchange;
  if (answer.stream !== undefined) {
    await answer.stream(response);
    return { status: response.statusCode, body: nothing, delivery: 'sent' };
  }
  const { status, headers, body } = await prepareAnswer(served, exchange, answer);
  if (response.destroyed) return { status, body, delivery: 'client-left' };
  response.writeHead(status, headers);
  response.end(body);
  return { status, body, delivery: 'sent' };
}

/**
 * Head and body of an answer, ready to be written. What the request still has to send is read and thrown away, within
 * bounds; beyond them the connection is to be closed after the answer, so that the answer still reaches the client.
 */
async function prepareAnswer({ headers: general }: Headed, exchange: AnyExchange, answer: Answer) {
  const { request } = exchange;
  const isRead = await discardBody(request);
  const headers: OutgoingHttpHeaders = {};
  let body: Buffer = nothing;
  if (answer.body !== undefined) {
    body = Buffer.from(answer.text ?? JSON.stringify(answer.body));
    exchange.inFlight.hold(body.length, true);
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = body.length;
    Object.assign(headers, general);
  }
  if (answer.clause !== undefined) headers['x-mock-rule'] = deciding(answer.clause, exchange.world);
  Object.assign(headers, answer.headers);
  if (!isRead) headers['connection'] = 'close';
  return { status: answer.status, headers, body };
}

/** The rule that decided, and the profile if that decides a choice which the rule leaves. */
function deciding(clause: ClauseId, { profile }: World): string {
  return profile?.clauses.has(clause) === true ? `${clause}; profile=${profile.profile.name}` : clause;
}

/** What fired faults, and a preferred delay in milliseconds, make of the sending; of effects of a kind the first counts. */
function mannerOf(faults: readonly FiredFault[], preferredDelay: number) {
  const effects = faults.map(({ effect }) => effect);
  const delay = faults.reduce((sum, fault) => sum + fault.delay, preferredDelay);
  return {
    delay: Math.min(longestDelay, delay),
    dribble: effects.find((effect) => effect.type === 'dribble'),
    isMalformed: effects.some((effect) => effect.type === 'malformed-json'),
  };
}

/** Where fired faults cut the connection, if they do. */
export function cutOf(faults: readonly FiredFault[]): 'before' | 'during' | 'after' | undefined {
  return faults.map(({ effect }) => effect).find((effect) => effect.type === 'cut')?.at;
}

/**
 * Sends an answer late, slowly, in part or broken. Nothing waits any more once the world has ended.
 * @param answer undefined where the request was not handled, because its connection is cut before
 */
export async function deliverAnswer(served: Headed, exchange: AnyExchange, answer: Answer | undefined): Promise<Sent> {
  const { request, response, world, read, decided } = exchange;
  const manner = mannerOf(decided.faults, read.preferences?.delay ?? 0);
  const cut = cutOf(decided.faults);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([world.ended, gone.signal]);
  if (manner.delay > 0) await pauseUnlessOver(manner.delay, signal);
  if (answer === undefined) {
    request.socket.destroy();
    return { status: null, body: nothing, delivery: 'cut-before' };
  }
  const whole = await prepareAnswer(served, exchange, answer);
  // An object without its end is not JSON. Its Content-Length is that of what is sent, so that nothing else is wrong.
  const body = manner.isMalformed ? half(whole.body) : whole.body;
  const prepared = { ...whole, body, headers: { ...whole.headers, 'content-length': body.length } };
  if (response.destroyed) return { ...prepared, delivery: 'client-left' };
  if (cut === 'after') {
    request.socket.destroy();
    return { ...prepared, delivery: 'cut-after' };
  }
  response.writeHead(prepared.status, prepared.headers);
  const sent = cut === 'during' ? half(body) : body;
  if (manner.dribble === undefined) response.write(sent);
  else await writeSlowly(response, sent, manner.dribble, signal);
  if (cut !== 'during') {
    response.end();
    return { ...prepared, delivery: gone.signal.aborted ? 'client-left' : 'sent' };
  }
  // What was written must be on its way before the connection goes.
  await new Promise<void>((resolve) => response.write('', () => resolve()));
  request.socket.end();
  request.socket.destroySoon();
  return { ...prepared, body: sent, delivery: 'cut-during' };
}

function half(body: Buffer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2));
}

/** Waits, unless there is no point any more. */
async function pauseUnlessOver(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** In milliseconds: chunks come no faster than a timer can tell apart. */
const shortestPause = 20;

async function writeSlowly(
  response: ServerResponse,
  body: Buffer,
  dribble: DribbleEffect,
  signal: AbortSignal,
): Promise<void> {
  const { chunk, interval } = paceOf(dribble, body.length);
  response.flushHeaders();
  for (let at = 0; at < body.length && !response.destroyed; at += chunk) {
    if (at > 0) await pauseUnlessOver(interval, signal);
    const isTaken = response.write(body.subarray(at, at + chunk));
    if (!isTaken) await once(response, 'drain', { signal }).catch(() => undefined);
  }
}

/** Bytes of a chunk, and milliseconds between two; all of them together take no longer than the longest delay. */
function paceOf(dribble: DribbleEffect, size: number): { readonly chunk: number; readonly interval: number } {
  if ('chunks' in dribble) {
    const chunk = Math.max(1, Math.ceil(size / dribble.chunks));
    const pauses = Math.max(1, Math.ceil(size / chunk) - 1);
    return { chunk, interval: Math.min(dribble.milliseconds, longestDelay) / pauses };
  }
  const rate = Math.max(dribble.bytes_per_second, size / (longestDelay / 1000)) / 1000;
  const chunk = Math.max(1, Math.ceil(rate * shortestPause));
  return { chunk, interval: chunk / rate };
}

/** Says what steered the answer: faults by their ids, and the preference to wait. */
export function markAnswer(answer: Answer, { read, decided }: AnyExchange): Answer {
  const { preferences } = read;
  const { faults } = decided;
  const headers: Record<string, string> = { ...answer.headers };
  if (faults.length > 0) headers['x-mock-fault'] = faults.map(({ id }) => id).join(', ');
  if (preferences !== undefined && preferences.delay > 0) {
    const delay = { ...preferences, code: undefined, example: undefined, dynamic: false };
    headers['preference-applied'] ??= preferencesApplied(delay);
  }
  return { ...answer, headers };
}

/** In bytes: what is longer of an answer is cut off. */
const keptBytes = 2 ** 18;

/** In it the console says what it is. */
const clientHeader = 'x-mock-client';

// What most requests have in common is kept once.
const noHeaders = {};
const noAnswer = { headers: noHeaders, clause: undefined };
const noChanges: readonly Change[] = [];

/** Tells the world's journal and coverage of an answered request; references are kept, nothing is printed or masked. */
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
  // Such a byte of UTF-8 goes on with a character that begins before it.
  while (((body[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return Buffer.from(body.subarray(0, end));
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

  note({ operation, started, decided }: AnyExchange, answer: Answer | undefined): void {
    const name = operation?.id ?? 'none';
    const status = String(answer?.status ?? 'none');
    const byStatus = entry(this.requests, name, () => new Map<string, number>());
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const seconds = (performance.now() - started) / 1000;
    const latencies = entry(this.latencies, name, () => ({ counts: [...latencyBounds.map(() => 0), 0], sum: 0 }));
    const within = latencyBounds.findIndex((bound) => seconds <= bound);
    const at = within < 0 ? latencyBounds.length : within;
    latencies.counts[at] = (latencies.counts[at] ?? 0) + 1;
    latencies.sum += seconds;
    this.commits += decided.commits;
    this.conflicts += decided.conflicts;
  }
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
