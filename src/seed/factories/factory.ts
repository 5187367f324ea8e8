import { base, en, Faker, generateMersenne53Randomizer, type LocaleDefinition } from '@faker-js/faker';
import type { Timestamp } from '../../domain/records.ts';

/** Builds records of one kind. `Traits` say more than their fields, for example how many calls a lead has had. */
export interface Factory<T, Traits = object> {
  /** The next record. An override replaces the whole field, and what depends on it follows. */
  build(overrides?: Partial<T>, traits?: Traits): T;
  /** So many records; the overrides may depend on the place in the list, from 0. */
  buildList(count: number, overrides?: Partial<T> | ((index: number) => Partial<T>), traits?: Traits): T[];
}

/** A factory from the function that gives a record as it is without overrides. */
export function defineFactory<T extends object, Traits extends object = object>(
  recordFor: (overrides: Partial<T>, traits: Partial<Traits>) => T,
): Factory<T, Traits> {
  const build: Factory<T, Traits>['build'] = (overrides = {}, traits) => ({
    ...recordFor(overrides, traits ?? {}),
    ...overrides,
  });
  return {
    build,
    buildList: (count, overrides = {}, traits) =>
      Array.from({ length: count }, (_, index) =>
        build(typeof overrides === 'function' ? overrides(index) : overrides, traits),
      ),
  };
}

/** The same for records that have the next id, unless an override names one. */
export function defineWithIds<T extends { readonly id: number | string }, Traits extends object = object>(
  nextId: () => T['id'],
  fieldsFor: (id: T['id'], overrides: Partial<T>, traits: Partial<Traits>) => Omit<T, 'id'>,
): Factory<T, Traits> {
  return defineFactory((overrides, traits) => {
    const id = overrides.id ?? nextId();
    // Sound because that is all a record has.
    return { id, ...fieldsFor(id, overrides, traits) } as T;
  });
}

/** Whole numbers from `first` on. */
export function createSequence(first: number): () => number {
  let upcoming = first;
  return () => upcoming++;
}

/** Seeded randomness: the same seed and stream give the same values on every machine and day. */
export interface SeededValues {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** One of the items. @throws RangeError if there are none */
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** The items in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** This many lower-case hexadecimal digits. */
  hex(length: number): string;
  /** A faker for the locale, English where the locale has no data, that draws from this source. */
  faker(locale: LocaleDefinition): Faker;
}

/** A source for each stream of a seed, a whole number: building more of one kind leaves the others as they were. */
export function createRandomSource(seed: number, stream: string): SeededValues {
  const randomizer = generateMersenne53Randomizer();
  randomizer.seed([seed, ...Array.from(stream, (character) => character.codePointAt(0) ?? 0)]);

  const next = (): number => randomizer.next();
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new RangeError(`stream ${stream}: nothing to pick from`);
    return item;
  };

  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
    faker: (locale) => new Faker({ locale: [locale, en, base], randomizer }),
  };
}

export const hourInMs = 60 * 60_000;
export const dayInMs = 24 * hourInMs;

/** The timestamp that is this many milliseconds after another, or before it if negative. */
export function shift(from: Timestamp, milliseconds: number): Timestamp {
  return new Date(Date.parse(from) + milliseconds).toISOString();
}

/** A moment between two others, both included; `from` if they are the wrong way round. */
export function momentBetween(random: SeededValues, from: Timestamp, to: Timestamp): Timestamp {
  const start = Date.parse(from);
  return new Date(random.int(start, Math.max(start, Date.parse(to)))).toISOString();
}
