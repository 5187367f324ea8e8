import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { HighestIds } from '../state/id-counters.ts';
import { ConflictError } from '../store.ts';
import type { StoredRecords } from '../world-store.ts';
import { asJson, type Database } from './database.ts';
import { type Known, type RecordRow, idsRow, partsRow } from './world-rows.ts';
import { storeFormat } from './tables.ts';

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
  readonly ended?: string;
  /** It is ended only if nobody has used it since, in milliseconds since 1970. */
  readonly unusedSince?: number | undefined;
  readonly made?: NewWorldRow;
}

/** @throws ConflictError if another replica was first; then nothing has changed */
export async function changeWorlds(database: Database, { ended, unusedSince, made }: WorldsChange): Promise<void> {
  const { log } = database;
  await database.transaction(async (sql, commit) => {
    if (ended !== undefined) await removeWorld(sql, log, ended, unusedSince);
    if (made !== undefined) await insertWorld(sql, log, made);
    await commit();
  });
}

/** Copies the records of the world or snapshot that has the same, as long as it has. */
async function insertRecords(sql: postgres.ISql, log: string, world: string, { from, rows }: StateRows): Promise<void> {
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
    values (${log}, ${name}, 0, 0, '[]', ${createdOn})`;
  await insertRecords(sql, log, name, records);
  await insertRows(sql, log, name, [partsRow(parts)]);
}

async function removeWorld(sql: postgres.ISql, log: string, name: string, unusedSince?: number): Promise<void> {
  if (unusedSince !== undefined) {
    const unused = await sql`
      select from voice_agent_mock_journals where log = ${log} and world = ${name} and used_on <= ${unusedSince} for update`;
    if (unused.length === 0) return;
  }
  await sql`delete from voice_agent_mock_worlds where log = ${log} and name = ${name}`;
  for (const table of ['records', 'commits', 'journals', 'journal']) {
    await sql`delete from ${sql(`voice_agent_mock_${table}`)} where log = ${log} and world = ${name}`;
  }
}

/** The records of a scenario as the log has them, not validated; it takes those that are read where it has none. */
export async function takenScenario(
  database: Database,
  name: string,
  read: (name: string) => Promise<StoredRecords>,
): Promise<unknown> {
  const { log } = database;
  const select = () =>
    database.ask(
      (sql) => sql<{ body: unknown }[]>`
        select body from voice_agent_mock_scenarios where log = ${log} and name = ${name}`,
    );
  const [there] = await select();
  if (there !== undefined) return there.body;
  const records = await read(name);
  await database.ask(
    (sql) => sql`
      insert into voice_agent_mock_scenarios (log, name, body)
      values (${log}, ${name}, ${asJson(sql, records)}) on conflict do nothing`,
  );
  return (await select())[0]?.body;
}

/** Whether a log has no world yet. */
export async function isEmptyLog(database: Database): Promise<boolean> {
  const rows = await database.ask(
    (sql) => sql`select from voice_agent_mock_worlds where log = ${database.log} limit 1`,
  );
  return rows.length === 0;
}
