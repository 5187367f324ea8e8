import { expect, it } from 'vitest';
import { shownBy } from '../../document/shown-values.ts';
import type { Json } from '../../json/json-value.ts';
import { ruleShowing } from './shown-rules.ts';

/** Agents as an answer shows them, with what may tell it. */
const agents = Array.from({ length: 15 }, (_, at) => ({
  name: `Agent ${'x'.repeat(at)} and Co`,
  status: at % 7 < 3 ? 1 : 3,
  numbers: at % 3,
  tools: at % 4,
}));

function ruleFor(shownOf: (agent: (typeof agents)[number]) => Json) {
  const pairs = agents.flatMap((agent) =>
    ['one', 'other'].map((script) => ({
      mock: undefined,
      script,
      shown: shownOf(agent),
      sources: new Map<string, Json>([
        ['data.agent_name', agent.name],
        ['data.status', agent.status],
        ['data.phone_numbers.length', agent.numbers],
        ['data.tools.length', agent.tools],
      ]),
    })),
  );
  const rule = ruleShowing(pairs);
  for (const { sources, shown } of pairs)
    expect(rule && shownBy(undefined, rule, (name) => sources.get(name))).toEqual(shown);
  return rule;
}

const label = { 1: 'live', 3: 'draft' } as Readonly<Record<number, string>>;

it('tells a text by its parts: what it repeats, what a status is called, and counts', () => {
  const rule = ruleFor(
    ({ name, status, numbers, tools }) =>
      `${name}: ${label[status]}, ${numbers} number(s), ${tools} tool(s), voice Bram`,
  );
  expect(rule?.joined?.[0]).toEqual({ constant: '{data.agent_name}: ' });
});

it('tells a list by its items, of which the last may be missing', () => {
  const rule = ruleFor(({ status, numbers }) => [
    'phone',
    label[status] ?? '',
    ...(numbers > 0 ? ['has-numbers'] : []),
  ]);
  expect(rule?.items).toHaveLength(3);
});

it('tells nothing of texts and lists of which one part follows nothing', () => {
  const odd = 'pqxqzpxyyqzwvpr'.split('');
  const at = ({ name }: { readonly name: string }): string => odd[agents.findIndex((each) => each.name === name)] ?? '';
  const pairs = (shownOf: (agent: (typeof agents)[number]) => Json) =>
    agents.map((agent) => ({
      mock: undefined,
      script: agent.name,
      shown: shownOf(agent),
      sources: new Map<string, Json>(),
    }));
  expect(ruleShowing(pairs((agent) => `${at(agent)}, ${at(agent)} of it`))).toBeUndefined();
  expect(ruleShowing(pairs((agent) => ['a', at(agent)]))).toBeUndefined();
});
