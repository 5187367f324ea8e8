import { de, en, en_GB, en_IN, es, fr, it, ja, nl, pt_BR, sv, tr, zh_CN, type LocaleDefinition } from '@faker-js/faker';
import type { SeededValues } from './factory.ts';

/** Someone to call. */
export interface Person {
  readonly name: string;
  readonly family: string;
  readonly city: string;
  readonly language: string;
  readonly region: Region;
}

/** Where people live. */
export interface Region {
  readonly language: string;
  readonly locale: LocaleDefinition;
  /** The given name first if absent. */
  readonly fullName?: (given: string, family: string) => string;
  /** What stands between two names in one, a hyphen if absent; null where people have one of each. */
  readonly joinsNames?: string | null;
  readonly cities: readonly string[];
  /** Where its numbers come from, in this order. */
  readonly numbers: readonly NumberRange[];
}

/** Numbers of a country that reach nobody: their prefix, how many digits follow, and the first number. */
export interface NumberRange {
  readonly prefix: string;
  readonly digits: number;
  readonly first: number;
}

/** Names of each kind that a pool has at least, where the locale can join two. */
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
        ? regions.filter(({ language }) => speaking.languages.includes(language))
        : [speaking.country.pick(regions)];
    if (speakers.length === 0) {
      const languages = 'languages' in speaking ? speaking.languages.join(' or ') : '';
      throw new RangeError(`There are no people who speak ${languages}.`);
    }
    return (source) => {
      const region = source.pick(speakers);
      const pool = poolOf(region);
      const family = source.pick(pool.family);
      const given = source.pick(pool.given);
      const name = region.fullName?.(given, family) ?? `${given} ${family}`;
      return { name, family, city: source.pick(region.cities), language: region.language, region };
    };
  };
}

/** All names of a locale, English if it has none, and pairs of them where they are few. */
function namePool({ locale, joinsNames = '-' }: Region): NamePool {
  const person = { ...en.person, ...locale.person };
  const namesOf = (entry: object | null | undefined): readonly string[] => {
    const names = [...new Set(Object.values(entry ?? {}).flat() as string[])];
    const pairs = Array.from({ length: Math.max(0, fewestNames - names.length) }, (_, i) => {
      const second = names[(i * 7 + 3 + Math.floor(i / names.length)) % names.length];
      return `${names[i % names.length]}${joinsNames}${second}`;
    });
    return joinsNames === null ? names : [...new Set([...names, ...pairs])];
  };
  return { given: namesOf(person.first_name), family: namesOf(person.last_name) };
}

/** The languages that people speak. */
export function spokenLanguages(): readonly string[] {
  return [...new Set(regions.map(({ language }) => language))];
}

/** Where people speak a language, for what is named after them or their cities. */
export function regionOf(language: string): Region {
  return regions.find((region) => region.language === language) ?? american;
}

const american: Region = {
  language: 'en-US',
  locale: en,
  cities: ['Portland', 'Austin', 'Madison', 'Savannah', 'Boise', 'Des Moines', 'Albuquerque', 'St. Louis'],
  // Below them are the calling numbers of agents.
  numbers: [{ prefix: '+1555', digits: 7, first: 2_000_000 }],
};

/**
 * Weighted by repetition. Seeded data must never call a real person: numbers come from what a country's regulator keeps
 * for fiction, then, and where it keeps none, from area codes and blocks of its plan that are assigned to nobody.
 */
const regions: readonly Region[] = [
  american,
  american,
  american,
  {
    language: 'en-GB',
    locale: en_GB,
    cities: ['Leeds', 'Bristol', 'Aberdeen', 'Cardiff', 'Belfast', 'Norwich'],
    numbers: numberRanges(['+447700900', 3], ['+442079460', 3], ['+441632', 6], ['+4410', 8]),
  },
  {
    language: 'de-DE',
    locale: de,
    cities: ['Köln', 'München', 'Düsseldorf', 'Nürnberg', 'Lübeck', 'Görlitz', 'Berlin'],
    // Of different lengths in Germany: what begins as a number kept for fiction is one.
    numbers: numberRanges(
      ['+493023125', 3],
      ['+494066969', 3],
      ['+492214710', 3],
      ['+498999998', 3],
      ['+496990009', 6],
      ['+4910', 9],
    ),
  },
  {
    language: 'fr-FR',
    locale: fr,
    cities: ['Besançon', 'Nîmes', 'Orléans', 'Angoulême', 'Lyon', 'Le Mans'],
    numbers: numberRanges(['+3363998', 4], ['+3319900', 4], ['+3346571', 4], ['+3340', 7]),
  },
  {
    language: 'es-ES',
    locale: es,
    joinsNames: ' ',
    cities: ['Málaga', 'León', 'Cádiz', 'A Coruña', 'San Sebastián', 'Sevilla'],
    numbers: numberRanges(['+3455', 7]),
  },
  {
    language: 'it-IT',
    locale: it,
    cities: ['Forlì', 'Trieste', 'Lecce', 'Bergamo', 'Cefalù', 'Perugia'],
    numbers: numberRanges(['+39300', 7]),
  },
  {
    language: 'pt-BR',
    locale: pt_BR,
    joinsNames: ' ',
    cities: ['São Paulo', 'Florianópolis', 'Belém', 'Goiânia', 'Recife', 'Curitiba'],
    numbers: numberRanges(['+55209', 8]),
  },
  {
    language: 'sv-SE',
    locale: sv,
    cities: ['Göteborg', 'Malmö', 'Umeå', 'Västerås', 'Uppsala', 'Luleå'],
    numbers: numberRanges(['+467017406', 2], ['+4671', 7]),
  },
  {
    language: 'tr-TR',
    locale: tr,
    cities: ['İzmir', 'Eskişehir', 'Muğla', 'Çanakkale', 'Bursa', 'Diyarbakır'],
    numbers: numberRanges(['+90560', 7]),
  },
  {
    language: 'nl-NL',
    locale: nl,
    cities: ['Utrecht', 'Groningen', 'Den Haag', 'Haarlem', 'Zwolle', 'Breda'],
    numbers: numberRanges(['+3169', 7]),
  },
  {
    language: 'en-IN',
    locale: en_IN,
    cities: ['Pune', 'Jaipur', 'Kochi', 'Lucknow', 'Mysuru', 'Bhubaneswar'],
    numbers: numberRanges(['+91555', 7]),
  },
  {
    language: 'ja-JP',
    locale: ja,
    joinsNames: null,
    fullName: (given, family) => `${family} ${given}`,
    cities: ['大阪市', '札幌市', '名古屋市', '福岡市', '仙台市', '京都市'],
    numbers: numberRanges(['+8130', 8]),
  },
  {
    language: 'zh-CN',
    locale: zh_CN,
    joinsNames: '',
    fullName: (given, family) => family + given,
    cities: ['成都', '杭州', '西安', '青岛', '武汉', '厦门'],
    numbers: numberRanges(['+86129', 8]),
  },
];

function numberRanges(...all: readonly (readonly [prefix: string, digits: number])[]): readonly NumberRange[] {
  return all.map(([prefix, digits]) => ({ prefix, digits, first: 0 }));
}
