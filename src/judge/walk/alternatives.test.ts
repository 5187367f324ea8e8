import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { exploreProvider } from '../../../contract-tests/self-test/providers.ts';
import { otherAlternatives, ownValues, profileOf } from '../../../contract-tests/every-choice.ts';

const document = loadContractDocument();
const choices = [...document.choices.values()];
const last = Object.fromEntries(
  choices.flatMap(({ id, alternatives }) => {
    const name = [...(alternatives?.keys() ?? [])].at(-1);
    return name === undefined ? [] : [[id, name]];
  }),
);
const alone = otherAlternatives(choices).map(({ id, name }) => ({
  what: `${id} is ${name}`,
  profile: profileOf('one', { [id]: name }),
}));
const some = alone.filter((_, index) => index % 40 === 7);

// Here all together, and a few alone.
it.each([
  { what: 'the last alternative of every choice holds', profile: profileOf('last', last) },
  { what: 'every open value is another one', profile: profileOf('values', {}, ownValues(choices)) },
  ...some,
])('walks find nothing violated where $what', { timeout: 120_000 }, async ({ profile }) => {
  const walks = { walks: 2, steps: 30, seed: 1, shrinks: 0, until: Date.now() + 100_000 };
  const { found } = await exploreProvider((transport) => transport, document, walks, profile);
  expect(found.map(({ report }) => [report.clauses, report.expected, report.came, report.steps.at(-1)])).toEqual([]);
});
