import { de, en, en_GB, en_IN, es, fr, it, ja, nl, pt_BR, sv, tr, zh_CN } from '@faker-js/faker';
import type { SeededValues } from './factory.ts';
import { regions } from './prose.gen.ts';

/** Where people live. */
export type Region = (typeof regions)[number];

export const locales = { de, en, en_GB, en_IN, es, fr, it, ja, nl, pt_BR, sv, tr, zh_CN };

/** All regions, each as often as people live there. */
export const weighedRegions = regions.flatMap((region) => Array<Region>(region.weight ?? 1).fill(region));

/** Someone to call. */
export interface Person {
  readonly name: string;
  readonly family: string;
  readonly city: string;
  readonly language: string;
  readonly region: Region;
}

/** Names of each kind that a pool has at least. */
const fewestNames = 1000;

/** Draws a person from the source it is given. */
export type DrawPerson = (random: SeededValues) => Person;

/** Draws people of these regions. Names are pooled when the first of a region is drawn: a person costs four picks. */
export function createPeople(): (speakers: readonly Region[]) => DrawPerson {
  const pools = new Map<Region, ReturnType<typeof namePool>>();
  const poolOf = (region: Region) => {
    const made = pools.get(region) ?? namePool(region);
    pools.set(region, made);
    return made;
  };

  return (speakers) => (source) => {
    const region = source.pick(speakers);
    const pool = poolOf(region);
    const family = source.pick(pool.family);
    const given = source.pick(pool.given);
    const { family_first: between } = region;
    const name = between === undefined ? `${given} ${family}` : family + between + given;
    return { name, family, city: source.pick(region.cities), language: region.language, region };
  };
}

/** Where people speak one of these languages. @throws RangeError if nowhere */
export function regionsSpeaking(languages: readonly string[]): readonly Region[] {
  const found = weighedRegions.filter(({ language }) => languages.includes(language));
  if (found.length === 0) throw new RangeError(`There are no people who speak ${languages.join(' or ')}.`);
  return found;
}

/** All names of a locale, English if it has none, and names made of parts or of two where they are few. */
function namePool(region: Region) {
  const { locale, name_parts: parts, more_families: more = [] } = region;
  const person = { ...en.person, ...locales[locale].person };
  const namesOf = (entry: object | null | undefined): readonly string[] =>
    Object.values(entry ?? {}).flat() as string[];
  return {
    given: enoughNames(namesOf(person.first_name), region, parts?.given),
    family: enoughNames([...namesOf(person.last_name), ...more], region, parts?.family),
  };
}

function enoughNames(
  known: readonly string[],
  { joins_names: joined = '-' }: Region,
  parts?: { readonly beginnings: string; readonly ends: string },
): readonly string[] {
  const single = [...new Set(known)];
  const names = new Set(single);
  const { beginnings = '', ends = '' } = parts ?? {};
  if (names.size < fewestNames) {
    for (const one of beginnings) for (const end of ends) if (end !== one) names.add(one + end);
  }
  for (let i = 0; names.size < fewestNames; i += 1) {
    const second = single[(i * 7 + 3 + Math.floor(i / single.length)) % single.length];
    names.add(`${single[i % single.length]}${joined}${second}`);
  }
  return [...names];
}

/** The languages that people speak. */
export function spokenLanguages(): readonly string[] {
  return [...new Set(regions.map(({ language }) => language))];
}

/** Where people speak a language, for what is named after them or their cities. */
export function regionOf(language: string): Region {
  const found = regions.find((region) => region.language === language) ?? regions[0];
  if (found === undefined) throw new RangeError('People live nowhere.');
  return found;
}
