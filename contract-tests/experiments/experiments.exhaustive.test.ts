import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { profileJson } from '../../src/clauses/profile/check-profile.ts';
import { updateProfile } from '../../src/judge/learn/update-profile.ts';
import { otherAlternatives, profileOf, someValues } from '../every-choice.ts';
import {
  decidedShare,
  lessonsUnlike,
  learnProvider,
  parityOf,
  someAlternatives,
  wrongLessons,
} from './learn-provider.ts';

const document = loadContractDocument();
const { choices } = document;

/** What the default scenario has no records for. */
const unseenHere: readonly string[] = ['agent.is-audience.campaigns', 'audience-list.is-new.clashes'];

describe('a provider that differs in one choice', () => {
  it.each(otherAlternatives(choices.values()))(
    '$id is learned to be $name',
    { timeout: 300_000 },
    async ({ id, name }) => {
      const learned = await learnProvider(document, profileOf('one', { [id]: name }));
      expect(wrongLessons(learned, { [id]: name }, choices)).toEqual([]);
      expect(decidedShare(learned)).toBeGreaterThan(0.9);
      const decided = [...learned.lessons].find(([choice]) => choice === id)?.[1].kind;
      expect(decided).toBe(unseenHere.includes(id) ? 'unseen' : 'decided');
    },
  );
});

it.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'nothing is learned wrongly of providers that choose by chance, seed %i',
  { timeout: 300_000 },
  async (seed) => {
    const follows = someAlternatives(choices, seed);
    const learned = await learnProvider(document, profileOf('some', follows));
    expect(wrongLessons(learned, follows, choices)).toEqual([]);
    expect(decidedShare(learned)).toBeGreaterThan(0.9);
    const mock = await learnProvider(document, profileJson(updateProfile(null, learned, 'some').profile));
    expect(lessonsUnlike(learned, mock)).toEqual([]);
  },
);

it.each(Array.from({ length: 10 }, (_, seed) => seed))(
  'the mock answers as a provider of odd values that chooses by chance, seed %i',
  { timeout: 300_000 },
  async (seed) => {
    const [follows, values] = [someAlternatives(choices, seed), someValues(choices.values(), seed)];
    const provider = profileOf('odd', follows, values);
    const learned = await learnProvider(document, provider);
    expect(wrongLessons(learned, follows, choices, values)).toEqual([]);
    expect(decidedShare(learned)).toBeGreaterThan(0.9);
    expect(await parityOf(document, provider, learned)).toBeGreaterThanOrEqual(0.95);
  },
);
