import type { components, operations } from '../document/control-types.gen.ts';
import {
  type Answered,
  type ControlClient,
  ControlRefused,
  createControlClient,
  dataOf,
  type Mutable,
} from './control-client.ts';
import { createMockFetch, type MockFetch, type PlatformAddresses, sendOver, type SendRequest } from './mock-fetch.ts';
import { refuseUnknown } from '../text/nearest.ts';

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
export async function connectMock(address: string, options: ConnectOptions = {}): Promise<ConnectedMock> {
  refuseUnknown(options, ['controlToken'], 'connectMock');
  const { controlToken } = options;
  const url = new URL(address).href.replace(/(?<!\/)\/+$/, '');
  const place = () => Promise.resolve(url);
  const send = sendOver(place);
  const access: Record<string, string> = controlToken === undefined ? {} : { 'x-mock-control-token': controlToken };
  const control = createControlClient(createMockFetch(send, access));
  dataOf(await control.GET('/__mock/health'));
  const world = (name: string) => createWorldClient({ send, url: place, controlToken }, name);
  return { url, fetch: createMockFetch(send), world, control };
}

type Schemas = Mutable<components['schemas']>;

export type Fault = Schemas['Fault'];
export type JournalEntry = Schemas['JournalEntry'];
export type NewFault = Schemas['NewFault'];
export type Snapshot = Schemas['Snapshot'];
export type Verification = Schemas['Verification'];
export type World = Schemas['World'];

/** A user, by the id or by the address. */
export type UserName = { readonly user_id: number } | { readonly email: string };

/** The addresses of the API in a world, for clients that set no headers. */
export type WorldUrls = Required<PlatformAddresses>;

/** A world's time, steered; each gives the time as it is then. */
export interface WorldClock {
  now(): Promise<Date>;
  /** Stops at a time, or at the present one. */
  freeze(at?: Date | string): Promise<Date>;
  /** Turns to a time and goes on from there, unless it is frozen. */
  set(to: Date | string): Promise<Date>;
  /** Turns by an ISO 8601 duration: `PT90S`, `-P1D`. */
  advance(by: string): Promise<Date>;
  /** Runs with the clock of the machine again. */
  free(): Promise<Date>;
}

/**
 * A world of a mock: its data, time, chance, faults and journal, apart from every other world's. It springs into being
 * when it is first used. Every method throws `ControlRefused` if the mock refuses.
 */
export interface WorldClient {
  readonly name: string;
  /** What brings any request to the mock into this world. */
  readonly headers: Readonly<Record<string, string>>;
  /** `fetch`, answered by the mock in this world whatever the request's host is. */
  readonly fetch: MockFetch;
  /** A mock in the process listens on a free port once it is asked for these. */
  urls(): Promise<WorldUrls>;
  readonly clock: WorldClock;
  /** Takes everything back to the scenario. */
  reset(): Promise<World>;
  /** Ends the world, if it is there; what is sent to it afterwards begins a new one. */
  delete(): Promise<void>;
  /** Keeps the present state under a name, in place of an earlier one of that name. */
  snapshot(name: string): Promise<Snapshot>;
  restore(name: string): Promise<World>;
  dial(campaignId: number, order: Schemas['DialOrder']): Promise<Schemas['Dialling']>;
  stopDialling(campaignId: number): Promise<Schemas['Dialling']>;
  /** A new login token. */
  login(user: UserName): Promise<string>;
  /** A new API token; `expiresIn` is an ISO 8601 duration. */
  createToken(user: UserName, options?: { readonly expiresIn?: string }): Promise<string>;
  /** Adds a fault, or those of a preset. */
  fault(fault: NewFault): Promise<readonly Fault[]>;
  clearFaults(): Promise<void>;
  /** What was requested and answered, the newest first. */
  journal(filter?: JournalFilter): Promise<readonly JournalEntry[]>;
  clearJournal(): Promise<void>;
  /** Asserts what was requested, and gives how many match. @throws ControlRefused with the nearest misses in its message */
  verify(verification: Verification): Promise<number>;
  coverage(): Promise<Schemas['Coverage']>;
  /** The whole control API in this world, for everything else. */
  readonly control: ControlClient;
}

export type JournalFilter = NonNullable<operations['listJournal']['parameters']['query']>;

export interface MockPlace {
  readonly send: SendRequest;
  /** Its address; found out when it is first needed. */
  readonly url: () => Promise<string>;
  readonly controlToken: string | undefined;
}

export function createWorldClient({ send, url, controlToken }: MockPlace, name: string): WorldClient {
  const headers = { 'x-mock-world': name };
  const access = controlToken === undefined ? {} : { 'x-mock-control-token': controlToken };
  const control = createControlClient(createMockFetch(send, { ...headers, ...access }));
  return {
    name,
    headers,
    fetch: createMockFetch(send, headers),
    urls: async () => {
      const root = `${await url()}/__mock/worlds/${name}`;
      return { base_url: `${root}/api/v1/global`, api_url: root, alt_url: root };
    },
    clock: createWorldClock(control),
    reset: async () => dataOf(await control.POST('/__mock/reset')),
    delete: async () => void dataOf(await control.DELETE('/__mock/worlds/{name}', { params: { path: { name } } })),
    snapshot: async (snapshot) =>
      dataOf(await control.POST('/__mock/snapshots', { body: { name: snapshot, replace: true } })),
    restore: async (snapshot) =>
      dataOf(await control.POST('/__mock/snapshots/{name}/restore', { params: { path: { name: snapshot } } })),
    dial: async (id, body) =>
      dataOf(await control.POST('/__mock/campaigns/{campaign_id}/dial', { ...ofCampaign(id), body })),
    stopDialling: async (id) => dataOf(await control.DELETE('/__mock/campaigns/{campaign_id}/dial', ofCampaign(id))),
    login: async (user) => dataOf(await control.POST('/__mock/login', { body: user })).token,
    createToken: async (user, { expiresIn } = {}) => {
      const body = { ...user, ...(expiresIn === undefined ? {} : { expires_in: expiresIn }) };
      return dataOf(await control.POST('/__mock/tokens', { body })).token;
    },
    fault: async (body) => dataOf(await control.POST('/__mock/faults', { body })).faults,
    clearFaults: async () => void dataOf(await control.DELETE('/__mock/faults')),
    journal: async (query = {}) => dataOf(await control.GET('/__mock/journal', { params: { query } })).entries,
    clearJournal: async () => void dataOf(await control.DELETE('/__mock/journal')),
    verify: async (body) => matchCount(await control.POST('/__mock/journal/verify', { body })),
    coverage: async () => dataOf(await control.GET('/__mock/coverage')),
    control,
  };
}

function createWorldClock(control: ControlClient): WorldClock {
  const turn = async (body: Schemas['ClockChange']) =>
    new Date(dataOf(await control.POST('/__mock/clock', { body })).now);
  return {
    now: async () => new Date(dataOf(await control.GET('/__mock/clock')).now),
    freeze: (at) => turn({ freeze: at === undefined ? true : timestamp(at) }),
    set: (to) => turn({ set: timestamp(to) }),
    advance: (by) => turn({ advance: by }),
    free: () => turn({ free: true }),
  };
}

function timestamp(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}

function ofCampaign(id: number) {
  return { params: { path: { campaign_id: id } } };
}

/** The count of matches; @throws ControlRefused with the nearest misses. */
function matchCount(answer: Answered<{ readonly count: number }>): number {
  const { error, response } = answer;
  if (!isFailure(error)) return dataOf(answer).count;
  const misses = error.data.nearest.map(({ id, method, path, differences }) => {
    const lines = differences.map((difference) => {
      const { path: where, expected, actual } = difference;
      return `    ${where}: expected ${JSON.stringify(expected)}, was ${JSON.stringify(actual)}`;
    });
    return [`  ${method} ${path} (journal entry ${id})`, ...lines].join('\n');
  });
  throw new ControlRefused(response.status, [error.message, ...misses].join('\n'), undefined);
}

function isFailure(error: unknown): error is Schemas['VerificationFailure'] {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 422;
}
