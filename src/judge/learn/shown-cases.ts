import { isSameJson, type Json, grouped } from '../../json/json-value.ts';
import type { ShownValue } from '../../document/shown-values.ts';
import { isOfOne, isRepeated, repeatedBy } from './placeholders.ts';
import type { ShownPair } from './shown-texts.ts';

/** So many values show what stands in one place: fewer may be like that by chance. */
export const fewest = 2;

export function isAsItIs({ mock, shown }: ShownPair): boolean {
  return isSameJson(mock, shown);
}

/** What most have anyway is told by something else. */
export function areMostlyAsTheyAre(pairs: readonly ShownPair[]): boolean {
  return pairs.filter(isAsItIs).length > pairs.length / 2;
}

/** A code of one or two digits stands in a text by chance. */
const shortestRepeated = 3;

/** More cases are no rule, and what more values decide is not looked at. */
const mostCases = 12;
const mostDeciding = 40;

/** So many values that are shown alike tell how every other one is shown. */
const fewestAlike = 3;

/**
 * What is shown where the value, or another field, is one of a few; what stays as it is needs no case. Where several are
 * shown alike, everything else is shown so too.
 */
export function casesBy(by: string | undefined, pairs: readonly ShownPair[], isPart = false): ShownValue | undefined {
  const deciding = ({ mock, sources }: ShownPair): Json => (by === undefined ? mock : sources.get(by)) ?? null;
  if (!areFewValues(pairs, deciding, by !== undefined)) return undefined;
  return casesIn(by, [...grouped(pairs, (pair) => JSON.stringify(deciding(pair)))], isPart);
}

type Group = readonly [is: string, pairs: readonly ShownPair[]];

function casesIn(by: string | undefined, groups: readonly Group[], isPart: boolean): ShownValue | undefined {
  // Where an item stands is chance.
  const usual = isPart || by === 'item.place' ? undefined : shownOfSeveral(by, groups);
  const special = groups.filter(([, group]) => !isUsualGroup(usual, group));
  const cases = isPart || special.length <= mostCases ? casesOfGroups(by, special, isPart) : [];
  if (cases.length === 0 || cases.length > mostCases) return undefined;
  const rule = { ...(by !== undefined && { by }), cases };
  if (usual !== undefined) return { ...rule, constant: usual };
  // What is shown alike in all cases is not told by another field.
  const areAlike = cases.every(({ shown }) => isSameJson(shown, cases[0]?.shown));
  return by !== undefined && cases.length === groups.length && areAlike ? undefined : rule;
}

/** What each group is shown as; a part alone leaves out those of which nothing is told, and else there are none at all. */
function casesOfGroups(by: string | undefined, groups: readonly Group[], isPart: boolean) {
  const cases: { is: Json; shown?: Json }[] = [];
  for (const [json, group] of groups) {
    const is = JSON.parse(json) as Json;
    const shown = group.every(isAsItIs) ? undefined : shownWhere(by, group);
    if (shown !== undefined) cases.push({ is, shown });
    else if (group.every(isAsItIs)) cases.push({ is });
    else if (!isPart) return [];
  }
  return cases;
}

/** What several groups are shown as that have another value. */
function shownOfSeveral(by: string | undefined, groups: readonly Group[]): Json | undefined {
  const alike = groups.flatMap(([, group]) => {
    const { shown } = group[0] ?? {};
    const isOther = shown !== undefined && !isOfOne(shown) && !group.some(isAsItIs) && areShownAs(shown, group);
    return isOther && (by !== undefined || isOfAllScripts(group)) ? [shown] : [];
  });
  const counted = [...grouped(alike, (shown) => JSON.stringify(shown)).values()];
  const [most = []] = counted.toSorted((one, other) => other.length - one.length);
  return most.length < fewestAlike ? undefined : most[0];
}

/** Whether a group needs no case: it is shown as everything else is. */
function isUsualGroup(usual: Json | undefined, group: readonly ShownPair[]): boolean {
  return usual === undefined ? group.every(isAsItIs) : areShownAs(usual, group);
}

function areShownAs(shown: Json, group: readonly ShownPair[]): boolean {
  return group.every((pair) => isSameJson(pair.shown, shown));
}

/** Whether there are so many plain values that decide, and no more than may: most fields need not be looked at to the end. */
function areFewValues(pairs: readonly ShownPair[], deciding: (pair: ShownPair) => Json, isOther: boolean): boolean {
  const values = new Set<Json>();
  for (const pair of pairs) {
    const value = deciding(pair);
    if (!isPlain(value, isOther) || values.add(value).size > mostDeciding) return false;
  }
  return values.size >= (isOther ? 2 : 1);
}

/** Whether a value is the same in every run. */
function isPlain(value: Json, isOther: boolean): boolean {
  if (typeof value === 'object' || typeof value === 'number') return value === null || typeof value === 'number';
  // What somebody writes decides nothing of other fields.
  return !(isOther ? /\d{4}|[<０-９]|\s/ : /\d{4}|[<０-９]/).test(String(value));
}

/** What a group of pairs is shown as. What repeats the value of another field is no case of it. */
function shownWhere(by: string | undefined, group: readonly ShownPair[]): Json | undefined {
  const shown = group.length < fewest ? undefined : repeatedBy(group);
  if (by === undefined) return isOfAllScripts(group) ? shown : undefined;
  if (areMostlyAsTheyAre(group)) return undefined;
  const isLong = (value: Json | undefined): boolean =>
    typeof value !== 'object' && String(value ?? '').length >= shortestRepeated;
  const isRepeating =
    !by.startsWith('item.') && group.some((pair) => isLong(pair.sources.get(by)) && isRepeated(by, pair));
  return typeof shown === 'object' || (typeof shown === 'string' && isRepeating) ? undefined : shown;
}

/** Another number or truth value may be another state: it is another way to show it where all scripts agree. */
function isOfAllScripts(group: readonly ShownPair[]): boolean {
  const isState = group.some(({ mock, shown }) => typeof mock === typeof shown && /number|boolean/.test(typeof mock));
  return !isState || new Set(group.map(({ script }) => script)).size >= fewestAgreeing;
}

const fewestAgreeing = 4;
