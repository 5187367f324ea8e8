import { type RunnerHooks, type TestMock, type UsedMock, useMockWith } from './runners/use-mock.ts';

export type { OpenMock, RunnerHooks, RunningMock, TestMock, UsedMock } from './runners/use-mock.ts';

/**
 * Gives each test of the file, or of the `describe` that it is called in, a world of its own.
 * @param used options of `createMock`, or `{ url }` of a mock that runs
 * @param hooks what `@jest/globals` exports; the runner's global functions if absent
 * @throws Error if the runner has no such global functions
 */
function useMockInJest(used: UsedMock = {}, hooks: RunnerHooks = globalHooks()): TestMock {
  return useMockWith(hooks, used);
}

export { useMockInJest as useMock };

function globalHooks(): RunnerHooks {
  const found: unknown = globalThis;
  if (hasHooks(found)) return found;
  throw new Error(
    "There is no global beforeEach here: give the runner's own, useMock({}, { beforeAll, beforeEach, afterEach, afterAll }).",
  );
}

function hasHooks(value: unknown): value is RunnerHooks {
  const names = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
  return names.every((name) => typeof Reflect.get(Object(value), name) === 'function');
}
