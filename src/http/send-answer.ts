import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from '../worlds/journal.ts';
import type { Answer, Exchange, Sent } from './exchange.ts';
import { discardBody } from './reading/body-stream.ts';

/**
 * Sends an answer as JSON. What the request still has to send is read and thrown away, within bounds; beyond them the
 * connection is closed after the answer, so that the answer still reaches the client.
 */
export async function sendAnswer(
  { request, world }: Exchange,
  response: ServerResponse,
  answer: Answer,
): Promise<Sent> {
  const { status, headers, body } = await prepareAnswer(request, answer, world.journal);
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

/** Head and body of an answer, ready to be written. */
export async function prepareAnswer(
  request: IncomingMessage,
  answer: Answer,
  journal: Journal,
): Promise<PreparedAnswer> {
  const isRead = request.complete || !announcesBody(request) || (await discardBody(request));
  const body = journal.encode(JSON.stringify(answer.body));
  const headers: Record<string, string | number> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  };
  if (answer.clause !== undefined) headers['x-mock-rule'] = answer.clause;
  Object.assign(headers, answer.headers);
  if (!isRead) headers['connection'] = 'close';
  return { status: answer.status, headers, body };
}

/** Whether the request's head says that a body follows. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
