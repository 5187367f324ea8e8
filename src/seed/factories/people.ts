import { de, en, en_GB, es, fr, it, ja, pt_BR, sv, tr, zh_CN, type LocaleDefinition } from '@faker-js/faker';
import type { RandomSource } from './random-source.ts';

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
  readonly fullName: (given: string, family: string) => string;
  readonly cities: readonly string[];
  /** The beginning of numbers that the region's regulator keeps for fiction, and how many digits follow it. */
  readonly fiction: { readonly prefix: string; readonly digits: number } | null;
}

const namesPerRegion = 48;

/** Draws a person from the source it is given. */
export type DrawPerson = (random: RandomSource) => Person;

/**
 * People with names from pools that are made once, here: a person costs four picks, however many are drawn. Only those
 * who speak one of the languages, if given.
 * @throws RangeError if none of the people speaks one
 */
export function createPeople(random: RandomSource): (languages?: readonly string[]) => DrawPerson {
  const pools = regions.map((region) => {
    const faker = random.faker(region.locale);
    return {
      region,
      given: Array.from({ length: namesPerRegion }, () => faker.person.firstName()),
      family: Array.from({ length: namesPerRegion }, () => faker.person.lastName()),
    };
  });

  return (languages) => {
    const speakers = languages === undefined ? pools : pools.filter((pool) => languages.includes(pool.region.language));
    if (speakers.length === 0) throw new RangeError(`There are no people who speak ${languages?.join(' or ')}.`);
    return (source) => {
      const { region, given, family } = source.pick(speakers);
      const last = source.pick(family);
      return {
        name: region.fullName(source.pick(given), last),
        family: last,
        city: source.pick(region.cities),
        language: region.language,
        region,
      };
    };
  };
}

/** The languages that people speak. */
export function spokenLanguages(): readonly string[] {
  return [...new Set(regions.map(({ language }) => language))];
}

const western = (given: string, family: string): string => `${given} ${family}`;

const american: Region = {
  language: 'en-US',
  locale: en,
  fullName: western,
  cities: ['Portland', 'Austin', 'Madison', 'Savannah', 'Boise', 'Des Moines', 'Albuquerque', 'St. Louis'],
  fiction: null,
};

/** Weighted by repetition. */
const regions: readonly Region[] = [
  american,
  american,
  american,
  {
    language: 'en-GB',
    locale: en_GB,
    fullName: western,
    cities: ['Leeds', 'Bristol', 'Aberdeen', 'Cardiff', 'Belfast', 'Norwich'],
    fiction: { prefix: '+447700900', digits: 3 },
  },
  {
    language: 'de-DE',
    locale: de,
    fullName: western,
    cities: ['Köln', 'München', 'Düsseldorf', 'Nürnberg', 'Lübeck', 'Görlitz', 'Berlin'],
    fiction: { prefix: '+493023125', digits: 3 },
  },
  {
    language: 'fr-FR',
    locale: fr,
    fullName: western,
    cities: ['Besançon', 'Nîmes', 'Orléans', 'Angoulême', 'Lyon', 'Le Mans'],
    fiction: { prefix: '+3363998', digits: 4 },
  },
  {
    language: 'es-ES',
    locale: es,
    fullName: western,
    cities: ['Málaga', 'León', 'Cádiz', 'A Coruña', 'San Sebastián'],
    fiction: null,
  },
  { language: 'it-IT', locale: it, fullName: western, cities: ['Forlì', 'Trieste', 'Lecce', 'Bergamo'], fiction: null },
  {
    language: 'pt-BR',
    locale: pt_BR,
    fullName: western,
    cities: ['São Paulo', 'Florianópolis', 'Belém', 'Goiânia'],
    fiction: null,
  },
  {
    language: 'sv-SE',
    locale: sv,
    fullName: western,
    cities: ['Göteborg', 'Malmö', 'Umeå', 'Västerås'],
    fiction: null,
  },
  {
    language: 'tr-TR',
    locale: tr,
    fullName: western,
    cities: ['İzmir', 'Eskişehir', 'Muğla', 'Çanakkale'],
    fiction: null,
  },
  {
    language: 'ja-JP',
    locale: ja,
    fullName: (given, family) => `${family} ${given}`,
    cities: ['大阪市', '札幌市', '名古屋市', '福岡市'],
    fiction: null,
  },
  {
    language: 'zh-CN',
    locale: zh_CN,
    fullName: (given, family) => family + given,
    cities: ['成都', '杭州', '西安', '青岛'],
    fiction: null,
  },
];
