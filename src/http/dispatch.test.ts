import supertest from 'supertest';
import { expect, test, vi } from 'vitest';
import { createMock } from '../app.ts';
import { failureLog } from '../testing/test-server.ts';

test('what fails once a request is answered is logged, and the mock goes on', async () => {
  const failures: unknown[] = [];
  const mock = await createMock({ log: failureLog((failure) => failures.push(failure)) });
  const broken = new Error('a reader of the journal broke');
  const stop = mock.worlds.default.journal.subscribe(() => {
    throw broken;
  });
  await supertest(mock.app).get('/nowhere').expect(404);
  await vi.waitFor(() => expect(failures).toEqual([broken]), 60_000);
  stop();
  await supertest(mock.app).get('/nowhere').expect(404);
  expect(failures).toHaveLength(1);
  await mock.close();
});
