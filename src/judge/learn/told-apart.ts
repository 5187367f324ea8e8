import { disparities, isOtherOutcome, pairsOf, mockRule, type Difference } from '../as-mock/compare.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';

/** Which alternatives a script leaves, of those that it tells apart. */
export interface ToldApart {
  /** The alternatives whose mock answers as the deployment does wherever the mocks' answers differ. */
  readonly fitting: readonly string[];
  /** The deployment's answer that tells most, and where. */
  readonly answer: SeenAnswer;
  readonly at: string;
  /** What the mock that was compared with refused by there; undefined: it carried it out. */
  readonly rule: string | undefined;
  /** Every place that tells of the choice. */
  readonly places: readonly { readonly seen: SeenAnswer; readonly at: readonly string[] }[];
}

interface Comparing {
  readonly deployment: StepAnswers;
  /** What mocks answer that differ in one choice, by its alternatives. */
  readonly mocks: ReadonlyMap<string, StepAnswers>;
  readonly hasSameData: boolean;
  /** Where the rules of the script show: where no alternative fits in everything, the rest is something else. */
  readonly shows: readonly string[] | undefined;
}

/** What a script tells of a choice; undefined if the mocks answer it alike, or the deployment was not asked the same. */
export function toldApart({ deployment, mocks, hasSameData, shows }: Comparing): ToldApart | undefined {
  const pairs = [...mocks].map(([name, mock]) => ({
    name,
    answers: new Map(pairsOf(mock, deployment).map(([own, other]) => [other, own])),
  }));
  let fitting = [...mocks.keys()];
  let told: Omit<ToldApart, 'fitting' | 'places'> | undefined;
  const places: { readonly seen: SeenAnswer; readonly at: readonly string[] }[] = [];
  let misfit: typeof told;
  const isTelling = (at: string): boolean => !at.startsWith('/') || shows?.some((each) => isNear(at, each)) !== false;
  // What an answer means that the document does not allow cannot be told.
  for (const seen of deployment.steps.flat().filter(({ isInvalid }) => !isInvalid)) {
    const sides = pairs.flatMap(({ name, answers }) => {
      const side = answers.get(seen);
      return side === undefined ? [] : [{ name, side }];
    });
    // One that has refused what was done before may have nothing to show.
    const lacking = pairs.filter(({ answers }) => !answers.has(seen)).map(({ name }) => name);
    if (sides.length < 2) continue;
    const compared = (isSeen: (at: string) => boolean) => {
      const between = (one: (typeof sides)[number], other: (typeof sides)[number]): readonly Difference[] =>
        one === other ? [] : disparities(one.side, other.side, hasSameData, Infinity).filter(({ at }) => isSeen(at));
      const [first, ...others] = sides;
      const [difference] = first === undefined ? [] : others.flatMap((other) => between(first, other));
      if (difference === undefined) return undefined;
      const at = new Set<string>();
      const fits = sides.filter((one) => {
        const telling = sides.flatMap((other) => between(one, other)).filter((each) => !isOtherOutcome(each));
        for (const each of telling) at.add(each.at);
        return isFitting(
          one.side,
          seen,
          telling.map((each) => each.at),
          hasSameData,
        );
      });
      return { difference, fits, at: [...at] };
    };
    const whole = compared(() => true);
    const found = whole?.fits.length === 0 ? compared(isTelling) : whole;
    if (found === undefined) continue;
    const { difference, fits, at } = found;
    // Where no alternative answers so, the deployment does something else there that is not known yet.
    if (fits.length === 0) {
      misfit ??= { answer: seen, at: difference.at, rule: ruleOfRefused(sides) };
      continue;
    }
    places.push({ seen, at });
    const left = fitting.filter((name) => lacking.includes(name) || fits.some((each) => each.name === name));
    if (told === undefined || left.length < fitting.length) {
      told = { answer: seen, at: difference.at, rule: ruleOfRefused(sides) };
    }
    fitting = left;
  }
  if (told !== undefined) return { fitting, places, ...told };
  return misfit && { fitting: [], places, ...misfit };
}

/** Whether a mock still answers as the deployment wherever that has told of a choice. */
export function isStillTold(
  { places }: ToldApart,
  mock: StepAnswers,
  deployment: StepAnswers,
  hasSameData: boolean,
): boolean {
  const sides = new Map(pairsOf(mock, deployment).map(([own, seen]) => [seen, own]));
  return places.every(({ seen, at }) => {
    const side = sides.get(seen);
    return side !== undefined && isFitting(side, seen, at, hasSameData);
  });
}

function isFitting(side: SeenAnswer, seen: SeenAnswer, telling: readonly string[], hasSameData: boolean): boolean {
  const own = disparities(side, seen, hasSameData, Infinity);
  return !own.some((each) => isOtherOutcome(each) || telling.some((at) => isNear(at, each.at)));
}

/**
 * The alternatives that every script leaves. One script that fits none, or another one, counts for nothing beside several
 * that tell the same: something else shows there. Where it depends on which of them is left out, nothing is told.
 */
export function agreed(told: readonly Pick<ToldApart, 'fitting'>[]): readonly string[] {
  const whole = common(told);
  if (whole.length > 0 || told.length < fewestAgreeing) return whole;
  const others = told.map((_, at) => common(told.toSpliced(at, 1)));
  const single = new Set(others.filter((left) => left.length === 1).flat());
  return single.size === 1 ? [...single] : [];
}

/** So many scripts tell of a choice where one of them may be wrong. */
const fewestAgreeing = 4;

function common(told: readonly Pick<ToldApart, 'fitting'>[]): readonly string[] {
  return told.map(({ fitting }) => fitting).reduce((left, fitting) => left.filter((name) => fitting.includes(name)));
}

function isNear(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function ruleOfRefused(sides: readonly { readonly side: SeenAnswer }[]): string | undefined {
  const refused = sides.find(({ side }) => side.answer.status >= 400);
  return refused && mockRule(refused.side.answer);
}
