import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { RecordCheck } from '../record-schema.ts';
import type { Counted, IdCounters } from '../state/id-counters.ts';
import type { Commit, Landed, Persistence } from '../state/persistence.ts';
import type { Root } from '../state/root.ts';
import { ConflictError, StoreUnavailableError } from '../store.ts';
import { asJson, type Database } from './database.ts';
import {
  changesIn,
  expectedRows,
  idsFrom,
  idsRow,
  partsRow,
  placeOfKind,
  type ReadRow,
  type RecordRow,
  rowsOf,
} from './rows.ts';
import { type Known, unknownState } from './world-rows.ts';

/** What one append brings into the tables. */
export interface Append {
  readonly world: string;
  readonly known: Known;
  readonly token: string;
  readonly commits: readonly Commit[];
  readonly root: Root;
  /** Those that were given. */
  readonly ids: IdCounters;
  /** The kinds of which ids are to be reserved if others write too. */
  readonly wanted?: readonly Counted[];
  /** What the world is besides its records, if that changes too: with the first of the commits. */
  readonly parts?: WorldParts;
  /** Whether it takes the place of all that was there. */
  readonly isWhole?: boolean;
}

interface AppendedRow {
  /** Undefined if nothing was written, because the state that is known is not one that is followed from. */
  readonly version?: number;
  readonly ids: readonly number[];
  readonly reserved?: readonly number[];
  readonly lost?: readonly number[];
  readonly others?: readonly ReadRow[];
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
  /** Appends whose outcome had to be looked up. */
  lookups: number;
}

/** In milliseconds. */
const patience = 4500;
const retryAfter = 50;
/** So many ids are reserved at once where several replicas give them, so that they do not give the same. */
const idsReserved = 64;
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';

export interface WorldRecordsParts {
  readonly world: string;
  readonly database: Database;
  readonly check: RecordCheck;
  readonly counts: ReplicaCounts;
  /** Takes in what others have made the world besides its records. */
  readonly takeParts: (parts: WorldParts) => void;
  /** Reads the world anew. */
  readonly follow: () => Promise<void>;
}

/** The records of a world in PostgreSQL, beside other mocks that write to them. */
export class WorldRecords implements Persistence {
  known: Known = unknownState;
  /** What the versions of its records are above those of its rows: another with every load of the whole. */
  offset = 0;
  /** Why the world cannot be read. */
  problem: string | undefined;
  readonly #parts: WorldRecordsParts;

  constructor(parts: WorldRecordsParts) {
    this.#parts = parts;
  }

  admit({ given }: Commit, ids: IdCounters): void {
    const taken = given.find((one) => ids.originOf(one) === 'doubtful');
    if (taken !== undefined) {
      throw new ConflictError(`Another replica may have given the id ${taken.id} of ${taken.kind}.`);
    }
  }

  async append(commits: readonly Commit[], root: Root, ids: IdCounters): Promise<Landed> {
    const { world, check, counts } = this.#parts;
    const known = this.known;
    // By its token the append is known again: sent twice, it is done once.
    const token = randomUUID();
    const wanted = kindsGivenIn(commits).filter((kind) => ids.left(kind) < idsReserved / 2);
    const row = await this.#surely({ world, known, token, commits, root, ids, wanted });
    if (row?.version === undefined) {
      // The world has gone, or is not the one that was known.
      counts.conflicts += commits.length;
      await this.#parts.follow();
      const version = this.known.version + this.offset;
      return { version, lost: new Set(commits.keys()), others: [], ids: ids.highest(), reserved: {} };
    }
    const { version, lost: places = [], reserved = [] } = row;
    const lost = new Set(places);
    const { changes: others, parts } = changesIn(row.others ?? [], check, world);
    if (parts !== undefined) this.#parts.takeParts(parts);
    counts.appended += commits.length - lost.size;
    counts.conflicts += lost.size;
    counts.followed += others.length;
    if (version > this.known.version) this.known = { version, token };
    return {
      version: version + this.offset,
      lost,
      others,
      ids: idsFrom(row.ids, world),
      reserved: Object.fromEntries(
        wanted.flatMap((kind) => (reserved[placeOfKind(kind) - 1] ? [[kind, idsReserved]] : [])),
      ),
    };
  }

  faults(): readonly string[] {
    return [this.#parts.database.problem, this.problem].filter((each) => each !== undefined);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Appends, again while it is not known whether that was done. @throws StoreUnavailableError */
  async #surely(append: Append): Promise<AppendedRow | undefined> {
    const { database, counts } = this.#parts;
    const until = performance.now() + patience;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await database.ask((sql) => appendIn(sql, database.log, append));
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        if (isFirst) counts.lookups += 1;
        if (performance.now() > until) throw new StoreUnavailableError(unknownOutcome, true);
        await wait(retryAfter);
      }
    }
  }
}

/** Writes commits, except those that others have changed something of; undefined if there is no such world. */
export async function appendIn(sql: postgres.ISql, log: string, append: Append): Promise<AppendedRow | undefined> {
  const { world, known, token, commits, ids, wanted = [], isWhole = false } = append;
  const { rows, expected, given } = comparedRows(append);
  const hasEmptied = rows.some(({ id }) => id === '*');
  const [row] = await sql<{ appended: AppendedRow | null }[]>`
    select voice_agent_mock_append(${log}, ${world}, ${known.version}, ${known.token}, ${token}, ${commits.length},
      ${asJson(sql, rows)}, ${isWhole}, ${hasEmptied}, ${asJson(sql, expected)}, ${asJson(sql, given)},
      ${idsRow(ids.highest())}::bigint[], ${wantedRow(wanted)}::bigint[]) as appended`;
  return row?.appended ?? undefined;
}

/** What commits write, and what they were decided by, each with the place of its commit. */
function comparedRows({ commits, root, ids, parts }: Append) {
  // Of several commits of one draft, which are written together, the last says what becomes of a record.
  const rows = new Map<string, RecordRow & { readonly commit: number }>();
  for (const [commit, { changes }] of commits.entries()) {
    for (const row of rowsOf(changes, root)) rows.set(`${row.collection} ${row.id}`, { commit, ...row });
  }
  if (parts !== undefined) rows.set('parts', { commit: 0, ...partsRow(parts) });
  const expected = commits.flatMap((each, commit) => each.expected.map((one) => ({ commit, ...expectedRows(one) })));
  const given = commits.flatMap((each, commit) =>
    each.given
      .filter((one) => ids.originOf(one) === 'above')
      .map(({ kind, id }) => ({ commit, kind: placeOfKind(kind), id })),
  );
  return { rows: [...rows.values()], expected, given };
}

/** @throws ConflictError unless all of it was written */
export function requireWhole(row: AppendedRow | undefined): void {
  if (row?.version === undefined || (row.lost ?? []).length > 0) {
    throw new ConflictError('Another replica has changed this meanwhile.');
  }
}

function kindsGivenIn(commits: readonly Commit[]): readonly Counted[] {
  const kinds = new Set(commits.flatMap(({ given }) => given.map(({ kind }) => kind)));
  return [...kinds].filter((kind) => kind !== 'leads');
}

function wantedRow(wanted: readonly Counted[]): string {
  return idsRow(Object.fromEntries(wanted.map((kind) => [kind, idsReserved])));
}
