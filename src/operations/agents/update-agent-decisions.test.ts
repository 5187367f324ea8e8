import { expect, it } from 'vitest';
import { checked, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import { agentUuid } from '../../testing/well-known.ts';
import type { BodyOf, OperationAnswer } from '../handler.ts';
import { updateAgent } from './agents.ts';

const freshWorld = await prepareWorlds();
const missing = 'agent-update.not-found';

it('names what was done, and stores no more than what was sent', async () => {
  const world = freshWorld();
  const before = world.store.view().get('agents', 1002);
  const body = { agent_id: agentUuid(1002), name: 'Front Desk' };
  expect(await update(world, body)).toEqual({
    clause: 'agent-update.success',
    body: { message: 'updated', data: { agent_id: agentUuid(1002) } },
  });
  const updated = { has_been_updated: true, updated_on: worldTime.toISOString(), updates: 1 };
  expect(world.store.view().get('agents', 1002)).toEqual({ ...before, agent_name: 'Front Desk', ...updated });
  await update(world, { agent_id: agentUuid(1002), language: 'de' });
  expect(world.store.view().get('agents', 1002)).toMatchObject({
    agent_name: 'Front Desk',
    transcriber_language: 'de',
  });
});

it('finds an agent by its UUID in capitals', async () => {
  const world = freshWorld();
  const agent = world.store.view().get('agents', 1002);
  if (agent === undefined) throw new Error('The scenario has no agent 1002.');
  const record = { ...agent, uuid: 'abcdef00-0000-4000-8000-00000000c0de' };
  await world.store.commit([world.store.view().put('agents', record)]);
  const { body } = await update(world, { agent_id: record.uuid.toUpperCase() });
  expect(body.data).toEqual({ agent_id: record.uuid });
});

it('does not find a deleted agent, unless so chosen', async () => {
  const body = { agent_id: agentUuid(1005), name: 'New' };
  await expect(update(freshWorld(), body)).rejects.toThrow(missing);
  const world = freshWorld({ 'agent.deleted.elsewhere': 'there' });
  await update(world, body);
  expect(world.store.view().get('agents', 1005)).toMatchObject({ agent_name: 'New', status: 2 });
});

it('does not find an agent of another workspace, and says so to the answer', async () => {
  const body = { agent_id: agentUuid(1006) };
  await expect(update(freshWorld(), body)).rejects.toThrow(missing);
  await expect(update(freshWorld(), body)).rejects.toMatchObject({ case: { kind: 'foreign', value: agentUuid(1006) } });
  const absent = update(freshWorld(), { agent_id: agentUuid(4711) });
  await expect(absent).rejects.toMatchObject({ clause: missing, case: { kind: 'absent', value: agentUuid(4711) } });
});

async function update(world: HandlerWorld, body: BodyOf<'updateAgent'>): Promise<OperationAnswer<'updateAgent'>> {
  const { caller } = world;
  const request = { caller, query: checked({}), body: checked(body), files: {}, mockAddress: '' };
  return updateAgent({ ...request, messages: { updated: 'updated' } }, world);
}
