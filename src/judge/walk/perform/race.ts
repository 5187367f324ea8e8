import type { ClauseId } from '../../../document/names.gen.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import type { Model } from '../../stated/model.ts';
import type { WalkState } from './walk-state.ts';

interface Order {
  readonly model: Model;
  readonly reached: readonly ClauseId[];
  readonly found: readonly (readonly [Finding, CheckedAnswer])[];
}

/**
 * Judges requests that were sent at once: their answers, and what is read after them, must be those of some order. Throws
 * a `Violation` of the order that explains most.
 */
export async function settleRace(
  answers: readonly CheckedAnswer[],
  state: WalkState,
  read: () => Promise<readonly CheckedAnswer[]>,
): Promise<void> {
  const before = state.model;
  const after = await read();
  const orders = permutations(answers).map((order) => judged(before, [...order, ...after], state));
  state.reached(orders.flatMap(({ reached }) => reached));
  const [best] = orders.toSorted((one, other) => one.found.length - other.found.length);
  if (best === undefined) return;
  state.accept(best.model);
  for (const answer of [...answers, ...after]) state.taken(answer);
  for (const [finding, answer] of best.found) {
    const expected = `${finding.expected} (of requests that were sent at once)`;
    // What one of them sent is gone: another one has changed what it left out.
    const lost: readonly ClauseId[] = finding.clauses.includes('create-agent.update')
      ? ['create-agent.update.partial']
      : [];
    state.report([{ ...finding, clauses: [...finding.clauses, ...lost], expected }], answer);
  }
}

function judged(start: Model, answers: readonly CheckedAnswer[], state: WalkState): Order {
  let model = start;
  const found: [Finding, CheckedAnswer][] = [];
  const reached: ClauseId[] = [];
  for (const answer of answers) {
    const next = state.judge(model, answer);
    model = next.model;
    reached.push(...next.reached);
    found.push(
      ...next.findings
        .filter((finding) => !state.isKnown(finding, answer))
        .map((finding) => [finding, answer] as [Finding, CheckedAnswer]),
    );
  }
  return { model, found, reached };
}

/** Every order of a few things. */
export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
