import request from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';

const token = 'ac3d'.repeat(16);

interface SnapshotFile {
  records: Record<string, Record<string, unknown>[]>;
  leads: Record<string, Record<string, unknown>[]>;
  [member: string]: unknown;
}

async function start() {
  const { app } = await createMock();
  const inWorld = (world: string) => ({ 'x-mock-world': world });
  return {
    app,
    take: (world: string, body: object) => request(app).post('/__mock/snapshots').set(inWorld(world)).send(body),
    restore: (world: string, name: string) =>
      request(app).post(`/__mock/snapshots/${name}/restore`).set(inWorld(world)),
    export: async (name: string) => (await request(app).get(`/__mock/snapshots/${name}`)).body as SnapshotFile,
    import: (name: string, file: object) => request(app).put(`/__mock/snapshots/${name}`).send(file),
    create: async (world: string, agent_name: string): Promise<number> => {
      const sent = request(app)
        .post('/api/v1/global/create-agent')
        .set({ token, ...inWorld(world) });
      return ((await sent.send({ agent_name })).body as { data: { agent_id: number } }).data.agent_id;
    },
    agents: async (world: string) => {
      const { body } = await request(app).get('/__mock/agents').set(inWorld(world));
      return (body as { agents: { agent_name: string }[] }).agents.slice(10).map(({ agent_name }) => agent_name);
    },
    clock: (world: string, change: object) => request(app).post('/__mock/clock').set(inWorld(world)).send(change),
  };
}

it('takes a world back to a snapshot, of another world too: records, clock and chance', async () => {
  const mock = await start();
  await mock.create('one', 'First');
  await mock.clock('one', { freeze: '2030-01-01T00:00:00Z' });
  const taken = await mock.take('one', { name: 'kept' });
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { name: 'kept', world: 'one', clock: { frozen_at: '2030-01-01T00:00:00.000Z' } },
  ]);
  await mock.create('one', 'Second');
  await mock.clock('one', { free: true });
  for (const world of ['one', 'two']) {
    const restored = await mock.restore(world, 'kept');
    expect(restored.body).toMatchObject({ name: world, clock: { now: '2030-01-01T00:00:00.000Z', is_frozen: true } });
    expect(await mock.agents(world)).toEqual(['First']);
  }
  expect(await mock.create('one', 'Third')).toBeGreaterThan(await mock.create('two', 'Other'));
});

it('keeps the state that a request of the journal found, at its time', async () => {
  const mock = await start();
  await mock.clock('one', { freeze: '2030-01-01T00:00:00Z' });
  await mock.create('one', 'First');
  await mock.create('one', 'Second');
  await mock.clock('one', { freeze: '2031-01-01T00:00:00Z' });
  await mock.create('one', 'Third');
  expect((await mock.take('one', { name: 'before-second', before_request: 2 })).body).toMatchObject({
    clock: { frozen_at: '2030-01-01T00:00:00.000Z' },
  });
  await mock.restore('two', 'before-second');
  expect(await mock.agents('two')).toEqual(['First']);
  expect(await mock.create('two', 'Again')).toBe(await mock.create('one', 'Fourth').then((id) => id - 2));
  expect((await mock.take('one', { name: 'x', before_request: 99 })).body).toMatchObject({
    code: 404,
    message: 'The journal has no entry 99.',
    data: { field: 'before_request' },
  });
});

it('lists and deletes snapshots, and replaces one only when told to', async () => {
  const mock = await start();
  await mock.take('one', { name: 'b' });
  await mock.take('one', { name: 'a' });
  expect((await mock.take('one', { name: 'a' })).body).toMatchObject({ code: 409, data: { field: 'name' } });
  await mock.create('one', 'First');
  expect((await mock.take('one', { name: 'a', replace: true })).status).toBe(201);
  await mock.restore('two', 'a');
  expect(await mock.agents('two')).toEqual(['First']);
  const list = await request(mock.app).get('/__mock/snapshots');
  expect(list.body).toMatchObject({ snapshots: [{ name: 'a' }, { name: 'b' }] });
  expect((await request(mock.app).delete('/__mock/snapshots/a')).status).toBe(204);
  expect((await mock.restore('two', 'a')).body).toMatchObject({ code: 404, data: { field: 'name' } });
});

it('brings a snapshot to another mock as a file that says the same again', async () => {
  const [source, target] = await Promise.all([start(), start()]);
  await source.create('one', 'First');
  await request(source.app).post('/__mock/campaigns/5001/dial').set('x-mock-world', 'one').send({ attempts: 20 });
  await source.clock('one', { freeze: '2030-01-01T00:00:00Z' });
  await source.take('one', { name: 'kept' });
  const file = await source.export('kept');
  expect((await target.import('brought', file)).body).toMatchObject({ name: 'brought', world: null, seed: 'one' });
  await target.restore('default', 'brought');
  expect(await target.agents('default')).toEqual(['First']);
  expect(await target.create('default', 'Second')).toBe(await source.create('one', 'Second'));
  await target.restore('copy', 'brought');
  await target.take('copy', { name: 'again' });
  const again = await target.export('again');
  expect({ ...again, name: 'kept', seed: 'one', ids: file['ids'], random: file['random'] }).toEqual(file);
  expect(again['random']).toEqual(file['random']);
});

it('refuses a file that does not fit, names the place and keeps what it had', async () => {
  const mock = await start();
  await mock.take('one', { name: 'kept' });
  const file = await mock.export('kept');
  const broken: [string, (copy: SnapshotFile) => void][] = [
    ['format', (copy) => (copy['format'] = 'voice-agent-mock/snapshot/2')],
    ['records', (copy) => delete (copy as Partial<SnapshotFile>).records],
    ['records.agents.2.agent_name', (copy) => Object.assign(copy.records['agents']?.[2] ?? {}, { agent_name: 7 })],
    ['records.agents.1.id', (copy) => Object.assign(copy.records['agents']?.[1] ?? {}, { id: 1001 })],
    ['records.agents.0.workspace_id', (copy) => Object.assign(copy.records['agents']?.[0] ?? {}, { workspace_id: 9 })],
    ['leads.5001.3.status', (copy) => Object.assign(copy.leads['5001']?.[3] ?? {}, { status: 4 })],
    ['leads.77', (copy) => (copy.leads['77'] = [])],
    ['clock', (copy) => (copy['clock'] = {})],
    ['clock.offset_ms', (copy) => (copy['clock'] = { offset_ms: 1e300 })],
    ['clock.offset_ms', (copy) => (copy['clock'] = { offset_ms: 3e14 })],
    ['clock.frozen_at', (copy) => (copy['clock'] = { frozen_at: '9999-12-31T23:59:59-23:59' })],
    ['scenario', (copy) => (copy['scenario'] = '../../somewhere')],
    ['ids.agents', (copy) => (copy['ids'] = { agents: 1e300 })],
    ['records.agents.0.id', (copy) => Object.assign(copy.records['agents']?.[0] ?? {}, { id: 1e300 })],
    [
      'records.agents.0.created_on',
      (copy) => Object.assign(copy.records['agents']?.[0] ?? {}, { created_on: '2026-13-01T00:00:00.000Z' }),
    ],
    ['random.0', (copy) => (copy['random'] = ['x', 1, 2, 3])],
  ];
  for (const [field, damage] of broken) {
    const copy = structuredClone(file);
    damage(copy);
    const answer = await mock.import('kept', copy);
    expect(answer.status).toBe(400);
    expect((answer.body as { data: { field: string } }).data.field).toContain(field);
  }
  expect(await mock.export('kept')).toEqual(file);
});
