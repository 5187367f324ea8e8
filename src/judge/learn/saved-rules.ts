import { shownBy, type ShownValue } from '../../document/shown-values.ts';
import { isSameJson, grouped, type JsonObject } from '../../json/json-value.ts';
import { normalised } from '../as-mock/normalise.ts';
import { asNamed, isOfSide } from './placeholders.ts';
import { casesBy, fewest, isAsItIs } from './shown-cases.ts';
import type { ShownPair } from './shown-texts.ts';
import { sourceNames } from './sources.ts';

/**
 * What shows most by a field that was saved, if the strangers are of one script; where the mock has nothing also one value,
 * if it shows more than nothing would.
 */
export function ruleOfSaved(pairs: readonly ShownPair[]): ShownValue | undefined {
  const isBeyond = pairs.every(({ mock }) => mock === undefined);
  const names = sourceNames(pairs, (name) => /^saved\.|\.0$/.test(name));
  const bySaved = [...names].flatMap((by) => rulesBySaved(by, pairs));
  const one = isBeyond ? (constantOfMost(pairs) ?? []) : [];
  const counted = [one, bySaved]
    .flat()
    .map((rule) => ({ rule, strangers: pairs.filter((pair) => !holdsFor(rule, pair) && !isBlank(rule, pair)) }));
  const asItIs = pairs.filter(isAsItIs).length;
  const better = counted
    .filter(({ strangers }) => pairs.length - strangers.length >= asItIs + fewest)
    .toSorted((first, other) => first.strangers.length - other.strangers.length);
  // What was saved is no chance.
  const isRepeating = ({ rule, strangers }: (typeof better)[number]): boolean => {
    const given = pairs.filter((pair) => isGiven(rule.by ?? '', pair) && !isBlank(rule, pair));
    const isItself = rule.constant === itself(rule.by ?? '', pairs);
    return isItself && given.filter((pair) => strangers.includes(pair)).length < given.length / 2;
  };
  const best = better.find(isRepeating) ?? better[0];
  if (best === undefined) return undefined;
  // What was emptied, or was an odd value, may be shown otherwise than what was never saved.
  const isOdd = (pair: ShownPair): boolean =>
    pair.isTrying === true || (pair.shown === '' && !isGiven(best.rule.by ?? '', pair));
  const isOfOneScript = new Set(best.strangers.map(({ script }) => script)).size <= 1;
  const areEmptied = isRepeating(best) && best.strangers.every(isOdd);
  return isBeyond || isOfOneScript || areEmptied ? best.rule : undefined;
}

/** What is shown where a saved field is one of a few, each seen several times, if the strangers beside odd values are of one script. */
export function casesOfSaved(pairs: readonly ShownPair[]): ShownValue | undefined {
  const names = sourceNames(pairs, (name) => name.startsWith('saved.'));
  const counted = [...names].flatMap((by) => {
    const rule = casesBy(by, pairs, true);
    const told = rule?.cases?.filter(({ shown }) => shown !== undefined) ?? [];
    if (rule === undefined || told.length < fewest) return [];
    return [{ rule, strangers: pairs.filter((pair) => pair.isTrying !== true && !holdsFor(rule, pair)) }];
  });
  const [best] = counted.toSorted((one, other) => one.strangers.length - other.strangers.length);
  const isOfOneScript = new Set(best?.strangers.map(({ script }) => script)).size <= 1;
  return isOfOneScript ? best?.rule : undefined;
}

/** What a saved value is shown as that is not the value itself is shown of so many that have one. */
const mostGiven = 0.75;

/** As JSON: a text that stands in no two places by chance. */
const longEnough = 8;

/** Fewer different numbers are those of something else by chance. */
const fewestNumbers = 3;

/** Whether all are numbers, and so few different ones that something else has the same by chance. */
export function areOfFewNumbers(pairs: readonly ShownPair[]): boolean {
  const values = pairs.map(({ shown }) => shown);
  return values.every((value) => typeof value === 'number') && new Set(values).size < fewestNumbers;
}

/** Whether a source counts requests: small numbers, by which nothing is decided. */
export function isCount(name: string): boolean {
  return name === 'saved.updates' || name === 'saved.versions';
}

/** Several numbers that nearly all count requests of the same kinds; the fewest kinds that do. */
export function ruleCounting(pairs: readonly ShownPair[]): ShownValue | undefined {
  const areNumbers = pairs.every(({ mock, shown }) => mock === undefined && Number.isInteger(shown));
  if (!areNumbers || areOfFewNumbers(pairs)) return undefined;
  // What most have is the count of nothing.
  const usual = constantOfMost(pairs)?.constant;
  const rare = pairs.filter(({ shown }) => shown !== usual);
  const kinds = [...new Set(pairs.flatMap(({ counts = {} }) => Object.keys(counts)))];
  const sets = Array.from({ length: 2 ** kinds.length - 1 }, (_, at) =>
    kinds.filter((_kind, place) => ((at + 1) >> place) % 2 === 1),
  );
  const tried = sets.map((counted) => {
    const sumOf = (counts: JsonObject = {}) => counted.reduce((sum, kind) => sum + Number(counts[kind] ?? 0), 0);
    const byRest = [...grouped(pairs, ({ counts, shown }) => String(Number(shown) - sumOf(counts)))];
    const [[rest, held] = ['', []]] = byRest.toSorted(([, one], [, other]) => other.length - one.length);
    return { counted, plus: Number(rest), odd: pairs.length - held.length };
  });
  // A further kind must tell several more.
  const costOf = ({ counted, odd }: (typeof tried)[number]): number => odd + fewest * counted.length;
  const [best] = tried.toSorted((one, other) => costOf(one) - costOf(other));
  if (best === undefined || best.plus < 0 || best.odd > rare.length / mostOdd) return undefined;
  return { counted: best.counted, ...(best.plus > 0 && { plus: best.plus }) };
}

/** One in so many may be another count: what counts as a change is the deployment's own. */
const mostOdd = 4;

/** A saved field itself, and what most have that have one. */
function rulesBySaved(by: string, pairs: readonly ShownPair[]): readonly ShownValue[] {
  const others = pairs.filter((pair) => !isGiven(by, pair));
  const usual = others.every(isAsItIs) ? undefined : constantOfMost(others)?.constant;
  const cases = [{ is: null, ...(usual !== undefined && { shown: usual }) }];
  const given = pairs.filter((pair) => isGiven(by, pair));
  // What one script alone sees there may be of anything else that it does.
  const isOfSeveral = new Set(given.map(({ script }) => script)).size >= fewest;
  const { constant } = (isOfSeveral ? constantOfMost(given) : undefined) ?? {};
  const ofConstant = given.filter(({ shown }) => isSameJson(shown, constant));
  const isItself = ofConstant.every(({ sources }) => isSameJson(sources.get(by), constant));
  const own = itself(by, pairs);
  const isOwn = (typeof constant === 'string' && isItself) || areRepeated(own, given);
  const isOther = !isItself && !isCount(by) && ofConstant.length > given.length * mostGiven;
  return [...(isOwn ? [own] : []), ...(isOther ? [constant] : [])].flatMap((each) =>
    each === undefined ? [] : [{ by, cases, constant: each }],
  );
}

/** Whether a placeholder shows a long text, or several numbers. */
function areRepeated(constant: string, given: readonly ShownPair[]): boolean {
  const held = given.filter((pair) => holdsFor({ constant }, pair)).map(({ shown }) => JSON.stringify(shown));
  return held.some((each) => each.startsWith('"') && each.length >= longEnough) || new Set(held).size >= fewestNumbers;
}

/** Whether the rule shows a blank text as it is: what becomes of blanks is a kind of value of its own. */
function isBlank({ by = '', constant }: ShownValue, { sources }: ShownPair): boolean {
  const value = sources.get(by);
  const isText = typeof value === 'string' && typeof constant === 'string';
  return isText && value.trim() === '' && constant.startsWith(`{${by}`);
}

export function constantOfMost(pairs: readonly ShownPair[]): ShownValue | undefined {
  const alike = [...grouped(pairs, ({ shown }) => (shown === undefined ? '' : JSON.stringify(shown))).values()];
  const [most = []] = alike.toSorted((one, other) => other.length - one.length);
  const constant = most[0]?.shown;
  return most.length < fewest || constant === undefined || isOfSide(constant) ? undefined : { constant };
}

/** Whether a rule shows what came. */
export function holdsFor(rule: ShownValue, { mock, shown, sources, counts }: ShownPair): boolean {
  const given = shownBy(mock, rule, (name) =>
    name.startsWith('saved.counted.') ? counts?.[name.slice('saved.counted.'.length)] : asNamed(sources.get(name)),
  );
  if (rule.examples !== undefined) return typeof given === typeof shown;
  return given === undefined ? shown === undefined : shown !== undefined && isSameJson(normalised(given), shown);
}

/** A placeholder that shows a field as it is. */
export function itself(by: string, pairs: readonly ShownPair[]): string {
  return `{${by}${pairs.some(({ shown }) => typeof shown === 'string') ? '|' : ''}}`;
}

/** Whether a field has a value: null is none. */
export function isGiven(by: string, { sources }: ShownPair): boolean {
  return (sources.get(by) ?? null) !== null;
}
