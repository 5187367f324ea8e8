import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import { type HighestIds, countedKinds } from '../state/id-counters.ts';
import { ConflictError, StoreContentError, type Version } from '../state/store.ts';
import type { StoredRecords } from '../state/persistence.ts';
import { type Database, asJson, storeFormat } from './database.ts';
import { type RecordRow, type WorldChange, allLeads, damaged } from './record-rows.ts';

/** A state of a world that was read or written: its version, and what tells it from another of that version. */
export interface Known {
  readonly version: Version;
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

/** What has become of a world since a state that is known. */
export interface WorldNews extends WorldRow {
  readonly known: Known;
  /** What was committed since then; undefined if the state that was known is none that the world has had. */
  readonly changes: readonly WorldChange[] | undefined;
}

/** A world as it was found, with the state that was known of it and the commits since then: not looked at yet. */
export interface FoundWorld extends WorldRow, Pick<WorldNews, 'known'> {
  readonly format: number;
  readonly found: readonly (readonly [Version, token: string, changes: readonly WorldChange[]])[] | null;
}

/**
 * Finds worlds with what was committed since the states that are known of them.
 * @param isForAll whether those that are not named are found too
 */
function findWorlds(sql: postgres.ISql, log: string, known: ReadonlyMap<string, Known>, isForAll = false) {
  const versions = [...known].map(([name, { version }]) => ({ name, version }));
  return sql<{ world: FoundWorld }[]>`
    select json_build_object('name', name, 'format', format, 'scenario', scenario, 'seed', seed, 'createdOn', created_on,
      'ids', ids, 'known', json_build_object('version', w.version, 'token', w.token), 'found', (
        select json_agg(json_build_array(c.version, c.token, case when c.version > k.version then c.body end) order by c.version)
        from voice_agent_mock_commits c
        where c.log = w.log and c.world = w.name and c.version >= coalesce(nullif(k.version, 0), w.folded + 1))) as world
    from voice_agent_mock_worlds w
    left join json_to_recordset(${asJson(sql, versions)}) as k(name text, version bigint) using (name)
    where log = ${log} ${isForAll ? sql`` : sql`and name in ${sql([...known.keys()])}`}`;
}

/** The worlds that there are, those that are named alone unless it is for all. @throws StoreUnavailableError */
export async function readWorlds(
  database: Database,
  known: ReadonlyMap<string, Known>,
  isForAll: boolean,
): Promise<ReadonlyMap<string, FoundWorld>> {
  const rows = await database.ask((sql) => findWorlds(sql, database.log, known, isForAll));
  return new Map(rows.map(({ world }) => [world.name, world]));
}

/** Locks a world: until the transaction ends nobody else writes to it. @throws StoreContentError */
export async function lockWorld(
  sql: postgres.ISql,
  database: Database,
  name: string,
  known: Known,
): Promise<WorldNews | undefined> {
  const { log } = database;
  // Two statements, sent at once: what the first has waited for is seen by the second alone.
  const [, [row]] = await Promise.all([
    sql`select from voice_agent_mock_worlds where log = ${log} and name = ${name} for update`.execute(),
    findWorlds(sql, log, new Map([[name, known]])).execute(),
  ]);
  return row && newsOf(database, row.world, known);
}

/** A world as it is, and the rows that its commits come on top of, as they were at one moment; undefined if it has gone. */
export function readWorld(
  database: Database,
  name: string,
): Promise<{ readonly news: WorldNews; readonly rows: readonly RecordRow[] } | undefined> {
  const { log } = database;
  return database.transaction(async (sql, commit) => {
    const [[row], rows] = await Promise.all([
      findWorlds(sql, log, new Map([[name, unknownState]])).execute(),
      sql<RecordRow[]>`
        select collection, id, body from voice_agent_mock_records
        where log = ${log} and world = ${name} order by id <> ${allLeads}, collection, id`.execute(),
      commit(),
    ]);
    return row && { news: newsOf(database, row.world, unknownState), rows };
  }, 'isolation level repeatable read read only');
}

/** Looks at what was found of a world. @throws StoreContentError */
export function newsOf({ log, shown }: Database, { format, found, ...world }: FoundWorld, since: Known): WorldNews {
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
  const isKnown = since.version === 0 || (found?.[0]?.[0] === since.version && found[0][1] === since.token);
  const commits = (found ?? []).flatMap(([version, , changes]) => (version > since.version ? changes : []));
  return { ...world, changes: isKnown ? commits : undefined };
}

/** What commits say that the rows of records do not hold yet, the oldest first. */
export async function unfoldedChanges(sql: postgres.ISql, log: string, world: string): Promise<readonly WorldChange[]> {
  const rows = await sql<{ body: readonly WorldChange[] }[]>`
    select c.body from voice_agent_mock_commits c join voice_agent_mock_worlds w on w.log = c.log and w.name = c.world
    where c.log = ${log} and c.world = ${world} and c.version > folded order by c.version`;
  return rows.flatMap(({ body }) => body);
}

/** What is forgotten of a world. */
export type Cleared = 'journal' | 'coverage';

/** What is written to a world whose row is locked. */
export interface WorldUpdate {
  readonly next: Known;
  readonly ids: HighestIds;
  readonly changes: readonly WorldChange[];
  /** What folds all commits into the records, this one too; undefined: that is done later. */
  readonly rows: readonly RecordRow[] | undefined;
  readonly cleared?: readonly Cleared[] | undefined;
}

/** So many of the last commits of a world are kept, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;

/** Sends at once all that an update of a world takes. */
export function sendUpdate(sql: postgres.ISql, log: string, world: string, update: WorldUpdate): Promise<unknown> {
  const { next, ids, changes, rows, cleared = [] } = update;
  const { version, token } = next;
  const emptied = (rows ?? []).filter(({ id }) => id === allLeads).map(({ collection }) => collection);
  const ofWorld = sql`log = ${log} and world = ${world}`;
  const statements = [
    emptied.length > 0 && sql`delete from voice_agent_mock_records where ${ofWorld} and collection in ${sql(emptied)}`,
    rows !== undefined &&
      sql`
        insert into voice_agent_mock_records (log, world, collection, id, body)
        select ${log}, ${world}, n.collection, n.id, n.body
        from json_to_recordset(${asJson(sql, rows)}) as n(collection text, id text, body json)
        on conflict (log, world, collection, id) do update set body = excluded.body`,
    sql`
      with world as (
        update voice_agent_mock_worlds set version = ${version}, token = ${token}, ids = ${asJson(sql, ids)},
          folded = ${rows === undefined ? sql`folded` : version}
        where log = ${log} and name = ${world})
      insert into voice_agent_mock_commits (log, world, version, token, body)
      values (${log}, ${world}, ${version}, ${token}, ${asJson(sql, changes)})`,
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
  readonly parts: WorldParts;
  /** The world or snapshot that has the same records, if one does. */
  readonly from: (Known & { readonly name: string }) | undefined;
  /** Its parts, and what its records differ in from those of its scenario. */
  readonly rows: () => readonly RecordRow[];
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
  const { name, scenario, seed, createdOn, ids, parts, from, rows } = world;
  const made = await sql`
    insert into voice_agent_mock_worlds (log, name, format, version, token, folded, scenario, seed, created_on, ids)
    values (${log}, ${name}, ${storeFormat}, 0, '', 0, ${scenario}, ${seed}, ${createdOn}, '{}')
    on conflict do nothing returning name`;
  if (made.length === 0) throw new ConflictError(`Another replica has made ${name} meanwhile.`);
  await sql`
    insert into voice_agent_mock_journals (log, world, began, last, coverage, used_on)
    values (${log}, ${name}, 0, 0, '[]', ${createdOn})`;
  const isCopied = from !== undefined && (await copyWorld(sql, log, from, name));
  const next = { version: isCopied ? from.version + 1 : 1, token: randomUUID() };
  const changes = [{ parts }];
  await sendUpdate(sql, log, name, { next, ids, changes, rows: isCopied ? undefined : rows() });
}

/** Copies a state, its records and the commits that come on top of them; false if its world has become another one. */
async function copyWorld(
  sql: postgres.ISql,
  log: string,
  { name, version, token }: Known & { readonly name: string },
  to: string,
): Promise<boolean> {
  const found = await sql`
    with source as (
      select folded from voice_agent_mock_worlds
      where log = ${log} and name = ${name} and version = ${version} and token = ${token}),
    records as (
      insert into voice_agent_mock_records (log, world, collection, id, body)
      select log, ${to}, collection, id, body from voice_agent_mock_records
      where log = ${log} and world = ${name} and exists (select from source)),
    commits as (
      insert into voice_agent_mock_commits (log, world, version, token, body)
      select log, ${to}, version, c.token, body from voice_agent_mock_commits c, source
      where log = ${log} and world = ${name} and version > folded)
    update voice_agent_mock_worlds w set folded = source.folded from source where log = ${log} and name = ${to}
    returning name`;
  return found.length > 0;
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
  const { log } = database;
  return (
    (await database.ask((sql) => sql`select from voice_agent_mock_worlds where log = ${log} limit 1`)).length === 0
  );
}
