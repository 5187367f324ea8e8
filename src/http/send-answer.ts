import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Sent } from './exchange.ts';
import { discardBody } from './reading/body-stream.ts';

/**
 * Sends an answer as JSON. What the request still has to send is read and thrown away, within bounds; beyond them the
 * connection is closed after the answer, so that the answer still reaches the client.
 */
export async function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<Sent> {
  const prepared = await prepareAnswer(request, answer);
  const { status, body, size } = prepared;
  if (response.destroyed) return { status, body, size, delivery: 'client-left' };
  response.writeHead(status, prepared.headers);
  response.end(body);
  return { status, body, size, delivery: 'sent' };
}

export interface PreparedAnswer {
  readonly status: number;
  readonly headers: Record<string, string | number>;
  /** A text goes out together with the head, in one write. */
  readonly body: string;
  /** Of the body, in bytes. */
  readonly size: number;
}

/** Head and body of an answer, ready to be written. */
export async function prepareAnswer(request: IncomingMessage, answer: Answer): Promise<PreparedAnswer> {
  const isRead = request.complete || !announcesBody(request) || (await discardBody(request));
  const body = JSON.stringify(answer.body);
  const size = Buffer.byteLength(body);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': size,
  };
  if (answer.clause !== undefined) headers['x-mock-rule'] = answer.clause;
  Object.assign(headers, answer.headers);
  if (!isRead) headers['connection'] = 'close';
  return { status: answer.status, headers, body, size };
}

/** Whether the request's head says that a body follows. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
