import type { ShownValue } from '../../document/shown-values.ts';
import { isJsonList, isSameJson, type Json } from '../../json/json-value.ts';
import { fewOdd } from './placeholders.ts';
import type { ShownPair } from './shown-texts.ts';

/** Gives the rule of one part. */
type Ruling = (pairs: readonly ShownPair[]) => ShownValue | undefined;

/**
 * A text, or a list of plain values, that the mock has nothing of: each part of it by a rule of its own. Undefined if one
 * has none.
 */
export function ruleOfParts(pairs: readonly ShownPair[], ruling: Ruling): ShownValue | undefined {
  const shown = pairs.map((pair) => pair.shown);
  const isBeyond = pairs.every(({ mock }) => mock === undefined);
  if (!isBeyond || new Set(shown.map((each) => JSON.stringify(each))).size < 2) return undefined;
  if (shown.every((each) => typeof each === 'string')) return ruleOfText(pairs, shown, ruling);
  return shown.every(isListOfPlain) ? ruleOfItems(pairs, shown, ruling) : undefined;
}

const mostParts = 8;
/** In characters: words are compared with each other. */
const longestText = 200;

function isListOfPlain(value: Json | undefined): value is readonly Json[] {
  return isJsonList(value) && value.length <= mostParts && value.every((item) => typeof item !== 'object');
}

/** A list by the rules of its items, of which the last may be missing. */
function ruleOfItems(pairs: readonly ShownPair[], lists: readonly (readonly Json[])[], ruling: Ruling) {
  const longest = Math.max(...lists.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_, at) => lists.map((list) => list[at]));
  const items = places.map((values) => ruleOfPart(values, pairs, ruling));
  return items.every((rule) => rule !== undefined) ? { items } : undefined;
}

/** A text by what all have in common or repeat, and the rules of what stands between. */
function ruleOfText(all: readonly ShownPair[], shown: readonly string[], ruling: Ruling): ShownValue | undefined {
  if (shown.some((text) => text.length > longestText || /[{}]/.test(text))) return undefined;
  const { pairs, texts, named } = withMarks(all, shown);
  const common = commonTexts([...new Set(texts)].slice(0, mostCompared));
  if (common.length === 0 || common.length > mostParts) return undefined;
  const found = texts.map((text) => partsBetween(text, common));
  if (!found.every((parts) => parts !== undefined)) return undefined;
  const partsAt = (at: number) => found.map((parts) => parts[at]);
  const between = [...common, ''].map((_, at) => ruleOfPart(partsAt(at), pairs, ruling));
  if (!between.every((rule) => rule !== undefined)) return undefined;
  const joined = between.flatMap((rule, at) => [rule, { constant: named(common[at] ?? '') }]);
  return { joined: joined.filter(({ constant }) => constant !== '') };
}

/** What stands before, between and behind pieces that follow one another; undefined if one is missing. */
function partsBetween(text: string, pieces: readonly string[]): readonly string[] | undefined {
  const parts: string[] = [];
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return undefined;
    parts.push(text.slice(from, at));
    from = at + piece.length;
  }
  return [...parts, text.slice(from)];
}

/** Texts with a mark in the place of what nearly all repeat of one source, and what gives a text its placeholders back. */
function withMarks(all: readonly ShownPair[], shown: readonly string[]) {
  const marks: string[] = [];
  let marked = all.map((pair, at) => ({ pair, text: shown[at] ?? '' }));
  for (const name of all[0]?.sources.keys() ?? []) {
    const mark = markAt(marks.length);
    const having = marked.flatMap(({ pair, text }) => {
      const value = pair.sources.get(name);
      const isThere = typeof value === 'string' && value.length >= shortestRepeated && text.includes(value);
      return isThere ? [{ pair, text: text.replace(value, () => mark) }] : [];
    });
    if (having.length < all.length * (1 - 1 / fewOdd)) continue;
    marked = having;
    marks.push(name);
  }
  const named = (text: string): string =>
    marks.reduce((rest, name, at) => rest.replaceAll(markAt(at), `{${name}}`), text);
  return { pairs: marked.map(({ pair }) => pair), texts: marked.map(({ text }) => text), named };
}

/** In characters: a shorter one stands in a text by chance. */
const shortestRepeated = 3;

/** A character that no text has. */
function markAt(at: number): string {
  return String.fromCodePoint(0xe0_00 + at);
}

/** What one source is in nearly all is told by it: a few may be odd. */
function ruleOfPart(values: readonly (Json | undefined)[], pairs: readonly ShownPair[], ruling: Ruling) {
  const [first] = values;
  if (first !== undefined && values.every((value) => value === first)) return { constant: first };
  const areCounts = values.every((value) => typeof value === 'string' && /^\d{1,9}$/.test(value));
  const parts = pairs.map((pair, at) => ({
    ...pair,
    mock: undefined,
    shown: areCounts ? Number(values[at]) : values[at],
  }));
  const same = [...(pairs[0]?.sources.keys() ?? [])].find((name) => {
    const held = parts.filter(({ sources, shown }) => isSameJson(sources.get(name), shown));
    return held.length >= parts.length * (1 - 1 / fewOdd) && new Set(held.map(({ shown }) => shown)).size > 1;
  });
  return same === undefined ? ruling(parts) : { constant: `{${same}}` };
}

/** So many different texts tell what all have in common. */
const mostCompared = 40;

/** What stands in all texts in one order, as long pieces as there are; a blank alone is in none of them by chance. */
function commonTexts(texts: readonly string[]): readonly string[] {
  const [first = [], ...others] = texts.map((text) => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []);
  const places = others.reduce<readonly number[]>(
    (kept, words) => commonPlaces(first, kept, words),
    first.map((_, at) => at),
  );
  const pieces: string[] = [];
  places.forEach((place, at) => {
    const [word, before] = [first[place] ?? '', pieces.at(-1) ?? ''];
    const isNext = at > 0 && places[at - 1] === place - 1 && texts.every((text) => text.includes(before + word));
    if (isNext) pieces[pieces.length - 1] = before + word;
    else pieces.push(word);
  });
  return pieces.filter((piece) => piece.trim() !== '');
}

/** The places of the longest series of words that another text has in the same order. */
function commonPlaces(
  words: readonly string[],
  places: readonly number[],
  others: readonly string[],
): readonly number[] {
  let rows: readonly (readonly number[])[] = others.map(() => []);
  for (const place of places) {
    let [before, left]: (readonly number[])[] = [[], []];
    rows = rows.map((above, at) => {
      const own =
        others[at] === words[place] ? [...(before ?? []), place] : above.length >= (left?.length ?? 0) ? above : left;
      [before, left] = [above, own];
      return own ?? [];
    });
  }
  return rows.at(-1) ?? [];
}
