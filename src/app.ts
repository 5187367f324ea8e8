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
import { createPrismSamples } from './http/steer/prism-samples.ts';
import type { RequestLog } from './http/answer/request-log.ts';
import { newestValidToken } from './domain/tokens/tokens.ts';
import { handlers } from './operations/handlers.ts';
import { scenarioFolder, scenarioNames } from './files/scenario-folder.ts';
import { openDataFolder } from './store/disk/open-data-folder.ts';
import { openEphemeral } from './store/open-ephemeral.ts';
import { createPristineStores } from './store/pristine-stores.ts';
import type { Store } from './store/store.ts';
import type { WorldStore } from './store/world-store.ts';
import { systemClock, type Clock } from './worlds/clock.ts';
import { weighStates } from './worlds/held-states.ts';
import { documentOf, followProfile, type FollowedProfile } from './worlds/followed-profile.ts';
import { MemoryBudget } from './worlds/memory-budget.ts';
import { defaultMemory, memorySize, sizeRule, withinHeap } from './worlds/memory-size.ts';
import { createSnapshots } from './worlds/snapshots.ts';
import { defaultWorldName } from './worlds/world-name.ts';
import { createWorld, type World } from './worlds/world.ts';
import { createWorlds, type Worlds } from './worlds/worlds.ts';

export interface MockOptions {
  /** The name of a scenario in `fixtures/`, or the path of a folder; `default` where absent. */
  readonly scenario?: string;
  /** The folder that keeps the state; null or absent: memory. */
  readonly dataDir?: string | null;
  /** Turns every contract warning into the operation's validation error; false where absent. */
  readonly strict?: boolean;
  /** After how many milliseconds a named world that nobody uses goes; an hour where absent. */
  readonly worldIdleTime?: number;
  /** How many named worlds there may be at once; 1000 where absent. */
  readonly worldLimit?: number;
  /**
   * What journals, snapshots and named worlds may hold together: a number of megabytes, or a size with a unit, `1GB`;
   * 256 where absent, and never more than a third of the heap of the process.
   */
  readonly memory?: number | string;
  /** What requests to /__mock must carry; without one there is no control on a host that others can reach. */
  readonly controlToken?: string;
  /** Origins of web pages that may steer the mock beside its own: `http://localhost:5173`. */
  readonly controlOrigins?: readonly string[];
  /** The profile that the default world follows, or the file that holds it: what is done where the specification is silent. */
  readonly profile?: string | object;
  /** The time that the mock goes by; the system's where absent. */
  readonly clock?: Clock;
  /** Told of every request, and of what fails beside them; nobody where absent. */
  readonly log?: RequestLog;
  /** Told, in a sentence each, of what is odd about the data folder and does no harm; a warning of the process where absent. */
  readonly onNotice?: (sentence: string) => void;
}

/** A user of the scenario and the tokens that stand for it. */
export interface MockAccount {
  readonly workspace_id: number;
  readonly workspace_name: string;
  readonly login_token: string | null;
  /** The newest one; null where there is none. */
  readonly api_token: string | null;
}

export interface Mock {
  /** Serves the API and the mock's own pages: for supertest, or to be mounted at the root of another server. */
  readonly app: Express;
  /** All worlds, the default one among them. */
  readonly worlds: Worlds;
  /** A world to steer, as `connectMock` gives it of a mock elsewhere; the mock listens on a free port once it is used. */
  world(name: string): WorldClient;
  readonly accounts: readonly MockAccount[];
  /** The profile that the default world follows, and how many choices it decides; null if it follows none. */
  readonly profile: { readonly name: string; readonly decided: number } | null;
  /**
   * Listens on a port of 127.0.0.1, or on a place; 0 takes a free port.
   * @throws the system's error where it cannot
   */
  listen(place: number | Place): Promise<{ readonly url: string; readonly port: number }>;
  /** Finishes what is under way, refuses what is new, writes what is to be written. */
  close(): Promise<void>;
}

/**
 * Makes a mock of the whole API that shares nothing with any other in the process.
 * @throws Error where the document, the scenario or the data folder is not as it must be; the message says which and what to do
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { scenario = 'default', dataDir = null } = options;
  // The data first: what a person got wrong is told at once.
  const scenarioDir = scenarioFolder(scenario);
  if (dataDir === null) {
    const store = await openEphemeral({ scenarioDir });
    return assembleMock(loadContractDocument(), store, options);
  }
  let isPristine = false;
  const onSeeded = () => (isPristine = true);
  const { onNotice = (sentence: string) => process.emitWarning(sentence, 'VoiceAgentMockData') } = options;
  const store = await openDataFolder({ dir: dataDir, scenarioDir, onSeeded, onNotice });
  try {
    return assembleMock(loadContractDocument(), store, options, isPristine);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Makes a mock of a document and a store that are there already: for whoever makes many. The mock closes the store.
 * @param isPristine whether the store is as the scenario of the options begins; if not, that is read when it is needed
 */
export function assembleMock(
  document: ContractDocument,
  store: WorldStore,
  options: MockOptions = {},
  isPristine = true,
): Mock {
  const { scenario = 'default', clock = systemClock(), strict = false } = options;
  const closing = new AbortController();
  const onDropped = (message: string) => options.log?.warn?.(message);
  const memory = new MemoryBudget(memoryOf(options), (_, message) => onDropped(message));
  const follow = (profile: unknown) => followProfile(document, checkProfile(profile, document.choices));
  const profile = profileOf(options, document);
  const ended = closing.signal;
  const world = createWorld({ name: defaultWorldName, scenario, store, clock, ended, memory, profile });
  const worlds = createWorlds({
    defaultWorld: world,
    pristine: createPristineStores(scenarioFolder, isPristine ? [scenario, store.fork()] : undefined),
    clock,
    idleTime: options.worldIdleTime ?? 3_600_000,
    limit: options.worldLimit ?? 1000,
    memory,
    onDropped,
  });
  const access = createAccess({ token: options.controlToken, origins: options.controlOrigins });
  const snapshots = createSnapshots(1000, memory);
  memory.watch(() => weighStates(worlds, snapshots));
  const api = createApi({
    document,
    handlers,
    worlds,
    origins: access.origins,
    isStrict: strict,
    samples: createPrismSamples(document),
    onAnswered: logExchange(options.log),
  });
  let controlDocument: ControlDocument | undefined;
  const readControl = () => (controlDocument ??= loadControlDocument());
  const services: ControlServices = {
    worlds,
    snapshots,
    scenarios: () => [...new Set([...scenarioNames(), scenario])],
    clock,
    document,
    today: document,
    follow,
    isStrict: strict,
    onFailure: logFailure(options.log),
  };
  const app = createExpressApp({
    onFailure: (error) => options.log?.fail(error),
    access,
    api,
    control: () => createControl(readControl(), services, access),
    pages: [
      createConsolePage(),
      createDocsPages(documentedParts((name) => documentOf(worlds.find(name) ?? world, document), readControl)),
    ],
  });
  const listenOn = (place: Place) => listen(app, place);
  const endWorlds = () => {
    closing.abort();
    worlds.close();
  };
  const served = serving(listenOn, store, endWorlds);
  let own: Promise<string> | undefined;
  const ownUrl = () => (own ??= served.listen(0).then(({ url }) => url));
  return {
    app,
    worlds,
    world: (name) => createWorldClient(ownUrl, name, options.controlToken),
    accounts: accountsOf(world),
    profile: profile === undefined ? null : { name: profile.profile.name, decided: decidedChoices(profile.profile) },
    ...served,
  };
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

/** @throws RangeError where it is not a size */
function memoryOf({ memory = defaultMemory }: MockOptions): number {
  const bytes = memorySize(memory);
  if (bytes !== undefined) return withinHeap(bytes);
  throw new RangeError(`memory ${memory} is not ${sizeRule}.`);
}

function serving(
  listenOn: (place: Place) => Promise<ListeningServer>,
  store: Store,
  endWorlds: () => void,
): Pick<Mock, 'listen' | 'close'> {
  const servers: ListeningServer[] = [];
  return {
    listen: async (place) => {
      const server = await listenOn(typeof place === 'number' ? { port: place, host: '127.0.0.1' } : place);
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
