import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import type { RecordCheck } from '../record-schema.ts';
import type { HighestIds } from '../state/id-counters.ts';
import type { Commit, Landed, Persistence } from '../state/persistence.ts';
import type { Root } from '../state/root.ts';
import { ConflictError } from '../store.ts';
import { asJson, type Database } from './database.ts';
import { changesIn, expectedRows, idsFrom, idsRow, type ReadRow, rowsOf } from './rows.ts';
import { StoreUnavailableError } from './store-errors.ts';
import { type Known, mostRows } from './world-rows.ts';

/** What one append brings into the tables. */
export interface Append {
  readonly world: string;
  readonly known: Known;
  readonly token: string;
  readonly commits: readonly Commit[];
  readonly root: Root;
  readonly ids: HighestIds;
  /** What the world is besides its records, if that changes too. */
  readonly parts?: unknown;
}

interface AppendedRow {
  readonly version: string | null;
  readonly ids: readonly string[];
  readonly done_version: string | null;
  readonly done_lost: readonly number[] | null;
  readonly lost: readonly number[];
  readonly others: readonly ReadRow[] | null;
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
/** So many of the last commits of a world are kept, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';

export interface WorldRecordsParts {
  readonly world: string;
  readonly database: Database;
  readonly check: RecordCheck;
  readonly counts: ReplicaCounts;
  /** Reads the world anew. */
  readonly follow: () => Promise<void>;
}

/** The records of a world in PostgreSQL, beside other mocks that write to them. */
export class WorldRecords implements Persistence {
  known: Known;
  /** What the versions of its records are above those of its rows: another with every load of the whole. */
  offset = 0;
  /** Why the world cannot be read. */
  problem: string | undefined;
  readonly #parts: WorldRecordsParts;

  constructor(parts: WorldRecordsParts, known: Known) {
    this.#parts = parts;
    this.known = known;
  }

  admit(): void {
    // There is room as long as the database says so.
  }

  async append(commits: readonly Commit[], root: Root, ids: HighestIds): Promise<Landed> {
    const { world, check, counts } = this.#parts;
    const known = this.known;
    // By its token the append is known again: sent twice, it is done once.
    const token = randomUUID();
    const row = await this.#surely({ world, known, token, commits, root, ids });
    const version = row?.version ?? row?.done_version ?? null;
    if (row === undefined || version === null) {
      // The world has gone, or is not the one that was known.
      counts.conflicts += commits.length;
      await this.#parts.follow();
      return { version: this.known.version + this.offset, lost: new Set(commits.keys()), others: [], ids };
    }
    const lost = new Set(row.version === null ? row.done_lost : row.lost);
    const others = changesIn(row.others ?? [], check, `voice_agent_mock_records, world ${world}`);
    counts.appended += commits.length - lost.size;
    counts.conflicts += lost.size;
    counts.followed += others.length;
    if (Number(version) > this.known.version) this.known = { version: Number(version), token };
    return {
      version: Number(version) + this.offset,
      lost,
      others,
      ids: idsFrom(row.ids, `voice_agent_mock_worlds, ${world}`),
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
        return await database.transaction((sql) => appendIn(sql, database.log, append));
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        if (isFirst) counts.lookups += 1;
        if (performance.now() > until) throw new StoreUnavailableError(unknownOutcome, true);
        await wait(retryAfter);
      }
    }
  }
}

/**
 * Writes commits, except those that others have changed something of: under the lock of the world's row, so that what
 * is compared is what there is.
 * @returns undefined if there is no such world
 */
export async function appendIn(
  sql: postgres.TransactionSql,
  log: string,
  append: Append,
): Promise<AppendedRow | undefined> {
  const { world, known } = append;
  const [row] = await sql<{ version: string; token: string }[]>`
    select version, token from voice_agent_mock_worlds where log = ${log} and name = ${world} for update`;
  if (row === undefined) return undefined;
  const isNext = Number(row.version) === known.version && row.token === known.token;
  return isNext ? appendNext(sql, log, append) : appendBeside(sql, log, append);
}

/** Where nobody else has written since: nothing is to be compared, and plain statements take a fraction of the time. */
async function appendNext(
  sql: postgres.TransactionSql,
  log: string,
  { world, known, token, commits, root, ids, parts }: Append,
): Promise<AppendedRow> {
  const { rows } = comparedRows(commits, root);
  const newParts = parts === undefined ? null : asJson(sql, parts);
  const version = known.version + countOf({ commits, parts });
  const [moved] = await Promise.all([
    sql<{ ids: readonly string[] }[]>`
      update voice_agent_mock_worlds set version = ${version}, token = ${token},
        ids = (select array_agg(greatest(one, other) order by place)
          from unnest(ids, ${idsRow(ids)}::bigint[]) with ordinality as pairs(one, other, place)),
        parts = coalesce(${newParts}::json, parts),
        parts_version = case when ${newParts}::json is null then parts_version else ${version} end
      where log = ${log} and name = ${world} returning array_to_json(ids) as ids`,
    sql`
      insert into voice_agent_mock_commits (log, world, version, token, lost)
      values (${log}, ${world}, ${version}, ${token}, '{}')`,
    sql`
      insert into voice_agent_mock_records (log, world, collection, id, version, body)
      select ${log}, ${world}, collection, id, ${version}, body
      from json_to_recordset(${asJson(sql, rows)}) as g(collection text, id text, body json)
      on conflict (log, world, collection, id) do update set version = excluded.version, body = excluded.body`,
  ]);
  for (const { collection, id } of rows) {
    if (id !== '*') continue;
    await sql`
      delete from voice_agent_mock_records
      where log = ${log} and world = ${world} and collection = ${collection} and id <> '*'`;
  }
  await forgetSometimes(sql, log, world, version, commits.length);
  const found = { lost: [], others: null, done_version: null, done_lost: null };
  return { version: String(version), ids: moved[0]?.ids ?? [], ...found };
}

function countOf({ commits, parts }: Pick<Append, 'commits' | 'parts'>): number {
  return commits.length + (parts === undefined ? 0 : 1);
}

/** Where others have written since. */
async function appendBeside(
  sql: postgres.TransactionSql,
  log: string,
  { world, known, token, commits, root, ids, parts }: Append,
): Promise<AppendedRow | undefined> {
  const { rows, expected } = comparedRows(commits, root);
  const newParts = parts === undefined ? null : asJson(sql, parts);
  const count = countOf({ commits, parts });
  const [row] = await sql<AppendedRow[]>`
      with mine as (select * from voice_agent_mock_worlds where log = ${log} and name = ${world}),
      done as (
        select version, lost from voice_agent_mock_commits where log = ${log} and world = ${world} and token = ${token}),
      newer as (
        select collection, id, version, body from voice_agent_mock_records
        where log = ${log} and world = ${world} and version > ${known.version} order by version limit ${mostRows + 1}),
      given as (
        select * from json_to_recordset(${asJson(sql, rows)}) as g(commit int, collection text, id text, body json)),
      lost as (
        select distinct e.commit
        from json_to_recordset(${asJson(sql, expected)}) as e(commit int, collection text, id text), mine
        where e.collection is null and mine.version <> ${known.version}
          or exists (select from newer n where n.collection = e.collection and (e.id is null or n.id = e.id))),
      allowed as (
        select mine.version + ${count} as version from mine
        where began <= ${known.version} and version >= ${known.version} and not exists (select from done)
          and (${newParts}::json is null or parts_version <= ${known.version})
          and (select count(*) from newer) <= ${mostRows}
          and exists (
            select from voice_agent_mock_commits
            where log = ${log} and world = ${world} and version = ${known.version} and token = ${known.token})),
      moved as (
        update voice_agent_mock_worlds w set version = a.version, token = ${token},
          ids = (select array_agg(greatest(one, other) order by place)
            from unnest(w.ids, ${idsRow(ids)}::bigint[]) with ordinality as pairs(one, other, place)),
          parts = coalesce(${newParts}::json, w.parts),
          parts_version = case when ${newParts}::json is null then w.parts_version else a.version end
        from allowed a where w.log = ${log} and w.name = ${world} returning w.version, w.ids),
      noted as (
        insert into voice_agent_mock_commits (log, world, version, token, lost)
        select ${log}, ${world}, version, ${token}, array(select commit from lost) from moved),
      written as (
        insert into voice_agent_mock_records (log, world, collection, id, version, body)
        select ${log}, ${world}, g.collection, g.id, moved.version, g.body from given g, moved
        where g.commit not in (select commit from lost)
        on conflict (log, world, collection, id) do update set version = excluded.version, body = excluded.body),
      emptied as (
        delete from voice_agent_mock_records r using given g, moved
        where g.id = '*' and g.commit not in (select commit from lost)
          and r.log = ${log} and r.world = ${world} and r.collection = g.collection and r.id <> '*')
      select moved.version, array_to_json(coalesce(moved.ids, mine.ids)) as ids,
        done.version as done_version, array_to_json(done.lost) as done_lost, array_to_json(array(select commit from lost)) as lost,
        (select json_agg(json_build_array(collection, id, body)) from newer) as others
      from mine left join moved on true left join done on true`;
  await forgetSometimes(sql, log, world, Number(row?.version), count);
  return row;
}

/** Lets go of commits that no replica can be waiting for, or be behind. */
async function forgetSometimes(
  sql: postgres.TransactionSql,
  log: string,
  world: string,
  version: number,
  count: number,
): Promise<void> {
  if (!(version % commitsAtOnce < count)) return;
  const before = version - commitsKept;
  await sql`delete from voice_agent_mock_commits where log = ${log} and world = ${world} and version < ${before}`;
}

/** What commits write, and what they were decided by, each with the place of its commit. */
function comparedRows(commits: readonly Commit[], root: Root) {
  const rows = commits.flatMap(({ changes }, commit) => rowsOf(changes, root).map((row) => ({ commit, ...row })));
  const expected = commits.flatMap((each, commit) => each.expected.map((one) => ({ commit, ...expectedRows(one) })));
  return { rows, expected };
}

/** @throws ConflictError unless all of it was written */
export function requireWhole(row: AppendedRow | undefined): void {
  if (row?.version === null || row === undefined || row.lost.length > 0) {
    throw new ConflictError('Another replica has changed this meanwhile.');
  }
}
