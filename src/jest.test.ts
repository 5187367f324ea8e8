import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useMock } from './jest.ts';
import { tokens } from './testing/well-known.ts';

const mock = useMock({}, { beforeAll, beforeEach, afterEach, afterAll });

it('gives each test a world by the hooks that it is given', async () => {
  const answer = await mock.fetch('/api/v1/global/get-token', { headers: { token: tokens.loginAcme } });
  expect(answer.status).toBe(200);
  expect(await mock.world.journal()).toHaveLength(1);
});

it('says what to give where a runner has no global hooks', () => {
  expect(() => useMock()).toThrow(/beforeEach.*useMock\(\{\}, \{ beforeAll/);
});
