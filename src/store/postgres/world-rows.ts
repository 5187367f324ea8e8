import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { type HighestIds, countedKinds } from '../state/id-counters.ts';
import { ConflictError, StoreContentError } from '../state/store.ts';
import { type Snapshot, recordsOf } from '../state/persistence.ts';
import { type Database, asJson, openDatabase, storeFormat } from './database.ts';
import { type RecordRow, allLeads, damaged } from './record-rows.ts';

/** A state of a world that was read or written: its version, and what tells it from another of that version. */
export interface Known {
  readonly version: number;
  readonly token: string;
}

/** The state of a world of which nothing is known. */
export const unknownState: Known = { version: 0, token: '' };

/** What a world is that it stays as long as it is there. */
export interface WorldRow {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
}

/** What a world is, and what has become of it since a state. */
export interface WorldNews extends WorldRow, Known {
  readonly format: number;
  /** The state's version: the one that was known of it, or 0 where that is none that the world has had. */
  readonly since: number;
  readonly rows: readonly RecordRow[];
}

type WorldFacts = Omit<WorldNews, 'name' | 'rows'>;

/** A world, or a row of one. */
type FoundRow = RecordRow & { readonly name: string; readonly world: WorldFacts | null };

/**
 * Finds worlds as they are at one moment, each with the rows above the version that is known of it.
 * @param isForAll whether those that are not named are found too
 */
export async function findWorlds(
  sql: postgres.ISql,
  log: string,
  known: ReadonlyMap<string, Known>,
  isForAll = false,
): Promise<ReadonlyMap<string, WorldNews>> {
  const states = [...known].map(([name, state]) => ({ name, ...state }));
  // With `offset 0` the planner asks the index once for each world, whatever it believes of the number of rows.
  const found = await sql<FoundRow[]>`
    with found as (
      select w.*, coalesce(c.version, 0) as since from voice_agent_mock_worlds w
      ${isForAll ? sql`left` : sql``} join json_to_recordset(${asJson(sql, states)}) as k(name text, version bigint, token text)
        using (name)
      left join voice_agent_mock_commits c
        on c.log = w.log and c.world = w.name and c.version = k.version and c.token = k.token
      where w.log = ${log})
    select name, json_build_object('format', format, 'scenario', scenario, 'seed', seed, 'createdOn', created_on, 'ids', ids,
      'version', version, 'token', token, 'since', since) as world,
      null as collection, null as id, null::json as body
    from found
    union all
    select name, null, r.* from found, lateral (
      select collection, id, body from voice_agent_mock_records
      where log = ${log} and world = found.name and version > since offset 0) r`.execute();
  const worlds = new Map<string, WorldNews & { readonly rows: RecordRow[] }>();
  for (const { name, world } of found) if (world !== null) worlds.set(name, { name, ...world, rows: [] });
  for (const { name, world, ...row } of found) if (world === null) worlds.get(name)?.rows.push(row);
  return worlds;
}

/** Locks a world: until the transaction ends nobody else writes to it. */
export async function lockWorld(
  sql: postgres.ISql,
  log: string,
  name: string,
  { version, token }: Known,
): Promise<WorldNews | undefined> {
  // Two statements, sent at once: what the first has waited for is seen by the second alone.
  const [[found], rows] = await Promise.all([
    sql<WorldFacts[]>`
      select format, scenario, seed, created_on::float8 as "createdOn", ids, version::float8 as version, token, (
        select coalesce(max(c.version), 0)::float8 from voice_agent_mock_commits c
        where c.log = w.log and c.world = w.name and c.version = ${version} and c.token = ${token}) as since
      from voice_agent_mock_worlds w where log = ${log} and name = ${name} for update`.execute(),
    sql<RecordRow[]>`
      select collection, id, body from voice_agent_mock_records
      where log = ${log} and world = ${name} and version > ${version}`.execute(),
  ]);
  return found && { name, ...found, rows };
}

/** Looks at what was found of a world. @throws StoreContentError if it cannot be read */
export function checkNews({ log, shown }: Database, { format, ...world }: WorldNews): void {
  if (format !== storeFormat) {
    throw new StoreContentError(
      `The log ${log} in ${shown} is in format ${format}, and this version reads and writes format ${storeFormat}: ` +
        'run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.',
    );
  }
  const place = `voice_agent_mock_worlds, ${world.name}`;
  if (!Number.isSafeInteger(world.createdOn)) {
    throw damaged(place, 'created_on', world.createdOn, 'expected milliseconds');
  }
  const broken = countedKinds.find((kind) => !Number.isSafeInteger(world.ids[kind]) || world.ids[kind] < 0);
  if (broken !== undefined) {
    throw damaged(place, `ids/${broken}`, world.ids[broken], 'expected a whole number from 0');
  }
}

/** What is forgotten of a world. */
export type Cleared = 'journal' | 'coverage';

/** What is written to a world whose row is locked. */
export interface WorldUpdate {
  readonly next: Known;
  readonly ids: HighestIds;
  readonly rows: readonly RecordRow[];
  readonly cleared?: readonly Cleared[] | undefined;
}

/** So many of the last commits of a world are known by their tokens, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;

/** Sends at once all that an update of a world takes. */
export function sendUpdate(sql: postgres.ISql, log: string, world: string, update: WorldUpdate): Promise<unknown> {
  const { next, ids, rows, cleared = [] } = update;
  const { version, token } = next;
  const emptied = rows.filter(({ id }) => id === allLeads).map(({ collection }) => collection);
  const ofWorld = sql`log = ${log} and world = ${world}`;
  const statements = [
    emptied.length > 0 && sql`delete from voice_agent_mock_records where ${ofWorld} and collection in ${sql(emptied)}`,
    sql`
      with world as (
        update voice_agent_mock_worlds set version = ${version}, token = ${token}, ids = ${asJson(sql, ids)}
        where log = ${log} and name = ${world}),
      kept as (
        insert into voice_agent_mock_commits (log, world, version, token) values (${log}, ${world}, ${version}, ${token}))
      insert into voice_agent_mock_records (log, world, collection, id, version, body)
      select ${log}, ${world}, n.collection, n.id, ${version}, n.body
      from json_to_recordset(${asJson(sql, rows)}) as n(collection text, id text, body json)
      on conflict (log, world, collection, id) do update set version = excluded.version, body = excluded.body`,
    ...(cleared.includes('journal')
      ? [
          sql`update voice_agent_mock_journals set began = last where ${ofWorld}`,
          sql`delete from voice_agent_mock_journal where ${ofWorld}`,
        ]
      : []),
    cleared.includes('coverage') && sql`update voice_agent_mock_journals set coverage = '[]' where ${ofWorld}`,
    version % commitsAtOnce === 0 &&
      sql`delete from voice_agent_mock_commits where ${ofWorld} and version < ${version - commitsKept}`,
  ];
  return Promise.all(statements.flatMap((statement) => (statement === false ? [] : [statement.execute()])));
}

/** A world or a snapshot that is to be kept. */
export interface NewWorldRow extends WorldRow {
  /** The world or snapshot that has the same records, if one does. */
  readonly from: (Known & { readonly name: string }) | undefined;
  /** Its parts, and unless its records are copied what they differ in from those of its scenario. */
  readonly rows: (isCopied: boolean) => readonly RecordRow[];
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

async function insertWorld(sql: postgres.ISql, log: string, world: NewWorldRow): Promise<void> {
  const { name, scenario, seed, createdOn, ids, from, rows } = world;
  const made = await sql`
    insert into voice_agent_mock_worlds (log, name, format, version, token, scenario, seed, created_on, ids)
    values (${log}, ${name}, ${storeFormat}, 0, '', ${scenario}, ${seed}, ${createdOn}, '{}')
    on conflict do nothing returning name`;
  if (made.length === 0) throw new ConflictError(`Another replica has made ${name} meanwhile.`);
  await sql`
    insert into voice_agent_mock_journals (log, world, began, last, coverage, used_on)
    values (${log}, ${name}, 0, 0, '[]', ${createdOn})`;
  const isCopied = from !== undefined && (await copyRecords(sql, log, from, name));
  const next = { version: isCopied ? from.version + 1 : 1, token: randomUUID() };
  await sendUpdate(sql, log, name, { next, ids, rows: rows(isCopied) });
}

/** Copies the records of a state; false if its world has become another one. */
async function copyRecords(
  sql: postgres.ISql,
  log: string,
  { name, version, token }: Known & { readonly name: string },
  to: string,
): Promise<boolean> {
  const { count } = await sql`
    insert into voice_agent_mock_records (log, world, collection, id, version, body)
    select r.log, ${to}, collection, id, r.version, body
    from voice_agent_mock_records r join voice_agent_mock_worlds w on w.log = r.log and w.name = r.world
    where r.log = ${log} and r.world = ${name} and w.version = ${version} and w.token = ${token}`;
  // Every world has its parts.
  return count > 0;
}

async function removeWorld(sql: postgres.ISql, log: string, name: string, unusedSince = Infinity): Promise<void> {
  const [used] = await sql<{ used_on: string }[]>`
    select used_on from voice_agent_mock_journals where log = ${log} and world = ${name}`;
  if (used !== undefined && Number(used.used_on) > unusedSince) return;
  await sql`delete from voice_agent_mock_worlds where log = ${log} and name = ${name}`;
  for (const table of ['records', 'commits', 'journals', 'journal']) {
    await sql`delete from ${sql(`voice_agent_mock_${table}`)} where log = ${log} and world = ${name}`;
  }
}

/** The records of a scenario as the log has them, not validated; it takes those that are read where it has none. */
export async function takenScenario(
  database: Database,
  name: string,
  read: (name: string) => Promise<Snapshot>,
): Promise<unknown> {
  const { log } = database;
  const select = () =>
    database.ask(
      (sql) => sql<{ body: unknown }[]>`
        select body from voice_agent_mock_scenarios where log = ${log} and name = ${name}`,
    );
  const [there] = await select();
  if (there !== undefined) return there.body;
  const records = recordsOf(await read(name));
  await database.ask(
    (sql) => sql`
      insert into voice_agent_mock_scenarios (log, name, body)
      values (${log}, ${name}, ${asJson(sql, records)}) on conflict do nothing`,
  );
  return (await select())[0]?.body;
}

/** Whether a log has no world yet. */
export async function isEmptyLog(database: Database): Promise<boolean> {
  const { log } = database;
  return (
    (await database.ask((sql) => sql`select from voice_agent_mock_worlds where log = ${log} limit 1`)).length === 0
  );
}

/** Whether nothing is kept at an address yet. @throws RangeError, and StorageError if the store does not answer */
export async function isEmptyStore(address: string): Promise<boolean> {
  const database = openDatabase(address);
  try {
    return await isEmptyLog(database);
  } finally {
    await database.close();
  }
}
