import { isDeepStrictEqual } from 'node:util';
import { inForm, textForms, wordNamed, withWords, type Words } from '../../document/shown-values.ts';
import { isJsonList, isJsonObject, isSameJson, type Json } from '../../json/json-value.ts';
import { normalised } from '../as-mock/normalise.ts';
import { sourceNames, type Sources } from './sources.ts';

/** An answer as it came, with what its texts may repeat. */
export interface Sample {
  readonly body: Json;
  readonly words: Words;
  /** The fields of the request and of the answer that a text may repeat. */
  readonly fields: readonly string[];
}

/**
 * The template that gives most of the answers: as one of them came, with placeholders for what it repeats of its request.
 * Undefined for none.
 */
export function bestTemplate(samples: readonly Sample[]): Json | undefined {
  // Of a recording there may be a hundred thousand: those that are compared stand evenly among all.
  const every = Math.ceil(samples.length / mostCompared);
  const compared = samples.filter((_, index) => index % every === 0);
  const tried = new Set<string>();
  let best: { readonly template: Json; readonly count: number } | undefined;
  for (const sample of compared.slice(0, mostSamples)) {
    for (const template of templatesOf(sample)) {
      const key = JSON.stringify(template);
      const left = compared.length - (best?.count ?? 0);
      if (tried.has(key) || left === 0) continue;
      tried.add(key);
      if (isSoOfMost(compared, left - 1, (each) => gives(template, each))) {
        best = { template, count: compared.filter((each) => gives(template, each)).length };
      }
    }
    if (best?.count === compared.length) break;
  }
  return best && withOtherwise(best.template, samples);
}

/** Further ones look like these. */
const mostSamples = 60;
const mostCompared = 400;

/** Whether the template with the words of the request is the answer; of moments and the like one stands for all. */
export function gives(template: Json, { body, words }: Sample): boolean {
  const given = withWords(template, words);
  return isDeepStrictEqual(given, body) || isDeepStrictEqual(withNamesKept(given), withNamesKept(body));
}

/** What the rules make of bodies, and of texts: each is compared with many templates. */
const kept = new WeakMap<object, unknown>();
const keptTexts = new Map<string, unknown>();
/** Then the texts begin anew. */
const mostKept = 10_000;
const longestKept = 1000;

/** As the rules of comparison have it, with names as they are: they tell what a text repeats. */
function withNamesKept(value: Json): unknown {
  if (typeof value === 'string') return textWithNamesKept(value);
  if (typeof value !== 'object' || value === null) return normalised(value);
  const known = kept.get(value) ?? normalised(JSON.parse(JSON.stringify(value).replaceAll('contract-', 'contract_')));
  kept.set(value, known);
  return known;
}

function textWithNamesKept(text: string): unknown {
  const known = keptTexts.get(text) ?? normalised(text.replaceAll('contract-', 'contract_'));
  if (keptTexts.size >= mostKept) keptTexts.clear();
  if (text.length <= longestKept) keptTexts.set(text, known);
  return known;
}

const labels = ['name', 'field', 'leaf'];
const values = ['json', 'value', 'sent'];

/** Everything that one answer may be made by, the likeliest first: what was sent there seldom stands by chance. */
function templatesOf({ body, words, fields }: Sample): readonly Json[] {
  const sent = [...values, ...fields];
  // A value may have megabytes: each is written as text once.
  const known = new Map(['detail', ...labels, ...sent].map((name) => [name, wordNamed(name, words) ?? '']));
  const wordOf = (name: string): string => known.get(name) ?? '';
  const isLong = (name: string): boolean => wordOf(name).length >= shortestWord;
  const long = sent.filter(isLong);
  const pairs = (firsts: readonly string[], seconds: readonly string[]): readonly (readonly string[])[] =>
    firsts.flatMap((first) => seconds.flatMap((second) => (first === second ? [] : [[first, second]])));
  const ways = [
    // A whole sentence of the mock's own is no chance.
    ...(wordOf('detail').length > shortestCut ? [['detail']] : []),
    ...[...long.map((name) => [name]), ...pairs(long, [...labels, ...fields]), []],
    ...['detail', ...labels, ...sent].map((name) => [name]),
    ...pairs(sent, labels),
  ];
  const text = JSON.stringify(body);
  const isThere = (word: string): boolean =>
    word !== '' && text.includes(JSON.stringify(word.slice(0, shortestCut)).slice(1, -1));
  const there = new Set([...known].flatMap(([name, word]) => (isThere(word) ? [name] : [])));
  const templates = ways
    .filter((names) => names.every((name) => there.has(name)))
    .flatMap((names) =>
      (['every', 'last', 'first'] as const).map((place) =>
        names.reduce((rest, name) => withPlaceholder(rest, { name, word: wordOf(name), place }), body),
      ),
    );
  // A name that the run has given stands in no other answer.
  return text.includes('<run>') ? templates.filter((each) => !JSON.stringify(each).includes('<run>')) : templates;
}

interface Replacing {
  readonly name: string;
  readonly word: string;
  /** Which of the places where the word stands are replaced. */
  readonly place: 'every' | 'first' | 'last';
}

function withPlaceholder(value: Json, replacing: Replacing): Json {
  if (typeof value === 'string') return textWithPlaceholder(value, replacing);
  if (isJsonList(value)) return value.map((each) => withPlaceholder(each, replacing));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPlaceholder(each, replacing)]));
}

function textWithPlaceholder(text: string, { name, word, place }: Replacing): string {
  const found = positionsOf(word, text);
  if (found.length === 0) return textWithCut(text, name, word);
  const chosen = place === 'first' ? found.slice(0, 1) : place === 'last' ? found.slice(-1) : found;
  return chosen.reduceRight((rest, at) => `${rest.slice(0, at)}{${name}}${rest.slice(at + word.length)}`, text);
}

/** A long word may stand there cut short. */
function textWithCut(text: string, name: string, word: string): string {
  const at = word.length > shortestCut ? text.indexOf(word.slice(0, shortestCut)) : -1;
  if (at < 0) return text;
  let length = shortestCut;
  while (at + length < text.length && word.charAt(length) === text.charAt(at + length)) length += 1;
  return `${text.slice(0, at)}{${name}:${length}}${text.slice(at + length)}`;
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

/** The template with what stands in the place of words that a request lacks, where that gives more of the answers. */
function withOtherwise(template: Json, samples: readonly Sample[]): Json {
  const text = JSON.stringify(template);
  const names = [...text.matchAll(/\{([a-z]+(?:\.\w+)*)\}/g)].map(([, name = '']) => name);
  const lacking = samples.find((each) => !gives(template, each) && names.some((name) => isLacking(name, each)));
  if (lacking === undefined) return template;
  const parts = text
    .split(/\{[a-z]+(?:\.\w+)*\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const [, ...found] = new RegExp(`^${parts.join('(.*?)')}$`, 'u').exec(JSON.stringify(lacking.body)) ?? [];
  if (found.length < names.length || found.some((each) => /[{}]/.test(each))) return template;
  let place = -1;
  const filled = text.replaceAll(/\{([a-z]+(?:\.\w+)*)\}/g, (marker, name: string) => {
    place += 1;
    return isLacking(name, lacking) ? `{${name}|${found[place] ?? ''}}` : marker;
  });
  return JSON.parse(filled) as Json;
}

function isLacking(name: string, { words }: Sample): boolean {
  return wordNamed(name, words) === undefined;
}

/** The shortest value of a request that is taken for one wherever it stands in a text; a shorter one stands alone. */
const shortestWord = 3;
/** A word is known by so many of its first characters. */
const shortestCut = 20;

/** What one answer shows in a place, and what it may repeat there. */
export interface Repeating {
  /** Undefined: nothing. */
  readonly shown: Json | undefined;
  /** What is likeliest first. */
  readonly sources: Sources;
}

/** So many different texts are looked at for what they repeat. */
const mostDifferent = 12;

/** What groups of pairs repeat: by many fields they are the same groups. */
const repeated = new WeakMap<Repeating, Map<string, Json | undefined>>();
const numbers = new WeakMap<Repeating, number>();
let numbered = 0;

/** What all have, with placeholders for what differs; undefined if nothing gives them all. */
export function repeatedBy(pairs: readonly Repeating[]): Json | undefined {
  const [first] = pairs;
  if (first === undefined) return undefined;
  for (const pair of pairs) if (!numbers.has(pair)) numbers.set(pair, (numbered += 1));
  const key = pairs.map((pair) => numbers.get(pair)).join(' ');
  const known = repeated.get(first) ?? new Map<string, Json | undefined>();
  repeated.set(first, known);
  if (!known.has(key)) known.set(key, repeatedAnew(pairs));
  return known.get(key);
}

function repeatedAnew(pairs: readonly Repeating[]): Json | undefined {
  const shown = pairs[0]?.shown;
  if (shown === undefined) return undefined;
  if (!isOfSide(shown) && pairs.every((pair) => isSameJson(pair.shown, shown))) {
    return isOfOne(shown) ? undefined : shown;
  }
  if (typeof shown === 'string') return templateRepeating(pairs) ?? formRepeated(pairs);
  // A list of links has the id of its agent in its texts.
  if (typeof shown === 'object' && isOfSide(shown)) return templateRepeating(pairs);
  return sameAs(pairs) ?? formRepeated(pairs);
}

/** The placeholder of what has the value that all show. */
function sameAs([first, ...others]: readonly Repeating[]): Json | undefined {
  const isShown = (name: string, { sources, shown }: Repeating): boolean => isSameJson(sources.get(name), shown);
  const found = [...(first?.sources.keys() ?? [])].find((name) =>
    [first, ...others].every((each) => each && isShown(name, each)),
  );
  return found && `{${found}}`;
}

/** A form of a text that all have, a slug of a name for example; first one that needs nothing else where it is empty. */
function formRepeated(pairs: readonly Repeating[]): Json | undefined {
  const [{ sources, shown: first } = { sources: new Map<string, Json>(), shown: null }] = pairs;
  const forms = Object.keys(textForms).filter((form) => typeof textForms[form]?.('') === typeof first);
  const found = [...sources.keys()].flatMap((name) => forms.flatMap((form) => formOf(name, form, pairs) ?? []));
  return found.find((each) => !each.includes('|')) ?? found[0];
}

/** A text around forms of others, `5 words` for example, of which several different ones were seen. */
export function textOfForms(pairs: readonly Repeating[]): Json | undefined {
  const [first] = pairs;
  if (first === undefined || new Set(pairs.map(({ shown }) => shown)).size < fewestOf.counts) return undefined;
  if (pairs.some(({ shown }) => typeof shown !== 'string')) return undefined;
  const all = [...first.sources.keys()].flatMap((name) => Object.keys(textForms).map((form) => `${name}:${form}`));
  const names = all.filter((name) => pairs.every((pair) => isRepeated(name, withForms(pair, [name]))));
  return names.length === 0 ? undefined : templateRepeating(pairs.map((pair) => withForms(pair, names)));
}

/** @param names of sources and forms: `saved.greeting:words` */
function withForms(pair: Repeating, names: readonly string[]): Repeating {
  const made = names.flatMap((name): [string, Json][] => {
    const [source = '', form = ''] = name.split(':');
    const value = pair.sources.get(source);
    const given = inForm(asNamed(value), form);
    return value === undefined || given === undefined
      ? []
      : [
          [name, given],
          [source, value],
        ];
  });
  return { ...pair, sources: new Map(made) };
}

/** The placeholder that gives what all show by a form of a source; undefined if it does not. */
function formOf(name: string, form: string, pairs: readonly Repeating[]): string | undefined {
  const [given, otherwise] = [new Set<unknown>(), new Set<unknown>()];
  const isShown = ({ sources, shown }: Repeating): boolean => {
    const made = normalised(inForm(asNamed(sources.get(name)), form));
    (made === '' ? otherwise : given).add(shown);
    return made === '' ? typeof shown === 'string' : made !== undefined && made === shown;
  };
  const isOfAll = pairs.every(isShown);
  const kind = typeof pairs[0]?.shown === 'number' ? 'counts' : 'texts';
  if (!isOfAll || given.size < fewestOf[kind] || otherwise.size > 1) return undefined;
  return `{${[`${name}:${form}`, ...otherwise].join('|')}}`;
}

/** What fewer different ones have in common is chance: a code is 0 or 1 as often as a text has so many words. */
const fewestOf = { texts: 2, counts: 3 };

/** A text with a mark of a run where one was taken out. */
export function asNamed(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? value.replaceAll('<run>', 'contract-0-0-') : value;
}

/** What nearly all repeat of others: one in so many may be odd. */
export function templateOfMost(pairs: readonly Repeating[]): Json | undefined {
  return templateRepeating(pairs, pairs.length / fewOdd);
}

export const fewOdd = 10;

function templateRepeating(pairs: readonly Repeating[], odd = 0): Json | undefined {
  // One of each comes first: only so many are looked at.
  const one = new Map(pairs.map((pair) => [JSON.stringify(pair.shown), pair]));
  const few = [...one.values()].slice(0, mostDifferent);
  const names = sourceNames(few, () => true);
  const all = new Set([...few, ...pairs]);
  const fields = [...names].filter((name) => isSoOfMost(all, odd, (pair) => isRepeated(name, pair)));
  if (fields.length === 0) return undefined;
  const samples = [...new Set([...one.values(), ...pairs])].map((pair) => ({
    body: pair.shown ?? null,
    fields,
    words: { fieldNamed: (name: string) => pair.sources.get(name) },
  }));
  const template = bestTemplate(samples);
  if (template === undefined || isOfOne(template)) return undefined;
  if (!isSoOfMost(samples, odd, (sample) => gives(template, sample))) return undefined;
  // A placeholder alone is the value itself: where there is none, nothing.
  const isText = typeof template === 'string' && !/^"<[^<>]*>"$/.test(JSON.stringify(pairs[0]?.shown));
  return isText ? template.replace(/^(\{[\w.]+)\}$/, '$1|}') : template;
}

/** Whether something is so of all but so many odd ones. */
function isSoOfMost<T>(all: Iterable<T>, odd: number, isSo: (each: T) => boolean): boolean {
  let others = 0;
  for (const each of all) if (!isSo(each) && (others += 1) > odd) return false;
  return true;
}

/** Whether a text has the value of a field, if there is one. */
export function isRepeated(name: string, { shown, sources }: Repeating): boolean {
  const value = sources.get(name);
  if (value === undefined) return true;
  if ((typeof shown !== 'string' && typeof shown !== 'object') || typeof value === 'object') return false;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return value === '' ? shown === '' : text.includes(String(value));
}

/** Whether it names what is one run's own. */
export function isOfOne(shown: Json): boolean {
  return isOfSide(shown) || /<(?:token|uuid|time[a-z ]*)>/.test(JSON.stringify(shown));
}

/** Whether it has a name that a run or a side has given. */
export function isOfSide(shown: Json): boolean {
  return isOfRun(shown) || /<(?:agent |fact |(?:address|n)>)|[０-９]/.test(JSON.stringify(shown));
}

/** Whether it has a name that a run has given. */
export function isOfRun(shown: Json | undefined): boolean {
  return JSON.stringify(shown ?? null).includes('<run>');
}
