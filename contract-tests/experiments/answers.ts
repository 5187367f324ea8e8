import { isDeepStrictEqual } from 'node:util';
import type { Alternatives } from '../../src/clauses/choices.gen.ts';
import { type Api, memberOf } from '../../src/judge/api.ts';
import { refusalParts } from '../../src/judge/learn/experiment.ts';
import type { Findings } from '../../src/judge/learn/findings.ts';
import { type CheckedAnswer, NotVerified } from '../../src/judge/report/violation.ts';

/** A token of the right form that no deployment knows. */
export const unknownToken = 'f00d'.repeat(16);

export function isDone({ status }: CheckedAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the request was refused for what it is, not for its caller or the moment. */
export function isRefused({ status }: CheckedAnswer): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** One of two, by whether the request was carried out. Throws `NotVerified` for an answer that says neither. */
export function either<T>(answer: CheckedAnswer, ifDone: T, ifRefused: T): T {
  if (isDone(answer)) return ifDone;
  if (isRefused(answer)) return ifRefused;
  throw new NotVerified(`${String(answer.request.operation)} answered ${answer.status}`);
}

/** The same of a request whose caller is in question. */
export function eitherCaller<T>(answer: CheckedAnswer, ifKnown: T, ifUnknown: T): T {
  return answer.status === 401 ? ifUnknown : either(answer, ifKnown, ifKnown);
}

export function messageOf({ body }: CheckedAnswer): unknown {
  return memberOf(body, 'message');
}

/** Whether two requests are refused alike, as far as a caller can tell. */
export function isAlike(one: CheckedAnswer, other: CheckedAnswer): boolean {
  const shown = (answer: CheckedAnswer): unknown => [answer.status, messageOf(answer), memberOf(answer.body, 'code')];
  return isDeepStrictEqual(shown(one), shown(other));
}

/** The first of two refusals that an answer is like. Throws `NotVerified` if these are alike themselves. */
export function likeWhich<T extends string>(
  answer: CheckedAnswer,
  one: readonly [CheckedAnswer, T],
  other: readonly [CheckedAnswer, T],
): T | undefined {
  if (isAlike(one[0], other[0])) throw new NotVerified('it cannot be told apart: the deployment answers both alike');
  if (isAlike(answer, one[0])) return one[1];
  return isAlike(answer, other[0]) ? other[1] : undefined;
}

/** The UUID of an agent, as the settings say. */
export function uuidOf(api: Api, id: number): string {
  const pattern = api.need(api.settings.agents?.uuid, 'agents.uuid');
  return pattern.replace('{id}', String(id).padStart(12, '0'));
}

/** The latest answer of an experiment. */
export function lastAnswer({ answers }: Api): CheckedAnswer {
  const last = answers.at(-1)?.answer;
  if (last === undefined) throw new NotVerified('nothing was answered');
  return last;
}

/**
 * Whether an id that cannot be one is answered as one that is unknown. A refusal with another status than 400 has a
 * status and a message of its own, which decide the answer whatever this choice says.
 */
export function noteRefusalOrMissing<Clause extends 'get-by-id.agent-id.invalid' | 'audience-list.campaign-id.invalid'>(
  findings: Findings,
  clause: Clause,
  refused: Alternatives[`${Clause}.answer`],
  [invalid, ...others]: readonly [CheckedAnswer, ...CheckedAnswer[]],
  unknown: CheckedAnswer,
): void {
  const choice: `${Clause}.answer` = `${clause}.answer`;
  if (isAlike(invalid, unknown)) {
    findings.decide(choice, 'not-found', invalid);
    const parts = refusalParts.map((part) => `${clause}.${part}` as const);
    findings.hidden(parts, 'it is answered as one that is not there');
    return;
  }
  if (invalid.status === 400) findings.decide(choice, refused, invalid);
  else findings.hidden([choice], 'its status and its message are values of their own');
  findings.refused(clause, invalid, ...others);
}

/**
 * The largest limit from 50 to 100,000 that is taken, found by halving; undefined if not even 50 is, or if every one is.
 */
export async function largestLimit(isTaken: (limit: number) => Promise<boolean>): Promise<number | undefined> {
  if (!(await isTaken(50)) || (await isTaken(100_000))) return undefined;
  let [taken, refused] = [50, 100_000];
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}
