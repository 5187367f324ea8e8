import { describe, expect, it } from 'vitest';
import type { AgentChange } from '../../domain/agents/agent-change.ts';
import { newAgentSettings } from '../../domain/agents/new-agent.gen.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  checked,
  faulty,
  prepareWorlds,
  worldTime,
  type Chosen,
  type HandlerWorld,
} from '../../testing/handler-world.ts';
import type { Change } from '../../store/state/store.ts';
import type { OperationAnswer } from '../handler.ts';
import { createAgent } from './agents.ts';

const freshWorld = await prepareWorlds();
const named = 'Clinic Desk';

describe('what was done', () => {
  it.each([
    { of: 'a new agent', body: { agent_name: named }, example: 'created', clause: 'create-agent.create' },
    {
      of: 'fields',
      body: { agent_id: 1001, prompt: 'Remind.' },
      example: 'updated',
      clause: 'create-agent.update.partial',
    },
    {
      of: 'a published agent',
      body: { agent_id: 1002, status: 1 },
      example: 'updated',
      clause: 'create-agent.publish',
    },
    {
      of: 'one published again',
      body: { agent_id: 1004, status: 1 },
      example: 'updated',
      clause: 'create-agent.publish.again',
    },
    { of: 'a draft', body: { agent_id: 1004, status: 3 }, example: 'updated', clause: 'create-agent.unpublish' },
    { of: 'a restored agent', body: { agent_id: 1005, status: 3 }, example: 'updated', clause: 'create-agent.restore' },
    { of: 'a deleted agent', body: { agent_id: 1001, status: 2 }, example: 'updated', clause: 'create-agent.delete' },
  ] as const)('is named: $of', async ({ body, example, clause }) => {
    expect(await create(freshWorld(), body)).toMatchObject({
      example,
      clause,
      body: { success: true, message: example },
    });
  });
});

describe('the status', () => {
  it('was published before, once it is so no longer', async () => {
    const world = freshWorld();
    const isKnown = () => [1001, 1004].map((id) => agentOf(world, id).was_published);
    for (const agent_id of [1001, 1004]) await create(world, { agent_id, prompt: 'New' });
    expect(isKnown()).toEqual([undefined, undefined]);
    for (const agent_id of [1001, 1004]) await create(world, { agent_id, status: 3 });
    expect(isKnown()).toEqual([undefined, true]);
  });

  it('changes nothing by default if it is refused', async () => {
    const world = freshWorld();
    const before = world.store.records();
    await expect(create(world, { agent_id: 1001, status: 1, prompt: 'New' })).rejects.toThrow(
      'create-agent.publish.no-number',
    );
    expect(world.store.records()).toEqual(before);
  });

  it('is refused and the fields are saved, if so chosen', async () => {
    const world = freshWorld({ 'create-agent.status.refused': 'saved' });
    const numbers = numbersOf(world, 1003);
    await expect(create(world, { agent_id: 1003, status: 1, prompt: 'New' })).rejects.toThrow(
      'create-agent.publish.global-provider',
    );
    expect(agentOf(world, 1003)).toMatchObject({
      status: 3,
      agent_prompt: 'New',
      has_been_updated: true,
      updated_on: worldTime.toISOString(),
    });
    expect(numbersOf(world, 1003)).toEqual(numbers);
  });

  it.each([
    ['kept', { prompt: 'As it was' }, undefined],
    ['fields', {}, undefined],
    ['fields', { prompt: 'As it was' }, 1],
    ['every', {}, 1],
  ] as const)(
    'counts as an update of an agent that stays as it was: %s, beside %o',
    async (counted, fields, updates) => {
      const world = freshWorld({ 'agent.last-modified.unchanged': counted });
      const created = await create(world, { agent_name: named, prompt: 'As it was' });
      const id = created.body.data.agent_id;
      await create(world, { agent_id: id, status: 3, ...fields });
      expect(agentOf(world, id).updates).toBe(updates);
    },
  );

  it('may come without an agent, if so chosen: it is then the status of none', async () => {
    const world = freshWorld({ 'create-agent.status.without-agent': 'ignored' });
    const { body } = await create(world, { agent_name: named, status: 1 });
    expect(agentOf(world, body.data.agent_id)).toMatchObject({ agent_name: named, status: 3 });
    await expect(create(world, { status: 1 })).rejects.toThrow('create-agent.agent-id.required');
    const wrong: Readonly<Record<string, unknown>> = { agent_name: named, status: 9 };
    await expect(create(world, wrong)).rejects.toThrow('create-agent.status.invalid');
    const only = freshWorld({ 'create-agent.status.without-agent': 'draft' });
    await expect(create(only, { agent_name: named, status: 3 })).resolves.toMatchObject({
      clause: 'create-agent.create',
    });
    for (const strict of [freshWorld(), only]) {
      await expect(create(strict, { agent_name: named, status: 1 })).rejects.toThrow('create-agent.agent-id.required');
    }
    const draft = create(freshWorld(), { agent_name: named, status: 3 });
    await expect(draft).rejects.toThrow('create-agent.agent-id.required');
  });

  it('is that of the agent in the query too', async () => {
    const world = freshWorld();
    await create(world, { status: 1 }, { agent_id: 1002 });
    expect(agentOf(world, 1002).status).toBe(1);
  });
});

describe('a commit', () => {
  it('expects the numbers that publishing was decided by as they were', async () => {
    const world = freshWorld();
    expect(await changesOf(world, { agent_id: 1008, status: 1 })).toEqual([
      expect.objectContaining({ in: 'agents', after: expect.objectContaining({ id: 1008, status: 1 }) as unknown }),
      ...numbersOf(world, 1008).map((number) => ({
        in: 'phone_numbers',
        id: number.id,
        before: number,
        after: number,
      })),
    ]);
  });

  it.each([{ status: 3 } as const, {}])('expects nothing of the numbers else: %j', async (change) => {
    const changes = await changesOf(freshWorld(), { agent_id: 1008, prompt: 'New', ...change });
    expect(changes.map(({ in: place }) => place)).toEqual(['agents']);
  });

  it('releases the numbers of a deleted agent together with it', async () => {
    const world = freshWorld();
    const changes = await changesOf(world, { agent_id: 1008, status: 2 });
    const numbers = numbersOf(world, 1008);
    expect(numbers.length).toBeGreaterThan(1);
    expect(changes.map(({ after }) => after)).toEqual([
      ...numbers.map((number) => ({ ...number, agent_id: null, position: 0 })),
      { ...agentOf(world, 1008), status: 2, has_been_updated: true, updated_on: worldTime.toISOString(), updates: 1 },
    ]);
  });

  it('has nothing where nothing differs', async () => {
    expect(await changesOf(freshWorld(), { agent_id: 1001, status: 3 })).toEqual([]);
  });

  it('holds a new agent as it was created, never updated', async () => {
    const [change] = await changesOf(freshWorld(), { agent_name: named });
    expect(change).toMatchObject({
      before: undefined,
      after: { agent_name: named, created_on: worldTime.toISOString(), has_been_updated: false, creator_user_id: 1 },
    });
  });
});

describe('the agent', () => {
  it.each([
    { place: 'body', expected: 1002 },
    { place: 'query', expected: 1001 },
  ] as const)('is the one in the $place, if so chosen', async ({ place, expected }) => {
    const world = freshWorld({ 'create-agent.agent-id.place': place });
    const { body } = await create(world, { agent_id: 1002, agent_name: named }, { agent_id: 1001 });
    expect(body.data).toEqual({ agent_id: expected, agent_name: named });
  });

  it('is missing if it is deleted, if so chosen', async () => {
    const deleted = { agent_id: 1005, status: 3 } as const;
    await expect(create(freshWorld({ 'agent.deleted': 'missing' }), deleted)).rejects.toThrow('create-agent.not-found');
    expect((await create(freshWorld(), deleted)).body.data.agent_id).toBe(1005);
  });

  it.each([4711, 1006])('%i is not found', async (id) => {
    await expect(create(freshWorld(), { agent_id: id, agent_name: named })).rejects.toThrow('create-agent.not-found');
  });

  it('needs a name, unless it is there or so chosen', async () => {
    const nameless = { prompt: 'Remind.' };
    await expect(create(freshWorld(), nameless)).rejects.toThrow('create-agent.create.name-required');
    await create(freshWorld(), nameless, { agent_id: 1001 });
    const world = freshWorld({ 'create-agent.create.name': 'optional' });
    expect((await create(world, nameless)).body.data.agent_name).toBe('');
  });

  it.each([
    { chosen: {}, expected: { agent_type: 3, agent_privacy: 0 } },
    { chosen: { 'create-agent.create.agent-type': 'voice' }, expected: { agent_type: 1 } },
    { chosen: { 'create-agent.create.agent-type': 'chat' }, expected: { agent_type: 2 } },
    { chosen: { 'create-agent.create.agent-type': 'general' }, expected: { agent_type: 4 } },
    { chosen: { 'create-agent.create.agent-privacy': 'public' }, expected: { agent_privacy: 1 } },
  ] satisfies { chosen: Chosen; expected: object }[])(
    'begins with $expected where $chosen',
    async ({ chosen, expected }) => {
      const world = freshWorld(chosen);
      const { body } = await create(world, { agent_name: named });
      expect(agentOf(world, body.data.agent_id)).toMatchObject({ ...expected, workspace_id: 101 });
    },
  );
});

it("takes the names of the workspace's providers and models", async () => {
  const world = freshWorld();
  const codes = [...world.store.view().all('codes')];
  const code = codes.find(({ kind, name }) => kind === 'voice_provider' && name !== null);
  if (code === undefined) throw new Error('The scenario has no voice provider.');
  await create(world, { agent_id: 1001, voice: { provider: code.name } });
  expect(agentOf(world, 1001).voice_provider).toBe(code.code);
});

it('refuses a name that is not known, if so chosen, and takes an empty one', async () => {
  const body = { agent_id: 1001, speech_to_text: { provider: 'nobody' } };
  const today = freshWorld();
  await create(today, body);
  expect(agentOf(today, 1001).transcriber_provider).toBe(0);
  const world = freshWorld({ 'create-agent.read-back.unknown-names': 'refused' });
  await expect(create(world, body)).rejects.toMatchObject({
    clause: 'create-agent.validation',
    message: 'nobody is not a known transcriber provider.',
  });
  await create(world, { agent_id: 1001, speech_to_text: { provider: '' } });
  expect(agentOf(world, 1001).transcriber_provider).toBe(0);
  const codes = [...world.store.view().all('codes')];
  const code = codes.find(({ kind, name }) => kind === 'transcriber_provider' && name !== null);
  if (code === undefined) throw new Error('The scenario has no transcriber provider.');
  await create(world, { agent_id: 1001, speech_to_text: { provider: code.name } });
  expect(agentOf(world, 1001).transcriber_provider).toBe(code.code);
  const keeping = freshWorld({ 'create-agent.read-back.unknown-names': 'no-table' });
  const { transcriber_provider: before } = agentOf(keeping, 1001);
  const other = codes.find((each) => each.kind === 'transcriber_provider' && ![before, 0].includes(each.code));
  await create(keeping, { agent_id: 1001, speech_to_text: { provider: other?.name ?? '' } });
  expect(agentOf(keeping, 1001).transcriber_provider).toBe(before);
});

it('makes a new agent with what a profile says that it has', async () => {
  const world = freshWorld({}, { 'new-agent': { ...newAgentSettings, '/basic_details/agent_prompt': 'Be brief.' } });
  const { body } = await create(world, { agent_name: named });
  expect(agentOf(world, body.data.agent_id)).toMatchObject({ agent_name: named, agent_prompt: 'Be brief.' });
});

it('publishes an agent without a number where its type needs none, if so chosen', async () => {
  const world = freshWorld({ 'create-agent.publish.types': 'telephony' });
  expect((await create(world, { agent_id: 1009, status: 1 })).clause).toBe('create-agent.publish');
  await expect(create(world, { agent_id: 1001, status: 1 })).rejects.toThrow('create-agent.publish.no-number');
});

describe('what is looked at first', () => {
  it('is the body only for an agent_id that it names', async () => {
    const world = freshWorld();
    const fault = new Refusal('create-agent.validation', 'broken');
    const { caller } = world;
    const parts = { caller, query: checked({ agent_id: 4711 }), files: {}, mockAddress: '' };
    const messages = { created: '', updated: '' };
    const refused = createAgent({ ...parts, messages, body: faulty({}, fault) }, world);
    await expect(refused).rejects.toThrow('create-agent.not-found');
  });

  const broken = new Refusal('create-agent.validation', 'broken');
  const wrong = {
    status: 'create-agent.status.invalid',
    agent: 'create-agent.not-found',
    fields: 'broken',
  } as const;

  it.each([
    ['status-agent-fields', ['status', 'agent', 'fields']],
    ['agent-status-fields', ['agent', 'status', 'fields']],
    ['fields-status-agent', ['fields', 'status', 'agent']],
    ['agent-fields-status', ['agent', 'fields', 'status']],
  ] as const)('decides: %s', async (order, steps) => {
    const world = freshWorld({ 'create-agent.order': order });
    for (const [index, first] of steps.entries()) {
      const faults = new Set<string>(steps.slice(index));
      const part = { agent_id: faults.has('agent') ? 4711 : 1001, status: faults.has('status') ? 9 : 3 };
      const request = create(world, part, {}, faults.has('fields') ? broken : undefined);
      await expect(request).rejects.toThrow(wrong[first]);
    }
  });
});

/** @param fault what is wrong with the fields of the body, but not with its agent_id */
async function create(
  world: HandlerWorld,
  body: AgentChange | Readonly<Record<string, unknown>>,
  query: { agent_id?: number } = {},
  fault?: Refusal,
): Promise<OperationAnswer<'createAgent'>> {
  const whole = fault === undefined ? checked(body) : faulty(body, fault);
  return createAgent(
    {
      caller: world.caller,
      query: checked(query),
      body: { sent: whole.sent, valid: (only) => (only?.includes('agent_id') === true ? body : whole.valid()) },
      files: {},
      messages: { created: 'created', updated: 'updated' },
      mockAddress: '',
    },
    world,
  );
}

/** What is committed for a body, without committing it. */
async function changesOf(world: HandlerWorld, body: AgentChange): Promise<readonly Change[]> {
  const committed: (readonly Change[])[] = [];
  const view = world.store.view();
  const store = Object.assign(world.store.fork(), { view: () => view });
  const commit = (changes: readonly Change[]) => Promise.resolve(void committed.push(changes));
  await create({ ...world, store, commit }, body);
  expect(committed).toHaveLength(1);
  return committed.flat();
}

function agentOf(world: HandlerWorld, id: number) {
  const agent = world.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}

function numbersOf(world: HandlerWorld, id: number) {
  return world.store.view().find('phone_numbers', 'agent_id', id);
}
