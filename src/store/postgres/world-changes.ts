import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { HighestIds } from '../state/id-counters.ts';
import { ConflictError } from '../store.ts';
import type { StoredRecords } from '../world-store.ts';
import { asJson, type Database } from './database.ts';
import { idsRow, partsRow, type RecordRow } from './rows.ts';
import { storeFormat } from './tables.ts';
import type { Known } from './world-rows.ts';

/** The records of a state, as what they differ in from those of its scenario. */
export interface StateRows {
  /** The world or snapshot that has the same ones, if one does. */
  readonly from: (Known & { readonly name: string }) | undefined;
  readonly rows: () => readonly RecordRow[];
}

/** A world or a snapshot that is to be kept. */
export interface NewWorldRow {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
  readonly parts: WorldParts;
  readonly records: StateRows;
}

/** What one operation changes of the worlds that there are: all of it or nothing. */
export interface WorldsChange {
  /** Before anything is made. */
  readonly ended?: readonly string[];
  readonly made?: NewWorldRow;
}

/** What is forgotten of a world. */
export type Cleared = 'journal' | 'coverage';

const noCoverage: readonly unknown[] = [];

/** @throws ConflictError if another replica was first; then nothing has changed */
export async function changeWorlds(database: Database, { ended = [], made }: WorldsChange): Promise<void> {
  const { log } = database;
  await database.transaction(async (sql, commit) => {
    if (ended.length > 0) await deleteWorlds(sql, log, ended);
    if (made !== undefined) await insertWorld(sql, log, made);
    await commit();
  });
}

/** Puts records in the place of those that a world had. */
export async function insertRecords(
  sql: postgres.ISql,
  log: string,
  world: string,
  { from, rows }: StateRows,
): Promise<void> {
  if (from !== undefined) {
    // One that is being written is not waited for: it may wait for this one.
    const there = await sql`
      select from voice_agent_mock_worlds
      where log = ${log} and name = ${from.name} and version = ${from.version} and token = ${from.token}
      for share skip locked`;
    if (there.length > 0) {
      await sql`
        insert into voice_agent_mock_records (log, world, collection, id, version, body)
        select w.log, w.name, r.collection, r.id, w.version, r.body
        from voice_agent_mock_records r, voice_agent_mock_worlds w
        where r.log = ${log} and r.world = ${from.name} and r.collection <> 'parts'
          and w.log = ${log} and w.name = ${world}`;
      return;
    }
  }
  await insertRows(sql, log, world, rows());
}

async function insertRows(sql: postgres.ISql, log: string, world: string, rows: readonly RecordRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into voice_agent_mock_records (log, world, collection, id, version, body)
    select w.log, w.name, g.collection, g.id, w.version, g.body
    from json_to_recordset(${asJson(sql, rows)}) as g(collection text, id text, body json), voice_agent_mock_worlds w
    where w.log = ${log} and w.name = ${world}`;
}

async function insertWorld(sql: postgres.ISql, log: string, world: NewWorldRow): Promise<void> {
  const { name, scenario, seed, createdOn, ids, parts, records } = world;
  const token = randomUUID();
  const made = await sql`
    insert into voice_agent_mock_worlds (log, name, format, version, token, began, scenario, seed, created_on, ids)
    values (${log}, ${name}, ${storeFormat}, 1, ${token}, 1, ${scenario}, ${seed}, ${createdOn}, ${idsRow(ids)}::bigint[])
    on conflict do nothing returning name`;
  if (made.length === 0) throw new ConflictError(`Another replica has made ${name} meanwhile.`);
  await sql`
    insert into voice_agent_mock_commits (log, world, version, token) values (${log}, ${name}, 1, ${token})`;
  await sql`
    insert into voice_agent_mock_journals (log, world, began, last, coverage, used_on)
    values (${log}, ${name}, 0, 0, ${asJson(sql, noCoverage)}, ${createdOn})`;
  await insertRecords(sql, log, name, records);
  await insertRows(sql, log, name, [partsRow(parts)]);
}

async function deleteWorlds(sql: postgres.ISql, log: string, names: readonly string[]): Promise<void> {
  const list = sql([...names]);
  await sql`delete from voice_agent_mock_worlds where log = ${log} and name in ${list}`;
  for (const table of ['records', 'commits', 'journals', 'journal']) {
    await sql`delete from ${sql(`voice_agent_mock_${table}`)} where log = ${log} and world in ${list}`;
  }
}

/** Forgets what a world's journal has, or its coverage. */
export async function clearJournals(sql: postgres.ISql, log: string, world: string, what: Cleared): Promise<void> {
  if (what === 'coverage') {
    await sql`
      update voice_agent_mock_journals set coverage = ${asJson(sql, noCoverage)} where log = ${log} and world = ${world}`;
    return;
  }
  await sql`update voice_agent_mock_journals set began = last where log = ${log} and world = ${world}`;
  await sql`delete from voice_agent_mock_journal where log = ${log} and world = ${world}`;
}

/** Ends a world if nobody has used it since a moment, in milliseconds since 1970. */
export async function endUnused(database: Database, name: string, since: number): Promise<void> {
  const { log } = database;
  await database.transaction(async (sql, commit) => {
    const unused = await sql`
      select from voice_agent_mock_journals where log = ${log} and world = ${name} and used_on <= ${since} for update`;
    if (unused.length > 0) await deleteWorlds(sql, log, [name]);
    await commit();
  });
}

/** The records of a scenario as the log has them, not validated; undefined if it has none of that name. */
export async function storedScenario(database: Database, name: string): Promise<unknown> {
  const [row] = await database.ask(
    (sql) => sql<{ body: unknown }[]>`
      select body from voice_agent_mock_scenarios where log = ${database.log} and name = ${name}`,
  );
  return row?.body;
}

/** Brings a scenario into the log, unless there is one of that name. */
export async function addScenario(database: Database, name: string, records: StoredRecords): Promise<void> {
  await database.ask(
    (sql) => sql`
      insert into voice_agent_mock_scenarios (log, name, body)
      values (${database.log}, ${name}, ${asJson(sql, records)}) on conflict do nothing`,
  );
}

/** Whether a log has no world yet. */
export async function isEmptyLog(database: Database): Promise<boolean> {
  const rows = await database.ask(
    (sql) => sql`select from voice_agent_mock_worlds where log = ${database.log} limit 1`,
  );
  return rows.length === 0;
}
