import { createControlClient, dataOf, type ControlClient } from './control-client.ts';
import { createMockFetch, sendOver, type MockFetch } from './mock-fetch.ts';
import { createWorldClient, type WorldClient } from './world-client.ts';

export interface ConnectOptions {
  /** What the mock was started with as `--control-token`. */
  readonly controlToken?: string;
}

/** A mock that runs somewhere else. */
export interface ConnectedMock {
  /** Without a slash at the end. */
  readonly url: string;
  /** `fetch`, answered by the mock whatever the request's host is. */
  readonly fetch: MockFetch;
  /** A world of its own for a test; it springs into being when it is first used. */
  world(name: string): WorldClient;
  /** The whole control API, in the default world. */
  readonly control: ControlClient;
}

/**
 * Connects to a mock by its address, `http://127.0.0.1:4010`.
 * @throws TypeError for an invalid address; ControlRefused or the system's error if no mock answers there
 */
export async function connectMock(address: string, { controlToken }: ConnectOptions = {}): Promise<ConnectedMock> {
  const url = new URL(address).href.replace(/(?<!\/)\/+$/, '');
  const place = () => Promise.resolve(url);
  const send = sendOver(place);
  const access: Record<string, string> = controlToken === undefined ? {} : { 'x-mock-control-token': controlToken };
  const control = createControlClient(createMockFetch(send, access));
  dataOf(await control.GET('/__mock/health'));
  const world = (name: string) => createWorldClient({ send, url: place, controlToken }, name);
  return { url, fetch: createMockFetch(send), world, control };
}
