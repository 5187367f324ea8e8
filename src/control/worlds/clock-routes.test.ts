import request from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';

const token = 'ac3d'.repeat(16);

async function start() {
  const { app } = await createMock({ clock: { now: () => new Date('2026-03-01T12:00:00.000Z') } });
  const turn = (change: object) => request(app).post('/__mock/clock').send(change);
  const now = async () => (await request(app).get('/__mock/clock')).body as { now: string; is_frozen: boolean };
  return { app, turn, now };
}

it.each([
  [{ freeze: true }, '2026-03-01T12:00:00.000Z', true],
  [{ freeze: '2030-01-02T03:04:05+01:00' }, '2030-01-02T02:04:05.000Z', true],
  [{ set: '2020-02-29T00:00:00Z' }, '2020-02-29T00:00:00.000Z', false],
  [{ advance: 'P1DT2H' }, '2026-03-02T14:00:00.000Z', false],
  [{ advance: '-P1M' }, '2026-02-01T12:00:00.000Z', false],
  [{ free: true }, '2026-03-01T12:00:00.000Z', false],
])('turns by %j to %s', async (change, now, is_frozen) => {
  const { turn, now: read } = await start();
  expect((await turn(change)).body).toEqual({ now, is_frozen });
  expect(await read()).toEqual({ now, is_frozen });
});

it('goes back to the time of the machine when it is freed', async () => {
  const { turn } = await start();
  await turn({ freeze: '2030-01-01T00:00:00Z' });
  await turn({ advance: 'PT1S' });
  expect((await turn({ free: true })).body).toEqual({ now: '2026-03-01T12:00:00.000Z', is_frozen: false });
});

it.each([
  [{}, undefined],
  [{ freeze: true, set: '2030-01-01T00:00:00Z' }, undefined],
  [{ freeze: false }, 'freeze'],
  [{ set: 'tomorrow' }, 'set'],
  [{ set: '2026-01-01' }, 'set'],
  [{ advance: '1 hour' }, 'advance'],
  [{ advance: 'PT' }, 'advance'],
  [{ advance: 'P9000Y' }, 'advance'],
  [{ advance: '-P3000Y' }, 'advance'],
  [{ advance: `P${'9'.repeat(300)}D` }, 'advance'],
  [{ free: false }, 'free'],
  [{ stop: true }, 'stop'],
])('refuses %j and leaves the clock', async (change, field) => {
  const { turn, now } = await start();
  await turn({ freeze: '2030-01-01T00:00:00Z' });
  const answer = await turn(change);
  expect(answer.body).toMatchObject({ code: 400, data: field === undefined ? {} : { field } });
  expect(await now()).toEqual({ now: '2030-01-01T00:00:00.000Z', is_frozen: true });
});

it('gives timestamps, ages, the expiry of tokens and the Date header', async () => {
  const { app, turn } = await start();
  const made = await request(app).post('/__mock/tokens').send({ user_id: 1, expires_in: 'PT1H' });
  expect(made.body).toMatchObject({ expires_on: '2026-03-01T13:00:00.000Z', is_valid: true });
  const read = () =>
    request(app)
      .get('/api/v1/global/agents/get-by-id?agent_id=1001')
      .set('token', (made.body as { token: string }).token);
  await turn({ freeze: '2026-03-01T12:30:00Z' });
  await request(app).post('/api/v1/global/create-agent').set('token', token).send({ agent_id: 1001, agent_name: 'N' });
  await turn({ advance: 'PT20M' });
  const answer = await read();
  expect(answer.headers.date).toBe('Sun, 01 Mar 2026 12:50:00 GMT');
  expect(answer.body).toMatchObject({
    data: { basic_details: { updated_on: '2026-03-01T12:30:00.000Z' }, last_modified: '20 minutes ago' },
  });
  await turn({ advance: 'PT10M' });
  expect((await read()).status).toBe(401);
});
