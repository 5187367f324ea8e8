import { expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { choicesOf } from '../../src/suite/learn/experiment.ts';
import { otherAlternatives, profileOf } from '../every-choice.ts';
import { allExperiments, unlearnable } from './all-experiments.ts';
import { learnProvider, wrongLessons } from './learn-provider.ts';

const document = loadContractDocument();
const { choices } = document;

it('names only choices that there are', () => {
  const named = Object.values(allExperiments).flatMap((list) => list.flatMap((each) => choicesOf(each, document)));
  expect([...named, ...unlearnable.keys()].filter((id) => !choices.has(id))).toEqual([]);
});

it('learns nothing wrong from the mock as it is', async () => {
  const learned = await learnProvider(document);
  expect(wrongLessons(learned, {}, choices)).toEqual([]);
});

it('learns nothing wrong from a provider that takes the last alternative of every choice', async () => {
  const last = Object.fromEntries(otherAlternatives(choices.values()).map(({ id, name }) => [id, name]));
  const learned = await learnProvider(document, profileOf('last', last));
  expect(wrongLessons(learned, last, choices)).toEqual([]);
});
