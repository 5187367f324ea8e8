import { afterAll, describe, expect, it } from 'vitest';
import { createMock } from '../app.ts';
import { connectMock, type WorldClient } from './world-client.ts';

const token = 'ac3d'.repeat(16);

const mock = await createMock();
const { url } = await mock.listen(0);
const remote = await connectMock(`${url}/`);
afterAll(() => mock.close());

let worlds = 0;
const ways: [string, () => WorldClient][] = [
  ['in process', () => mock.world(`own-${(worlds += 1)}`)],
  ['through connectMock', () => remote.world(`remote-${(worlds += 1)}`)],
];

async function readAgent(world: WorldClient): Promise<Response> {
  const { base_url } = await world.urls();
  return fetch(`${base_url}/agents/get-by-id?agent_id=1001`, { headers: { token } });
}

async function rename(world: WorldClient, agent_name: string): Promise<Response> {
  return fetch(`${url}/api/v1/global/create-agent`, {
    method: 'POST',
    headers: { ...world.headers, token, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 1001, agent_name }),
  });
}

describe.each(ways)('a world %s', (_, take) => {
  it('takes snapshots, goes back to them and to the scenario', async () => {
    const world = take();
    await rename(world, 'Changed');
    expect(await world.snapshot('kept')).toMatchObject({ name: 'kept', world: world.name });
    await rename(world, 'Changed again');
    await world.restore('kept');
    expect(await (await readAgent(world)).text()).toContain('"Changed"');
    expect(await world.reset()).toMatchObject({ name: world.name });
    expect(await (await readAgent(world)).text()).not.toContain('Changed');
  });

  it('has its own time', async () => {
    const { clock } = take();
    const start = new Date('2030-01-01T00:00:00.000Z');
    expect(await clock.freeze(start)).toEqual(start);
    expect(await clock.advance('PT90S')).toEqual(new Date('2030-01-01T00:01:30.000Z'));
    expect(await clock.set('2031-01-01T00:00:00Z')).toEqual(await clock.now());
    expect((await clock.free()).getTime()).toBeLessThan(start.getTime());
    await expect(clock.advance('soon')).rejects.toMatchObject({
      name: 'ControlRefused',
      status: 400,
      field: 'advance',
    });
  });

  it('dials, logs users in and gives tokens', async () => {
    const world = take();
    expect(await world.dial(5001, { until: 'done' })).toMatchObject({ is_done: true });
    expect(await world.stopDialling(5001)).toMatchObject({ following: null });
    await expect(world.dial(5002, { attempts: 1 })).rejects.toThrow('on hold');
    const login = await world.login({ email: 'owner@initech.example' });
    const created = await world.createToken({ user_id: 3 }, { expiresIn: 'PT1H' });
    const answer = await fetch(`${url}/api/v1/global/get-token`, { headers: { ...world.headers, token: login } });
    expect(await answer.json()).toMatchObject({ token: created });
  });

  it('adds faults, keeps a journal and verifies it', async () => {
    const world = take();
    const [fault] = await world.fault({ operation: 'getAgent', effect: { type: 'error', status: 404 } });
    expect((await readAgent(world)).status).toBe(404);
    await world.clearFaults();
    expect((await readAgent(world)).status).toBe(200);
    const entries = await world.journal({ operation: 'getAgent' });
    expect(entries.map(({ status }) => status)).toEqual([200, 404]);
    expect(fault).toMatchObject({ fired: 0 });
    expect(await world.verify({ request: { operation: 'getAgent' }, exactly: 2 })).toBe(2);
    const verdict = world.verify({ request: { operation: 'getAgent', query: { agent_id: 1002 } } });
    await expect(verdict).rejects.toThrow(/\/query\/agent_id: expected .*1002.*, was .*1001/);
    expect(await world.coverage()).toMatchObject({ operations: { covered: 1 } });
    await world.clearJournal();
    expect(await world.journal()).toEqual([]);
  });

  it('ends when it is deleted', async () => {
    const world = take();
    await rename(world, 'Changed');
    await world.delete();
    expect(await (await readAgent(world)).text()).not.toContain('Changed');
  });
});

it('gives the whole control API, typed', async () => {
  const { data } = await remote.control.GET('/__mock/agents', { params: { query: { workspace_id: 102 } } });
  expect(data?.agents.map(({ id }) => id)).toEqual([1006]);
});

it('carries the control token', async () => {
  const guarded = await createMock({ controlToken: 'let-me-in' });
  const place = await guarded.listen(0);
  expect(await guarded.world('a').reset()).toMatchObject({ name: 'a' });
  const connected = await connectMock(place.url, { controlToken: 'let-me-in' });
  expect(await connected.world('b').reset()).toMatchObject({ name: 'b' });
  const stranger = await connectMock(place.url);
  await expect(stranger.world('b').reset()).rejects.toMatchObject({ status: 401 });
  await guarded.close();
});

it('refuses an address where no mock is', async () => {
  await expect(connectMock('nowhere')).rejects.toThrow(TypeError);
  await expect(connectMock(`${url}/api`)).rejects.toThrow();
});
