import type { Agent } from 'node:http';
import type { Express } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createMockFetch } from './client/mock-fetch.ts';
import { createWorldClient } from './client/world-client.ts';
import { createConsolePage } from './console/console-page.ts';
import { type ControlServices, loadControlDocument } from './control/control-handler.ts';
import { type ContractDocument, loadContractDocument } from './document/read/load.ts';
import { newestValidToken } from './domain/choices/rules.ts';
import { scenarioFolder, scenarioNames } from './files/scenario-folder.ts';
import { givenFaults, memoryOf, givenProfile, refuseOtherProfile, refuseUnknownOptions } from './given-options.ts';
import { RequestTally } from './http/answer/send-answer.ts';
import { logExchange, logFailure } from './http/answer/request-log.ts';
import { createApi } from './http/api.ts';
import { createExpressApp } from './http/express-app.ts';
import { serveInProcess } from './http/in-process-server.ts';
import { type ListeningServer, listen } from './http/listening-server.ts';
import { createAccess } from './http/locate.ts';
import { type DocumentFile, createDocumentFiles } from './http/pages/pages.ts';
import { createVoicePages } from './http/pages/voice-media.ts';
import { generateSample } from './http/steer/steered-answer.ts';
import type { JsonObject } from './json/json-value.ts';
import type { MockAccount, MockOptions, PublicMock } from './mock.ts';
import { savedOfAgent } from './operations/caller.ts';
import { handlers } from './operations/handlers.ts';
import { openDataFolder } from './store/disk/data-folder.ts';
import { scenarioToOpen } from './store/disk/seed-folder.ts';
import {
  type Beginnings,
  createBeginnings,
  namedScenario,
  openEphemeral,
  openScenario,
} from './store/open-ephemeral.ts';
import type { Snapshot } from './store/state/persistence.ts';
import type { RecordStore } from './store/state/record-store.ts';
import { systemClock } from './worlds/time-and-chance.ts';
import { type FollowedProfile, type World, makeWorld, documentOfWorld, createFollower } from './worlds/world.ts';
import { followScenario } from './worlds/followed-scenario.ts';
import { MemoryBudget } from './worlds/memory-budget.ts';
import type { SharedWorlds } from './worlds/shared/shared-worlds.ts';
import { Snapshots } from './worlds/snapshots.ts';
import { Worlds, defaultWorldName } from './worlds/worlds.ts';

export type { MockAccount, MockOptions, PublicMock, RequestHandler } from './mock.ts';

export interface Mock extends PublicMock {
  /** All worlds, the default one among them. */
  readonly worlds: Worlds;
  readonly snapshots: Snapshots;
  /** Has requests of `http.request` answered within the process, over connections that it keeps until it is destroyed. */
  readonly agent: () => Agent;
  /** What a world has saved of the agent that an answer is about; undefined if there is none. */
  readonly saved: (world: string, answer: unknown) => JsonObject | undefined;
}

/**
 * Makes a mock of the whole API that shares nothing with any other in the process.
 * @throws Error if the document, the scenario or the data folder is invalid; the message says which and what to do
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  refuseUnknownOptions(options);
  // The data first: what a person got wrong is told at once.
  const { store: address = null, dataDir = null, scenario: given = 'default' } = options;
  if (address !== null) return createSharedMock(address, options);
  if (typeof given === 'object') {
    if (dataDir !== null) throw new Error(inCodeProblem('keeps its state in no data folder'));
    return assembleMock(loadContractDocument(), await openScenario(given), { ...options, scenario: inCode });
  }
  if (dataDir === null) {
    const store = await openEphemeral({ scenarioDir: scenarioFolder(given) });
    return assembleMock(loadContractDocument(), store, { ...options, scenario: given });
  }
  return createKeptMock(dataDir, { ...options, scenario: options.scenario === undefined ? undefined : given });
}

/** A mock whose state is kept in a folder. */
async function createKeptMock(
  dataDir: string,
  options: Omit<MockOptions, 'scenario'> & { readonly scenario: string | undefined },
): Promise<Mock> {
  const { reset: isReset = false } = options;
  const scenario = await scenarioToOpen(dataDir, options.scenario, isReset);
  const scenarioDir = scenarioFolder(scenario);
  const seeding = { isDone: false };
  const onSeeded = () => (seeding.isDone = true);
  const { onNotice = (sentence: string) => process.emitWarning(sentence, 'VoiceAgentMockData') } = options;
  const isSynced = options.sync === true;
  const beginning = { scenario, scenarioDir, isReset };
  const store = await openDataFolder({ dir: dataDir, ...beginning, onSeeded, onNotice, isSynced });
  try {
    return assembleMock(loadContractDocument(), store, { ...options, scenario }, seeding.isDone);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws StorageError if the store does not answer, or is in another format */
async function createSharedMock(address: string, options: MockOptions): Promise<Mock> {
  const document = loadContractDocument();
  // Loaded only now: who keeps the state in a folder does without.
  const { openSharedWorlds } = await import('./worlds/shared/shared-worlds.ts');
  const { scenario: asked, ...others } = options;
  if (typeof asked === 'object') throw new Error(inCodeProblem('keeps its state in no store'));
  const given = { ...others, ...(asked !== undefined && { scenario: asked }) };
  const shared = openSharedWorlds(address, { ...given, document });
  const mock = assembleMock(document, shared.mirror.defaultStore, given, false, shared);
  try {
    await shared.current();
    const { scenario } = mock.worlds.default;
    const profile = givenProfile(options, document);
    if (options.reset === true) {
      await mock.worlds.default.turn(async (world) => {
        await mock.worlds.reset(world);
        world.profile = profile ?? world.profile;
      });
    } else if (asked !== undefined && asked !== scenario) {
      throw new Error(
        `The store began as the scenario ${scenario}, not as ${asked}: leave --scenario out, or name another log, ?log=NAME at the end of the address.`,
      );
    }
    refuseOtherProfile(profile, mock.worlds.default.profile);
    return mock;
  } catch (error) {
    await mock.close();
    throw error;
  }
}

/** What a scenario made in code is called where scenarios are named. */
const inCode = 'in-code';

function inCodeProblem(what: string): string {
  return `A scenario made in code ${what}: write it with saveScenario, and give the path of its folder.`;
}

type AssembledOptions = Omit<MockOptions, 'scenario'> & { readonly scenario?: string };

/**
 * Makes a mock of a document and a store that are open already: for callers that make many. The mock closes the store.
 * @param isPristine whether the store is as the scenario of the options begins; if not, that is read when it is needed
 */
export function assembleMock(
  document: ContractDocument,
  store: RecordStore,
  options: AssembledOptions = {},
  isPristine = true,
  shared?: SharedWorlds,
): Mock {
  const draining = new AbortController();
  const { scenario = 'default' } = options;
  const { profile, ...steered } = openWorlds(document, store, options, isPristine, shared);
  const { worlds, snapshots } = steered;
  const app = composeApp(document, { ...steered, draining: draining.signal }, options);
  const inProcess = serveInProcess(app);
  const served = serverControls(app, inProcess, shared ?? store, () => worlds.close());
  let own: Promise<string> | undefined;
  const url = () => (own ??= served.listen(0).then(({ url }) => url));
  const place = { send: inProcess.send, url, controlToken: options.controlToken };
  return {
    app,
    fetch: createMockFetch(inProcess.send),
    agent: inProcess.agent,
    saved: (world, answer) => {
      const view = worlds.find(world)?.store.view();
      return view && savedOfAgent(view, answer);
    },
    worlds,
    snapshots,
    world: (name) => createWorldClient(place, name),
    get accounts() {
      return accountsOf(worlds.default);
    },
    profile:
      profile === undefined ? null : { name: profile.profile.name, decided: profile.profile.overlay.actions.length },
    get scenario() {
      return worlds.default.scenario;
    },
    followScenario: async () => {
      if (shared !== undefined) throw new Error('A scenario is not followed where several mocks share their state.');
      if (scenario === inCode) throw new Error(inCodeProblem('has no files to be followed'));
      const dir = scenarioFolder(scenario);
      const replacePristine = (found: Snapshot) => steered.pristine.replace(scenario, found);
      return followScenario({ dir, worlds, replacePristine });
    },
    drain: () => draining.abort(),
    ...served,
  };
}

type Steered = Pick<ControlServices, 'worlds' | 'snapshots' | 'clock' | 'shared'> & {
  readonly pristine: Beginnings;
};

function openWorlds(
  document: ContractDocument,
  store: RecordStore,
  options: AssembledOptions,
  isPristine: boolean,
  shared: SharedWorlds | undefined,
): Steered & { readonly profile: FollowedProfile | undefined } {
  const { scenario = 'default', clock = systemClock() } = options;
  const { worldIdleTime: idleTime = 3_600_000, worldLimit: limit = 1000 } = options;
  const profile = givenProfile(options, document);
  const initialFaults = givenFaults(options, document, profile);
  const onDropped = (message: string) => options.log?.write({ notice: message });
  const memory = new MemoryBudget(memoryOf(options), (_, message) => onDropped(message));
  const parts = { scenario, store, clock, memory, profile, initialFaults };
  const defaultWorld = makeWorld({ name: defaultWorldName, ...parts, shared: shared?.partsOf(defaultWorldName) });
  const pristine = shared?.mirror.scenarios ?? createBeginnings(namedScenario);
  if (isPristine) pristine.replace(scenario, store.snapshot());
  const limits = { memory, onDropped, idleTime, limit };
  const worlds = new Worlds({ defaultWorld, pristine: pristine.stateOf, clock, ...limits, ...(shared && { shared }) });
  const snapshots = new Snapshots(1000, memory, shared);
  shared?.mirror.attach(worlds, snapshots);
  return { worlds, snapshots, clock, pristine, shared, profile };
}

function composeApp(
  document: ContractDocument,
  steered: Steered & Pick<ControlServices, 'draining'>,
  options: AssembledOptions,
): Express {
  const { scenario = 'default', strict: isStrict = false, publicUrl, controlToken, controlOrigins, log } = options;
  const access = createAccess({ token: controlToken, origins: controlOrigins });
  const { worlds } = steered;
  const tally = new RequestTally();
  const api = createApi({
    document,
    handlers,
    worlds,
    isStrict,
    publicUrl,
    origins: access.origins,
    samples: generateSample,
    tally,
    log: logExchange(log),
  });
  const scenarios = () => [...new Set([...scenarioNames(), scenario])];
  const follow = createFollower(document);
  const documents = { document, documentWithoutProfile: document, follow };
  const { pristine: _, ...steering } = steered;
  const others = { tally, scenarios, isStrict, onFailure: logFailure(log) };
  const services: ControlServices = { ...steering, ...documents, ...others };
  const voiceIn = (world: string, id: string) => (worlds.find(world) ?? worlds.default).store.view().get('voices', id);
  const documentIn = (world: string) => documentOfWorld(worlds.find(world) ?? worlds.default, document);
  return createExpressApp({
    onFailure: (failure) => log?.write({ failure }),
    access,
    api,
    control: async () => {
      const { createControl } = await import('./control/control.ts');
      return createControl(loadControlDocument(), services, access);
    },
    pages: [createConsolePage(), createDocumentFiles(documentFiles(documentIn)), createVoicePages(voiceIn)],
  });
}

function documentFiles(documentOf: (world: string) => ContractDocument): readonly DocumentFile[] {
  // The documents are plain JSON, of which the reader has checked what it needs.
  const shown = (openapi: object) => openapi as OpenAPIV3_1.Document;
  return [
    { file: '/__mock/openapi', document: (world) => shown(documentOf(world).openapi) },
    { file: '/__mock/control', document: () => shown(loadControlDocument().openapi) },
  ];
}

function serverControls(
  app: Express,
  inProcess: Pick<ListeningServer, 'close'>,
  store: Pick<RecordStore, 'close'>,
  endWorlds: () => void,
): Pick<Mock, 'listen' | 'close'> {
  const servers: Pick<ListeningServer, 'close'>[] = [inProcess];
  return {
    listen: async (place) => {
      const server = await listen(app, typeof place === 'number' ? { port: place, host: '127.0.0.1' } : place);
      servers.push(server);
      return { url: server.url, port: server.port };
    },
    close: async () => {
      // First of all: answers that wait and streams that go on hold their connections open.
      endWorlds();
      await Promise.all(servers.splice(0).map((server) => server.close()));
      await store.close();
    },
  };
}

/** The users of a world in the order of their ids, each with the tokens that are valid now. */
export function accountsOf({ store, clock }: World): MockAccount[] {
  const view = store.view();
  return [...view.all('users')].map((user) => ({
    workspace_id: user.workspace_id,
    workspace_name: view.get('workspaces', user.workspace_id)?.name ?? '',
    login_token: newestValidToken(view.find('login_tokens', 'user_id', user.id), clock.now())?.id ?? null,
    api_token: newestValidToken(view.find('api_tokens', 'user_id', user.id), clock.now())?.id ?? null,
  }));
}
