import request from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../app.ts';
import { loadControlDocument } from './control-document.ts';
import { controlRoutes } from './control-routes.ts';

it('has a schema that compiles for every part, and a handler for every operation', () => {
  const document = loadControlDocument();
  expect(() => document.compile()).not.toThrow();
  expect(document.operations.map(({ id }) => id).sort()).toEqual(Object.keys(controlRoutes).sort());
});

it('makes, lists, inspects and deletes worlds', async () => {
  const { app } = await createMock();
  const made = await request(app).post('/__mock/worlds').send({ name: 'checkout', seed: 'x' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'checkout', scenario: 'default', seed: 'x', clock: { is_frozen: false } });
  const list = await request(app).get('/__mock/worlds');
  expect(list.body).toMatchObject({ worlds: [{ name: 'default' }, { name: 'checkout' }] });
  expect((await request(app).get('/__mock/worlds/checkout')).body).toMatchObject({ name: 'checkout', seed: 'x' });
  expect((await request(app).delete('/__mock/worlds/checkout')).status).toBe(204);
  expect((await request(app).get('/__mock/worlds/checkout')).status).toBe(404);
});
