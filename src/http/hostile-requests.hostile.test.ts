import supertest from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../app.ts';

it('refuses a body of 9,000 nested lists with the documented error', async () => {
  const mock = await createMock();
  const answer = await supertest(mock.app)
    .post('/api/v1/global/verify')
    .set('content-type', 'application/json')
    .set('token', 'ac3d'.repeat(16))
    .send('['.repeat(9000));
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: true, data: {} });
  await mock.close();
});
