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
  /** The given name first if absent. */
  readonly fullName?: (given: string, family: string) => string;
  readonly cities: readonly string[];
  /** The beginning of numbers that the region's regulator keeps for fiction, and how many digits follow it. */
  readonly fiction?: { readonly prefix: string; readonly digits: number };
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
      const { region, given: givenNames, family: families } = source.pick(speakers);
      const family = source.pick(families);
      const given = source.pick(givenNames);
      const name = region.fullName?.(given, family) ?? `${given} ${family}`;
      return { name, family, city: source.pick(region.cities), language: region.language, region };
    };
  };
}

/** The languages that people speak. */
export function spokenLanguages(): readonly string[] {
  return [...new Set(regions.map(({ language }) => language))];
}

const american: Region = {
  language: 'en-US',
  locale: en,
  cities: ['Portland', 'Austin', 'Madison', 'Savannah', 'Boise', 'Des Moines', 'Albuquerque', 'St. Louis'],
};

/** Weighted by repetition. */
const regions: readonly Region[] = [
  american,
  american,
  american,
  {
    language: 'en-GB',
    locale: en_GB,
    cities: ['Leeds', 'Bristol', 'Aberdeen', 'Cardiff', 'Belfast', 'Norwich'],
    fiction: { prefix: '+447700900', digits: 3 },
  },
  {
    language: 'de-DE',
    locale: de,
    cities: ['Köln', 'München', 'Düsseldorf', 'Nürnberg', 'Lübeck', 'Görlitz', 'Berlin'],
    fiction: { prefix: '+493023125', digits: 3 },
  },
  {
    language: 'fr-FR',
    locale: fr,
    cities: ['Besançon', 'Nîmes', 'Orléans', 'Angoulême', 'Lyon', 'Le Mans'],
    fiction: { prefix: '+3363998', digits: 4 },
  },
  { language: 'es-ES', locale: es, cities: ['Málaga', 'León', 'Cádiz', 'A Coruña', 'San Sebastián'] },
  { language: 'it-IT', locale: it, cities: ['Forlì', 'Trieste', 'Lecce', 'Bergamo'] },
  { language: 'pt-BR', locale: pt_BR, cities: ['São Paulo', 'Florianópolis', 'Belém', 'Goiânia'] },
  { language: 'sv-SE', locale: sv, cities: ['Göteborg', 'Malmö', 'Umeå', 'Västerås'] },
  { language: 'tr-TR', locale: tr, cities: ['İzmir', 'Eskişehir', 'Muğla', 'Çanakkale'] },
  {
    language: 'ja-JP',
    locale: ja,
    fullName: (given, family) => `${family} ${given}`,
    cities: ['大阪市', '札幌市', '名古屋市', '福岡市'],
  },
  {
    language: 'zh-CN',
    locale: zh_CN,
    fullName: (given, family) => family + given,
    cities: ['成都', '杭州', '西安', '青岛'],
  },
];
