import type { ClauseId } from '../../document/names.gen.ts';
import type { Api } from '../api.ts';
import type { Step } from '../steps.ts';
import { NotVerified, Violation } from '../report/violation.ts';
import { printed } from '../validate-answer.ts';
import { ComparedSide, disparities, isOtherOutcome, pairsOf, mockRule, type Difference } from './compare.ts';
import { answersTo } from './side.ts';
import type { SeenAnswer } from './twin.ts';

/** The steps that are compared, for rules that are assumed. */
interface Compared {
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly steps: readonly Step[];
  readonly shows?: readonly string[];
}

/**
 * Sends steps to the deployment and to a world of the mock: every answer must be the mock's.
 * @throws Violation of the rule that decided the mock's answer, or of those that the steps are for
 * @throws NotVerified if the two cannot be compared
 */
export async function compareWithTwin(compared: Compared, api: Api): Promise<void> {
  const { clauses, steps } = compared;
  if (api.twin === undefined) throw new NotVerified('this run compares with no world of the mock');
  const theirs = await answersTo(steps, api, { isStrict: true });
  const ours = await api.twin.send(steps);
  const pairs = pairsOf(ours, theirs);
  if (pairs.length === 0) throw new NotVerified('the mock was not asked the same');
  for (const [own, other] of pairs) {
    const inBody = disparities(
      new ComparedSide(own, ours.agents),
      new ComparedSide(other, theirs.agents),
      api.twin.hasSameData,
    ).filter((difference) => isTelling(difference, own, compared));
    const [first] = [...inBody, ...headerDifferences(own, other, compared)];
    if (first === undefined) continue;
    const rule = mockRule(own.answer);
    const broken = clauses.filter((clause) => clause === rule);
    throw new Violation({
      clauses: broken.length > 0 ? broken : clauses,
      expected: `${first.at} as the mock has it: ${printed(first.mock)}`,
      came: printed(first.deployment),
      ...(first.at.startsWith('/') && { path: first.at.replaceAll('[]', '0') }),
      answer: other.answer,
    });
  }
}

/** Of the headers that a script names. */
function headerDifferences(own: SeenAnswer, other: SeenAnswer, { shows = [] }: Compared): Difference[] {
  return shows
    .filter((name) => !name.startsWith('/'))
    .map((name) => ({ at: name, mock: own.answer.headers[name], deployment: other.answer.headers[name] }))
    .filter(({ mock, deployment }) => mock !== deployment);
}

/** Messages of success and, where a script names what shows its rules, everything else of a success say nothing of them. */
function isTelling(difference: Difference, { answer }: SeenAnswer, { shows }: Compared): boolean {
  if (answer.status >= 400 || isOtherOutcome(difference) || difference.at === 'status') return true;
  if (shows !== undefined) return shows.some((each) => difference.at === each || difference.at.startsWith(`${each}/`));
  return difference.at !== '/message';
}
