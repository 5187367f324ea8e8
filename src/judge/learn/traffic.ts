import type { Operation } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { checkBody, checkQuery } from '../../document/validate/check-request.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Findings } from './findings.ts';
import { defaultLimitOf } from './values.ts';
import { isJsonObject, memberOf } from '../../json/json-value.ts';

/**
 * Notes what an exchange shows by itself, whatever was done before it: what its answer of success looks like, and what
 * refused it if the request has one fault that anyone can see, or the answer carries a text that the specification gives.
 */
export function observe(answer: CheckedAnswer, findings: Findings, document: ContractDocument): void {
  const { operation } = answer.request;
  if (operation === null) return;
  observeSuccess(answer, findings);
  if (answer.status >= 400 && answer.status < 500) {
    const described = document.operations.get(operation);
    const clause = statedRule(answer, operation, document) ?? (described && visibleFault(answer, described));
    if (clause !== undefined) findings.refused(clause, answer);
  }
}

/** The rule whose text the specification gives, if the answer carries it; a bad token is always refused with 401. */
function statedRule(answer: CheckedAnswer, operation: OperationId, document: ContractDocument): RefusalId | undefined {
  const refusals = [...(document.operations.get(operation)?.refusals ?? [])];
  if (answer.status === 401) return refusals.findLast(([, { status }]) => status === 401)?.[0];
  const message = memberOf(answer.body, 'message');
  const found = refusals.filter(
    ([clause, { status, body }]) =>
      document.clauses.get(clause)?.kind === 'stated' &&
      status === answer.status &&
      memberOf(body, 'message') === message,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** What is wrong with a refused request, if the document alone says so, and nothing else. */
function visibleFault({ request }: CheckedAnswer, operation: Operation): RefusalId | undefined {
  const { query, body } = request;
  const sent = body.kind === 'json' && isJsonObject(body.value) ? body.value : {};
  const faults = [
    ...checkQuery(
      operation,
      query.map(([name, value]) => ({ name, value })),
    ).faults,
    ...(operation.body === 'json' ? checkBody(operation, sent).faults : []),
  ];
  const [fault, ...others] = faults;
  // A value that the document does not list another one may take.
  const isPlain = fault !== undefined && ['missing', 'type'].includes(fault.kind);
  return isPlain && others.length === 0 ? fault.clause : undefined;
}

/** Notes an answer of success, and what it shows of the size of pages. */
export function observeSuccess(answer: CheckedAnswer, findings: Findings): void {
  findings.answered([answer]);
  const isList = answer.request.operation === 'listVoices' && answer.status >= 200 && answer.status < 300;
  if (!isList || queryOf(answer, 'limit') !== undefined) return;
  const voices = memberOf(answer.body, 'data.voices');
  const id = defaultLimitOf(queryOf(answer, 'provider_id'));
  const isWhole = memberOf(answer.body, 'data.has_more') === false;
  if (id !== undefined && !isWhole && Array.isArray(voices)) findings.decide(id, voices.length, answer);
}

function queryOf({ request }: CheckedAnswer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}
