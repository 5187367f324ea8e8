import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { overlayOf } from '../../src/judge/as-mock/mock-worlds.ts';
import { otherAlternatives, someAlternatives, someRefusals } from '../every-choice.ts';
import { decidedShare, learnProvider, parityOf, wrongLessons } from './learn-provider.ts';

const document = loadContractDocument();
const { choices } = document;

describe('a provider that differs in one choice', () => {
  it.each(otherAlternatives(choices.values()))('$id is not learned to be other than $name', async ({ id, name }) => {
    const learned = await learnProvider(document, { profile: overlayOf('one', { behaviours: { [id]: name } }) });
    expect(wrongLessons(learned, { [id]: name }, choices)).toEqual([]);
    expect(decidedShare(learned)).toBeGreaterThan(0.85);
  });
});

it.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'the mock answers as a provider that refuses otherwise and chooses by chance, seed %i',
  async (seed) => {
    const follows = someAlternatives(choices.values(), seed);
    const provider = { profile: overlayOf('odd', { behaviours: follows, actions: someRefusals(document, seed) }) };
    const learned = await learnProvider(document, provider);
    expect(wrongLessons(learned, follows, choices)).toEqual([]);
    const { equal, compared } = await parityOf(document, provider, learned);
    expect(equal / compared).toBeGreaterThanOrEqual(0.95);
  },
);
