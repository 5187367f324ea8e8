import { expect, it } from 'vitest';
import { loadContractDocument } from '../src/document/read/load.ts';
import { runChecksOn } from './self-test/providers.ts';
import { allChecks } from './all-checks.ts';
import { overlayOf } from '../src/judge/as-mock/mock-worlds.ts';
import { otherAlternatives, someRefusals } from './every-choice.ts';

const document = loadContractDocument();
const choices = [...document.choices.values()];
const checks = Object.values(allChecks).flat();
const others = otherAlternatives(choices);
const PATIENCE = 300_000;

/** The ids of the choices with the alternative at a place, counted from the end where there are fewer. */
const alternativesAt = (place: number) =>
  Object.fromEntries(
    choices.flatMap(({ id, alternatives }) => {
      const names = [...alternatives.keys()];
      const name = names[place] ?? names.at(-1);
      return name === undefined ? [] : [[id, name]];
    }),
  );

/** What no answer shows where some alternatives hold. */
const notCompared = new Set([
  'agent creation takes the header api_access_token',
  'another token stays valid when the newest one is asked for',
  'a number that an update attached counts',
  // Where a new agent needs no name, and where an unknown campaign has an empty list.
  'An agent id missing where it is required is refused with 400 and `Agent ID is required`.',
  'a request that has no status is refused',
  'an agent that comes back from deletion is not published',
  'an update of speech_to_text alone is taken and leaves everything else as it was',
]);

// Each alternative alone takes minutes: choices.exhaustive.test.ts. Here all together, and a few alone.
it.each([
  { what: 'the last alternative of every choice holds', profile: overlayOf('last', { behaviours: alternativesAt(9) }) },
  {
    what: 'the second alternative of every choice holds',
    profile: overlayOf('second', { behaviours: alternativesAt(1) }),
  },
  { what: 'refusals are other ones', profile: overlayOf('refusals', { actions: someRefusals(document, 1) }) },
  ...[17, 61, 103].map((index) => {
    const { id, name } = others[index % others.length] ?? { id: '', name: '' };
    return { what: `${id} is ${name}`, profile: overlayOf('one', { behaviours: { [id]: name } }) };
  }),
])('no stated rule is broken where $what', { timeout: PATIENCE }, async ({ profile }) => {
  const outcomes = await runChecksOn({ profile }, checks, document);
  expect(outcomes.flatMap(({ violations }) => violations)).toEqual([]);
  // What the default data cannot show, and what no answer can be compared with there.
  const stated = outcomes.filter(({ clauses }) => clauses.every((id) => document.clauses.get(id)?.kind === 'stated'));
  expect(stated.length).toBeGreaterThan(150);
  const open = stated.filter(({ result }) => result !== 'passed');
  expect(open.filter(({ setting, title }) => setting === undefined && !notCompared.has(title))).toEqual([]);
  expect(open.flatMap(({ setting = [] }) => setting)).toEqual(['numbers.inactive', 'numbers.inactive']);
});
