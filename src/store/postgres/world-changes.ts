import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { HighestIds } from '../state/id-counters.ts';
import type { LoggedChange } from '../state/logged-change.ts';
import type { Root } from '../state/root.ts';
import { ConflictError } from '../store.ts';
import type { StoredRecords } from '../world-store.ts';
import { asJson, type Database } from './database.ts';
import { idsRow, rowsOf } from './rows.ts';
import { storeFormat } from './tables.ts';
import { type Append, appendIn, requireWhole } from './world-records.ts';

/** A world or a snapshot that is to be kept. */
export interface NewWorldRow {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
  readonly parts: unknown;
  /** What its records differ in from those of its scenario. */
  readonly changes: readonly LoggedChange[];
  readonly root: Root;
}

/** What one operation changes of a world, and of the worlds that there are: all of it or nothing. */
export interface WorldsChange {
  /** Undefined if the world itself stays as it is. */
  readonly append?: Append | undefined;
  /** Its records as they differ from the scenario, in the place of what was there; undefined if they are not replaced. */
  readonly replaced?: readonly LoggedChange[] | undefined;
  readonly made: readonly NewWorldRow[];
  readonly ended: readonly string[];
  /** The world whose journal, or coverage, is forgotten. */
  readonly cleared: readonly (readonly [world: string, what: 'journal' | 'coverage'])[];
}

const noCoverage = { answers: [], rules: [], transitions: [] };

/** @throws ConflictError if another replica was first; then nothing has changed */
export async function changeWorlds(database: Database, change: WorldsChange): Promise<void> {
  const { log } = database;
  const { append, replaced, made, ended, cleared } = change;
  await database.transaction(async (sql) => {
    if (append !== undefined) {
      requireWhole(await appendIn(sql, log, append));
      if (replaced !== undefined) await replace(sql, log, append, replaced);
    }
    if (ended.length > 0) await deleteWorlds(sql, log, ended);
    for (const world of made) await insertWorld(sql, log, world);
    for (const [world, what] of cleared) await clearJournals(sql, log, world, what);
  });
}

async function replace(
  sql: postgres.TransactionSql,
  log: string,
  { world, root }: Append,
  changes: readonly LoggedChange[],
): Promise<void> {
  await sql`delete from voice_agent_mock_records where log = ${log} and world = ${world}`;
  await sql`
    update voice_agent_mock_worlds set began = version where log = ${log} and name = ${world}`;
  await insertRecords(sql, log, world, changes, root);
}

async function insertRecords(
  sql: postgres.TransactionSql,
  log: string,
  world: string,
  changes: readonly LoggedChange[],
  root: Root,
): Promise<void> {
  const rows = rowsOf(changes, root);
  if (rows.length === 0) return;
  await sql`
    insert into voice_agent_mock_records (log, world, collection, id, version, body)
    select ${log}, ${world}, collection, id, version, body
    from json_to_recordset(${asJson(sql, rows)}) as g(collection text, id text, body json),
      (select version from voice_agent_mock_worlds where log = ${log} and name = ${world}) w`;
}

async function insertWorld(sql: postgres.TransactionSql, log: string, world: NewWorldRow): Promise<void> {
  const { name, scenario, seed, createdOn, ids, parts, changes, root } = world;
  const token = randomUUID();
  const made = await sql`
    insert into voice_agent_mock_worlds
      (log, name, format, version, token, began, scenario, seed, created_on, ids, parts, parts_version)
    values (${log}, ${name}, ${storeFormat}, 1, ${token}, 1, ${scenario}, ${seed}, ${createdOn},
      ${idsRow(ids)}::bigint[], ${asJson(sql, parts)}, 1)
    on conflict do nothing returning name`;
  if (made.length === 0) throw new ConflictError(`Another replica has made ${name} meanwhile.`);
  await sql`
    insert into voice_agent_mock_commits (log, world, version, token, lost) values (${log}, ${name}, 1, ${token}, '{}')`;
  await sql`
    insert into voice_agent_mock_journals (log, world, began, last, coverage, used_on)
    values (${log}, ${name}, 0, 0, ${asJson(sql, noCoverage)}, ${createdOn})`;
  await insertRecords(sql, log, name, changes, root);
}

async function deleteWorlds(sql: postgres.TransactionSql, log: string, names: readonly string[]): Promise<void> {
  const list = sql([...names]);
  await sql`delete from voice_agent_mock_worlds where log = ${log} and name in ${list}`;
  for (const table of ['records', 'commits', 'journals', 'journal']) {
    await sql`delete from ${sql(`voice_agent_mock_${table}`)} where log = ${log} and world in ${list}`;
  }
}

async function clearJournals(
  sql: postgres.TransactionSql,
  log: string,
  world: string,
  what: 'journal' | 'coverage',
): Promise<void> {
  if (what === 'coverage') {
    await sql`
      update voice_agent_mock_journals set coverage = ${asJson(sql, noCoverage)} where log = ${log} and world = ${world}`;
    return;
  }
  await sql`update voice_agent_mock_journals set began = last where log = ${log} and world = ${world}`;
  await sql`delete from voice_agent_mock_journal where log = ${log} and world = ${world}`;
}

/** Ends worlds that nobody has used since a moment, in milliseconds since 1970. */
export async function endUnused(database: Database, name: string, since: number): Promise<void> {
  const { log } = database;
  await database.transaction(async (sql) => {
    const unused = await sql`
      select from voice_agent_mock_journals where log = ${log} and world = ${name} and used_on <= ${since} for update`;
    if (unused.length > 0) await deleteWorlds(sql, log, [name]);
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
