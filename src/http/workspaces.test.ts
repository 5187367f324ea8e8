import { expect, it } from 'vitest';
import type { OperationId } from '../document/names.gen.ts';
import { prepareMocks, type CallOptions } from '../testing/api-harness.ts';
import { agentUuid, tokens } from '../testing/well-known.ts';

const freshMock = await prepareMocks();

const campaignStatus = { campaign_status: 'hold' };

it.each<{ id: OperationId; foreign: CallOptions; missing: CallOptions }>([
  { id: 'getAgent', foreign: { query: { agent_id: 1004 } }, missing: { query: { agent_id: 4711 } } },
  {
    id: 'createAgent',
    foreign: { body: { agent_id: 1004, status: 3 } },
    missing: { body: { agent_id: 4711, status: 3 } },
  },
  {
    id: 'createAgent',
    foreign: { query: { agent_id: 1004 }, body: { agent_name: 'Mine' } },
    missing: { query: { agent_id: 4711 }, body: { agent_name: 'Mine' } },
  },
  {
    id: 'updateAgent',
    foreign: { body: { agent_id: agentUuid(1004), name: 'Mine' } },
    missing: { body: { agent_id: agentUuid(4711), name: 'Mine' } },
  },
  { id: 'createAgentOrUpdate', foreign: { form: form('1004') }, missing: { form: form('4711') } },
  { id: 'listAudience', foreign: { query: { campaign_id: 5001 } }, missing: { query: { campaign_id: 4711 } } },
  {
    id: 'forceCompleteCampaign',
    foreign: { body: { campaign_id: 5001, ...campaignStatus } },
    missing: { body: { campaign_id: 4711, ...campaignStatus } },
  },
])('$id answers for what another workspace has as for what nobody has', async ({ id, foreign, missing }) => {
  const api = freshMock();
  const before = await api.records();
  const one = await api.call(id, { ...foreign, token: tokens.globex });
  const other = await api.call(id, { ...missing, token: tokens.globex });
  expect(one.status).toBeGreaterThanOrEqual(400);
  expect({ status: one.status, body: one.body }).toEqual({ status: other.status, body: other.body });
  expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers));
  expect(await api.records()).toEqual(before);
});

it('makes agents that only their own workspace sees', async () => {
  const api = freshMock();
  const mine = await api.newAgent('Mine', tokens.globex);
  expect((await api.agent(mine, tokens.globex)).basic_details.workspace_id).toBe(102);
  await api.refuse('getAgent', { query: { agent_id: mine } }, 'get-by-id.not-found');
});

it('shows the records of the caller and of nobody else', async () => {
  const api = freshMock();
  const { datalist } = await api.succeed('listAudience', { query: { campaign_id: 5005 }, token: tokens.globex });
  expect(datalist).toHaveLength(5);
  expect((await api.agent(1006, tokens.globex)).phone_numbers).toEqual(['+15550001006']);
});

it('lets a released number of a workspace be taken within that workspace alone', async () => {
  const api = freshMock();
  await api.succeed('createAgent', { body: { agent_id: 1006, status: 2 }, token: tokens.globex });
  const number = [...form('1001'), ['phone_numbers[]', '+15550001006']] as const;
  const message = "The phone number +15550001006 is not in the workspace's inventory.";
  await api.refuse('createAgentOrUpdate', { form: number }, { status: 422, code: 'VALIDATION_ERROR', message });
});

it('lets a released shared number be taken by any workspace', async () => {
  const api = freshMock();
  await api.succeed('createAgent', { body: { agent_id: 1003, status: 2 } });
  const number = [...form('1006'), ['phone_numbers[]', '+15550001003']] as const;
  await api.succeed('createAgentOrUpdate', { form: number, token: tokens.globex });
  expect((await api.agent(1006, tokens.globex)).phone_numbers).toEqual(['+15550001003']);
});

function form(id: string): readonly (readonly [string, string])[] {
  return [
    ['agent_id', id],
    ['basic_details[agent_name]', 'Mine'],
  ];
}
