import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClauseId } from '../../document/names.gen.ts';
import type { DocumentedOperation } from '../../document/operation.ts';
import type { World } from '../../worlds/world.ts';
import type { Answer, Exchange, Sent, ServedDocument } from '../exchange.ts';
import { discardBody } from '../request/body.ts';
import { longestDelay, type DribbleEffect, type FiredFault } from '../../worlds/faults.ts';
import { preferencesApplied } from '../steer/prefer.ts';

const nothing = Buffer.alloc(0);

/** Sends an answer as JSON, or lets it be written over time. */
export async function sendAnswer<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  exchange: Exchange<O>,
  answer: Answer,
): Promise<Sent> {
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

interface PreparedAnswer {
  readonly status: number;
  readonly headers: Record<string, string | number>;
  readonly body: Buffer;
}

/**
 * Head and body of an answer, ready to be written. What the request still has to send is read and thrown away, within
 * bounds; beyond them the connection is to be closed after the answer, so that the answer still reaches the client.
 */
async function prepareAnswer<O extends DocumentedOperation>(
  { headers: general, encode }: Pick<ServedDocument<O>, 'headers' | 'encode'>,
  exchange: Exchange<O>,
  answer: Answer,
): Promise<PreparedAnswer> {
  const { request } = exchange;
  const isRead = request.complete || !announcesBody(request) || (await discardBody(request));
  const headers: Record<string, string | number> = {};
  let body: Buffer = nothing;
  if (answer.body !== undefined) {
    body = encode(answer.text ?? JSON.stringify(answer.body), exchange);
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

/** Whether the request's head says that a body follows. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How an answer is to be sent otherwise than at once and whole. */
interface Manner {
  /** In milliseconds. */
  readonly delay: number;
  readonly dribble: DribbleEffect | undefined;
  readonly cut: 'before' | 'during' | 'after' | undefined;
  readonly isMalformed: boolean;
}

/** What fired faults, and a preferred delay in milliseconds, make of the sending; of effects of a kind the first counts. */
export function mannerOf(faults: readonly FiredFault[], preferredDelay: number): Manner {
  const effects = faults.map(({ effect }) => effect);
  const delay = faults.reduce((sum, fault) => sum + fault.delay, preferredDelay);
  return {
    delay: Math.min(longestDelay, delay),
    dribble: effects.find((effect) => effect.type === 'dribble'),
    cut: effects.find((effect) => effect.type === 'cut')?.at,
    isMalformed: effects.some((effect) => effect.type === 'malformed-json'),
  };
}

/**
 * Sends an answer late, slowly, in part or broken. Nothing waits any more once the world has ended.
 * @param answer undefined where the request was not handled, because its connection is cut before
 */
export async function deliverAnswer<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  exchange: Exchange<O>,
  answer: Answer | undefined,
): Promise<Sent> {
  const { request, response, world, read, decided } = exchange;
  const manner = mannerOf(decided.faults, read.preferences?.delay ?? 0);
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
  if (manner.cut === 'after') {
    request.socket.destroy();
    return { ...prepared, delivery: 'cut-after' };
  }
  response.writeHead(prepared.status, prepared.headers);
  const sent = manner.cut === 'during' ? half(body) : body;
  if (manner.dribble === undefined) response.write(sent);
  else await writeSlowly(response, sent, manner.dribble, signal);
  if (manner.cut !== 'during') {
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
export function markAnswer(answer: Answer, { read, decided }: Exchange<DocumentedOperation>): Answer {
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
