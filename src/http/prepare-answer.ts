import type { IncomingMessage } from 'node:http';
import type { DocumentedOperation } from '../contract-document/operation.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { ServedDocument } from './served-document.ts';
import { discardBody } from './reading/body-stream.ts';

export interface PreparedAnswer {
  readonly status: number;
  readonly headers: Record<string, string | number>;
  readonly body: Buffer;
}

const nothing = Buffer.alloc(0);

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
    body = encode(JSON.stringify(answer.body), exchange);
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = body.length;
    Object.assign(headers, general);
  }
  if (answer.clause !== undefined) headers['x-mock-rule'] = answer.clause;
  Object.assign(headers, answer.headers);
  if (!isRead) headers['connection'] = 'close';
  return { status: answer.status, headers, body };
}

/** Whether the request's head says that a body follows. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
