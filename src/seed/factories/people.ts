import { de, en, en_GB, en_IN, es, fr, it, ja, nl, pt_BR, sv, tr, zh_CN } from '@faker-js/faker';
import type { SeededValues } from './factory.ts';
import type { NameParts, Region } from './profile.ts';
import { regions } from './prose.gen.ts';

export const locales = { de, en, en_GB, en_IN, es, fr, it, ja, nl, pt_BR, sv, tr, zh_CN };

const weighedRegions = regions.flatMap((region) => Array<Region>(region.weight ?? 1).fill(region));

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

interface NamePool {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

/**
 * People with names from pools that are made once, when the first of a region is drawn: a person costs four picks.
 * @returns draws people who speak one of these languages; if absent, of one country, which `country` decides
 * @throws RangeError if none of the people speaks one
 */
export function createPeople(): (
  speaking: { readonly languages: readonly string[] } | { readonly country: SeededValues },
) => DrawPerson {
  const pools = new Map<Region, NamePool>();
  const poolOf = (region: Region): NamePool => {
    const made = pools.get(region) ?? namePool(region);
    pools.set(region, made);
    return made;
  };

  return (speaking) => {
    const speakers =
      'languages' in speaking
        ? weighedRegions.filter(({ language }) => speaking.languages.includes(language))
        : [speaking.country.pick(weighedRegions)];
    if (speakers.length === 0) {
      const languages = 'languages' in speaking ? speaking.languages.join(' or ') : '';
      throw new RangeError(`There are no people who speak ${languages}.`);
    }
    return (source) => {
      const region = source.pick(speakers);
      const pool = poolOf(region);
      const family = source.pick(pool.family);
      const given = source.pick(pool.given);
      const { family_first: between } = region;
      const name = between === undefined ? `${given} ${family}` : family + between + given;
      return { name, family, city: source.pick(region.cities), language: region.language, region };
    };
  };
}

/** All names of a locale, English if it has none, and names made of parts or of two where they are few. */
function namePool(region: Region): NamePool {
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
  parts?: NameParts,
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
