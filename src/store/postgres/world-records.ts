import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Persistence, Writing } from '../state/record-store.ts';
import { ConflictError, StoreUnavailableError } from '../store.ts';
import { asJson, type Database } from './database.ts';
import { idsRow, partsRow, type RecordRow, rowsOf } from './rows.ts';
import { type HeadRow, type Known, unknownState } from './world-rows.ts';

/** What is to become of a world. */
export interface WorldWriting extends Writing {
  /** What the world is besides its records, if that changes too. */
  readonly parts?: WorldParts;
  /** Whether it takes the place of all that was there. */
  readonly isWhole?: boolean;
  /** What else is changed with it. */
  readonly besides?: (sql: postgres.ISql) => Promise<void>;
}

/** What a replica has done since it began. */
export interface ReplicaCounts {
  /** Commits that it wrote. */
  appended: number;
  /** Changes of others. */
  followed: number;
  /** Commits that others were faster than, and that were decided again. */
  conflicts: number;
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
  /** Takes in what others have made of the world; false if that means to read all of it. */
  readonly take: (heads: readonly HeadRow[] | null) => Promise<boolean>;
  /** Reads the world anew. */
  readonly readAnew: () => Promise<void>;
}

/** What a turn begins with. */
interface Turn {
  /** Null if nobody has written since. */
  readonly news: readonly HeadRow[] | null;
  /** Whether what was sent before is there. */
  readonly is_done: boolean;
}

/**
 * The records of a world in PostgreSQL, beside other mocks that write to them: one at a time, each in a transaction that
 * locks the world's row, takes in what others have written, decides, and writes.
 */
export class WorldRecords implements Omit<Persistence, 'open'> {
  known: Known = unknownState;
  /** What the versions of its records are above those of its rows: another with every load of the whole. */
  offset = 0;
  /** Why the world cannot be read. */
  problem: string | undefined;
  readonly #parts: WorldRecordsParts;

  constructor(parts: WorldRecordsParts) {
    this.#parts = parts;
  }

  async write(decide: () => WorldWriting | Promise<WorldWriting>): Promise<void> {
    const { counts } = this.#parts;
    // By its token what was sent is known again, where its outcome is not known.
    const token = randomUUID();
    const until = performance.now() + patience;
    const attempt: Attempt = { sent: undefined, isOver: false, isBehind: false };
    for (;;) {
      try {
        await this.#attempt(token, attempt, decide);
        break;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || attempt.sent === undefined) throw error;
        if (!attempt.isOver) counts.lookups += 1;
        attempt.isOver = true;
        if (performance.now() > until) throw new StoreUnavailableError(unknownOutcome, true);
        await wait(retryAfter);
      }
    }
    if (attempt.isBehind) {
      await this.#parts.readAnew();
      throw new ConflictError('Other replicas have changed the world meanwhile.');
    }
    const { sent, land } = attempt;
    if (land === undefined) return;
    if (sent !== undefined && sent.version > this.known.version) this.known = sent;
    land();
  }

  async #attempt(token: string, attempt: Attempt, decide: () => WorldWriting | Promise<WorldWriting>): Promise<void> {
    const { database, world, counts, take } = this.#parts;
    const { sent } = attempt;
    let isEnded = false;
    const isLate = () => isEnded;
    try {
      await database.turn(
        (sql) => beginTurn(sql, database.log, world, this.known, sent && token),
        async ({ news, is_done: isDone }, sql, commit) => {
          if (sent !== undefined && !isDone) throw new ConflictError('The connection was lost: nothing was written.');
          if (sent !== undefined || isLate()) return;
          attempt.isBehind = !(await take(news));
          if (attempt.isBehind || isLate()) return;
          const writing = await decide();
          counts.conflicts += writing.overtaken;
          const { commits, besides, isWhole = false } = writing;
          attempt.land = writing.land;
          if (isLate() || isNothing(writing)) return;
          const next = { version: this.known.version + Math.max(1, commits.length), token };
          attempt.sent = next;
          const written = writeRows(sql, database.log, world, next, { ...writing, isWhole });
          if (besides !== undefined) {
            await written;
            await besides(sql);
          }
          await Promise.all([written, commit()]);
          counts.appended += commits.length;
        },
      );
    } finally {
      isEnded = true;
    }
  }

  faults(): readonly string[] {
    return [this.#parts.database.problem, this.problem].filter((each) => each !== undefined);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Attempt {
  /** What was written last, unless the connection was lost. */
  sent: Known | undefined;
  land?: Writing['land'];
  /** Whether its outcome was not known. */
  isOver: boolean;
  /** Whether the world has to be read anew. */
  isBehind: boolean;
}

function isNothing({ commits, parts, besides }: WorldWriting): boolean {
  return commits.length === 0 && parts === undefined && besides === undefined;
}

async function beginTurn(
  sql: postgres.ISql,
  log: string,
  world: string,
  known: Known,
  token: string | undefined,
): Promise<Turn> {
  const [row] = await sql<{ turn: Turn }[]>`
    select voice_agent_mock_turn(${log}, ${world}, ${asJson(sql, [{ name: world, ...known }])}, ${token ?? null}) as turn`;
  if (row === undefined) throw new Error('PostgreSQL has answered with no row.');
  return row.turn;
}

async function writeRows(
  sql: postgres.ISql,
  log: string,
  world: string,
  { version, token }: Known,
  { commits, root, ids, parts, isWhole }: WorldWriting & { readonly isWhole: boolean },
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
      ${isWhole}, ${hasEmptied}, ${idsRow(ids.highest())}::bigint[])`.execute();
}
