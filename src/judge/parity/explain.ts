import type { Choice } from '../../clauses/choices.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import { refusalLessons, type RefusalLesson } from '../learn/refusals-seen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ParityCause, Comparison } from './causes.ts';
import { isOtherOutcome, type Difference } from '../as-mock/compare.ts';
import type { Side } from '../as-mock/side.ts';

/** Why two answers differ. */
export type Explanation =
  /** One side breaks a rule that the specification states. */
  | { readonly kind: 'stated'; readonly side: 'the mock' | 'the deployment'; readonly clause: ClauseId }
  /** The deployment does otherwise where the specification is silent: with this the mock answers alike. */
  | { readonly kind: 'choice'; readonly choice: string; readonly decision: Decision }
  /** An assumption that nobody has written down yet. */
  | { readonly kind: 'unknown' };

/** An alternative of a behaviour, or what a refusal shows. */
export type Decision = { readonly alternative: string } | { readonly actions: readonly OverlayAction[] };
export type Decisions = Readonly<Record<string, Decision>>;

export interface ExplainOptions {
  readonly document: ContractDocument;
  readonly comparison: Comparison;
  /** A mock in process that follows these decisions beside those of the profile; null if they are refused. */
  readonly mockWith: (decisions: Decisions) => Promise<Side | null>;
  readonly isOver: () => boolean;
}

/**
 * Explains each cause, those that show soonest first. Which choice it is, is tried out: the walk that shows a cause is
 * sent to mocks that choose otherwise, until one answers as the deployment did.
 */
export async function explain(
  causes: readonly ParityCause[],
  options: ExplainOptions,
): Promise<ReadonlyMap<ParityCause, Explanation>> {
  const explained = new Map<ParityCause, Explanation>();
  let decisions: Decisions = {};
  for (const whole of causes) {
    if (options.isOver()) break;
    const cause = await cutShort(whole, decisions, options);
    const found =
      brokenRule(cause) ?? (await foundBefore(cause, decisions, options)) ?? (await chosen(cause, decisions, options));
    explained.set(whole, found ?? { kind: 'unknown' });
    if (found?.kind === 'choice') decisions = { ...decisions, [found.choice]: found.decision };
  }
  return explained;
}

function brokenRule({ mock, deployment, difference }: ParityCause): Explanation | undefined {
  const at = difference.at.replaceAll('/[]', '');
  const broken = ({ broken: rules }: ParityCause['mock']) =>
    rules.find(({ path }) => path === undefined || path.replaceAll(/\/\d+/g, '').startsWith(at))?.clause;
  const [theirs, ours] = [broken(deployment), broken(mock)];
  if (theirs !== undefined) return { kind: 'stated', side: 'the deployment', clause: theirs };
  return ours === undefined ? undefined : { kind: 'stated', side: 'the mock', clause: ours };
}

/** The cause with what its walk begins with and its last step alone, if that shows it too: it is sent often. */
async function cutShort(cause: ParityCause, decisions: Decisions, options: ExplainOptions): Promise<ParityCause> {
  const steps = [...cause.steps.slice(0, 2), ...cause.steps.slice(2).slice(-1)];
  const short = { ...cause, steps };
  if (steps.length === cause.steps.length) return cause;
  return (await left(short, decisions, options))?.some(({ at }) => at === cause.difference.at) === true ? short : cause;
}

/** The decision among those that were found already without which the difference would be there. */
async function foundBefore(
  cause: ParityCause,
  decisions: Decisions,
  options: ExplainOptions,
): Promise<Explanation | undefined> {
  const entries = Object.entries(decisions);
  if (entries.length === 0 || hasStill(cause, await left(cause, decisions, options))) return undefined;
  for (const [choice, decision] of entries.toReversed()) {
    const { [choice]: _, ...others } = decisions;
    if (hasStill(cause, await left(cause, others, options))) return { kind: 'choice', choice, decision };
  }
  return undefined;
}

/** The decision that leaves the fewest differences of the answer, and not this one. */
async function chosen(
  cause: ParityCause,
  decisions: Decisions,
  options: ExplainOptions,
): Promise<Explanation | undefined> {
  let best: { readonly found: Explanation; readonly left: number } | undefined;
  let rank = 0;
  for (const [choice, decision, nearness] of candidates(cause, options.document)) {
    // What is as near as what was found may be better; what is further away is not tried.
    if (options.isOver() || (best !== undefined && nearness > rank)) break;
    rank = nearness;
    const differences = await left(cause, { ...decisions, [choice]: decision }, options);
    if (differences === null || hasStill(cause, differences)) continue;
    const found = { kind: 'choice', choice, decision } as const;
    if (differences.length === 0) return found;
    if (best === undefined || differences.length < best.left) best = { found, left: differences.length };
  }
  return best?.found;
}

function hasStill({ difference }: ParityCause, differences: readonly Difference[] | null): boolean {
  return differences?.some((left) => left.at === difference.at || isOtherOutcome(left)) ?? true;
}

/** What differs of the cause's answer where the mock decides like this; null if that cannot be seen. */
async function left(
  cause: ParityCause,
  decisions: Decisions,
  { comparison, mockWith, isOver }: ExplainOptions,
): Promise<readonly Difference[] | null> {
  const side = await mockWith(decisions);
  if (side === null) return null;
  try {
    return comparison.again(cause, await side.walk(cause.steps, isOver));
  } finally {
    await side.close();
  }
}

/** The decisions that may explain a cause, the nearest first: of its rule or its member, of its operation, of all. */
function* candidates(
  cause: ParityCause,
  document: ContractDocument,
): Generator<readonly [choice: string, decision: Decision, nearness: number]> {
  const { choices, clauses } = document;
  const { rule, operation, difference } = cause;
  const member = difference.at.split('/').at(-1)?.replaceAll('_', '-') ?? '';
  const nearness = ({ id, clause }: Choice): number => {
    const operations = clauses.get(clause)?.operations ?? [];
    const isGoverning = operations !== 'all' && operations.some((each) => each === operation);
    if (clause === rule || (isGoverning && member.length > 2 && id.includes(member))) return 0;
    if (isGoverning || (operation !== null && id.includes(operation))) return 1;
    return operations === 'all' ? 2 : 3;
  };
  for (const level of [0, 1, 2]) {
    for (const choice of choices.values()) {
      if (nearness(choice) !== level) continue;
      for (const alternative of [...choice.alternatives.keys()].slice(1)) yield [choice.id, { alternative }, level];
    }
    if (level === 0) {
      for (const { what, actions } of refusalOf(cause, document)) {
        if (actions !== undefined) yield [what, { actions }, level];
      }
    }
  }
}

/** What the deployment's answer shows of the refusal that the mock gave. */
function refusalOf({ rule, mock, deployment }: ParityCause, document: ContractDocument): readonly RefusalLesson[] {
  if (rule === undefined || mock.answer.status < 400 || deployment.answer.status < 400) return [];
  const seen = { clause: rule as RefusalId, answer: deployment.answer, mock: mock.answer };
  return refusalLessons([seen], document, () => false, false).filter((each) => 'actions' in each);
}
