import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { createWorldClient, type WorldClient } from './client/world-client.ts';
import { checkProfile } from './clauses/profile/check-profile.ts';
import { decidedChoices } from './clauses/profile/profile.ts';
import { readProfile } from './clauses/profile/read-profile.ts';
import { loadContractDocument, type ContractDocument } from './document/read/load.ts';
import { createConsolePage } from './console/console-page.ts';
import { createControl } from './control/control.ts';
import { loadControlDocument, type ControlDocument } from './control/control-document.ts';
import type { ControlServices } from './control/control-handler.ts';
import { createAccess } from './http/access.ts';
import { createApi } from './http/api.ts';
import { createDocsPages, type DocumentedPart } from './http/pages/docs-page.ts';
import { createExpressApp } from './http/express-app.ts';
import { listen, type ListeningServer, type Place } from './http/listening-server.ts';
import { logExchange, logFailure } from './http/answer/log-exchange.ts';
import { generateSample } from './http/steer/generated-samples.ts';
import type { RequestLog } from './http/answer/request-log.ts';
import { newestValidToken } from './domain/tokens/tokens.ts';
import { handlers } from './operations/handlers.ts';
import { isScenario, scenarioFolder, scenarioNames } from './files/scenario-folder.ts';
import { openDataFolder } from './store/disk/open-data-folder.ts';
import { readScenarioNote, scenarioProblem, writeScenarioNote } from './store/disk/scenario-note.ts';
import { openEphemeral } from './store/open-ephemeral.ts';
import { createPristineStores } from './store/pristine-stores.ts';
import type { Store } from './store/store.ts';
import type { WorldStore } from './store/world-store.ts';
import { systemClock, type Clock } from './worlds/clock.ts';
import type { SharedWorlds } from './worlds/shared/shared-worlds.ts';
import { weighStates } from './worlds/held-states.ts';
import { documentOf, followProfile, type FollowedProfile } from './worlds/followed-profile.ts';
import { MemoryBudget } from './worlds/memory-budget.ts';
import { defaultMemory, memorySize, sizeRule, withinHeap } from './worlds/memory-size.ts';
import { Snapshots } from './worlds/snapshots.ts';
import { defaultWorldName } from './worlds/world-name.ts';
import { createWorld, type World } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export interface MockOptions {
  /**
   * The name of a scenario in `fixtures/`, or the path of a folder; if absent, what the data folder began as, or
   * `default`. One that the data folder did not begin as is refused.
   */
  readonly scenario?: string;
  /** The folder that keeps the state; null or absent: memory. */
  readonly dataDir?: string | null;
  /**
   * Where the state is kept for any number of mocks that share it, in place of a folder: the address of a PostgreSQL
   * database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. A log of its own is named by `?log=NAME`.
   */
  readonly store?: string | null;
  /**
   * Of a shared state: `local` answers reads without asking where the log ends, so that they may be of a moment ago;
   * `linearizable` if absent.
   */
  readonly reads?: 'linearizable' | 'local';
  /** Whether the folder begins anew as the scenario; false if absent. */
  readonly reset?: boolean;
  /** Turns every contract warning into the operation's validation error; false if absent. */
  readonly strict?: boolean;
  /** After how many milliseconds without use a named world is deleted; an hour if absent. */
  readonly worldIdleTime?: number;
  /** How many named worlds there may be at once; 1000 if absent. */
  readonly worldLimit?: number;
  /**
   * What journals, snapshots and named worlds may hold together: a number of megabytes, or a size with a unit, `1GB`;
   * 256 if absent, and never more than a third of the heap of the process.
   */
  readonly memory?: number | string;
  /** What requests to /__mock must carry; without one there is no control on a host that others can reach. */
  readonly controlToken?: string;
  /** Origins of web pages that may steer the mock beside its own: `http://localhost:5173`. */
  readonly controlOrigins?: readonly string[];
  /** The profile that the default world follows, or the file that holds it: what is done where the specification is silent. */
  readonly profile?: string | object;
  /** The time that the mock goes by; the system's if absent. */
  readonly clock?: Clock;
  /** Told of every request, and of other failures. */
  readonly log?: RequestLog;
  /** Told, in a sentence each, of what is odd about the data folder and does no harm; a warning of the process if absent. */
  readonly onNotice?: (sentence: string) => void;
}

/** A user of the scenario and the tokens that stand for it. */
export interface MockAccount {
  readonly workspace_id: number;
  readonly workspace_name: string;
  readonly login_token: string | null;
  /** The newest one; null if there is none. */
  readonly api_token: string | null;
}

/** Answers requests: what `http.createServer`, supertest and the `use` of Express take. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** A mock as its users see it. */
export interface PublicMock {
  /** Serves the API and the mock's own pages: for supertest, or to be mounted at the root of another server. */
  readonly app: RequestHandler;
  /** A world to steer, as `connectMock` gives it of a mock elsewhere; the mock listens on a free port once it is used. */
  world(name: string): WorldClient;
  readonly accounts: readonly MockAccount[];
  /** The profile that the default world follows, and how many choices it decides; null if it follows none. */
  readonly profile: { readonly name: string; readonly decided: number } | null;
  /** The scenario that the data began as, and goes back to when it is reset. */
  readonly scenario: string;
  /**
   * Listens on a port of 127.0.0.1, or on a place; 0 takes a free port.
   * @throws the system's error if it cannot
   */
  listen(place: number | Place): Promise<{ readonly url: string; readonly port: number }>;
  /** Finishes what is under way, refuses what is new, writes what is to be written. */
  close(): Promise<void>;
}

export interface Mock extends PublicMock {
  /** All worlds, the default one among them. */
  readonly worlds: Worlds;
}

/**
 * Makes a mock of the whole API that shares nothing with any other in the process.
 * @throws Error if the document, the scenario or the data folder is invalid; the message says which and what to do
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { dataDir = null, reset: isReset = false } = options;
  if (options.store !== undefined && options.store !== null) return createSharedMock(options.store, options);
  // The data first: what a person got wrong is told at once.
  if (dataDir === null) {
    const store = await openEphemeral({ scenarioDir: scenarioFolder(options.scenario ?? 'default') });
    return assembleMock(loadContractDocument(), store, options);
  }
  const scenario = await scenarioOf(dataDir, options);
  const scenarioDir = scenarioFolder(scenario);
  const seeding = { isDone: false };
  const onSeeded = () => (seeding.isDone = true);
  const { onNotice = (sentence: string) => process.emitWarning(sentence, 'VoiceAgentMockData') } = options;
  const store = await openDataFolder({ dir: dataDir, scenarioDir, isReset, onSeeded, onNotice });
  try {
    if (seeding.isDone) await writeScenarioNote(dataDir, scenario, scenarioDir);
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
  const { openStore } = await import('./open-store.ts');
  const shared = openStore(address, { ...options, document });
  const mock = assembleMock(document, shared.defaultStore, options, false, shared);
  try {
    await shared.current();
    const { scenario } = mock.worlds.default;
    if (options.reset === true) await shared.change(mock.worlds.default, (draft) => draft.worlds.reset(draft.world));
    else if (options.scenario !== undefined && options.scenario !== scenario) {
      throw new Error(
        `The store began as the scenario ${scenario}, not as ${options.scenario}: leave --scenario out, or name another log, ?log=NAME at the end of the address.`,
      );
    }
    return mock;
  } catch (error) {
    await mock.close();
    throw error;
  }
}

/** The scenario that is asked for, which must be what a data folder began as, or what it did begin as. */
async function scenarioOf(dataDir: string, { scenario: asked, reset = false }: MockOptions): Promise<string> {
  const note = await readScenarioNote(dataDir);
  if (asked === undefined) return note !== undefined && isScenario(note.scenario) ? note.scenario : 'default';
  const problem =
    note === undefined || reset ? undefined : await scenarioProblem(dataDir, note, asked, scenarioFolder(asked));
  if (problem !== undefined) throw new Error(problem);
  return asked;
}

/**
 * Makes a mock of a document and a store that are open already: for callers that make many. The mock closes the store.
 * @param isPristine whether the store is as the scenario of the options begins; if not, that is read when it is needed
 */
export function assembleMock(
  document: ContractDocument,
  store: WorldStore,
  options: MockOptions = {},
  isPristine = true,
  shared?: SharedWorlds,
): Mock {
  const closing = new AbortController();
  const profile = profileOf(options, document);
  const steered = openWorlds(store, { ...options, profile }, isPristine, closing.signal, shared);
  const { worlds } = steered;
  const app = composeApp(document, steered, options);
  const served = serving(app, shared ?? store, () => {
    closing.abort();
    worlds.close();
  });
  let own: Promise<string> | undefined;
  const ownUrl = () => (own ??= served.listen(0).then(({ url }) => url));
  return {
    app,
    worlds,
    world: (name) => createWorldClient(ownUrl, name, options.controlToken),
    get accounts() {
      return accountsOf(worlds.default);
    },
    profile: profile === undefined ? null : { name: profile.profile.name, decided: decidedChoices(profile.profile) },
    get scenario() {
      return worlds.default.scenario;
    },
    ...served,
  };
}

type Steered = Pick<ControlServices, 'worlds' | 'snapshots' | 'clock' | 'shared'>;

type WorldOptions = Omit<MockOptions, 'profile'> & { readonly profile: FollowedProfile | undefined };

function openWorlds(
  store: WorldStore,
  options: WorldOptions,
  isPristine: boolean,
  ended: AbortSignal,
  shared: SharedWorlds | undefined,
): Steered {
  const {
    scenario = 'default',
    clock = systemClock(),
    profile,
    worldIdleTime = 3_600_000,
    worldLimit = 1000,
  } = options;
  const onDropped = (message: string) => options.log?.warn?.(message);
  const memory = new MemoryBudget(memoryOf(options), (_, message) => onDropped(message));
  const parts = { name: defaultWorldName, scenario, store, clock, ended, memory, profile };
  const defaultWorld = createWorld({ ...parts, shared: shared?.partsOf(defaultWorldName) });
  const pristine =
    shared?.pristine ?? createPristineStores(scenarioFolder, isPristine ? [scenario, store.fork()] : undefined);
  const limits = { idleTime: worldIdleTime, limit: worldLimit };
  const worlds = new Worlds({ defaultWorld, pristine, clock, memory, onDropped, ...limits, ...(shared && { shared }) });
  const snapshots = new Snapshots(1000, memory);
  memory.watch(() => weighStates(worlds, snapshots));
  shared?.attach(worlds, snapshots);
  return { worlds, snapshots, clock, shared };
}

function composeApp(document: ContractDocument, steered: Steered, options: MockOptions): Express {
  const { scenario = 'default', strict: isStrict = false, controlToken, controlOrigins, log } = options;
  const access = createAccess({ token: controlToken, origins: controlOrigins });
  const { worlds } = steered;
  const api = createApi({
    ...{ document, handlers, worlds, isStrict, origins: access.origins },
    samples: generateSample,
    onAnswered: logExchange(log),
  });
  let controlDocument: ControlDocument | undefined;
  const readControl = () => (controlDocument ??= loadControlDocument());
  const scenarios = () => [...new Set([...scenarioNames(), scenario])];
  const follow = (profile: unknown) => followProfile(document, checkProfile(profile, document.choices));
  const documents = { document, today: document, follow };
  const services: ControlServices = { ...steered, ...documents, scenarios, isStrict, onFailure: logFailure(log) };
  const documentIn = (world: string) => documentOf(worlds.find(world) ?? worlds.default, document);
  return createExpressApp({
    onFailure: (error) => log?.fail(error),
    access,
    api,
    control: () => createControl(readControl(), services, access),
    pages: [createConsolePage(), createDocsPages(documentedParts(documentIn, readControl))],
  });
}

function documentedParts(
  documentOf: (world: string) => ContractDocument,
  control: () => ControlDocument,
): readonly DocumentedPart[] {
  // The documents are plain JSON, of which the reader has checked what it needs.
  const shown = (openapi: object) => openapi as OpenAPIV3_1.Document;
  return [
    {
      title: 'Voice Agent Platform API',
      page: '/__mock/docs',
      file: '/__mock/openapi',
      document: (world) => shown(documentOf(world).openapi),
    },
    {
      title: "The mock's control API",
      page: '/__mock/docs/control',
      file: '/__mock/control',
      document: () => shown(control().openapi),
    },
  ];
}

/** @throws ProfileError if it cannot be followed, UnusableFileError if its file cannot be read */
function profileOf({ profile }: MockOptions, document: ContractDocument): FollowedProfile | undefined {
  if (profile === undefined) return undefined;
  const { choices } = document;
  const read = typeof profile === 'string' ? readProfile(profile, choices) : checkProfile(profile, choices);
  return followProfile(document, read);
}

/** @throws RangeError if it is not a size */
function memoryOf({ memory = defaultMemory }: Pick<MockOptions, 'memory'>): number {
  const bytes = memorySize(memory);
  if (bytes !== undefined) return withinHeap(bytes);
  throw new RangeError(`memory ${memory} is not ${sizeRule}.`);
}

function serving(app: Express, store: Pick<Store, 'close'>, endWorlds: () => void): Pick<Mock, 'listen' | 'close'> {
  const servers: ListeningServer[] = [];
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

function accountsOf({ store, clock }: World): MockAccount[] {
  const view = store.view();
  return [...view.all('users')]
    .sort((one, other) => one.id - other.id)
    .map((user) => ({
      workspace_id: user.workspace_id,
      workspace_name: view.get('workspaces', user.workspace_id)?.name ?? '',
      login_token: newestValidToken(view.find('login_tokens', 'user_id', user.id), clock.now())?.id ?? null,
      api_token: newestValidToken(view.find('api_tokens', 'user_id', user.id), clock.now())?.id ?? null,
    }));
}
