import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Operation } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { checkBody, checkQuery } from '../../document/validate/check-request.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import { SeenAnswer } from '../as-mock/twin.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { asDocumented } from './answers-seen.ts';
import type { Findings } from './findings.ts';
import { sourcesFor } from './sources.ts';
import { defaultLimitOf } from './values.ts';
import { isJsonObject, memberOf, type Json } from '../../json/json-value.ts';

/**
 * Notes what an exchange shows by itself, whatever was done before it: what its answer of success looks like, and what
 * refused it if the request has one fault that anyone can see, or the answer carries a text that the specification gives.
 */
export function observe(answer: CheckedAnswer, findings: Findings, document: ContractDocument): void {
  const { operation } = answer.request;
  if (operation === null) return;
  notePageSize(answer, findings);
  if (answer.status >= 200 && answer.status < 300) {
    const { plain } = new SeenAnswer({ answer, roots: [] }, new Map());
    const [shown, mock] = [plain.body as Json, asDocumented(plain, document)];
    const sources = sourcesFor(plain, shown, new Map());
    const about = { script: String(findings.granted.length), answer, sources };
    findings.granted.push({ ...about, shown, mock, isRecorded: true, isByItself: true });
  }
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
  const given = query.map(([name, value]) => ({ name, value }));
  const ofBody = operation.body === 'json' ? checkBody(operation, sent).faults : [];
  const [fault, ...others] = [...checkQuery(operation, given).faults, ...ofBody];
  // A value that the document does not list another one may take.
  const isPlain = fault !== undefined && ['missing', 'type'].includes(fault.kind);
  return isPlain && others.length === 0 ? fault.clause : undefined;
}

/** Notes how many voices a page has by default. */
export function notePageSize(answer: CheckedAnswer, findings: Findings): void {
  const { asked, voices, isWhole } = voicesOnPage(answer);
  const id = defaultLimitOf(asked.get('provider_id'));
  if (id !== undefined && voices !== undefined && !isWhole && !asked.has('limit')) findings.decide(id, voices, answer);
}

/** Notes how many voices a page of a recording has at most: more were asked for, there are more, and no page has more. */
export function noteLargestPage(answers: readonly CheckedAnswer[], findings: Findings): void {
  const pages = answers.map((answer) => ({ answer, ...voicesOnPage(answer) }));
  const largest = pages.reduce((most, { voices = 0 }) => Math.max(most, voices), 0);
  for (const { answer, asked, isWhole, voices } of pages) {
    if (voices !== largest || isWhole || !(voices < Number(asked.get('limit')))) continue;
    findings.decide('voice-list.limit.maximum', voices, answer);
    findings.decide('listVoices limit=outside' as ChoiceId, 'nearest', answer);
  }
}

/** What a page of voices was asked with, and how many it has: undefined if it is none. */
function voicesOnPage({ request: { operation, query }, status, body }: CheckedAnswer) {
  const isPage = operation === 'listVoices' && status >= 200 && status < 300;
  const voices = memberOf(body, 'data.voices');
  const isWhole = memberOf(body, 'data.has_more') === false;
  return { asked: new Map(query), isWhole, voices: isPage && Array.isArray(voices) ? voices.length : undefined };
}
