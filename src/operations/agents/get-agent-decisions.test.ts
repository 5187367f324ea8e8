import { expect, it } from 'vitest';
import { checked, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import type { OperationAnswer } from '../handler.ts';
import { agentToken } from '../tokens/tokens.ts';
import { getAgent } from './agents.ts';

const freshWorld = await prepareWorlds();

it('answers in the envelope, at the time of the clock', async () => {
  const { clause, body } = await get(freshWorld(), 1004);
  expect(clause).toBe('get-by-id.envelope');
  expect(body).toEqual({
    error: false,
    code: 200,
    message: '',
    timestamp: worldTime.getTime(),
    data: expect.objectContaining({ campaign_count: 2, is_audience: true, is_campaign_on_hold: true }) as unknown,
  });
});

it('gathers what stands around the agent', async () => {
  const world = freshWorld();
  const { data } = (await get(world, 1008)).body;
  expect(data.creator).toMatchObject({ full_name: 'Amara Okafor', email: 'owner@acme.example' });
  expect(data.phone_numbers).toEqual(['+15550001008', '+15550001098']);
  expect(data.basic_details.agent_token).toBe(agentToken(agentOf(world, 1008), 'signed'));
  const { category } = agentOf(world, 1008);
  const label = world.store.view().get('codes', `category:${category}`)?.label;
  expect(data.basic_details.category_description).toMatchObject({ label });
  expect(data.basic_details).toMatchObject({ id: 1008, workspace_id: 101 });
});

it('signs no token, if so chosen', async () => {
  const { data } = (await get(freshWorld({ 'agent.token': 'unsigned' }), 1008)).body;
  expect(data.basic_details.agent_token).toMatch(/^[\w-]+\.[\w-]+\.$/);
});

it.each([4711, 1005, 1006])('does not find %i', async (id) => {
  await expect(get(freshWorld(), id)).rejects.toThrow('get-by-id.not-found');
});

it.each([
  { of: 'a campaign with records', keep: 5001, every: true, notDeleted: true },
  { of: 'one without', keep: 5003, every: false, notDeleted: false },
  { of: 'one that is deleted', keep: 5007, every: true, notDeleted: false },
])('has an audience by $of alone, or has not', async ({ keep, every, notDeleted }) => {
  const withChoice = async (chosen: 'every' | 'not-deleted') => {
    const world = freshWorld({ 'agent.is-audience.campaigns': chosen });
    const view = world.store.view();
    const campaign = view.get('campaigns', keep);
    if (campaign === undefined) throw new Error('The scenario has no such campaign.');
    const record = { ...campaign, agent_id: 1009 };
    await world.store.commit([world.store.view().put('campaigns', record)]);
    return (await get(world, 1009)).body.data.is_audience;
  };
  expect([await withChoice('every'), await withChoice('not-deleted')]).toEqual([every, notDeleted]);
});

async function get(world: HandlerWorld, agentId: number): Promise<OperationAnswer<'getAgent'>> {
  const { caller } = world;
  const request = { caller, query: checked({ agent_id: agentId }), body: checked({}), files: {}, messages: {} };
  return getAgent({ ...request, mockAddress: '' }, world);
}

function agentOf(world: HandlerWorld, id: number) {
  const agent = world.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}
