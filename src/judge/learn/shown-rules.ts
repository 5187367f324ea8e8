import type { ShownValue } from '../../document/shown-values.ts';
import { isJsonList, isJsonObject, isSameJson, type Json, grouped } from '../../json/json-value.ts';
import { isOfSide, repeatedBy, templateOfMost, textOfForms } from './placeholders.ts';
import {
  areOfFewNumbers,
  constantOfMost,
  holdsFor,
  isCount,
  itself,
  ruleCounting,
  ruleOfSaved,
  casesOfSaved,
} from './saved-rules.ts';
import { areMostlyAsTheyAre, casesBy, fewest, isAsItIs } from './shown-cases.ts';
import { ruleOfParts } from './shown-parts.ts';
import { areSeveral, isJsonText, plainRules, type ShownPair } from './shown-texts.ts';
import { sourceNames } from './sources.ts';

/** So many other scripts agree where one is left out: what it has done may have changed something else there. */
const fewestScripts = 8;

/**
 * The simplest rule that shows every value as it came: by the value itself, by what the answer repeats, by another field
 * that decides. Undefined if there is none.
 */
export function ruleShowing(pairs: readonly ShownPair[]): ShownValue | undefined {
  if (pairs.length < fewest) return undefined;
  const rule = ruleOfOne(pairs);
  const text = rule === undefined ? textOfForms(pairs) : undefined;
  if (text !== undefined) return { constant: text };
  return rule ?? ruleOfParts(pairs, ruleOfOne) ?? ruleBySentence(pairs);
}

function ruleOfOne(pairs: readonly ShownPair[]): ShownValue | undefined {
  return ruleByValue(pairs) ?? ruleCounting(pairs) ?? ruleByOthers(pairs);
}

/** Of a few sentences each by a rule of its own: what is said of an update may depend on more than what is said of a creation. */
function ruleBySentence(pairs: readonly ShownPair[]): ShownValue | undefined {
  const groups = [...grouped(pairs, ({ mock }) => (typeof mock === 'string' ? mock : ''))];
  const areSentences = groups.every(([text]) => /\S\s\S/.test(text));
  if (groups.length < 2 || groups.length > mostSentences || !areSentences) return undefined;
  const cases = groups.flatMap(([is, group]) => {
    if (group.every(isAsItIs)) return [{ is }];
    const shown = repeatedBy(group);
    const rule = shown === undefined ? ruleShowing(group) : undefined;
    if (rule !== undefined) return [{ is, rule }];
    const most = shown ?? templateOfMost(group);
    return most === undefined ? [] : [{ is, shown: most }];
  });
  return cases.length < groups.length ? undefined : { cases };
}

const mostSentences = 4;

/** A rule that shows every value as it came, whatever else there is. */
export function ruleShowingAll(pairs: readonly ShownPair[]): ShownValue | undefined {
  return pairs.length < fewest ? undefined : verified(pairs, generalRules(pairs));
}

/**
 * A rule that shows all but what one script saw, or the values that are always shown alike; beyond the mock what most have,
 * also in a field of an object that is made of a value.
 */
export function ruleShowingMost(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ mock, shown } = { mock: null, shown: null }] = pairs;
  const isWhole = (isJsonText(mock) || isJsonObject(mock)) && isJsonObject(shown);
  const fields = isWhole ? fieldRules(pairs, shown, ruleOfHalf) : undefined;
  const isMade = fields !== undefined && Object.values(fields).some(({ constant }) => constant === undefined);
  const made = isMade ? { fields } : undefined;
  return ruleWithoutOne(pairs) ?? casesBy(undefined, pairs, true) ?? made ?? casesOfSaved(pairs) ?? ruleOfSaved(pairs);
}

/** What shows more than half and no other rule shows more of, or is shown most often. */
function ruleOfHalf(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ mock } = { mock: null }] = pairs;
  const rules = [...generalRules(pairs)].filter(({ constant }) => constant === undefined);
  const cases = Object.keys(isJsonObject(mock) ? mock : {}).flatMap((from): readonly ShownValue[] => {
    const rule = casesBy(undefined, ofField(from, pairs), true);
    return rule === undefined ? [] : [{ from, ...rule }];
  });
  const counted = [...rules, ...cases].map((rule) => ({
    rule,
    count: pairs.filter((pair) => holdsFor(rule, pair)).length,
  }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return most !== undefined && most.count > pairs.length / 2 ? most.rule : constantOfMost(pairs);
}

function ruleWithoutOne(pairs: readonly ShownPair[]): ShownValue | undefined {
  const scripts = [...new Set(pairs.map(({ script }) => script))];
  if (scripts.length <= fewestScripts) return undefined;
  for (const left of scripts) {
    const rule = ruleByValue(pairs.filter(({ script }) => script !== left));
    if (rule !== undefined && rule.constant === undefined && rule.absent === undefined) return rule;
  }
  return undefined;
}

function ruleByValue(pairs: readonly ShownPair[]): ShownValue | undefined {
  const repeating = areSeveral(pairs) ? ruleRepeating(pairs) : undefined;
  return verified(pairs, generalRules(pairs)) ?? repeating ?? ruleWithCases(pairs) ?? casesBy(undefined, pairs);
}

/** What several values repeat, one way for all of them. */
function ruleRepeating(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ shown = null } = { shown: null }] = pairs;
  const isOne = !isOfSide(shown) && pairs.every((pair) => isSameJson(pair.shown, shown));
  const constant = isOne || areOfFewNumbers(pairs) ? undefined : repeatedBy(pairs);
  return constant === undefined ? undefined : { constant };
}

function ruleByOthers(pairs: readonly ShownPair[]): ShownValue | undefined {
  const repeating = ruleRepeating(pairs) ?? ruleOfRecords(pairs);
  if (repeating !== undefined) return repeating;
  // What every item has of its own decides nothing of others.
  const isOthers = (name: string): boolean => name !== 'item.id' && !isCount(name);
  const found = [...sourceNames(pairs, isOthers)].flatMap((by) => ruleWithout(by, pairs) ?? casesBy(by, pairs) ?? []);
  const isItself = ({ by = '', constant }: ShownValue): boolean => constant === itself(by, pairs);
  // Of as simple ones that which is about no more than what is shown otherwise: the rest is there by chance.
  const beside = new Map(
    found.map((rule) => [rule, pairs.filter((pair) => isAsItIs(pair) && isAbout(rule, pair)).length]),
  );
  const countOf = ({ cases = [] }: ShownValue): number => cases.length;
  const [simplest] = found.toSorted(
    (one, other) => countOf(one) - countOf(other) || (beside.get(one) ?? 0) - (beside.get(other) ?? 0),
  );
  return found.find(isItself) ?? simplest;
}

/** Records that several scripts name, as tools are, have values of their own. */
function ruleOfRecords(pairs: readonly ShownPair[]): ShownValue | undefined {
  const byId = [...grouped(pairs, ({ sources }) => JSON.stringify(sources.get('item.id') ?? null)).values()];
  const areKnown = byId.every((group) => new Set(group.map(({ script }) => script)).size > 1);
  return byId.length > 1 && areKnown ? casesBy('item.id', pairs) : undefined;
}

/** Whether a rule says what is shown there. */
function isAbout({ by = '', cases = [], constant }: ShownValue, { sources }: ShownPair): boolean {
  const known = cases.find(({ is }) => isSameJson(is, sources.get(by) ?? null));
  return (known === undefined ? constant : known.shown) !== undefined;
}

function verified(pairs: readonly ShownPair[], rules: Iterable<ShownValue>): ShownValue | undefined {
  for (const rule of rules) {
    if (pairs.every((pair) => holdsFor(rule, pair))) return rule;
  }
  return undefined;
}

/** Rules that the first pair allows, those that depend on the value first. */
function* generalRules(pairs: readonly ShownPair[]): Generator<ShownValue> {
  const [{ mock, shown } = { mock: null, shown: null }] = pairs;
  if (shown === undefined) {
    yield { absent: true };
    return;
  }
  if (isJsonText(mock)) yield* plainRules(mock, shown, pairs);
  if (isJsonObject(mock)) {
    for (const [from, value] of Object.entries(mock)) {
      yield { from };
      if (isJsonText(value)) for (const rule of plainRules(value, shown, ofField(from, pairs))) yield { from, ...rule };
    }
  }
  if (isJsonObject(shown)) {
    const fields = fieldRules(pairs, shown);
    if (fields !== undefined) yield { fields };
  }
  if (isConstant(pairs)) yield { constant: shown };
}

/** What one value is shown as says nothing of others, and a list is another state, whatever it has. */
function isConstant(pairs: readonly ShownPair[]): boolean {
  const isState = pairs.some(({ mock, shown }) => isJsonList(mock) && isJsonList(shown));
  return (
    !isState &&
    !pairs.some(({ shown = null }) => isOfSide(shown)) &&
    (areSeveral(pairs.filter((pair) => !isAsItIs(pair))) || pairs.every((pair) => isOfMoment(pair.mock)))
  );
}

/** Whether one stands for all, or the mock has none. */
function isOfMoment(mock: Json | undefined): boolean {
  return mock === undefined || isJsonObject(mock) || /\d{4}-|<[a-z]/.test(JSON.stringify(mock));
}

/** Each field of an object by the value, or by one of its fields; undefined if one shows nothing of it. */
export function fieldRules(
  pairs: readonly ShownPair[],
  first: Json,
  otherwise: (pairs: readonly ShownPair[]) => ShownValue | undefined = () => undefined,
): Readonly<Record<string, ShownValue>> | undefined {
  const all = [first, ...pairs.map(({ shown }) => shown)].filter((each) => isJsonObject(each));
  const names = new Set(all.flatMap((each) => Object.keys(each)));
  const entries = [...names].flatMap((name): [string, ShownValue | undefined][] => {
    const open = pairs.map((pair) => ({ ...pair, shown: isJsonObject(pair.shown) ? pair.shown[name] : null }));
    const there = open.some(({ shown }) => shown === undefined) ? ruleWhereThere(open) : undefined;
    if (there !== undefined) return [[name, there]];
    if (!isJsonObject(first) || !Object.hasOwn(first, name)) return [];
    const own = open.map((pair) => ({ ...pair, shown: pair.shown ?? null }));
    // What one side alone has, as the id of its agent, is no constant.
    const repeating = own.some(({ shown }) => isOfSide(shown)) ? ruleRepeating(own) : undefined;
    const general = verified(own, generalRules(own)) ?? repeating;
    return [[name, general ?? withExamples(casesOfField(own)) ?? ruleByItem(own) ?? otherwise(own)]];
  });
  if (entries.some(([, rule]) => rule === undefined)) return undefined;
  return Object.fromEntries(entries) as Readonly<Record<string, ShownValue>>;
}

/** Of a field that some items lack: by what items have otherwise that have it. */
function ruleWhereThere(pairs: readonly ShownPair[]): ShownValue | undefined {
  const isThere = ({ shown }: ShownPair): boolean => shown !== undefined;
  for (const by of sourceNames(pairs, (name) => name.startsWith('item.'))) {
    const groups = [...grouped(pairs, ({ sources }) => JSON.stringify(sources.get(by) ?? null))];
    const there = groups.filter(([, group]) => group.some(isThere));
    const isTold = there.every(([, [pair, ...others]]) => others.every(({ shown }) => isSameJson(shown, pair?.shown)));
    const cases = there.map(([is, [pair]]) => ({ is: JSON.parse(is) as Json, shown: pair?.shown ?? null }));
    if (isTold && groups.length > there.length && cases.length < fewestScripts) return { by, cases, absent: true };
  }
  return undefined;
}

/** With one field of the mock's in the place of the whole. */
export function ofField(from: string, pairs: readonly ShownPair[]): readonly ShownPair[] {
  return pairs.map((pair) => ({ ...pair, mock: isJsonObject(pair.mock) ? pair.mock[from] : undefined }));
}

/** By what one field of the value is. */
function casesOfField(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ mock } = { mock: null }] = pairs;
  for (const from of isJsonObject(mock) ? Object.keys(mock) : []) {
    const rule = casesBy(undefined, ofField(from, pairs));
    if (rule !== undefined) return { from, ...rule };
  }
  return undefined;
}

/** A text that cases give of a number is never that number: of one that is in no case it is one of those seen. */
function withExamples(rule: ShownValue | undefined): ShownValue | undefined {
  const cases = rule?.cases ?? [];
  const texts = cases.flatMap(({ is, shown }) => (typeof is === 'number' && typeof shown === 'string' ? [shown] : []));
  const isOfNumber = rule?.constant === undefined && texts.length > 0 && texts.length === cases.length;
  return isOfNumber ? { ...rule, examples: texts } : rule;
}

/** By the place of an item in its list, or by its kind. */
function ruleByItem(pairs: readonly ShownPair[]): ShownValue | undefined {
  const own = pairs.map((pair) => ({
    ...pair,
    sources: new Map([...pair.sources].filter(([name]) => name.startsWith('item.'))),
  }));
  return ruleByOthers(own);
}

/** What empty values, and signs alone, are shown as, each seen several times, and a rule for all others. */
function ruleWithCases(pairs: readonly ShownPair[]): ShownValue | undefined {
  const isSpecial = ({ mock }: ShownPair): boolean =>
    mock === null || (typeof mock === 'string' && !/[\p{L}\p{N}]/u.test(mock));
  const special = pairs.filter(isSpecial);
  const rule = ruleOrAsItIs(pairs.filter((pair) => !isSpecial(pair)));
  if (rule === undefined || special.length < fewest || !special.every(isAsItIs)) {
    const cases = rule && casesBy(undefined, special);
    return cases && { ...cases, ...rule };
  }
  return { cases: [...new Set(special.map(({ mock = null }) => mock))].map((is) => ({ is })), ...rule };
}

/** What is shown where a field was never sent, or was empty, and a rule for the value where it was; they must differ. */
function ruleWithout(by: string, pairs: readonly ShownPair[]): ShownValue | undefined {
  const isEmpty = pairs.some(({ sources }) => sources.get(by) === '');
  return ruleWithoutAny(by, pairs, [null]) ?? (isEmpty ? ruleWithoutAny(by, pairs, [null, '']) : undefined);
}

/** @param none what stands for nothing */
function ruleWithoutAny(by: string, pairs: readonly ShownPair[], none: readonly Json[]): ShownValue | undefined {
  const isNone = ({ sources }: ShownPair): boolean => none.includes(sources.get(by) ?? null);
  const given = pairs.filter((pair) => !isNone(pair));
  const rest = pairs.filter(isNone);
  if (given.length < fewest || rest.length < fewest) return undefined;
  const isUsual = rest.every(isAsItIs);
  const shown = isUsual ? undefined : sameShown(rest);
  if (shown === undefined && !isUsual) return ruleOfTwo(by, none, given, rest);
  const rule = ruleOfGiven(by, given);
  if (rule === undefined || (shown !== undefined && isSameJson(rule.constant, shown))) return undefined;
  if (rule.constant !== undefined && areMostlyAsTheyAre(given)) return undefined;
  return { by, cases: none.map((is) => ({ is, ...(shown !== undefined && { shown }) })), ...rule };
}

/** The field itself where it was sent, and elsewhere by what another one is; what was emptied is as it was sent. */
function ruleOfTwo(by: string, none: readonly Json[], given: readonly ShownPair[], rest: readonly ShownPair[]) {
  const constant = itself(by, given);
  // A number is another one's by chance.
  if (!given.every((pair) => typeof pair.shown === 'string' && holdsFor({ constant }, pair))) return undefined;
  const never = rest.filter(({ shown }) => shown !== '');
  const [rule] = [...sourceNames(never, (name) => !isCount(name))].flatMap((other) => casesBy(other, never) ?? []);
  return rule && { by, cases: none.map((is) => ({ is, rule })), constant };
}

/** By the field itself, if that is what is shown. */
function ruleOfGiven(by: string, pairs: readonly ShownPair[]): ShownValue | undefined {
  const repeating = pairs.filter(({ sources, shown }) => isSameJson(sources.get(by), shown)).length;
  const same = sameShown(pairs);
  // Of a text that most repeat the others, all alike, may be odd.
  const isItself = repeating === pairs.length || (typeof same === 'string' && repeating > pairs.length / 2);
  const constant = isItself ? itself(by, pairs) : same;
  // A number that one value is shown as is the case of that value.
  const isOfOneValue = pairs.every(({ sources }) => isSameJson(sources.get(by), pairs[0]?.sources.get(by)));
  if (typeof constant === 'number' && isOfOneValue) return undefined;
  return constant === undefined ? verified(pairs, generalRules(pairs)) : { constant };
}

/** What all have; an id or a moment stands for any. */
function sameShown(pairs: readonly ShownPair[]): Json | undefined {
  const shown = pairs[0]?.shown;
  const isOne = shown !== undefined && !isOfSide(shown) && pairs.every((pair) => isSameJson(pair.shown, shown));
  return repeatedBy(pairs) ?? (isOne ? shown : undefined);
}

function ruleOrAsItIs(pairs: readonly ShownPair[]): ShownValue | undefined {
  if (pairs.every(isAsItIs)) return {};
  return pairs.length < fewest ? undefined : verified(pairs, generalRules(pairs));
}
