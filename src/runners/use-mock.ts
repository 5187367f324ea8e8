import type { MockFetch } from '../client/mock-fetch.ts';
import type { WorldClient, WorldUrls } from '../client/world-client.ts';
import { openMock, worldOfTest, type OpenMock, type UsedMock } from './open-mock.ts';

/** The world of the test that runs. */
export interface TestMock {
  readonly world: WorldClient;
  /** `fetch`, answered in that world whatever the request's host is. */
  readonly fetch: MockFetch;
  /** What brings any request to the mock into that world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The addresses of the API in that world. */
  urls(): Promise<WorldUrls>;
}

type Hook = (run: () => Promise<void>) => unknown;

/** What runners of tests have in common. */
export interface RunnerHooks {
  readonly beforeAll: Hook;
  readonly beforeEach: Hook;
  readonly afterEach: Hook;
  readonly afterAll: Hook;
}

/** Gives each test after it, in its file or its `describe`, a world of its own, which is gone with the test. */
export function useMockWith({ beforeAll, beforeEach, afterEach, afterAll }: RunnerHooks, used: UsedMock): TestMock {
  let mock: OpenMock | undefined;
  let world: WorldClient | undefined;
  beforeAll(async () => {
    mock = await openMock(used);
  });
  beforeEach(() => {
    world = mock && worldOfTest(mock);
    return Promise.resolve();
  });
  afterEach(async () => {
    await world?.delete();
    world = undefined;
  });
  afterAll(async () => {
    await mock?.close();
  });
  const current = (): WorldClient => {
    if (world !== undefined) return world;
    throw new Error('There is a world only while a test runs: use it in a test, in beforeEach or in afterEach.');
  };
  return {
    get world() {
      return current();
    },
    get headers() {
      return current().headers;
    },
    fetch: (input, init) => current().fetch(input, init),
    urls: () => current().urls(),
  };
}
