import { disparities, isOtherOutcome, pairsOf, mockRule, type Difference } from '../as-mock/compare.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';

/** Which alternatives a script leaves, of those that it tells apart. */
export interface ToldApart {
  /** The alternatives whose mock answers as the deployment does wherever the mocks' answers differ. */
  readonly fitting: readonly string[];
  /** What tells most. */
  readonly telling: Place;
  /** Everything that tells of the choice, where an alternative fits. */
  readonly places: readonly Place[];
}

/** Whether a script tells what is in a list, not how it is shown. */
export function isOfLists({ places }: ToldApart): boolean {
  return places.some(({ isOfList }) => isOfList);
}

/** An answer of the deployment to which the mocks' answers differ. */
interface Place {
  readonly seen: SeenAnswer;
  /** Where they differ, what was found first first. */
  readonly at: readonly string[];
  /** The alternatives that answer so, or have nothing to answer here. */
  readonly fits: readonly string[];
  /** What a mock that was compared with refused by here; undefined: all carried it out. */
  readonly rule: string | undefined;
  /** Whether the deployment shows the items of a list otherwise than any alternative: which are there was compared. */
  readonly isOfList: boolean;
}

/**
 * What a script tells of a choice; undefined if the mocks answer it alike, or the deployment was not asked the same.
 * @param mocks what mocks answer that differ in one choice, by its alternatives
 * @param shows where the rules of the script show: where no alternative fits in everything, the rest is something else
 */
export function toldApart(
  mocks: ReadonlyMap<string, StepAnswers>,
  deployment: StepAnswers,
  hasSameData: boolean,
  shows: readonly string[] | undefined,
): ToldApart | undefined {
  const answers = [...mocks].map(([name, mock]) => ({ name, sides: sidesOf(mock, deployment) }));
  const isTelling = (at: string): boolean => !at.startsWith('/') || shows?.some((each) => isNear(at, each)) !== false;
  // What an answer means that the document does not allow cannot be told.
  const valid = deployment.steps.flat().filter(({ isInvalid }) => !isInvalid);
  // What was changed on one side alone shows in what follows, whatever the choice.
  const parted = valid.findIndex((seen) => answers.every(({ sides }) => isOtherChange(sides.get(seen), seen)));
  const found = valid.slice(0, parted < 0 ? valid.length : parted).flatMap((seen): readonly Place[] => {
    const sides = answers.flatMap(({ name, sides: all }) => {
      const side = all.get(seen);
      return side === undefined ? [] : [{ name, side }];
    });
    const whole = differing(sides, seen, hasSameData, () => true);
    const shown = whole?.fits.length === 0 ? differing(sides, seen, hasSameData, isTelling) : whole;
    // How an item is shown is learned apart from whether it is there.
    const listed =
      shown?.fits.length === 0 ? differing(sides, seen, hasSameData, (at) => !at.includes('/[]')) : undefined;
    const place = listed ?? shown;
    if (place === undefined) return [];
    // One that has refused what was done before may have nothing to show.
    const lacking = place.fits.length === 0 ? [] : answers.filter(({ sides: all }) => !all.has(seen));
    const refused = sides.find(({ side }) => side.answer.status >= 400);
    const fits = [...place.fits, ...lacking.map(({ name }) => name)];
    return [
      { seen, at: place.at, fits, rule: refused && mockRule(refused.side.answer), isOfList: listed !== undefined },
    ];
  });
  // Where no alternative answers so, the deployment does something else there that is not known yet.
  const places = found.filter(({ fits }) => fits.length > 0);
  let fitting = places.length === 0 ? [] : [...mocks.keys()];
  let telling = places[0] ?? found[0];
  for (const place of places) {
    const left = fitting.filter((name) => place.fits.includes(name));
    if (left.length < fitting.length) telling = place;
    fitting = left;
  }
  return telling && { fitting, telling, places };
}

/** Whether one side has changed what the other one refused to. */
function isOtherChange(mock: SeenAnswer | undefined, { answer: { status, request } }: SeenAnswer): boolean {
  const isReading = /^(?:get|list|verify)/.test(request.operation ?? 'get');
  return mock !== undefined && !isReading && mock.answer.status < 300 !== status < 300;
}

interface Alternative {
  readonly name: string;
  readonly side: SeenAnswer;
}

/** Where answers of alternatives differ, and which of them are the deployment's there; undefined if they do not. */
function differing(
  sides: readonly Alternative[],
  seen: SeenAnswer,
  hasSameData: boolean,
  isSeen: (at: string) => boolean,
): Pick<Place, 'at' | 'fits'> | undefined {
  const at = new Set<string>();
  const between = (one: Alternative, other: Alternative): readonly Difference[] =>
    isSame(one.side, other.side)
      ? []
      : disparities(one.side, other.side, hasSameData, Infinity).filter((each) => isSeen(each.at));
  const fits = sides.filter((one) => {
    const differences = sides.flatMap((other) => between(one, other));
    for (const each of differences) at.add(each.at);
    const telling = differences.filter((each) => !isOtherOutcome(each)).map((each) => each.at);
    return isRight(
      disparities(one.side, seen, hasSameData, Infinity).filter((each) => isSeen(each.at)),
      telling,
    );
  });
  return at.size === 0 ? undefined : { at: [...at], fits: fits.map(({ name }) => name) };
}

/** Whether there is nothing to compare. */
function isSame({ answer: one }: SeenAnswer, { answer: other }: SeenAnswer): boolean {
  return one === other || (one.status === other.status && one.text === other.text);
}

/** Whether a mock still answers as the deployment wherever that has told of a choice. */
export function isStillTold(
  { places }: ToldApart,
  mock: StepAnswers,
  deployment: StepAnswers,
  hasSameData: boolean,
): boolean {
  const sides = sidesOf(mock, deployment);
  return places.every(({ seen, at }) => {
    const side = sides.get(seen);
    return side !== undefined && isRight(disparities(side, seen, hasSameData, Infinity), at);
  });
}

/** Whether nothing of what differs is another outcome, or near a place that tells. */
function isRight(differences: readonly Difference[], telling: readonly string[]): boolean {
  return !differences.some((each) => isOtherOutcome(each) || telling.some((at) => isNear(at, each.at)));
}

/** What a mock answers, by what the deployment answers to the same. */
function sidesOf(mock: StepAnswers, deployment: StepAnswers): ReadonlyMap<SeenAnswer, SeenAnswer> {
  return new Map(pairsOf(mock, deployment).map(([own, seen]) => [seen, own]));
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
