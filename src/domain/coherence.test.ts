import { expect, test } from 'vitest';
import { collectionsReferringTo, findReferenceFaults, refersTo } from './coherence.ts';
import type { CampaignRecord } from './records.ts';

const campaign: CampaignRecord = {
  id: 5001,
  workspace_id: 101,
  agent_id: 1001,
  name: 'Spring',
  status: 'draft',
  created_on: '2025-01-01T00:00:00.000Z',
  updated_on: '2025-01-01T00:00:00.000Z',
};

const records: Readonly<Record<string, object>> = {
  'workspaces 101': { id: 101 },
  'agents 1001': { id: 1001, workspace_id: 101 },
  'agents 1006': { id: 1006, workspace_id: 102 },
};
const lookup = (collection: string, id: number | string) => records[`${collection} ${id}`];

test.each([
  [{}, []],
  [{ agent_id: 7 }, [['/agent_id', 7, 'there is no such record in agents']]],
  [{ agent_id: 1006 }, [['/agent_id', 1006, 'that record of agents belongs to another workspace']]],
  [
    { agent_id: 7, workspace_id: 8 },
    [
      ['/workspace_id', 8, 'there is no such record in workspaces'],
      ['/agent_id', 7, 'there is no such record in agents'],
    ],
  ],
])('a campaign with %j has the faults %j', (members, faults) => {
  const found = findReferenceFaults('campaigns', { ...campaign, ...members }, lookup);
  expect(found.map(({ pointer, value, reason }) => [pointer, value, reason])).toEqual(faults);
});

test('each missing item of a list is a fault with its place', () => {
  const provider = { id: 'p', name: 'P', default_page_size: 1, workspace_ids: [101, 7] };
  expect(findReferenceFaults('providers', provider, lookup)).toMatchObject([{ pointer: '/workspace_ids/1', value: 7 }]);
});

test('a number of nobody and of no agent refers to nothing; a shared one fits any agent', () => {
  const number = { id: '+1', workspace_id: null, is_active: true, agent_id: null, position: 0 };
  expect(findReferenceFaults('phone_numbers', number, lookup)).toEqual([]);
  expect(findReferenceFaults('phone_numbers', { ...number, agent_id: 1006 }, lookup)).toEqual([]);
  expect(findReferenceFaults('phone_numbers', { ...number, agent_id: 1001, workspace_id: 102 }, lookup)).toHaveLength(
    2,
  );
});

test('who refers to whom is known from both ends', () => {
  expect(collectionsReferringTo('agents')).toEqual(['phone_numbers', 'campaigns']);
  expect(refersTo('campaigns', campaign, 'agents', 1001)).toBe(true);
  expect(refersTo('campaigns', campaign, 'agents', 5001)).toBe(false);
});

test.each([
  ['workspaces', {}, []],
  ['users', { workspace_id: 7 }, ['workspaces']],
  ['login_tokens', { workspace_id: 7, user_id: 8 }, ['workspaces', 'users']],
  ['api_tokens', { workspace_id: 7, user_id: 8 }, ['workspaces', 'users']],
  ['codes', {}, []],
  ['providers', { workspace_ids: [7] }, ['workspaces']],
  ['voices', { provider_id: 'none' }, ['providers']],
  ['agents', { workspace_id: 7, creator_user_id: 8 }, ['workspaces', 'users']],
  ['phone_numbers', { workspace_id: 7, agent_id: 8 }, ['workspaces', 'agents']],
  ['campaigns', { workspace_id: 7, agent_id: 8 }, ['workspaces', 'agents']],
  ['audiences', { id: 7 }, ['campaigns']],
] as const)('a record of %s with %j lacks what it names of %j', (collection, members, missing) => {
  // What else a record of the collection has names nothing.
  const found = findReferenceFaults(collection, members as never, () => undefined);
  expect(found.map(({ reason }) => reason)).toEqual(missing.map((name) => `there is no such record in ${name}`));
});

test.each([
  ['login_tokens', 'user_id', 1],
  ['api_tokens', 'user_id', 1],
  ['phone_numbers', 'agent_id', 1],
  ['campaigns', 'agent_id', 1],
  ['agents', 'creator_user_id', 0],
] as const)('a record of %s whose %s is of another workspace has %i faults', (collection, field, count) => {
  const foreign = (of: string) => (of === 'workspaces' ? { id: 101 } : { id: 5, workspace_id: 102 });
  expect(findReferenceFaults(collection, { workspace_id: 101, [field]: 5 } as never, foreign)).toHaveLength(count);
});

test('what belongs to every workspace may be named by any', () => {
  expect(findReferenceFaults('campaigns', campaign, () => ({ workspace_id: null }))).toEqual([]);
});

test('a list refers to each of its items, and only to records of the collection that it names', () => {
  const provider = { id: 'p', name: 'P', default_page_size: 1, workspace_ids: [101, 102] };
  expect(refersTo('providers', provider, 'workspaces', 102)).toBe(true);
  expect(refersTo('campaigns', campaign, 'agents', campaign.workspace_id)).toBe(false);
  expect(findReferenceFaults('providers', { ...provider, workspace_ids: [null] as never }, lookup)).toEqual([]);
});
