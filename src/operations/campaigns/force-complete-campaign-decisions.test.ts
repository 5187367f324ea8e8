import { describe, expect, it, vi } from 'vitest';
import { checked, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import type { BodyOf, Caller, OperationAnswer } from '../handler.ts';
import { forceCompleteCampaign } from './campaigns.ts';

const freshWorld = await prepareWorlds();
const missing = 'campaign-force-completed.not-found';
type Status = BodyOf<'forceCompleteCampaign'>['campaign_status'];

it('completes the campaign and halts its audience in one commit', async () => {
  const world = freshWorld();
  const commit = vi.spyOn(world.store, 'commit');
  expect(await set(world, 5001, 'force_completed')).toEqual({
    clause: 'campaign.force-complete',
    body: { message: 'completed' },
  });
  const on = worldTime.toISOString();
  expect(world.store.view().get('campaigns', 5001)).toMatchObject({ status: 'force_completed', updated_on: on });
  expect(world.store.view().get('audiences', 5001)?.halted).toEqual({ by: 'Amara Okafor', on });
  expect(commit).toHaveBeenCalledOnce();
});

it('completes a campaign that has no audience', async () => {
  const world = freshWorld({ 'campaign.running.statuses': 'every' });
  await set(world, 5003, 'force_completed');
  expect(world.store.view().get('campaigns', 5003)?.status).toBe('force_completed');
  expect(world.store.view().get('audiences', 5003)).toBeUndefined();
});

it('sets another status, and halts nothing', async () => {
  const world = freshWorld();
  expect(await set(world, 5001, 'pause')).toEqual({ clause: 'campaign.other-status', body: { message: 'statusSet' } });
  expect(world.store.view().get('campaigns', 5001)?.status).toBe('pause');
  expect(world.store.view().get('audiences', 5001)?.halted).toBeNull();
});

it('refuses a completed campaign, or says the same again if so chosen, and writes nothing', async () => {
  await expect(set(freshWorld(), 5004, 'force_completed')).rejects.toThrow('campaign.completed');
  const world = freshWorld({ 'campaign.completed.answer': 'repeated' });
  const before = world.store.records();
  expect(await set(world, 5004, 'force_completed')).toEqual({
    clause: 'campaign.completed',
    body: { message: 'completed' },
  });
  expect(world.store.records()).toEqual(before);
});

it('leaves the status as it is where it sets none, if so chosen', async () => {
  const world = freshWorld({ 'campaign.other-status.effect': 'ignored' });
  expect(await set(world, 5001, 'pause')).toEqual({ clause: 'campaign.other-status', body: { message: 'statusSet' } });
  expect(world.store.view().get('campaigns', 5001)?.status).toBe('inprogress');
  expect(world.store.view().get('audiences', 5001)?.halted).toBeNull();
});

describe('a campaign', () => {
  it('that does not exist is not found', async () => {
    await expect(set(freshWorld(), 4711, 'pause')).rejects.toThrow(missing);
  });

  it('of another workspace is not found, and says so to the answer', async () => {
    await expect(set(freshWorld(), 5005, 'pause')).rejects.toThrow(missing);
    const world = freshWorld();
    await expect(set(world, 5005, 'pause')).rejects.toMatchObject({ case: { kind: 'foreign', value: 5005 } });
    await expect(set(world, 4711, 'pause')).rejects.toMatchObject({ case: { kind: 'absent', value: 4711 } });
    await set(world, 5005, 'pause', world.stranger);
  });

  it('that is deleted is not found, unless so chosen', async () => {
    await expect(set(freshWorld(), 5007, 'pause')).rejects.toThrow(missing);
    const world = freshWorld({ 'campaign.deleted.status': 'set' });
    expect(await set(world, 5007, 'pause')).toEqual({
      clause: 'campaign.other-status',
      body: { message: 'statusSet' },
    });
    expect(world.store.view().get('campaigns', 5007)?.status).toBe('pause');
    await set(world, 5001, 'deleted');
    await set(world, 5001, 'hold');
    expect(world.store.view().get('campaigns', 5001)?.status).toBe('hold');
  });
});

it.each([
  { choice: 'full-name', by: 'Amara Okafor' },
  { choice: 'email', by: 'owner@acme.example' },
  { choice: 'system', by: 'System' },
] as const)('notes the $choice of who halted the audience, if so chosen', async ({ choice, by }) => {
  const world = freshWorld({ 'campaign.halt.updated-by': choice });
  await set(world, 5001, 'force_completed');
  expect(world.store.view().get('audiences', 5001)?.halted?.by).toBe(by);
});

async function set(
  world: HandlerWorld,
  id: number,
  status: Status,
  caller: Caller = world.caller,
): Promise<OperationAnswer<'forceCompleteCampaign'>> {
  const body = checked({ campaign_id: id, campaign_status: status });
  const messages = { completed: 'completed', statusSet: 'statusSet' };
  return forceCompleteCampaign({ caller, query: checked({}), body, files: {}, messages, mockAddress: '' }, world);
}
