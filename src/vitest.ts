import { afterAll, afterEach, beforeAll, beforeEach, test, type TestAPI } from 'vitest';
import type { WorldClient } from './client/world-client.ts';
import {
  mockFixture,
  type OpenMock,
  type TestMock,
  type UsedMock,
  useMockWith,
  worldOfTest,
} from './runners/use-mock.ts';

export type { OpenMock, RunningMock, TestMock, UsedMock } from './runners/use-mock.ts';

/**
 * Gives each test of the file, or of the `describe` that it is called in, a world of its own: for tests that run one
 * after another. Those of `test.concurrent` take `mockTest`.
 * @param used options of `createMock`, or `{ url }` of a mock that runs
 */
export function useMock(used: UsedMock = {}): TestMock {
  return useMockWith({ beforeAll, beforeEach, afterEach, afterAll }, used);
}

/** What a test of `mockTest` is given. */
export interface MockContext {
  /** One for all tests of a file. */
  readonly mock: OpenMock;
  /** The test's own. */
  readonly world: WorldClient;
}

/**
 * vitest's `test`, with a world for each test in its context: `test('…', async ({ world }) => …)`.
 * @param used options of `createMock`, or `{ url }` of a mock that runs
 */
export function mockTest(used: UsedMock = {}): TestAPI<MockContext> {
  return test.extend<MockContext>({
    mock: [mockFixture(used), { scope: 'file' }],
    world: async ({ mock }, use) => {
      const world = worldOfTest(mock);
      await use(world);
      await world.delete();
    },
  });
}
