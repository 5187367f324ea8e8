import type { Answer } from '../api.ts';
import { filterNames, type Step } from './steps.ts';
import { isObject } from './model/sent-fields.ts';
import type { Wanted } from './generate/agent-steps.ts';

/** What the walks of a run have covered; it steers the next walk to what is missing. */
export interface Histogram {
  readonly steps: number;
  /** Told of a step before it is carried out. */
  readonly onStep: (step: Step) => void;
  readonly onAnswer: (answer: Answer) => void;
  readonly wanted: () => Wanted;
  readonly lines: () => readonly string[];
}

/** So many pairs are offered to the generator, the least covered ones. */
const offered = 8;

/** @param members the members of create-agent */
export function createHistogram(members: readonly string[]): Histogram {
  const answers = new Map<string, number>();
  const memberPairs = new Map(pairsOf(members).map((pair) => [pair.join(' + '), { pair, count: 0 }]));
  const filterPairs = new Map(pairsOf(filterNames).map((pair) => [pair.join(' + '), { pair, count: 0 }]));
  let steps = 0;
  const count = (pairs: typeof memberPairs, names: readonly string[]): void => {
    for (const pair of pairsOf(names.toSorted())) {
      const known = pairs.get(pair.join(' + ')) ?? pairs.get(pair.toReversed().join(' + '));
      if (known !== undefined) known.count += 1;
    }
  };
  const least = (pairs: typeof memberPairs): (readonly [string, string])[] =>
    [...pairs.values()]
      .toSorted((one, other) => one.count - other.count)
      .slice(0, offered)
      .map(({ pair }) => pair);
  return {
    get steps() {
      return steps;
    },
    onStep: (step) => {
      steps += 1;
      if (step.do === 'send' && step.request.operation === 'createAgent' && isObject(step.request.json)) {
        count(memberPairs, Object.keys(step.request.json));
      }
      if (step.do === 'audience') {
        count(
          filterPairs,
          step.filters.map(({ name }) => name),
        );
      }
    },
    onAnswer: ({ request, status }) => {
      const key = `${request.operation ?? ''} ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    },
    wanted: () => ({
      memberPairs: least(memberPairs),
      filterPairs: least(filterPairs),
      factor: (operation) => {
        const seen = [...answers].reduce(
          (sum, [key, times]) => (key.startsWith(`${operation} `) ? sum + times : sum),
          0,
        );
        const all = [...answers.values()].reduce((sum, times) => sum + times, 0);
        // What makes less than a thirtieth of all answers is drawn twice as often.
        return all > 200 && seen * 30 < all ? 2 : 1;
      },
    }),
    lines: () => {
      const covered = (pairs: typeof memberPairs): string =>
        `${[...pairs.values()].filter((each) => each.count > 0).length} of ${pairs.size}`;
      return [
        `Answers: ${[...answers]
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([key, times]) => `${key} ${times}`)
          .join(', ')}.`,
        `Pairs of members: ${covered(memberPairs)}. Pairs of filters: ${covered(filterPairs)}.`,
      ];
    },
  };
}

function pairsOf<T>(list: readonly T[]): (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}
