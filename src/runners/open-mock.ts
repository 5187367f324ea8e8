import { randomUUID } from 'node:crypto';
import { createMock, type MockOptions } from '../app.ts';
import { connectMock, type ConnectOptions } from '../client/connect-mock.ts';
import type { WorldClient } from '../client/world-client.ts';

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
  const running = await connectMock(used.url, used);
  return { world: (name) => running.world(name), close: () => Promise.resolve() };
}

/** A world that no other test has, of this runner or another on the same mock. */
export function worldOfTest(mock: OpenMock): WorldClient {
  return mock.world(`test-${randomUUID()}`);
}
