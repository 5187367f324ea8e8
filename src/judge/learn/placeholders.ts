import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../json/json-value.ts';
import { normalisedValue } from '../as-mock/normalise.ts';

/** What a message may repeat of a request: the field that is wrong, and what was sent there. */
export type Words = Readonly<Record<'detail' | 'name' | 'value' | 'json', string | undefined>>;

/** One text for several, with placeholders for what each repeats of its request; undefined if there is none. */
export function mergedTexts(texts: readonly string[], words: readonly Words[]): string | undefined {
  const [first = ''] = texts;
  const isSame = texts.every((text) => text === first);
  const values = new Set(words.map(({ value }) => value));
  // One request shows what stands there too, if the text repeats what was sent.
  if (isSame && values.size > 1) return first;
  const ways: readonly (readonly (keyof Words)[])[] = isSame
    ? [['json'], ['value']]
    : [['detail'], ['name'], ['value'], ['json'], ['value', 'name'], ['json', 'name']];
  for (const names of ways) {
    for (const place of isSame ? (['long'] as const) : (['every', 'last', 'first'] as const)) {
      const replaced = texts.map((text, index) => withPlaceholders(text, words[index], { names, place }));
      if (replaced.every((text) => text === replaced[0])) return replaced[0];
    }
  }
  return isSame || texts.every((text) => isMomentAlike(text, first)) ? first : undefined;
}

interface Replacing {
  readonly names: readonly (keyof Words)[];
  /** Which of the places where a word stands are replaced; `long`: every one of a word that is not short. */
  readonly place: 'every' | 'first' | 'last' | 'long';
}

function withPlaceholders(text: string, words: Words | undefined, { names, place }: Replacing): string {
  return names.reduce((rest, name) => {
    const word = words?.[name];
    if (word === undefined || (place === 'long' && word.length < shortestWord)) return rest;
    const found = positionsOf(word, rest);
    const chosen = place === 'first' ? found.slice(0, 1) : place === 'last' ? found.slice(-1) : found;
    return chosen.reduceRight((left, at) => `${left.slice(0, at)}{${name}}${left.slice(at + word.length)}`, rest);
  }, text);
}

/** Where a word stands in a text. */
function positionsOf(word: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const around = `${text.slice(0, at).slice(-1)} ${text.charAt(at + word.length)}`;
    if (word.length >= shortestWord || !/[\p{L}\p{N}_]/u.test(around)) places.push(at);
  }
  return places;
}

/** A value that must differ, such as a UUID or a moment: one stands for all. */
export function isMomentAlike(one: Json | undefined, other: Json): boolean {
  return isDeepStrictEqual(normalisedValue(one), normalisedValue(other));
}

/** The shortest value of a request that is taken for one wherever it stands in a text; a shorter one stands alone. */
const shortestWord = 3;
