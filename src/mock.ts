import type { MockFetch } from './client/mock-fetch.ts';
import type { WorldClient } from './client/world-client.ts';
import type { GivenFaults } from './control/worlds/check-faults.ts';
import type { Scenario } from './domain/coherence.ts';
import type { RequestLog } from './http/answer/request-log.ts';
import type { ListeningAddress } from './http/listening-server.ts';
import type { Clock } from './worlds/time-and-chance.ts';
import type { FollowedScenario } from './worlds/followed-scenario.ts';

export interface MockOptions {
  /**
   * The name of a scenario in `fixtures/`, the path of a folder, or a scenario made in code; if absent, what the data
   * folder began as, or `default`. One that the data folder did not begin as is refused.
   */
  readonly scenario?: string | Scenario;
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
  /**
   * Whether a write to the folder is answered only when the disk itself has it, so that it outlives a loss of power too;
   * false if absent. Writes that wait share one wait.
   */
  readonly sync?: boolean;
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
  /**
   * Faults that every world begins with, as `world.fault` takes them, or the file of YAML or JSON that holds them; a
   * reset goes back to them.
   */
  readonly faults?: GivenFaults;
  /**
   * Where apps reach the mock if not at the host that their requests name, `http://127.0.0.1:4010`: behind a proxy that
   * hands on the API alone. The addresses of a voice's sample and image begin with it.
   */
  readonly publicUrl?: string;
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
export type RequestHandler = Handling['handle'];

/**
 * Of a method TypeScript compares parameters both ways, so this takes Node's request and response, and needs no types of
 * Node's in projects that do not have them.
 */
interface Handling {
  handle(request: object, response: object, next?: (error?: unknown) => void): void;
}

/** A mock as its users see it. */
export interface PublicMock {
  /** Serves the API and the mock's own pages: for supertest, or to be mounted in another server. */
  readonly app: RequestHandler;
  /** `fetch`, answered within the process without a port, in the world that the request names. */
  readonly fetch: MockFetch;
  /** A world to steer, as `connectMock` gives it of a mock elsewhere. */
  world(name: string): WorldClient;
  readonly accounts: readonly MockAccount[];
  /** The profile that the default world follows, and how many choices it decides; null if it follows none. */
  readonly profile: { readonly name: string; readonly decided: number } | null;
  /** The scenario that the data began as, and goes back to when it is reset; `in-code` if it was made there. */
  readonly scenario: string;
  /**
   * Reads the scenario's folder now, so that what is edited in it from now on can be taken over.
   * @throws DataFileError if it is broken; Error if the scenario was made in code
   */
  followScenario(): Promise<FollowedScenario>;
  /** Listens on a port of 127.0.0.1, or on a place; 0 takes a free port. @throws the system's error if it cannot */
  listen(place: number | ListeningAddress): Promise<{ readonly url: string; readonly port: number }>;
  /** Has /__mock/ready say no from now on, so that a balancer turns away; everything is served as before. */
  drain(): void;
  /** Finishes what is under way, refuses what is new, writes what is to be written. */
  close(): Promise<void>;
}
