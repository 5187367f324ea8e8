import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import type { Finding } from './model.ts';

/** What an answer as a whole must be. */
export interface Expectation {
  readonly clause: ClauseId;
  readonly why: string;
  /** Absent: any refusal, because which one is not shown. */
  readonly statuses?: readonly number[];
  readonly message?: string | undefined;
}

/** Compares an answer with one of these statuses, and the exact message if one is given. */
export function expectStatus(
  answer: CheckedAnswer,
  statuses: readonly number[],
  clause: ClauseId,
  why: string,
  message?: string,
): Finding[] {
  if (!statuses.includes(answer.status)) {
    return [{ clauses: [clause], expected: `status ${statuses.join(' or ')}, because ${why}`, came: cameOf(answer) }];
  }
  const said = memberOf(answer.body, 'message');
  if (message === undefined || message === said) return [];
  return [{ clauses: [clause], expected: shortly(message), came: shortly(said), path: '/message' }];
}

/** Expects a refusal: of which kind is not shown, or one of these. */
export function notDone(answer: CheckedAnswer, clause: ClauseId, why: string, statuses?: readonly number[]): Finding[] {
  const isRefusal = answer.status >= 400 && answer.status < 500 && (statuses?.includes(answer.status) ?? true);
  if (isRefusal) return [];
  const expected = `a refusal with ${statuses?.join(' or ') ?? '4xx'}, because ${why}`;
  return [{ clauses: [clause], expected, came: cameOf(answer) }];
}

/** Null: whatever comes is right. */
export function compared(
  answer: CheckedAnswer,
  expectation: Expectation | null,
): { findings: Finding[]; reached: ClauseId[] } {
  if (expectation === null) return { findings: [], reached: [] };
  const { clause, why, statuses, message } = expectation;
  const findings =
    statuses === undefined ? notDone(answer, clause, why) : expectStatus(answer, statuses, clause, why, message);
  return { findings, reached: [clause] };
}

export function cameOf({ status, body, text }: CheckedAnswer): string {
  return `${status} ${shortly(body ?? text)}`;
}

export function queryOf({ request }: CheckedAnswer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}
