import type { WorldClient, WorldUrls } from './client/world-client.ts';
import { mockFixture, worldOfTest, type OpenMock, type UsedMock } from './runners/use-mock.ts';

export type { OpenMock, RunningMock, UsedMock } from './runners/use-mock.ts';

/** What each test is given. */
export interface MockFixtures {
  /** The test's own; `page` and `request` are in it by their headers. */
  readonly world: WorldClient;
  /** The addresses of the API in it, for an application that is told where the API is. */
  readonly worldUrls: WorldUrls;
}

/** What each worker has. */
export interface MockWorkerFixtures {
  readonly mock: OpenMock;
}

type Headers = Readonly<Record<string, string>>;
type Use<T> = (value: T) => Promise<void>;

/** Of Playwright's `TestInfo`, what is used here. */
export interface TestReport {
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  attach(name: string, attachment: { body: string; contentType: string }): Promise<void>;
}

export interface MockFixtureFunctions {
  mock: [(given: object, use: Use<OpenMock>) => Promise<void>, { scope: 'worker' }];
  world: (given: { mock: OpenMock }, use: Use<WorldClient>, report: TestReport) => Promise<void>;
  worldUrls: (given: { world: WorldClient }, use: Use<WorldUrls>) => Promise<void>;
  extraHTTPHeaders: (
    given: { world: WorldClient; extraHTTPHeaders: Headers | undefined },
    use: Use<Record<string, string>>,
  ) => Promise<void>;
}

/**
 * Fixtures for `test.extend`: a world for each test, its addresses, and its header on every request of `page` and
 * `request`. Of a test that fails, what was requested of the mock is attached to the report.
 * @param used options of `createMock`, or `{ url }` of a mock that runs
 */
export function mockFixtures(used: UsedMock = {}): MockFixtureFunctions {
  return {
    mock: [mockFixture(used), { scope: 'worker' }],
    world: async ({ mock }, use, report) => {
      const world = worldOfTest(mock);
      await use(world);
      if (report.status !== report.expectedStatus) await attachRequests(world, report);
      await world.delete();
    },
    worldUrls: async ({ world }, use) => use(await world.urls()),
    extraHTTPHeaders: async ({ extraHTTPHeaders, world }, use) => use({ ...extraHTTPHeaders, ...world.headers }),
  };
}

/** The journal, and a file that `voice-agent-mock replay` plays again. */
async function attachRequests(world: WorldClient, report: TestReport): Promise<void> {
  const entries = await world.journal({ limit: 1000 });
  if (entries.length === 0) return;
  const attach = (name: string, value: unknown) =>
    report.attach(name, { body: JSON.stringify(value, null, 2), contentType: 'application/json' });
  await attach('voice-agent-mock-journal.json', entries.toReversed());
  const { data } = await world.control.POST('/__mock/repro', { body: {} });
  if (data !== undefined) await attach('voice-agent-mock-repro.json', data);
}
