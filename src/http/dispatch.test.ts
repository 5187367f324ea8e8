import supertest from 'supertest';
import { expect, test, vi } from 'vitest';
import { createMock } from '../app.ts';
import type { RequestLog } from './answer/request-log.ts';

test('what fails once a request is answered is logged, and the mock goes on', async () => {
  const fail = vi.fn();
  const log: RequestLog = { write: () => undefined, fail, close: () => Promise.resolve() };
  const mock = await createMock({ log });
  const broken = new Error('a reader of the journal broke');
  const stop = mock.worlds.default.journal.subscribe(() => {
    throw broken;
  });
  await supertest(mock.app).get('/nowhere').expect(404);
  await vi.waitFor(() => expect(fail).toHaveBeenCalledWith(broken));
  stop();
  await supertest(mock.app).get('/nowhere').expect(404);
  expect(fail).toHaveBeenCalledTimes(1);
  await mock.close();
});
