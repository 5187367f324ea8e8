import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { exploreProvider } from '../../../contract-tests/self-test/providers.ts';
import { overlayOf } from '../as-mock/mock-worlds.ts';
import { otherAlternatives, someRefusals } from '../../../contract-tests/every-choice.ts';

const document = loadContractDocument();
const choices = [...document.choices.values()];
const last = Object.fromEntries(choices.map(({ id, alternatives }) => [id, [...alternatives.keys()].at(-1) ?? '']));
const alone = otherAlternatives(choices).map(({ id, name }) => ({
  what: `${id} is ${name}`,
  profile: overlayOf('one', { behaviours: { [id]: name } }),
}));
const some = alone.filter((_, index) => index % 40 === 7);

// Here all together, and a few alone.
it.each([
  { what: 'the last alternative of every choice holds', profile: overlayOf('last', { behaviours: last }) },
  { what: 'refusals are other ones', profile: overlayOf('refusals', { actions: someRefusals(document, 1) }) },
  ...some,
])('walks find nothing violated where $what', async ({ profile }) => {
  const walks = { walks: 2, steps: 30, seed: 1, shrinks: 0, until: Date.now() + 100_000 };
  const { found } = await exploreProvider({ profile }, document, walks);
  expect(found.map(({ report }) => [report.clauses, report.expected, report.came, report.steps.at(-1)])).toEqual([]);
});
