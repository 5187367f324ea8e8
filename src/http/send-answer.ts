import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './exchange.ts';
import { discardBody } from './reading/body-stream.ts';

/**
 * Sends an answer as JSON. What the request still has to send is read and thrown away, within bounds; beyond them the
 * connection is closed after the answer, so that the answer still reaches the client.
 */
export async function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  if (response.destroyed) return;
  const isRead = request.complete || !announcesBody(request) || (await discardBody(request));
  const body = Buffer.from(JSON.stringify(answer.body));
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-mock-rule': answer.clause,
    ...answer.headers,
    ...(isRead ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the request's head says that a body follows. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
