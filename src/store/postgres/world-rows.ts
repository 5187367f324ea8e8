import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { RecordCheck } from '../state/record-schema.ts';
import { type HighestIds, countedKinds } from '../state/id-counters.ts';
import { ConflictError, StoreContentError, type Version } from '../state/store.ts';
import type { StoredRecords } from '../state/persistence.ts';
import { type Database, asJson, storeFormat } from './database.ts';
import { type RecordRow, type RowChanges, allLeads, changesIn, damaged, partsRow } from './record-rows.ts';

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
export interface WorldNews extends WorldRow, RowChanges {
  readonly known: Known;
  /** Whether the changes are all that differs from the scenario, not what has changed since. */
  readonly isWhole: boolean;
  /** Whether the state that was known is none that the world has had. */
  readonly isStrange: boolean;
}

interface HeadRow {
  readonly format: number;
  readonly version: string;
  readonly token: string;
  readonly began: string;
  readonly scenario: string;
  readonly seed: string;
  readonly created_on: string;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly is_known: boolean;
}

/** The states that worlds have, all there are if none is named. @throws StoreUnavailableError */
export async function readStates(database: Database, names?: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const rows = await database.ask(
    (sql) => sql<{ name: string; version: string; token: string }[]>`
      select name, version, token from voice_agent_mock_worlds
      where log = ${database.log} ${names === undefined ? sql`` : sql`and name in ${sql(names)}`}`,
  );
  return new Map(rows.map(({ name, version, token }) => [name, { version: Number(version), token }]));
}

/**
 * What has become of a world since the state that is known of it, as it was at one moment; undefined if it has gone.
 * @throws StoreContentError, StoreUnavailableError
 */
export function readNews(
  database: Database,
  check: RecordCheck,
  name: string,
  known: Known,
): Promise<WorldNews | undefined> {
  return database.transaction(async (sql, commit) => {
    const [news] = await Promise.all([newsIn(sql, database, check, name, known), commit()]);
    return news;
  }, 'isolation level repeatable read read only');
}

/** The same in a transaction, which from then on is the only one that writes to the world. @throws StoreContentError */
export function lockWorld(
  sql: postgres.ISql,
  database: Database,
  check: RecordCheck,
  name: string,
  known: Known,
): Promise<WorldNews | undefined> {
  return newsIn(sql, database, check, name, known, sql`for update of w`);
}

async function newsIn(
  sql: postgres.ISql,
  database: Database,
  check: RecordCheck,
  name: string,
  { version, token }: Known,
  locking = sql``,
): Promise<WorldNews | undefined> {
  const { log } = database;
  const isKnown = sql`case when w.version = ${version} then w.token = ${token} else exists (
    select from voice_agent_mock_commits c
    where c.log = ${log} and c.world = ${name} and c.version = ${version} and c.token = ${token}) end`;
  // Sent at once: otherwise what is asked along with it would be sent before.
  const [[head], rows] = await Promise.all([
    sql<HeadRow[]>`
      select format, version, token, began, scenario, seed, created_on, ids, ${isKnown} as is_known
      from voice_agent_mock_worlds w where log = ${log} and name = ${name} ${locking}`.execute(),
    sql<RecordRow[]>`
      select collection, id, body from voice_agent_mock_records
      where log = ${log} and world = ${name} and version > (
        select case when ${isKnown} and w.began <= ${version} then ${version}::bigint else 0 end
        from voice_agent_mock_worlds w where log = ${log} and name = ${name})
      order by version, collection, id`.execute(),
  ]);
  return head && newsOf(database, check, name, head, rows, version);
}

function newsOf(
  { log, shown }: Database,
  check: RecordCheck,
  name: string,
  head: HeadRow,
  rows: readonly RecordRow[],
  since: Version,
): WorldNews {
  const { format, version, token, began, scenario, seed, is_known: isKnown } = head;
  if (format !== storeFormat) {
    throw new StoreContentError(
      `The log ${log} in ${shown} is in format ${format}, and this version reads and writes format ${storeFormat}: ` +
        'run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.',
    );
  }
  const place = `voice_agent_mock_worlds, ${name}`;
  const createdOn = Number(head.created_on);
  if (!Number.isSafeInteger(createdOn)) {
    throw damaged(place, 'created_on', head.created_on, 'expected milliseconds');
  }
  const ids = idsIn(head.ids, place);
  const known = { version: Number(version), token };
  const isWhole = !isKnown || Number(began) > since;
  return {
    ...{ name, scenario, seed, createdOn, ids, known, isWhole },
    isStrange: !isKnown && since > 0,
    ...changesIn(rows, check, name),
  };
}

/** @throws StoreContentError */
function idsIn(ids: Readonly<Record<string, unknown>>, place: string): HighestIds {
  for (const kind of countedKinds) {
    const id = ids[kind];
    if (!Number.isSafeInteger(id) || Number(id) < 0) {
      throw damaged(place, `ids/${kind}`, id, 'expected a whole number from 0');
    }
  }
  return ids as HighestIds;
}

/** What is forgotten of a world. */
export type Cleared = 'journal' | 'coverage';

/** What is written to a world whose row is locked. */
export interface WorldUpdate {
  readonly next: Known;
  readonly ids: HighestIds;
  readonly rows: readonly RecordRow[];
  /** Whether the rows take the place of all that were there. */
  readonly isWhole?: boolean | undefined;
  readonly cleared?: readonly Cleared[] | undefined;
}

/** So many of the last commits of a world are kept, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;

/** Sends at once all that an update of a world takes. */
export function sendUpdate(sql: postgres.ISql, log: string, world: string, update: WorldUpdate): Promise<unknown> {
  const { next, ids, rows, isWhole = false, cleared = [] } = update;
  const { version, token } = next;
  const emptied = rows.filter(({ id }) => id === allLeads).map(({ collection }) => collection);
  const ofWorld = sql`log = ${log} and world = ${world}`;
  const statements = [
    isWhole && sql`delete from voice_agent_mock_records where ${ofWorld}`,
    emptied.length > 0 && sql`delete from voice_agent_mock_records where ${ofWorld} and collection in ${sql(emptied)}`,
    sql`
      with world as (
        update voice_agent_mock_worlds set version = ${version}, token = ${token}, ids = ${asJson(sql, ids)},
          began = ${isWhole ? version : sql`began`}
        where log = ${log} and name = ${world}),
      noted as (
        insert into voice_agent_mock_commits (log, world, version, token)
        values (${log}, ${world}, ${version}, ${token}))
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
  readonly parts: WorldParts;
  /** The world or snapshot that has the same records, if one does. */
  readonly from: (Known & { readonly name: string }) | undefined;
  /** What its records differ in from those of its scenario. */
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
  const next = { version: 1, token: randomUUID() };
  const made = await sql`
    insert into voice_agent_mock_worlds (log, name, format, version, token, began, scenario, seed, created_on, ids)
    values (${log}, ${name}, ${storeFormat}, 0, '', 1, ${scenario}, ${seed}, ${createdOn}, '{}')
    on conflict do nothing returning name`;
  if (made.length === 0) throw new ConflictError(`Another replica has made ${name} meanwhile.`);
  await sql`
    insert into voice_agent_mock_journals (log, world, began, last, coverage, used_on)
    values (${log}, ${name}, 0, 0, '[]', ${createdOn})`;
  const isCopied = from !== undefined && (await copyRecords(sql, log, from, name));
  await sendUpdate(sql, log, name, { next, ids, rows: [...(isCopied ? [] : rows()), partsRow(parts)] });
}

/** Copies the records of a state; false if its world has become another one. */
async function copyRecords(
  sql: postgres.ISql,
  log: string,
  { name, version, token }: Known & { readonly name: string },
  to: string,
): Promise<boolean> {
  const found = await sql`
    with source as (
      select from voice_agent_mock_worlds
      where log = ${log} and name = ${name} and version = ${version} and token = ${token}),
    copied as (
      insert into voice_agent_mock_records (log, world, collection, id, version, body)
      select log, ${to}, collection, id, 1, body from voice_agent_mock_records
      where log = ${log} and world = ${name} and collection <> 'parts' and exists (select from source))
    select from source`;
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
  return (await readStates(database)).size === 0;
}
