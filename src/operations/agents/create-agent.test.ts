import { describe, expect, it } from 'vitest';
import type { AgentRecord } from '../../domain/records.ts';
import { prepareMocks, testTime, type ApiHarness } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

const notFound = 'create-agent.not-found';

describe('creating', () => {
  it('answers 200 with the id and the name, in the next free id', async () => {
    const api = freshMock();
    const { status, body, headers } = await api.call('createAgent', { body: { agent_name: 'Clinic Desk' } });
    const taken = [...api.mock.worlds.default.store.view().all('agents')].map(({ id }) => id);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Agent created successfully',
        data: { agent_id: Math.max(...taken), agent_name: 'Clinic Desk' },
      },
    });
    expect(headers).not.toHaveProperty('x-contract-warning');
  });

  it('makes a private draft of type 3 without numbers, whose creator is the user of the token', async () => {
    const api = freshMock();
    const agent = await api.agent(await api.newAgent('Clinic Desk', tokens.globex), tokens.globex);
    expect(agent.basic_details).toMatchObject({
      agent_name: 'Clinic Desk',
      workspace_id: 102,
      agent_type: 3,
      agent_privacy: 0,
      status: 3,
      created_on: testTime.toISOString(),
      updated_on: testTime.toISOString(),
    });
    expect(agent.creator).toMatchObject({ user_id: 2, full_name: 'Bruno Lima', email: 'owner@globex.example' });
    expect(agent).toMatchObject({
      phone_numbers: [],
      last_modified: '',
      voice_analysis: false,
      campaign_count: 0,
      campaigns: [],
      is_campaign_on_hold: false,
      is_draft: true,
      is_audience: false,
    });
  });

  it('gives every agent an id of its own', async () => {
    const api = freshMock();
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => api.newAgent(`Agent ${index}`)));
    expect(new Set(ids).size).toBe(10);
  });

  it.each([
    { of: 'nothing', body: {} },
    { of: 'everything but a name', body: { prompt: 'You remind.', description: 'Reminds' } },
  ])('needs a name: $of is refused', async ({ body }) => {
    await freshMock().refuse('createAgent', { body }, 'create-agent.create.name-required');
  });

  it('needs a name where there is no body at all', async () => {
    await freshMock().refuse('createAgent', {}, 'create-agent.create.name-required');
  });

  it('takes an empty agent_id in the query for none', async () => {
    const { body } = await freshMock().call('createAgent', { query: 'agent_id=', body: { agent_name: 'New' } });
    expect(body).toMatchObject({ message: 'Agent created successfully' });
  });

  it('does not take a status, even the one that it would have', async () => {
    for (const status of [1, 2, 3]) {
      const body = { agent_name: 'New', status };
      await freshMock().refuse('createAgent', { body }, 'create-agent.agent-id.required');
    }
  });
});

describe('the agent to update', () => {
  it.each([
    { of: 'the body', query: {}, body: { agent_id: 1002 } },
    { of: 'the query', query: { agent_id: 1002 }, body: {} },
    { of: 'both', query: { agent_id: 1002 }, body: { agent_id: 1002 } },
    { of: 'the body first', query: { agent_id: 1001 }, body: { agent_id: 1002 } },
    { of: 'the body, whatever the query says', query: { agent_id: 'x' }, body: { agent_id: 1002 } },
    { of: 'the body, the query being empty', query: { agent_id: '' }, body: { agent_id: 1002 } },
  ])('is named in $of', async ({ query, body }) => {
    const api = freshMock();
    const other = storedAgent(api, 1001);
    const answer = await api.succeed('createAgent', { query, body: { ...body, agent_name: 'Front Desk' } });
    expect(answer).toEqual({
      success: true,
      message: 'Agent updated successfully',
      data: { agent_id: 1002, agent_name: 'Front Desk' },
    });
    expect((await api.agent(1002)).basic_details.agent_name).toBe('Front Desk');
    expect(storedAgent(api, 1001)).toEqual(other);
  });

  it.each([
    { of: 'nobody', id: 4711 },
    { of: 'an agent of another workspace', id: 1006 },
    { of: 'a number beyond what is exact', id: 2 ** 60 },
  ])('is not found where it is $of', async ({ id }) => {
    const api = freshMock();
    await api.refuse('createAgent', { body: { agent_id: id, agent_name: 'Front Desk' } }, notFound);
    await api.refuse('createAgent', { body: { agent_id: id, status: 1 } }, notFound);
    await api.refuse('createAgent', { query: { agent_id: id }, body: { agent_name: 'Front Desk' } }, notFound);
  });

  it.each([null, '1002', '', true, 0, -1, 1.5, [1002], { id: 1002 }])(
    'is refused with 422 where the body says %j',
    async (agent_id) => {
      const expected = { status: 422, message: 'agent_id must be a positive integer.' };
      await freshMock().refuse('createAgent', { body: { agent_id, agent_name: 'Front Desk' } }, expected);
      const options = { query: { agent_id: 1002 }, body: { agent_id, agent_name: 'Front Desk' } };
      await freshMock().refuse('createAgent', options, expected);
    },
  );

  it.each(['abc', '0', '-1', '1.5', '1e3', ' 1002', '1002&agent_id=1003'])(
    'is refused with 422 where the query says %j',
    async (agent_id) => {
      const expected = { status: 422, message: 'agent_id must be a positive integer.' };
      const options = { query: `agent_id=${agent_id}`, body: { agent_name: 'Front Desk' } };
      await freshMock().refuse('createAgent', options, expected);
    },
  );
});

function storedAgent(api: ApiHarness, id: number): AgentRecord {
  const agent = api.mock.worlds.default.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}
