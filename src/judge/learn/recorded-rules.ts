import { whatIsAsked, type ShownValue } from '../../document/shown-values.ts';
import { isJsonObject, isSameJson, type Json, grouped } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { repeatedBy } from './placeholders.ts';
import { constantOfMost, holdsFor } from './saved-rules.ts';
import { fieldRules, ofField } from './shown-rules.ts';
import type { ShownPair } from './shown-texts.ts';
import { type Sources } from './sources.ts';

/**
 * The sources of a recorded answer with what was asked for: answers that show no agent, which may change, are told apart by
 * that.
 */
export function withAsked(sources: Sources, { request }: CheckedAnswer): Sources {
  const { operation, query, body } = request;
  if (operation === 'getAgent') return sources;
  const parts = body.kind === 'form' ? Object.fromEntries(body.parts.map(({ name }) => [name, name])) : {};
  return new Map([...sources, ['asked', whatIsAsked(query, body.kind === 'json' ? body.value : parts)]]);
}

/** What an item of a recorded list may be shown by beside: its place in what was asked for. */
export function withPlace(item: Sources | undefined, sources: Sources): Sources | undefined {
  const [place, asked] = [item?.get('item.place'), sources.get('asked')];
  const isKnown = typeof place === 'number' && typeof asked === 'string';
  return item && isKnown ? new Map([...item, ['item.asked', `${place} of ${asked}`]]) : item;
}

/** More cases are no rule. */
const mostCases = 1000;

/**
 * The rule of a place in a recording that no simple one shows: what it shows once is all that there will be. Cases by the
 * value, one of its fields, the item of a list that it is in, or by what was asked for; the fewest.
 */
export function ruleRecorded(pairs: readonly ShownPair[]): ShownValue | undefined {
  const [{ mock, shown } = { mock: null, shown: null }] = pairs;
  const fields = isJsonObject(shown) ? fieldRules(pairs, shown, ruleRecorded) : undefined;
  const names = isJsonObject(mock) ? Object.keys(mock) : [];
  const tables = [
    casesTold(pairs, (pair) => pair.mock, {}),
    ...names.map((from) => casesTold(ofField(from, pairs), (pair) => pair.mock, { from })),
    ...['item.id', 'asked', 'item.asked'].map((by) => casesTold(pairs, ({ sources }) => sources.get(by), { by })),
  ].flatMap((rule) => rule ?? []);
  const sorted = tables.toSorted((one, other) => (one.cases?.length ?? 0) - (other.cases?.length ?? 0));
  const rules = fields === undefined ? sorted : [{ fields }, ...sorted];
  return rules.find((rule) => pairs.every((pair) => holdsFor(rule, pair)));
}

/** What is shown in each case, and what in most cases else; undefined if cases are not told apart so. */
function casesTold(
  pairs: readonly ShownPair[],
  keyOf: (pair: ShownPair) => Json | undefined,
  rule: ShownValue,
): ShownValue | undefined {
  const groups = [...grouped(pairs, (pair) => JSON.stringify(keyOf(pair) ?? null)).values()];
  const told = groups.flatMap((group) => {
    const [pair] = group as readonly [ShownPair];
    const isOne = group.every(({ shown }) => isSameJson(shown, pair.shown));
    const [is, shown] = [keyOf(pair), isOne ? pair.shown : repeatedBy(group)];
    const isOpen = is === undefined || typeof is === 'object' || (!isOne && shown === undefined);
    // What stands for any moment, id or token is in no answer.
    return isOpen || /<[a-z\d ]+>|9999-99/.test(JSON.stringify([is, shown])) ? [] : [{ ...pair, is, shown }];
  });
  if (told.length < groups.length || groups.length > mostCases) return undefined;
  const usual = constantOfMost(told);
  const cases = told
    .filter((each) => !(usual === undefined ? isSameJson(each.shown, each.mock) : holdsFor(usual, each)))
    .map(({ is, shown, mock }) => ({ is, ...(shown !== undefined && !isSameJson(shown, mock) && { shown }) }));
  return { ...rule, ...usual, cases };
}
