import { describe, expect, it, vi } from 'vitest';
import type { RefusalId } from '../../document/names.gen.ts';
import { prepareMocks, testTime, type ApiHarness } from '../../testing/api-harness.ts';
import { ConflictError } from '../../store/state/store.ts';

const freshMock = await prepareMocks();

const noNumber = 'create-agent.publish.no-number';
const globalProvider = 'create-agent.publish.global-provider';
const notFound = 'get-by-id.not-found';

describe('publishing', () => {
  it.each([
    { of: 'an active number of the workspace', id: 1002 },
    { of: 'one beside a shared number', id: 1008 },
    { of: 'one, the agent being published already', id: 1004 },
  ])('succeeds with $of', async ({ id }) => {
    const api = freshMock();
    const numbers = (await api.agent(id)).phone_numbers;
    const answer = await setStatus(api, id, 1);
    expect(answer).toMatchObject({ success: true, data: { agent_id: id } });
    const agent = await api.agent(id);
    expect(agent.basic_details.status).toBe(1);
    expect(agent.phone_numbers).toEqual(numbers);
  });

  it.each<{ of: string; id: number; expected: RefusalId }>([
    { of: 'no number', id: 1001, expected: noNumber },
    { of: 'an inactive number alone', id: 1007, expected: noNumber },
    { of: 'no number, the agent being of another type', id: 1009, expected: noNumber },
    { of: 'no number, the agent being deleted', id: 1005, expected: noNumber },
    { of: 'a shared number alone', id: 1003, expected: globalProvider },
  ])('is refused with $of', async ({ id, expected }) => {
    await freshMock().refuse('createAgent', { body: { agent_id: id, status: 1 } }, expected);
    await freshMock().refuse('createAgent', { query: { agent_id: id }, body: { status: 1 } }, expected);
  });

  it('is refused for an inactive number beside a shared one as for shared ones', async () => {
    const api = freshMock();
    await attach(api, 1007, ['+15550001007', '+15550009002']);
    await api.refuse('createAgent', { body: { agent_id: 1007, status: 1 } }, globalProvider);
  });

  it.each([1, 2, 3, 4])('holds to the rules for an agent of type %i', async (type) => {
    const api = freshMock();
    const { data } = await api.succeed('createAgentOrUpdate', {
      form: [
        ['basic_details[agent_name]', 'Any Type'],
        ['basic_details[agent_type]', String(type)],
      ],
    });
    await api.refuse('createAgent', { body: { agent_id: data.agent_id, status: 1 } }, noNumber);
    await attach(api, data.agent_id, ['+15550009002']);
    await api.refuse('createAgent', { body: { agent_id: data.agent_id, status: 1 } }, globalProvider);
    await attach(api, data.agent_id, ['+15550009002', '+15550009001']);
    await setStatus(api, data.agent_id, 1);
    expect((await api.agent(data.agent_id)).basic_details.status).toBe(1);
  });

  it('that is refused leaves every other field of the request unchanged too', async () => {
    const fields = { agent_name: 'New Name', prompt: 'New', voice: { settings: { speed: 2 } } };
    await freshMock().refuse('createAgent', { body: { agent_id: 1001, status: 1, ...fields } }, noNumber);
    await freshMock().refuse('createAgent', { body: { agent_id: 1003, status: 1, ...fields } }, globalProvider);
  });

  it('takes the other fields of the request where it succeeds', async () => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1002, status: 1, prompt: 'New' } });
    expect((await api.agent(1002)).basic_details).toMatchObject({ status: 1, agent_prompt: 'New' });
  });

  it('is decided again where a number that it was decided by moves before it is written', async () => {
    const api = freshMock();
    const { store } = api.mock.worlds.default;
    const number = store.view().get('phone_numbers', '+15550001002');
    if (number === undefined) throw new Error('The scenario has no such number.');
    const before = store.view().get('phone_numbers', number.id);
    const deciding = vi.spyOn(store, 'deciding').mockImplementationOnce(() => {
      const own = store.deciding();
      const commit: typeof own.commit = async (changes) => {
        const record = { ...number, is_active: false };
        await store.commit([{ ...store.view().put('phone_numbers', record), before }]);
        return own.commit(changes);
      };
      return { ...own, commit };
    });
    const { status, headers } = await api.call('createAgent', { body: { agent_id: 1002, status: 1 } });
    expect([status, headers['x-mock-rule']]).toEqual([400, noNumber]);
    expect(deciding).toHaveBeenCalledTimes(3);
    expect((await api.agent(1002)).basic_details.status).toBe(3);
  });

  it('is refused once what that was decided by is written, and decided again if that is not', async () => {
    const api = freshMock();
    await attach(api, 1004, []);
    const { store } = api.mock.worlds.default;
    const deciding = store.deciding.bind(store);
    const settled = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new ConflictError('It was not written.'));
    vi.spyOn(store, 'deciding').mockImplementation(() => ({ ...deciding(), settled }));
    await api.refuse('createAgent', { body: { agent_id: 1004, status: 1 } }, noNumber);
    expect(settled).toHaveBeenCalledTimes(2);
    expect((await api.call('createAgent', { body: { agent_id: 1004, agent_name: 'Ada' } })).status).toBe(200);
    expect(settled).toHaveBeenCalledTimes(2);
  });

  it('survives the loss of the last number', async () => {
    const api = freshMock();
    await attach(api, 1004, []);
    const agent = await api.agent(1004);
    expect(agent.basic_details.status).toBe(1);
    expect(agent.phone_numbers).toEqual([]);
    await api.refuse('createAgent', { body: { agent_id: 1004, status: 1 } }, noNumber);
  });
});

describe('unpublishing', () => {
  it.each([
    { of: 'a published agent', id: 1004 },
    { of: 'a draft', id: 1001 },
  ])('makes $of a draft with its numbers', async ({ id }) => {
    const api = freshMock();
    const numbers = (await api.agent(id)).phone_numbers;
    await setStatus(api, id, 3);
    const agent = await api.agent(id);
    expect(agent.basic_details.status).toBe(3);
    expect(agent.phone_numbers).toEqual(numbers);
  });
});

describe('a status alone', () => {
  it.each([
    { id: 1002, status: 1 },
    { id: 1004, status: 3 },
  ])('$status changes nothing but the status of $id', async ({ id, status }) => {
    const api = freshMock();
    const before = await api.agent(id);
    await setStatus(api, id, status);
    expect(await api.agent(id)).toEqual({
      ...before,
      basic_details: { ...before.basic_details, status, updated_on: testTime.toISOString() },
      last_modified: 'just now',
    });
  });

  it('that the agent has already changes nothing at all', async () => {
    const api = freshMock();
    const before = await api.records();
    await setStatus(api, 1004, 1);
    await setStatus(api, 1001, 3);
    await setStatus(api, 1005, 2);
    expect(await api.records()).toEqual(before);
  });
});

describe('deleting', () => {
  it.each([
    { of: 'a published agent', id: 1004, numbers: ['+15550001004'] },
    { of: 'a draft', id: 1002, numbers: ['+15550001002'] },
    { of: 'an agent with a shared number too', id: 1008, numbers: ['+15550001008', '+15550001098'] },
    { of: 'an agent with an inactive number', id: 1007, numbers: ['+15550001007'] },
  ])('releases every number of $of', async ({ id, numbers }) => {
    const api = freshMock();
    await setStatus(api, id, 2);
    await api.refuse('getAgent', { query: { agent_id: id } }, notFound);
    await attach(api, 1001, numbers);
    expect((await api.agent(1001)).phone_numbers).toEqual(numbers);
  });

  it('takes the other fields of the request', async () => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1002, status: 2, prompt: 'New' } });
    await setStatus(api, 1002, 3);
    expect((await api.agent(1002)).basic_details.agent_prompt).toBe('New');
  });

  it('hides the agent from every other operation', async () => {
    const api = freshMock();
    await setStatus(api, 1002, 2);
    await api.refuse('getAgent', { query: { agent_id: 1002 } }, notFound);
    const uuid = '00000000-0000-4000-8000-000000001002';
    await api.refuse('updateAgent', { body: { agent_id: uuid, name: 'New' } }, 'agent-update.not-found');
    const form = [
      ['agent_id', '1002'],
      ['basic_details[agent_name]', 'New'],
    ] as const;
    await api.refuse('createAgentOrUpdate', { form }, 'createagentorupdate.not-found');
  });
});

describe('a deleted agent', () => {
  it('is restored to draft, its numbers staying released', async () => {
    const api = freshMock();
    const before = await api.agent(1008);
    await setStatus(api, 1008, 2);
    await setStatus(api, 1008, 3);
    const restored = await api.agent(1008);
    expect(restored).toEqual({
      ...before,
      basic_details: { ...before.basic_details, status: 3, updated_on: testTime.toISOString() },
      last_modified: 'just now',
      phone_numbers: [],
    });
    await api.refuse('createAgent', { body: { agent_id: 1008, status: 1 } }, noNumber);
  });

  it('takes fields and stays deleted', async () => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1005, prompt: 'New' } });
    await api.refuse('getAgent', { query: { agent_id: 1005 } }, notFound);
    await setStatus(api, 1005, 3);
    expect((await api.agent(1005)).basic_details).toMatchObject({ agent_prompt: 'New', status: 3 });
  });

  it('stays deleted where it is deleted again', async () => {
    const api = freshMock();
    await setStatus(api, 1005, 2);
    await api.refuse('getAgent', { query: { agent_id: 1005 } }, notFound);
  });

  it('cannot be published, for it has no numbers', async () => {
    const api = freshMock();
    await setStatus(api, 1004, 2);
    await api.refuse('createAgent', { body: { agent_id: 1004, status: 1 } }, noNumber);
  });
});

function setStatus(api: ApiHarness, id: number, status: number): Promise<unknown> {
  return api.succeed('createAgent', { body: { agent_id: id, status } });
}

async function attach(api: ApiHarness, id: number, numbers: readonly string[]): Promise<void> {
  const values = numbers.length === 0 ? [''] : numbers;
  await api.succeed('createAgentOrUpdate', {
    form: [
      ['agent_id', String(id)],
      ['basic_details[agent_name]', 'With Numbers'],
      ...values.map((number) => ['phone_numbers[]', number] as const),
    ],
  });
}
