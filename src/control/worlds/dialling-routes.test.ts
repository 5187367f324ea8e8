import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../app.ts';

const token = 'ac3d'.repeat(16);

interface Item {
  id: number;
  status: string;
  total_attempt: string;
  last_attempt: string;
  updated_by: string;
}

async function start(now = () => new Date()) {
  const { app } = await createMock({ clock: { now } });
  const dial = (order: object, campaign = 5001, world = 'w') =>
    request(app).post(`/__mock/campaigns/${campaign}/dial`).set('x-mock-world', world).send(order);
  return {
    app,
    dial,
    progress: async () => (await request(app).get('/__mock/campaigns/5001/dial').set('x-mock-world', 'w')).body,
    turn: (change: object) => request(app).post('/__mock/clock').set('x-mock-world', 'w').send(change),
    audience: async (world = 'w') => {
      const answer = await request(app)
        .get('/api/v1/global/audience-list?campaign_id=5001&limit=1000')
        .set({ token, 'x-mock-world': world });
      return (answer.body as { datalist: Item[] }).datalist;
    },
    setStatus: (campaign_status: string) =>
      request(app)
        .post('/api/v1/global/campaign-force-completed')
        .set({ token, 'x-mock-world': 'w' })
        .send({ campaign_id: 5001, campaign_status }),
  };
}

const before = { total: 250, fresh: 100, completed: 60, halted: 30, inqueue: 60 };

it('makes so many attempts, as audience-list shows them', async () => {
  const mock = await start();
  await mock.turn({ freeze: '2030-01-01T10:00:00Z' });
  const untouched = await mock.audience('other');
  const answer = await mock.dial({ attempts: 40 });
  expect(answer.body).toMatchObject({ campaign_id: 5001, attempts_made: 40, is_done: false, following: null });
  const now = await mock.audience();
  const changed = now.filter((item, i) => JSON.stringify(item) !== JSON.stringify(untouched[i]));
  expect(changed).toHaveLength(40);
  for (const item of changed) {
    expect(['Inqueue', 'Completed']).toContain(item.status);
    expect(item).toMatchObject({ last_attempt: '2030-01-01 10:00:00', updated_by: 'Dialler' });
  }
  const { counts } = (await mock.progress()) as { counts: Record<string, number> };
  const shown = (status: string) => now.filter((item) => item.status === status).length;
  expect(counts).toEqual({
    total: 250,
    fresh: shown('Fresh'),
    completed: shown('Completed'),
    halted: 30,
    inqueue: shown('Inqueue'),
  });
});

it('goes on until no record can be called, never beyond the attempts allowed', async () => {
  const mock = await start();
  const answer = await mock.dial({ until: 'done' });
  expect(answer.body).toMatchObject({
    campaign_status: 'inprogress',
    is_done: true,
    counts: { total: 250, fresh: 0, completed: 220, halted: 30, inqueue: 0 },
  });
  for (const { total_attempt } of await mock.audience()) {
    const [made = 0, allowed = 0] = total_attempt.split('/').map(Number);
    expect(made).toBeLessThanOrEqual(allowed);
  }
  expect((await mock.dial({ attempts: 5 })).body).toMatchObject({ attempts_made: 0, is_done: true });
});

it('comes to the same in worlds of the same seed, and to something else in others', async () => {
  const mock = await start(() => new Date('2026-03-01T12:00:00.000Z'));
  for (const [name, seed] of Object.entries({ one: 'x', two: 'x', three: 'y' })) {
    await request(mock.app).post('/__mock/worlds').send({ name, seed });
    await mock.dial({ attempts: 60 }, 5001, name);
  }
  expect(await mock.audience('two')).toEqual(await mock.audience('one'));
  expect(await mock.audience('three')).not.toEqual(await mock.audience('one'));
});

describe('dialling that follows the clock', () => {
  it('makes the attempts that are due as time is advanced, each at its moment', async () => {
    const mock = await start();
    await mock.turn({ freeze: '2030-01-01T10:00:00Z' });
    const begun = await mock.dial({ mode: 'follow-clock', rate: 2 });
    expect(begun.body).toMatchObject({
      attempts_made: 0,
      counts: before,
      following: { rate: 2, since: '2030-01-01T10:00:00.000Z' },
    });
    await mock.turn({ advance: 'PT2M' });
    const called = (await mock.audience()).filter(({ updated_by }) => updated_by === 'Dialler');
    expect(called.map(({ last_attempt }) => last_attempt).sort()).toEqual(
      ['00:30', '01:00', '01:30', '02:00'].map((time) => `2030-01-01 10:${time}`),
    );
    await mock.turn({ advance: 'P1D' });
    expect(await mock.progress()).toMatchObject({ is_done: true, following: null });
  });

  it('waits while the campaign is paused and ends when it is completed', async () => {
    const mock = await start();
    await mock.turn({ freeze: '2030-01-01T10:00:00Z' });
    await mock.dial({ mode: 'follow-clock', rate: 1 });
    await mock.setStatus('pause');
    await mock.turn({ advance: 'PT1H' });
    expect(await mock.progress()).toMatchObject({ counts: before, following: { rate: 1 } });
    await mock.setStatus('inprogress');
    await mock.turn({ advance: 'PT3M' });
    const called = (await mock.audience()).filter(({ updated_by }) => updated_by === 'Dialler');
    expect(called).toHaveLength(3);
    await mock.setStatus('force_completed');
    await mock.turn({ advance: 'PT3M' });
    expect(await mock.progress()).toMatchObject({ following: null, is_done: true, counts: { fresh: 0, inqueue: 0 } });
  });

  it('goes on by itself while the clock runs, and stops when told to', async () => {
    let now = Date.parse('2030-01-01T10:00:00.000Z');
    const mock = await start(() => new Date(now));
    await mock.dial({ mode: 'follow-clock', rate: 60 });
    now += 5000;
    await expect
      .poll(async () => (await mock.audience()).filter((item) => item.updated_by === 'Dialler').length)
      .toBe(5);
    await request(mock.app).delete('/__mock/campaigns/5001/dial').set('x-mock-world', 'w');
    now += 5000;
    expect(await mock.progress()).toMatchObject({ following: null });
    expect((await mock.audience()).filter((item) => item.updated_by === 'Dialler')).toHaveLength(5);
  });
});

it.each([
  [5002, 'on hold'],
  [5003, 'a draft'],
  [5004, 'completed'],
  [5006, 'paused'],
  [5007, 'deleted'],
])('does not dial campaign %i, because it is %s', async (campaign, reason) => {
  const mock = await start();
  for (const order of [{ attempts: 1 }, { until: 'done' }, { mode: 'follow-clock' }]) {
    const answer = await mock.dial(order, campaign);
    expect(answer.body).toMatchObject({
      code: 409,
      message: expect.stringContaining(reason),
      data: { field: 'campaign_id' },
    });
  }
});

it.each([
  [{}, 5001, 400, 'attempts'],
  [{ attempts: 0 }, 5001, 400, 'attempts'],
  [{ attempts: 1.5 }, 5001, 400, 'attempts'],
  [{ until: 'noon' }, 5001, 400, 'until'],
  [{ attempts: 1, until: 'done' }, 5001, 400, 'until'],
  [{ attempts: 1, mode: 'follow-clock' }, 5001, 400, 'mode'],
  [{ attempts: 1, rate: 5 }, 5001, 400, 'rate'],
  [{ mode: 'follow-clock', rate: 0 }, 5001, 400, 'rate'],
  [{ attempts: 1 }, 99, 404, 'campaign_id'],
])('refuses %j for campaign %i', async (order, campaign, code, field) => {
  const mock = await start();
  expect((await mock.dial(order, campaign)).body).toMatchObject({ code, data: { field } });
  expect(await mock.progress()).toMatchObject({ counts: before, following: null });
});
