import { expect, it } from 'vitest';
import type { AgentChange } from '../../domain/agents/agent-change.ts';
import { checked, prepareWorlds, type Chosen, type HandlerWorld } from '../../testing/handler-world.ts';
import { agentUuid } from '../../testing/well-known.ts';
import type { BodyOf } from '../handler.ts';
import { createAgent, createAgentOrUpdate, updateAgent } from './agents.ts';

const freshWorld = await prepareWorlds();

it.each<[title: string, run: (world: HandlerWorld) => Promise<unknown>, id: number, counts: object | undefined]>([
  ['a new agent is counted as nothing', (world) => save(world, { agent_name: 'New' }), 1011, undefined],
  ['a change', (world) => save(world, { agent_id: 1001, prompt: 'New' }), 1001, { createAgent: 1 }],
  ['what changes nothing', (world) => save(world, { agent_id: 1001 }), 1001, { unchanged: 1 }],
  ['an unpublish', (world) => save(world, { agent_id: 1004, status: 3 }), 1004, { createAgent: 1, status: 1 }],
  [
    'a publish',
    (world) => save(world, { agent_id: 1002, status: 1 }),
    1002,
    { createAgent: 1, status: 1, published: 1 },
  ],
  ['a repeated publish', (world) => save(world, { agent_id: 1004, status: 1 }), 1004, { unchanged: 1, status: 1 }],
  ['a refused publish', (world) => save(world, { agent_id: 1001, status: 1 }), 1001, { refused: 1, status: 1 }],
  [
    'a form',
    (world) => form(world, { agent_id: 1001, basic_details: { agent_name: 'New' } }),
    1001,
    { createAgentOrUpdate: 1 },
  ],
  ['a renaming', (world) => rename(world, 'New'), 1001, { updateAgent: 1 }],
])('counts, where a profile asks for it: %s', async (_, run, id, counts) => {
  for (const [isCounting, expected] of [
    [true, counts],
    [false, undefined],
    // Nothing but yes counts.
    [undefined, undefined],
  ] as const) {
    const world = freshWorld({}, { 'counts-requests': isCounting });
    const taken = new Set([...world.store.view().all('agents')].map((agent) => agent.id));
    await run(world).catch(() => undefined);
    const made = [...world.store.view().all('agents')].find((agent) => !taken.has(agent.id));
    expect((made ?? world.store.view().get('agents', id))?.counted).toEqual(expected);
  }
});

it('goes on from what was counted, and counts a refused publish whose fields are saved as both', async () => {
  const world = freshWorld({ 'create-agent.status.refused': 'saved' }, { 'counts-requests': true });
  for (const prompt of ['One', 'Two']) await save(world, { agent_id: 1001, prompt });
  await expect(save(world, { agent_id: 1001, status: 1, prompt: 'Three' })).rejects.toThrow();
  const counted = { createAgent: 3, status: 1, refused: 1 };
  expect(world.store.view().get('agents', 1001)).toMatchObject({ agent_prompt: 'Three', counted });
});

it('writes nothing about an agent that is refused before it is made', async () => {
  const chosen: Chosen = { 'create-agent.status.without-agent': 'draft' };
  const world = freshWorld(chosen, { 'counts-requests': true });
  const before = world.store.records();
  await expect(save(world, { agent_name: 'New', status: 1 })).rejects.toThrow('create-agent.agent-id.required');
  expect(world.store.records()).toEqual(before);
});

it('takes a renaming that changes nothing for an update, if all but a status alone are', async () => {
  const world = freshWorld({ 'agent.last-modified.unchanged': 'fields' });
  await rename(world, world.store.view().get('agents', 1001)?.agent_name ?? '');
  expect(world.store.view().get('agents', 1001)?.updates).toBe(1);
});

async function save(world: HandlerWorld, body: AgentChange): Promise<unknown> {
  const messages = { created: 'created', updated: 'updated' };
  return createAgent({ ...requestOf(world), body: checked(body), messages }, world);
}

async function form(world: HandlerWorld, body: BodyOf<'createAgentOrUpdate'>): Promise<unknown> {
  const files = { FILE_KNOWLEDGE_BASES: [], 'basic_details[chatbot_image]': [] };
  return createAgentOrUpdate({ ...requestOf(world), body: checked(body), files }, world);
}

async function rename(world: HandlerWorld, name: string): Promise<unknown> {
  return updateAgent({ ...requestOf(world), body: checked({ agent_id: agentUuid(1001), name }) }, world);
}

function requestOf({ caller }: HandlerWorld) {
  return { caller, query: checked({}), files: {}, mockAddress: '', messages: { updated: 'updated' } };
}
