import express, { type Express } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { loadContractDocument } from './contract-document/load.ts';
import { createControl } from './control/control.ts';
import { createApi } from './http/api.ts';
import { corsHeaders, isPreflight } from './http/cors.ts';
import { listen, type ListeningServer, type Place } from './http/listening-server.ts';
import { logExchange } from './http/log-exchange.ts';
import type { RequestLog } from './http/request-log.ts';
import { newestValidToken } from './domain/tokens.ts';
import { handlers } from './operations/handlers.ts';
import { scenarioFolder } from './scenario-folder.ts';
import { openDataFolder } from './store/open-data-folder.ts';
import { openEphemeral } from './store/open-ephemeral.ts';
import type { Store } from './store/store.ts';
import type { WorldStore } from './store/world-store.ts';
import { systemClock, type Clock } from './worlds/clock.ts';
import { createSeededRandom } from './worlds/random.ts';
import { createWorld, type World } from './worlds/world.ts';

export interface MockOptions {
  /** The name of a scenario in `fixtures/`, or the path of a folder; `default` where absent. */
  readonly scenario?: string;
  /** The folder that keeps the state; null or absent: memory. */
  readonly dataDir?: string | null;
  /** Turns every contract warning into the operation's validation error; false where absent. */
  readonly strict?: boolean;
  /** The time that the mock goes by; the system's where absent. */
  readonly clock?: Clock;
  /** Told of every request; nobody where absent. */
  readonly log?: RequestLog;
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
  /** Everything that can change. */
  readonly world: World;
  readonly accounts: readonly MockAccount[];
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
  const document = loadContractDocument();
  const store = await openStore(options);
  const world = createWorld({
    name: 'default',
    store,
    clock: options.clock ?? systemClock(),
    random: createSeededRandom('default'),
  });
  const api = createApi({
    document,
    handlers,
    worldOf: () => world,
    isStrict: options.strict ?? false,
    onAnswered: logExchange(options.log),
  });
  const control = createControl(document.openapi as unknown as OpenAPIV3_1.Document);
  const app = express().disable('x-powered-by');
  app.use((request, response) => {
    for (const [name, value] of Object.entries(corsHeaders(request.method, request.headers))) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (isPreflight(request.method, request.headers)) response.writeHead(204).end();
    else if (request.url.startsWith('/__mock')) control(request, response);
    else void api(request, response);
  });
  return { app, world, accounts: accountsOf(world), ...serving(app, store) };
}

function openStore({ scenario = 'default', dataDir = null }: MockOptions): Promise<WorldStore> {
  const scenarioDir = scenarioFolder(scenario);
  return dataDir === null ? openEphemeral({ scenarioDir }) : openDataFolder({ dir: dataDir, scenarioDir });
}

function serving(app: Express, store: Store): Pick<Mock, 'listen' | 'close'> {
  const servers: ListeningServer[] = [];
  return {
    listen: async (place) => {
      const server = await listen(app, typeof place === 'number' ? { port: place, host: '127.0.0.1' } : place);
      servers.push(server);
      return { url: server.url, port: server.port };
    },
    close: async () => {
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
