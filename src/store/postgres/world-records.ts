import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Persistence, Writing } from '../world-store.ts';
import { ConflictError, StoreUnavailableError } from '../store.ts';
import { asJson, type Database } from './database.ts';
import { type HeadRow, type Known, type RecordRow, idsRow, partsRow, rowsOf, unknownState } from './world-rows.ts';

/** What is forgotten of a world. */
export type Cleared = 'journal' | 'coverage';

/** What is to become of a world. */
export interface WorldWriting extends Writing {
  /** What the world is besides its records, if that changes too. */
  readonly parts?: WorldParts;
  /** Whether it takes the place of all that was there. */
  readonly isWhole?: boolean;
  /** What is forgotten of it. */
  readonly cleared?: readonly Cleared[];
}

/** What a replica has done since it began. */
export interface ReplicaCounts {
  /** Commits that it wrote. */
  appended: number;
  /** Changes of others. */
  followed: number;
  /** Times that it dropped its state, because the database had lost what it had read or written. */
  reloads: number;
  /** Commits whose outcome had to be looked up. */
  lookups: number;
}

/** In milliseconds. */
const patience = 4500;
const retryAfter = 50;
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';

export interface WorldRecordsParts {
  readonly world: string;
  readonly database: Database;
  readonly counts: ReplicaCounts;
  /** Takes in what others have made of the world, null if nothing. @throws ConflictError if all of it has to be read */
  readonly take: (heads: readonly HeadRow[] | null) => void;
  /** Reads the world anew. */
  readonly readAnew: () => Promise<void>;
}

/**
 * The records of a world in PostgreSQL, beside other mocks that write to them: one at a time, each in a transaction that
 * locks the world's row, takes in what others have written, decides, and writes.
 */
export class WorldRecords implements Omit<Persistence, 'open'> {
  known: Known = unknownState;
  readonly #parts: WorldRecordsParts;

  constructor(parts: WorldRecordsParts) {
    this.#parts = parts;
  }

  async append(decide: () => WorldWriting | Promise<WorldWriting>): Promise<void> {
    const { database, world, counts, take, readAnew } = this.#parts;
    // By its token what was sent is known again, where its outcome is not known.
    const token = randomUUID();
    let sent: Known | undefined;
    let land: Writing['land'];
    let isEnded = false;
    const isLate = () => isEnded;
    try {
      await database.transaction(async (sql, commit) => {
        const { news } = await this.#begin(sql, token);
        take(news);
        if (isLate()) return;
        const writing = await decide();
        land = writing.land;
        const { commits } = writing;
        if (isLate() || isNothing(writing)) return;
        sent = { version: this.known.version + Math.max(1, commits.length), token };
        const written = writeRows(sql, database.log, world, sent, writing);
        await Promise.all([written, commit()]);
        counts.appended += commits.length;
      });
    } catch (error) {
      isEnded = true;
      if (error instanceof ConflictError) await readAnew();
      if (!(error instanceof StoreUnavailableError) || sent === undefined) throw error;
      await this.#lookUp(token);
    }
    if (land === undefined) return;
    if (sent !== undefined && sent.version > this.known.version) this.known = sent;
    land();
  }

  /** Locks the world. @returns what others have made of it, null if nothing, and whether commits of the token are there */
  async #begin(sql: postgres.ISql, token: string) {
    const { world, database } = this.#parts;
    const known = asJson(sql, [{ name: world, ...this.known }]);
    const [row] = await sql<{ turn: { news: readonly HeadRow[] | null; is_done: boolean } }[]>`
      select voice_agent_mock_turn(${database.log}, ${world}, ${known}, ${token}) as turn`;
    if (row === undefined) throw new Error('PostgreSQL has answered with no row.');
    return row.turn;
  }

  /** Resolves if what was sent under a token is there. @throws ConflictError if it is not, StoreUnavailableError */
  async #lookUp(token: string): Promise<void> {
    const { database, counts } = this.#parts;
    counts.lookups += 1;
    const until = performance.now() + patience;
    for (;;) {
      try {
        // Who sent it may still hold the world's row: this waits for it.
        const { is_done: isDone } = await database.transaction((sql) => this.#begin(sql, token));
        if (isDone) return;
        throw new ConflictError('The connection was lost: nothing was written.');
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        if (performance.now() > until) throw new StoreUnavailableError(unknownOutcome, true);
        await wait(retryAfter);
      }
    }
  }
}

function isNothing({ commits, parts }: WorldWriting): boolean {
  return commits.length === 0 && parts === undefined;
}

async function writeRows(
  sql: postgres.ISql,
  log: string,
  world: string,
  { version, token }: Known,
  { commits, root, ids, parts, isWhole = false, cleared = [] }: WorldWriting,
): Promise<void> {
  // Of several commits the last says what becomes of a record.
  const rows = new Map<string, RecordRow>();
  for (const { changes } of commits) {
    for (const row of rowsOf(changes, root)) rows.set(`${row.collection} ${row.id}`, row);
  }
  if (parts !== undefined) rows.set('parts', partsRow(parts));
  const list = [...rows.values()];
  const hasEmptied = list.some(({ id }) => id === '*');
  await sql`
    select voice_agent_mock_write(${log}, ${world}, ${version}, ${token}, ${commits.length}, ${asJson(sql, list)},
      ${isWhole}, ${hasEmptied}, ${idsRow(ids.highest())}::bigint[], ${`{${cleared.join(',')}}`}::text[])`.execute();
}
