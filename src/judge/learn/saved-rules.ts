import { shownBy, type ShownValue } from '../../document/shown-values.ts';
import { isSameJson, grouped } from '../../json/json-value.ts';
import { normalised } from '../as-mock/normalise.ts';
import { asNamed, isOfSide } from './placeholders.ts';
import { fewest, isAsItIs } from './shown-cases.ts';
import type { ShownPair } from './shown-texts.ts';

/**
 * What shows most by a field that was saved, if the strangers are of one script; where the mock has nothing also one value,
 * if it shows more than nothing would.
 */
export function ruleOfSaved(pairs: readonly ShownPair[]): ShownValue | undefined {
  const isBeyond = pairs.every(({ mock }) => mock === undefined);
  const names = new Set(
    pairs.flatMap(({ sources }) => [...sources.keys()].filter((name) => name.startsWith('saved.'))),
  );
  const bySaved = [...names].flatMap((by): readonly ShownValue[] => {
    const others = pairs.filter((pair) => !isGiven(by, pair));
    const usual = others.every(isAsItIs) ? undefined : constantOfMost(others)?.constant;
    const cases = [{ is: null, ...(usual !== undefined && { shown: usual }) }];
    const given = pairs.filter((pair) => isGiven(by, pair));
    // What one script alone sees there may be of anything else that it does.
    const isOfSeveral = new Set(given.map(({ script }) => script)).size >= fewest;
    const { constant } = (isOfSeveral ? constantOfMost(given) : undefined) ?? {};
    return [itself(by, pairs), constant].flatMap((each) => (each === undefined ? [] : [{ by, cases, constant: each }]));
  });
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
  const isOfOneScript = new Set(best.strangers.map(({ script }) => script)).size <= 1;
  // What was emptied may be shown otherwise than what was never saved.
  const isEmptied = (pair: ShownPair): boolean => pair.shown === '' && !isGiven(best.rule.by ?? '', pair);
  const areEmptied = isRepeating(best) && best.strangers.every(isEmptied);
  return isBeyond || isOfOneScript || areEmptied ? best.rule : undefined;
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
export function holdsFor(rule: ShownValue, { mock, shown, sources }: ShownPair): boolean {
  const given = shownBy(mock, rule, (name) => asNamed(sources.get(name)));
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
