import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorldParts } from '../../domain/world-parts.ts';
import { ConflictError, StoreUnavailableError } from '../state/store.ts';
import type { Persistence, Writing } from '../state/persistence.ts';
import type { Root } from '../state/root.ts';
import type { Database } from './database.ts';
import { rowsOf } from './record-rows.ts';
import { type Cleared, type Known, type WorldNews, lockWorld, sendUpdate, unknownState } from './world-rows.ts';

/** What is to become of a world. */
export interface WorldWriting extends Writing {
  /** What it is besides its records, if that changes. */
  readonly parts?: WorldParts;
  /** What is forgotten of it. */
  readonly cleared?: readonly Cleared[];
}

/**
 * What a replica has done since it began: commits that it wrote, changes of others, states that it dropped because the
 * database had lost what it had read or written, commits whose outcome had to be looked up, and questions.
 */
export type ReplicaCounts = Record<'appended' | 'followed' | 'reloads' | 'lookups' | 'questions', number>;

/** In milliseconds. */
const patience = 4500;
const retryAfter = 50;
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';

/** What follows the worlds of a database. */
interface Follower {
  readonly database: Database;
  readonly counts: ReplicaCounts;
  /** Takes in what others have made of a world. @throws ConflictError if all of it has to be read */
  take(news: WorldNews | undefined): void;
  /** Reads worlds anew. */
  ask(worlds: readonly string[]): Promise<void>;
}

/**
 * The records of a world in PostgreSQL, beside other mocks that write to them: one at a time, each in a transaction that
 * locks the world's row, takes in what others have committed, decides, and writes the rows of what that changes.
 */
export class WorldRecords implements Persistence {
  known: Known = unknownState;
  /** The scenario, of which the rows say what became. */
  base: Root;
  readonly #world: string;
  readonly #follower: Follower;

  constructor(world: string, base: Root, follower: Follower) {
    this.#world = world;
    this.base = base;
    this.#follower = follower;
  }

  async append(decide: () => WorldWriting | Promise<WorldWriting>): Promise<void> {
    const { database, counts } = this.#follower;
    const world = this.#world;
    let sent: Known | undefined;
    let land: Writing['land'];
    let isEnded = false;
    try {
      await database.transaction(async (sql, commit, isLost) => {
        const isLate = () => isEnded || isLost();
        this.#follower.take(await lockWorld(sql, database.log, world, this.known));
        if (isLate()) return;
        const { commits, state, parts, cleared, land: landing } = await decide();
        land = landing;
        if (isLate() || commits.length === 0) return;
        // By its token it is known again, where its outcome is not known.
        sent = { version: this.known.version + 1, token: randomUUID() };
        const update = {
          next: sent,
          ids: state.ids,
          rows: rowsOf(commits.flat(), state.root, this.base, parts),
          cleared,
        };
        await Promise.all([sendUpdate(sql, database.log, world, update), commit()]);
        counts.appended += commits.length;
      });
    } catch (error) {
      isEnded = true;
      if (error instanceof ConflictError) await this.#follower.ask([world]);
      if (!(error instanceof StoreUnavailableError) || sent === undefined) throw error;
      await this.#lookUp(sent);
    }
    if (land === undefined) return;
    if (sent !== undefined && sent.version > this.known.version) this.known = sent;
    land();
  }

  /** Resolves if the state that was sent is one that the world has had. @throws ConflictError if it is not, StoreUnavailableError */
  async #lookUp(sent: Known): Promise<void> {
    const { database, counts } = this.#follower;
    counts.lookups += 1;
    const until = performance.now() + patience;
    for (;;) {
      try {
        // Who sent it may still hold the world's row: this waits for it.
        const found = await database.transaction((sql) => lockWorld(sql, database.log, this.#world, sent));
        if (found?.since === sent.version) return;
        throw new ConflictError('The connection was lost: nothing was written.');
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        if (performance.now() > until) throw new StoreUnavailableError(unknownOutcome, true);
        await wait(retryAfter);
      }
    }
  }
}
