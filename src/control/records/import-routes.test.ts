import request from 'supertest';
import { beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';

let mock: Mock;

beforeEach(async () => {
  mock = await createMock();
});

const lead = (id: number) => ({
  id,
  mobile_no: `+1555${id}`,
  input_data: {},
  status: 0,
  calls: [],
  updated_by: '',
});

it('tells what new records may lean on', async () => {
  const { body } = await request(mock.app).get('/__mock/import').expect(200);
  expect(body).toMatchObject({
    workspaces: [{ id: 101 }, { id: 102 }, { id: 103 }],
    firstIds: { workspaces: 104, users: 4, agents: 1011, campaigns: 5008 },
  });
});

it('reserves ids that nobody else is given', async () => {
  const counts = { workspaces: 0, users: 0, agents: 5, campaigns: 0, leads: 3, phone_numbers: 0 };
  const reserve = async (): Promise<{ readonly agents: number; readonly leads: number }> =>
    (await request(mock.app).post('/__mock/import/ids').send(counts).expect(200)).body;
  const first = await reserve();
  const second = await reserve();
  expect(second).toMatchObject({ agents: first.agents + 5, leads: first.leads + 3 });
  expect(mock.worlds.default.store.nextId('agents')).toBe(second.agents + 5);
});

it('puts records, all or none', async () => {
  const campaign = { ...mock.worlds.default.store.view().get('campaigns', 5003), id: 6000 };
  const put = [{ collection: 'campaigns', record: campaign }];
  const refused = await request(mock.app)
    .post('/__mock/import')
    .send({ put, leads: [{ campaign_id: 6000, records: [lead(1), { ...lead(2), status: 9 }] }] });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('leads 2 cannot be stored: /status is 9') });
  expect(mock.worlds.default.store.view().get('campaigns', 6000)).toBeUndefined();
  const taken = await request(mock.app)
    .post('/__mock/import')
    .send({ put, leads: [{ campaign_id: 6000, records: [lead(1), lead(2)] }] });
  expect([taken.status, taken.body]).toEqual([200, { changed: 3 }]);
  expect(mock.worlds.default.store.view().leads(6000).size).toBe(2);
});

it('comes to the same when it is sent again', async () => {
  const body = {
    leads: [{ campaign_id: 5003, records: [lead(1), lead(2)] }],
    remove: [{ collection: 'agents', id: 77 }],
  };
  await request(mock.app).post('/__mock/import').send(body).expect(200);
  await request(mock.app).post('/__mock/import').send(body).expect(200);
  expect(mock.worlds.default.store.view().leads(5003).size).toBe(2);
});

it.each([
  [{ leads: [{ campaign_id: 9, records: [lead(1)] }] }, 'There is no campaign 9 that could have these records.'],
  [{ remove: [{ collection: 'workspaces', id: 101 }] }, 'workspaces 101 cannot be removed: users 1 refers to it.'],
  [{ put: [{ collection: 'agents', record: { id: 1 } }] }, 'agents 1 cannot be stored: '],
  [{ put: [{ collection: 'nobody', record: { id: 1 } }] }, 'put.0.collection must be '],
])('refuses %j, and says why', async (body, message) => {
  const response = await request(mock.app).post('/__mock/import').send(body);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ message: expect.stringContaining(message) });
});

it('takes the records of an audience along when its campaign is removed', async () => {
  const remove = ['audiences', 'campaigns'].map((collection) => ({ collection, id: 5001 }));
  await request(mock.app).post('/__mock/import').send({ remove }).expect(200);
  expect(mock.worlds.default.store.view().leads(5001).size).toBe(0);
});

it('gives an audience page by page', async () => {
  const ids: number[] = [];
  for (let after = 0; ;) {
    const path = `/__mock/import/audiences/5001?after=${after}&limit=100`;
    const body: { readonly records: readonly { readonly id: number }[] } = (await request(mock.app).get(path)).body;
    expect(body).toMatchObject({ campaign: { id: 5001 }, audience: { id: 5001 }, size: 250, user: 'Amara Okafor' });
    const { records } = body;
    if (records.length === 0) break;
    ids.push(...records.map(({ id }) => id));
    after = ids.at(-1) ?? 0;
  }
  expect(ids).toEqual(Array.from({ length: 250 }, (_, i) => 200_001 + i));
  await request(mock.app).get('/__mock/import/audiences/9').expect(404);
});
