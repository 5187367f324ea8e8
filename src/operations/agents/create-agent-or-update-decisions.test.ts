import { describe, expect, it } from 'vitest';
import { Refusal } from '../../domain/refusal.ts';
import { checked, faulty, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import type { BodyOf, OperationAnswer, QueryOf } from '../handler.ts';
import { createAgentOrUpdate } from './agents.ts';

const freshWorld = await prepareWorlds();
const basic_details = { agent_name: 'Clinic Desk' };
const missing = 'createagentorupdate.not-found';

it('names what was done', async () => {
  expect(await save(freshWorld(), { agent_id: 1001, basic_details })).toEqual({
    clause: 'createagentorupdate.success',
    body: { message: 'updated', data: { agent_id: 1001 } },
  });
});

it('makes a new agent of the caller, or changes the one that is named', async () => {
  const world = freshWorld();
  const taken = [...world.store.view().all('agents')].map(({ id }) => id);
  const { body } = await save(world, { basic_details });
  expect(taken).not.toContain(body.data.agent_id);
  const agent = { agent_name: 'Clinic Desk', workspace_id: 101, status: 3, has_been_updated: false };
  expect(agentOf(world, body.data.agent_id)).toMatchObject(agent);
  await save(world, { agent_id: 1004, basic_details });
  const updated = { has_been_updated: true, updated_on: worldTime.toISOString(), status: 1 };
  expect(agentOf(world, 1004)).toMatchObject({ agent_name: 'Clinic Desk', ...updated });
});

describe('the agent', () => {
  it.each([
    { place: 'body', expected: 1002 },
    { place: 'query', expected: 1001 },
  ] as const)('is the one in the $place, if so chosen', async ({ place, expected }) => {
    const world = freshWorld({ 'create-agent.agent-id.place': place });
    const { body } = await save(world, { agent_id: 1002, basic_details }, { agent_id: 1001 });
    expect(body.data.agent_id).toBe(expected);
  });

  it('is the one in the query if the form names none', async () => {
    expect((await save(freshWorld(), { basic_details }, { agent_id: 1001 })).body.data.agent_id).toBe(1001);
  });

  it('is looked for in the query only if it may be there', async () => {
    const world = freshWorld();
    const fault = new Refusal('createagentorupdate.validation', 'broken');
    const { caller } = world;
    const request = { caller, query: faulty({}, fault), files: noFiles, mockAddress: '', messages: { updated: '' } };
    await createAgentOrUpdate({ ...request, body: checked({ agent_id: 1001, basic_details }) }, world);
    const nameless = createAgentOrUpdate({ ...request, body: checked({ basic_details }) }, world);
    await expect(nameless).rejects.toThrow('broken');
  });

  it.each([
    { place: 'in-form', expected: [1001, undefined] },
    { place: 'in-query', expected: [undefined, 1001] },
    { place: 'ignored', expected: [undefined, undefined] },
  ] as const)('is a new one where it is named elsewhere, if so chosen: $place', async ({ place, expected }) => {
    const world = freshWorld({ 'createagentorupdate.agent-id': place });
    const made = [
      await save(world, { agent_id: 1001, basic_details }),
      await save(world, { basic_details }, { agent_id: 1001 }),
    ].map(({ body }) => body.data.agent_id);
    expect(made.map((id) => (id === 1001 ? id : undefined))).toEqual(expected);
  });

  it.each([4711, 1005, 1006])('%i is not found', async (agent_id) => {
    await expect(save(freshWorld(), { agent_id, basic_details })).rejects.toThrow(missing);
  });

  it('may be deleted, if so chosen', async () => {
    const world = freshWorld({ 'agent.deleted.elsewhere': 'there' });
    await save(world, { agent_id: 1005, basic_details });
    expect(agentOf(world, 1005)).toMatchObject({ agent_name: 'Clinic Desk', status: 2 });
  });
});

it('makes an agent of the type and with the settings that those of a form have', async () => {
  const settings = { '/data/configuration/temperature': 0.9 };
  const world = freshWorld({ 'createagentorupdate.create.agent-type': 'voice' }, { 'new-agent-by-form': settings });
  const { body } = await save(world, { basic_details });
  expect(agentOf(world, body.data.agent_id)).toMatchObject({ agent_type: 1, configuration: { temperature: 0.9 } });
});

describe('the numbers', () => {
  it.each([
    { number: '+15550007777', isTaken: true, owner: 101 },
    { number: '+15550007777', isTaken: false, owner: undefined },
    { number: 'nobody', isTaken: true, owner: undefined },
  ])('$number, which nobody has, becomes that of workspace $owner where it is taken: $isTaken', async (row) => {
    const world = freshWorld();
    const [query, files] = [checked({}), noFiles];
    const body = checked({ agent_id: 1001, basic_details, phone_numbers: [row.number] });
    const request = { caller: world.caller, query, body, files, mockAddress: '', messages: { updated: '' } };
    const takesUnknown = (field: string) => row.isTaken && field === 'phone_numbers[0]';
    const saved = Promise.resolve(createAgentOrUpdate({ ...request, takesUnknown }, world));
    await saved.catch(() => undefined);
    expect(world.store.view().get('phone_numbers', row.number)?.workspace_id).toBe(row.owner);
  });

  it('stay if none are sent, and go if an empty list is', async () => {
    const world = freshWorld();
    const before = numbersOf(world, 1008);
    await save(world, { agent_id: 1008, basic_details });
    expect(numbersOf(world, 1008)).toEqual(before);
    await save(world, { agent_id: 1008, basic_details, phone_numbers: [] });
    expect(numbersOf(world, 1008)).toEqual([]);
    expect(world.store.view().get('phone_numbers', before[0]?.id ?? '')).toMatchObject({ agent_id: null });
  });

  it('mark the agent as updated, though nothing of it changes', async () => {
    const world = freshWorld();
    const agent = agentOf(world, 1010);
    const same = { agent_name: agent.agent_name };
    await save(world, { agent_id: 1010, basic_details: same });
    expect(agentOf(world, 1010)).toBe(agent);
    await save(world, { agent_id: 1010, basic_details: same, phone_numbers: [] });
    expect(numbersOf(world, 1010)).toEqual([]);
    expect(agentOf(world, 1010).updated_on).toBe(worldTime.toISOString());
  });

  it.each([
    { last: 'published', id: 1004, expected: 1 },
    { last: 'draft', id: 1004, expected: 3 },
    { last: 'draft', id: 1002, expected: 3 },
    { last: 'published', id: 1002, expected: 3 },
  ] as const)('leave $id, if $last is chosen, with the status $expected once the last is gone', async (row) => {
    const world = freshWorld({ 'createagentorupdate.phone-numbers.last': row.last });
    await save(world, { agent_id: row.id, basic_details, phone_numbers: [] });
    expect(agentOf(world, row.id).status).toBe(row.expected);
  });

  it('leave the status if there were none, some are sent, or none is sent', async () => {
    const world = freshWorld({ 'createagentorupdate.phone-numbers.last': 'draft' });
    await save(world, { agent_id: 1004, basic_details });
    await save(world, { agent_id: 1004, basic_details, phone_numbers: ['+15550001004'] });
    expect(agentOf(world, 1004).status).toBe(1);
    const today = { ...world, rules: freshWorld().rules };
    await save(today, { agent_id: 1004, basic_details, phone_numbers: [] });
    await save(world, { agent_id: 1004, basic_details, phone_numbers: [] });
    expect(agentOf(world, 1004).status).toBe(1);
  });

  it('leave the status where one of several is replaced, and are refused where nobody has them', async () => {
    const world = freshWorld({ 'createagentorupdate.phone-numbers.last': 'draft' });
    const [first = '', second = '', third = ''] = freeNumbers(world);
    await save(world, { agent_id: 1004, basic_details, phone_numbers: [first, second] });
    await save(world, { agent_id: 1004, basic_details, phone_numbers: [third, second] });
    expect(agentOf(world, 1004).status).toBe(1);
    const unknown = save(world, { agent_id: 1004, basic_details, phone_numbers: ['+19995550000'] });
    await expect(unknown).rejects.toBeInstanceOf(Refusal);
  });

  it.each([
    ['replace', {}, ['+15550001004'], 1],
    ['whole', {}, [], 3],
    ['add', { phone_numbers: [] }, ['+15550001004'], 1],
  ] as const)('%s: a form with %j leaves %j', async (effect, sent, expected, status) => {
    const world = freshWorld({
      'createagentorupdate.phone-numbers.effect': effect,
      'createagentorupdate.phone-numbers.last': 'draft',
    });
    await save(world, { agent_id: 1004, basic_details, ...sent });
    expect(numbersOf(world, 1004).map(({ id }) => id)).toEqual(expected);
    expect(agentOf(world, 1004).status).toBe(status);
  });

  it.each([
    { effect: 'replace', expected: ['+15550001004'] },
    { effect: 'add', expected: ['+15550001008', '+15550001098', '+15550001004'] },
  ] as const)('$effect, and move from agent to agent, if so chosen', async ({ effect, expected }) => {
    const world = freshWorld({
      'createagentorupdate.phone-numbers.effect': effect,
      'createagentorupdate.phone-numbers.attached': 'moved',
    });
    await save(world, { agent_id: 1008, basic_details, phone_numbers: ['+15550001004'] });
    const numbers = numbersOf(world, 1008).toSorted((one, other) => one.position - other.position);
    expect(numbers.map(({ id }) => id)).toEqual(expected);
    const moved = save(freshWorld(), { agent_id: 1008, basic_details, phone_numbers: ['+15550001004'] });
    await expect(moved).rejects.toThrow('The phone number +15550001004 is attached to another agent.');
  });
});

it('keeps the files of the form', async () => {
  const world = freshWorld();
  const [file] = agentOf(world, 1001).knowledge_base.files;
  if (file === undefined) throw new Error('Agent 1001 of the scenario has no file.');
  const { id, ...facts } = file;
  const before = agentOf(world, 1001).knowledge_base.files.length;
  await save(world, { agent_id: 1001, basic_details }, {}, { ...noFiles, FILE_KNOWLEDGE_BASES: [facts] });
  const after = agentOf(world, 1001).knowledge_base.files;
  expect(after).toHaveLength(before + 1);
  expect(after.at(-1)).toMatchObject(facts);
  expect(after.at(-1)?.id).not.toBe(id);
});

it('appends to lists and replaces files only where some are sent, if so chosen', async () => {
  const world = freshWorld({ 'createagentorupdate.arrays': 'append', 'createagentorupdate.files.effect': 'replace' });
  const { denials, knowledge_base } = agentOf(world, 1001);
  expect(knowledge_base.files.length).toBeGreaterThan(0);
  await save(world, { agent_id: 1001, basic_details, denials: { denied_words: ['one', 'two'] } });
  expect(agentOf(world, 1001).denials.denied_words).toEqual([...denials.denied_words, 'one', 'two']);
  await save(world, { agent_id: 1001, basic_details, denials: { denied_words: ['three'] } });
  expect(agentOf(world, 1001).denials.denied_words).toEqual([...denials.denied_words, 'one', 'two', 'three']);
  expect(agentOf(world, 1001).knowledge_base.files).toEqual(knowledge_base.files);
});

const noFiles = { FILE_KNOWLEDGE_BASES: [], 'basic_details[chatbot_image]': [] };

async function save(
  world: HandlerWorld,
  body: BodyOf<'createAgentOrUpdate'>,
  query: QueryOf<'createAgentOrUpdate'> = {},
  files: Parameters<typeof createAgentOrUpdate>[0]['files'] = noFiles,
): Promise<OperationAnswer<'createAgentOrUpdate'>> {
  const { caller } = world;
  const request = { caller, query: checked(query), body: checked(body), files, mockAddress: '' };
  return createAgentOrUpdate({ ...request, messages: { updated: 'updated' } }, world);
}

function agentOf(world: HandlerWorld, id: number) {
  const agent = world.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}

function numbersOf(world: HandlerWorld, id: number) {
  return world.store.view().find('phone_numbers', 'agent_id', id);
}

/** Those that no agent has, and that the caller's may. */
function freeNumbers(world: HandlerWorld): string[] {
  return [...world.store.view().all('phone_numbers')].flatMap(({ id, agent_id: owner, workspace_id: workspace }) =>
    owner === null && (workspace === null || workspace === 101) ? [id] : [],
  );
}
