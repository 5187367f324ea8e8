import type { IncomingMessage } from 'node:http';
import type { ClauseId } from '../../document/names.gen.ts';
import type { DocumentedOperation } from '../../document/operation.ts';
import type { World } from '../../worlds/world.ts';
import type { Answer, Exchange, Sent } from '../exchange.ts';
import { discardBody } from '../request/body/body-stream.ts';
import type { ServedDocument } from '../served-document.ts';

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

export interface PreparedAnswer {
  readonly status: number;
  readonly headers: Record<string, string | number>;
  readonly body: Buffer;
}

/**
 * Head and body of an answer, ready to be written. What the request still has to send is read and thrown away, within
 * bounds; beyond them the connection is to be closed after the answer, so that the answer still reaches the client.
 */
export async function prepareAnswer<O extends DocumentedOperation>(
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
