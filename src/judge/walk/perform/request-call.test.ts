import { expect, it } from 'vitest';
import { loadContractDocument } from '../../../document/read/load.ts';
import type { Api } from '../../api.ts';
import { stated } from '../../stated/judge.ts';
import { type AgentModel, factsOf } from '../../stated/model.ts';
import { filled } from './request-call.ts';
import { WalkState } from './walk-state.ts';

const numbers = { owned: ['+15550009001', '+15550009004'] };
const agent = (id: number, over: Partial<AgentModel> = {}): AgentModel => ({
  ...{ id, life: 'live', seen: { basic_details: { status: 3 }, phone_numbers: [] }, wants: new Map(), open: [] },
  ...over,
});
const agents = [
  agent(1, { life: 'deleted' }),
  agent(2),
  agent(3, { seen: { basic_details: { status: 3 }, phone_numbers: ['+15550009001'] } }),
];
const api = { settings: { numbers }, document: loadContractDocument() } as unknown as Api;
const model = {
  ...stated.begin(factsOf(api.settings, api.document)),
  agents: new Map(agents.map((each) => [each.id, each])),
};
const state = new WalkState(api, { onFinding: () => undefined }, model);

it.each([
  ['an agent that is not deleted', { $agent: 0 }, 2],
  ['a deleted one where it is asked for', { $in: 'deleted' }, 1],
  ['one that can be published where none is', { $in: 'active' }, 3],
  ['a number that no agent has', { $number: ['owned', 0] }, '+15550009004'],
])('gives %s', async (_, placeholder, expected) => {
  expect(await filled(placeholder, state)).toBe(expected);
});
