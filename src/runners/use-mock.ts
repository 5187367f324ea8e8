import { randomUUID } from 'node:crypto';
import { createMock, type MockOptions } from '../app.ts';
import { connectMock, type ConnectOptions, type WorldClient } from '../client/world-client.ts';

/** The world of the test that runs. */
export interface TestMock extends Pick<WorldClient, 'fetch' | 'headers' | 'urls'> {
  readonly world: WorldClient;
}

type Hook = (run: () => Promise<void>) => unknown;

/** What runners of tests have in common. */
export type RunnerHooks = Readonly<Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Hook>>;

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

/** A mock that runs elsewhere. */
export interface RunningMock extends ConnectOptions {
  /** Its address, `http://127.0.0.1:4010`. */
  readonly url: string;
}

/** A mock of the runner's own, in its process, or one that runs elsewhere. */
export type UsedMock = MockOptions | RunningMock;

/** A mock whose worlds tests take. */
export interface OpenMock {
  world(name: string): WorldClient;
  close(): Promise<void>;
}

/** Makes the mock, or connects to the one that runs; that is closed by whoever started it. */
export async function openMock(used: UsedMock): Promise<OpenMock> {
  if (!('url' in used)) return createMock(used);
  const { url, ...options } = used;
  const running = await connectMock(url, options);
  return { world: (name) => running.world(name), close: () => Promise.resolve() };
}

/** A fixture of a runner: a mock that is there for as long as it is used. */
export function mockFixture(used: UsedMock): (given: object, use: (mock: OpenMock) => Promise<void>) => Promise<void> {
  // oxlint-disable-next-line no-empty-pattern -- runners read from the pattern what a fixture needs
  return async ({}, use) => {
    const mock = await openMock(used);
    await use(mock);
    await mock.close();
  };
}

/** A world that no other test has, of this runner or another on the same mock. */
export function worldOfTest(mock: OpenMock): WorldClient {
  return mock.world(`test-${randomUUID()}`);
}
