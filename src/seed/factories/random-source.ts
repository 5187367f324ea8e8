import { Faker, base, en, generateMersenne53Randomizer } from '@faker-js/faker';
import type { LocaleDefinition } from '@faker-js/faker';

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

/**
 * A source of its own for each stream of a seed, so that building more of one kind of record leaves the others as
 * they were. `seed` is a whole number.
 */
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
