import type { components as ControlComponents } from './document/control-types.gen.ts';
import type { components } from './document/types.gen.ts';
import { createMock as create, type MockOptions, type PublicMock } from './app.ts';

export type { MockAccount, MockOptions, PublicMock as Mock, RequestHandler } from './app.ts';
export { connectMock, type ConnectedMock, type ConnectOptions } from './client/world-client.ts';
export type { MockFetch, MockRequestInit } from './client/mock-fetch.ts';
export { ControlRefused, type ControlClient, type ControlPaths } from './client/control-client.ts';
export type { Fault, JournalEntry, NewFault, Snapshot, Verification, World } from './client/world-client.ts';
export type { UserName, WorldClient, WorldClock, WorldUrls } from './client/world-client.ts';
export type { Scenario } from './domain/coherence.ts';
export type { components, operations, paths } from './document/types.gen.ts';

type Answered = components['schemas'];
/** An agent, a voice and a record of an audience, as the API answers them. */
export type Agent = Answered['Agent'];
export type Voice = Answered['Voice'];
export type AudienceRecord = Answered['AudienceItem'];
/** A campaign, as the control API lists it. */
export type Campaign = ControlComponents['schemas']['Campaign'];

/**
 * Makes a mock of the whole API that shares nothing with any other in the process.
 * @throws Error if the document, the scenario or the data folder is invalid; the message says which and what to do
 */
export const createMock: (options?: MockOptions) => Promise<PublicMock> = create;
