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
