import { isDeepStrictEqual } from 'node:util';
import type { ClauseId, OperationId, RefusalId } from '../../document/names.gen.ts';
import { sentJson, sentParts, type CheckedAnswer, type Finding, type Requested } from '../report/violation.ts';
import { printed } from '../validate-answer.ts';
import type { Facts, Judgement, Model } from './model.ts';
import { memberOf, valueAt } from '../../json/json-value.ts';

/** What an answer as a whole must be. */
export interface Expectation {
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly why: string;
  /** Absent: any refusal, because which one is not shown. */
  readonly statuses?: readonly number[] | undefined;
  /** Of an answer with the first one of these statuses. */
  readonly message?: string | undefined;
  /** Another text that is as right. */
  readonly otherMessage?: string | undefined;
}

/** The refusal that the document has for a rule. */
export function refusedBy({ operations }: Facts, operation: OperationId, clause: RefusalId, why: string): Expectation {
  const { status, body } = operations.get(operation)?.refusals.get(clause) ?? {};
  const message = typeof body?.message === 'string' ? body.message : undefined;
  return { clauses: [clause], why, statuses: status === undefined ? [] : [status], message };
}

/** What came of a comparison, and the state that it leaves behind; absent: the one before. */
export type Compared = Pick<Judgement, 'findings' | 'reached'> & { readonly state?: Model };

/** Whatever came is right. */
export const nothing: Compared = { findings: [], reached: [] };

/** Compares an answer with what it must be. Null: whatever comes is right. */
export function compared(answer: CheckedAnswer, expectation: Expectation | null): Compared {
  if (expectation === null) return nothing;
  const { clauses: reached, why, statuses, message, otherMessage = message } = expectation;
  if (!(statuses?.includes(answer.status) ?? isRefusal(answer))) {
    const wanted = statuses === undefined ? 'a refusal with 4xx' : `status ${statuses.join(' or ')}`;
    return { findings: [wholly(reached, `${wanted}, because ${why}`, answer, statuses)], reached };
  }
  if (message === undefined || answer.status !== statuses?.[0]) return { findings: [], reached };
  const came = memberOf(answer.body, 'message');
  return { findings: came === otherMessage ? [] : compareAt(reached[0], '/message', came, message), reached };
}

/** Whether the request was refused, as a server that knows what it does refuses. */
export function isRefusal({ status }: Pick<CheckedAnswer, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** What must stand at a place of an answer by a rule: a value, or one in words, of which `isHeld` tells. */
export type Law = readonly [clause: ClauseId, pointer: string, wanted: unknown, isHeld?: (value: unknown) => boolean];

/** Compares a body with laws. */
export function compareLaws(body: unknown, laws: readonly Law[]): Compared {
  const findings = laws.flatMap(([clause, pointer, wanted, isHeld]) => {
    const came = valueAt(body, pointer);
    if (isHeld === undefined) return compareAt(clause, pointer, came, wanted);
    return isHeld(came) ? [] : [found(clause, pointer, String(wanted), came)];
  });
  return { findings, reached: laws.map(([clause]) => clause) };
}

/** Several comparisons as one. */
export function jointly(...all: readonly Compared[]): Compared {
  return { findings: all.flatMap(({ findings }) => findings), reached: all.flatMap(({ reached }) => reached) };
}

export type Clauses = ClauseId | readonly ClauseId[];

/** Compares what stands at a place with what should. */
export function compareAt(clauses: Clauses, path: string, came: unknown, wanted: unknown, what = ''): Finding[] {
  if (isDeepStrictEqual(came, wanted)) return [];
  return [found(clauses, path, `${what === '' ? '' : `${what}: `}${printed(wanted)}`, came)];
}

/** What is wrong at a place of an answer. */
export function found(clauses: Clauses, path: string, expected: string, came: unknown): Finding {
  return { clauses: [clauses].flat(), expected, came: printed(came), path };
}

/** What is wrong with an answer as a whole. */
export function wholly(
  clauses: Clauses,
  expected: string,
  { status, body, text }: CheckedAnswer,
  statuses: readonly number[] = [],
): Finding {
  const all = [clauses].flat();
  const isUnwanted = status >= 400 && statuses.every((each) => each < 300);
  const instead = isUnwanted
    ? printed(memberOf(body, 'message') ?? '')
    : `instead of ${statuses.length === 0 ? 'a refusal' : statuses.join(' or ')}`;
  // Of a refusal that did not come, each rule is a cause of its own.
  const cause = `answers ${status} ${instead}${status < 400 ? ` (${all[0] ?? ''})` : ''}`;
  return { clauses: all, expected, came: `${status} ${printed(body ?? text)}`, cause };
}

export function queryValue({ request }: Requested, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

/** The id of the agent that a request names, in its body, form or query, as a number or in a UUID; null if none. */
export function namedIn(answer: Requested): number | null {
  const inForm = sentParts(answer).find(({ name }) => name === 'agent_id')?.value;
  const given = inForm ?? sentJson(answer)['agent_id'] ?? queryValue(answer, 'agent_id');
  const text = typeof given === 'string' && given.length === 36 ? given.slice(-12) : given;
  const id = typeof text === 'string' && text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(id) ? id : null;
}
