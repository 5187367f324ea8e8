import request from 'supertest';
import { beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';

const token = 'ac3d'.repeat(16);

let mock: Mock;
beforeEach(async () => {
  mock = await createMock();
});

const get = (path: string) => request(mock.app).get(path);
const put = (number: string, body: object) => request(mock.app).put(`/__mock/numbers/${number}`).send(body);

interface Listed {
  id: number;
  number: string;
  agent_id: number | null;
}

it('lists the agents in every state, with numbers and campaigns', async () => {
  const { agents } = (await get('/__mock/agents')).body as { agents: Listed[] };
  expect(agents.map(({ id }) => id)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010]);
  expect(agents[4]).toMatchObject({ status: 2, numbers: [] });
  expect(agents[3]).toMatchObject({
    status: 1,
    numbers: [{ number: '+15550001004', is_shared: false, is_active: true, agent_id: 1004 }],
    campaigns: [{ id: 5001 }, { id: 5002 }, { id: 5004 }, { id: 5006 }, { id: 5007, status: 'deleted' }],
  });
  expect((await get('/__mock/agents?workspace_id=102')).body).toMatchObject({ agents: [{ id: 1006 }] });
});

it('shows of an agent what the API takes and never shows', async () => {
  await request(mock.app)
    .post('/api/v1/global/create-agent')
    .set('token', token)
    .send({ agent_id: 1001, greeting: 'Good morning', timezone: 'Europe/Berlin' });
  expect((await get('/__mock/agents/1001')).body).toMatchObject({
    agent: { id: 1001 },
    unread: { greeting: 'Good morning', timezone: 'Europe/Berlin' },
  });
  expect((await get('/__mock/agents/99')).body).toMatchObject({ code: 404, data: { field: 'agent_id' } });
});

it('lists the campaigns with their audience by status', async () => {
  const { campaigns } = (await get('/__mock/campaigns?workspace_id=101')).body as { campaigns: Listed[] };
  expect(campaigns.map(({ id }) => id)).toEqual([5001, 5002, 5003, 5004, 5006, 5007]);
  expect(campaigns[0]).toMatchObject({
    agent_id: 1004,
    status: 'inprogress',
    attempts_allowed: 3,
    counts: { total: 250, fresh: 100, completed: 60, halted: 30, inqueue: 60 },
    is_dialled: false,
  });
  await request(mock.app)
    .post('/api/v1/global/campaign-force-completed')
    .set('token', token)
    .send({ campaign_id: 5001, campaign_status: 'force_completed' });
  expect((await get('/__mock/campaigns')).body).toMatchObject({
    campaigns: [{ counts: { total: 250, fresh: 0, completed: 60, halted: 190, inqueue: 0 } }, {}, {}, {}, {}, {}, {}],
  });
});

it('lists the numbers, of a workspace with the shared ones', async () => {
  const all = (await get('/__mock/numbers')).body as { numbers: Listed[] };
  const own = (await get('/__mock/numbers?workspace_id=102')).body as { numbers: Listed[] };
  expect(all.numbers).toHaveLength(12);
  expect(own.numbers.map(({ number }) => number)).toEqual([
    '+15550001003',
    '+15550001006',
    '+15550001098',
    '+15550009002',
    '+15550009003',
  ]);
});

it('attaches, releases and deactivates a number', async () => {
  const attached = async () => {
    const { body } = await get('/__mock/agents/1004');
    return (body as { agent: { numbers: Listed[] } }).agent.numbers.map(({ number }) => number);
  };
  expect((await put('+15550009001', { agent_id: 1004 })).body).toMatchObject({ agent_id: 1004, is_active: true });
  expect(await attached()).toEqual(['+15550001004', '+15550009001']);
  expect((await put('%2B15550001004', { agent_id: null, is_active: false })).body).toMatchObject({
    agent_id: null,
    is_active: false,
  });
  expect(await attached()).toEqual(['+15550009001']);
});

it.each([
  ['+15550009001', {}, 400, undefined],
  ['+15550009001', { agent_id: 'x' }, 400, 'agent_id'],
  ['+15550009001', { agent_id: 99 }, 400, 'agent_id'],
  ['+15550009001', { agent_id: 1005 }, 400, 'agent_id'],
  ['+15550009001', { agent_id: 1006 }, 400, 'agent_id'],
  ['+15550000000', { is_active: true }, 404, 'number'],
  ['nobody', { is_active: true }, 400, 'number'],
])('refuses for %s %j with %i', async (number, body, code, field) => {
  const answer = await put(number, body);
  expect(answer.body).toMatchObject({ code, data: field === undefined ? {} : { field } });
});
