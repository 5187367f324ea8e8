import { describe, expect, it } from 'vitest';
import { prepareMocks, testTime } from '../../testing/api-harness.ts';
import { agentUuid, tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();
const uuid = agentUuid(1002);

describe('a name and a language', () => {
  it.each([
    {
      of: 'both',
      sent: { name: 'Front Desk', language: 'de' },
      stored: { agent_name: 'Front Desk', transcriber_language: 'de' },
    },
    { of: 'the name alone', sent: { name: '受付 1' }, stored: { agent_name: '受付 1' } },
    { of: 'the language alone', sent: { language: 'pt-BR' }, stored: { transcriber_language: 'pt-BR' } },
    { of: 'an empty language', sent: { language: '' }, stored: { transcriber_language: '' } },
  ])('change nothing but themselves: $of', async ({ sent, stored }) => {
    const api = freshMock();
    const before = api.mock.worlds.default.store.view().get('agents', 1002);
    const answer = await api.succeed('updateAgent', { body: { agent_id: uuid, ...sent } });
    expect(answer).toEqual({ message: 'Agent updated successfully', data: { agent_id: uuid } });
    const updated = { has_been_updated: true, updated_on: testTime.toISOString(), updates: 1 };
    expect(api.mock.worlds.default.store.view().get('agents', 1002)).toEqual({ ...before, ...stored, ...updated });
  });

  it('change nothing where neither is sent', async () => {
    const api = freshMock();
    const before = await api.records();
    await api.succeed('updateAgent', { body: { agent_id: uuid } });
    expect(await api.records()).toEqual(before);
  });
});

it('shows the name and the time of the update in get-by-id', async () => {
  const api = freshMock();
  await api.succeed('updateAgent', { body: { agent_id: uuid, name: 'Front Desk' } });
  const agent = await api.agent(1002);
  expect(agent.basic_details).toMatchObject({ agent_name: 'Front Desk', updated_on: testTime.toISOString() });
  expect(agent.last_modified).toBe('just now');
});

it('takes a UUID in capitals, and answers it as the agent has it', async () => {
  const api = freshMock();
  const { store } = api.mock.worlds.default;
  const agent = store.view().get('agents', 1002);
  if (agent === undefined) throw new Error('The scenario has no agent 1002.');
  const withLetters = { ...agent, uuid: 'abcdef00-0000-4000-8000-00000000c0de' };
  await store.commit([store.view().put('agents', withLetters)]);
  const body = { agent_id: withLetters.uuid.toUpperCase(), name: 'New' };
  const answer = await api.succeed('updateAgent', { body });
  expect(answer).toEqual({ message: 'Agent updated successfully', data: { agent_id: withLetters.uuid } });
});

it.each([
  { of: 'missing', body: {} },
  { of: 'null', body: { agent_id: null } },
  { of: 'empty', body: { agent_id: '' } },
  { of: 'a number', body: { agent_id: 1002 } },
  { of: 'no UUID', body: { agent_id: 'agent-1002' } },
  { of: 'a UUID without dashes', body: { agent_id: uuid.replaceAll('-', '') } },
  { of: 'a list', body: { agent_id: [uuid] } },
])('refuses an agent_id that is $of with 422', async ({ body }) => {
  const expected = { status: 422, message: 'agent_id must be a UUID.' };
  await freshMock().refuse('updateAgent', { body: { ...body, name: 'Front Desk' } }, expected);
});

it.each([
  { of: 'nobody', agent_id: agentUuid(4711) },
  { of: 'a deleted agent', agent_id: agentUuid(1005) },
  { of: 'an agent of another workspace', agent_id: agentUuid(1006) },
])('answers 404 where the UUID names $of', async ({ agent_id }) => {
  await freshMock().refuse('updateAgent', { body: { agent_id, name: 'Front Desk' } }, 'agent-update.not-found');
});

const nameMessage =
  'name must be a text of 1 to 100 characters with at least one letter or digit and no control characters.';

it.each([
  { of: 'an empty name', sent: { name: '' }, message: nameMessage },
  { of: 'a blank name', sent: { name: '   ' }, message: nameMessage },
  { of: 'a name without letter or digit', sent: { name: '!?*' }, message: nameMessage },
  { of: 'a name with a line feed', sent: { name: 'Front\nDesk' }, message: nameMessage },
  { of: 'a name of 101 characters', sent: { name: 'a'.repeat(101) }, message: nameMessage },
  { of: 'a number for a name', sent: { name: 5 }, message: nameMessage },
  { of: 'null for a name', sent: { name: null }, message: nameMessage },
  { of: 'a number for a language', sent: { language: 5 }, message: 'language must be a string.' },
  { of: 'null for a language', sent: { language: null }, message: 'language must be a string.' },
])('refuses $of with 422', async ({ sent, message }) => {
  await freshMock().refuse('updateAgent', { body: { agent_id: uuid, ...sent } }, { status: 422, message });
});

it.each(['a'.repeat(100), `${'🦊'.repeat(99)}1`, 'Ünï', '٣', '—x—'])('takes the name %s', async (name) => {
  const api = freshMock();
  await api.succeed('updateAgent', { body: { agent_id: uuid, name } });
  expect((await api.agent(1002)).basic_details.agent_name).toBe(name);
});

it.each([
  { of: 'the token header', token: tokens.acme, headers: {} },
  { of: 'Authorization: Bearer', token: null, headers: { authorization: `Bearer ${tokens.acme}` } },
])('takes $of', async ({ token, headers }) => {
  await freshMock().succeed('updateAgent', { token, headers, body: { agent_id: uuid } });
});
