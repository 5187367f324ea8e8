import type { ContractDocument } from '../contract-document/load.ts';
import type { Operation } from '../contract-document/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './exchange.ts';
import { UnreadableRequest } from './reading/unreadable-request.ts';

/**
 * The one place that turns what was thrown into status and body: those of the document's example for the clause that
 * refused. Everything that is neither a refusal nor an unreadable request is a failure of the server.
 * @param operation undefined where the request reached none
 */
export function errorAnswer(error: unknown, document: ContractDocument, operation: Operation | undefined): Answer {
  const refusal = asRefusal(error, operation);
  const known =
    (refusal && operation?.refusals.get(refusal.clause)) ?? (refusal && document.beyond.get(refusal.clause));
  if (refusal === undefined || known === undefined) return failure(document, operation);
  const message = refusal.detail ?? known.body.message;
  return { status: known.status, headers: {}, body: { ...known.body, message }, clause: refusal.clause };
}

function asRefusal(error: unknown, operation: Operation | undefined): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof UnreadableRequest) || operation === undefined) return undefined;
  if (error.kind === 'too-large' && operation.body === 'json') return new Refusal('errors.body.too-large');
  return new Refusal(operation.unreadableRefusal ?? operation.invalidRefusal, error.message);
}

function failure(document: ContractDocument, operation: Operation | undefined): Answer {
  const clauses = ['errors.server', 'errors.server.elsewhere'] as const;
  for (const clause of clauses) {
    const known = operation?.refusals.get(clause) ?? document.beyond.get(clause);
    if (known !== undefined) return { status: known.status, headers: {}, body: known.body, clause };
  }
  throw new Error('The document has no answer for a failure of the server.');
}
