import type { DocumentedOperation } from '../contract-document/operation.ts';
import { deliverAnswer, mannerOf } from './deliver-answer.ts';
import type { Answer, Exchange, Sent } from './exchange.ts';
import { prepareAnswer } from './prepare-answer.ts';
import type { ServedDocument } from './served-document.ts';

/**
 * Sends an answer as JSON, in the manner that faults and preferences ask for.
 * @param answer undefined where the connection is to be cut instead
 */
export async function sendAnswer<O extends DocumentedOperation>(
  served: ServedDocument<O>,
  exchange: Exchange<O>,
  answer: Answer | undefined,
): Promise<Sent> {
  const { response, faults, preferences } = exchange;
  if (answer === undefined || faults.length > 0 || (preferences?.delay ?? 0) > 0) {
    return deliverAnswer(served, exchange, answer, mannerOf(faults, preferences?.delay ?? 0));
  }
  if (answer.stream !== undefined) {
    await answer.stream(response);
    return { status: response.statusCode, body: Buffer.alloc(0), delivery: 'sent' };
  }
  const { status, headers, body } = await prepareAnswer(served, exchange, answer);
  if (response.destroyed) return { status, body, delivery: 'client-left' };
  response.writeHead(status, headers);
  response.end(body);
  return { status, body, delivery: 'sent' };
}
