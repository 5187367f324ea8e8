import type postgres from 'postgres';
import { StoreContentError } from '../store.ts';

/** What the rows are written in. It changes when an older version could not read them. */
export const storeFormat = 1;

/** The columns of each table, as PostgreSQL is told them. */
const tables: Readonly<Record<string, string>> = {
  /** Named worlds, and snapshots as `snapshot:NAME`. Each change of one takes the next versions of its row. */
  voice_agent_mock_worlds: `
    log text not null, name text not null, format integer not null, version bigint not null, token text not null,
    began bigint not null, scenario text not null, seed text not null, created_on bigint not null, ids bigint[] not null,
    primary key (log, name)`,
  /** What differs from the scenario, without a body what is gone; and as `parts` what a world is besides its records. */
  voice_agent_mock_records: `
    log text not null, world text not null, collection text not null, id text not null, version bigint not null, body json,
    primary key (log, world, collection, id)`,
  /** The last commits of each world: by their token they are known again. */
  voice_agent_mock_commits: `
    log text not null, world text not null, version bigint not null, token text not null,
    primary key (log, world, version)`,
  voice_agent_mock_scenarios: `
    log text not null, name text not null, body json not null,
    primary key (log, name)`,
  /** The end of each world's journal, and what it counts. */
  voice_agent_mock_journals: `
    log text not null, world text not null, began bigint not null, last bigint not null, coverage json not null,
    used_on bigint not null,
    primary key (log, world)`,
  voice_agent_mock_journal: `
    log text not null, world text not null, id bigint not null, body json not null,
    primary key (log, world, id)`,
  voice_agent_mock_replicas: `
    log text not null, name text not null, seen_on timestamptz not null,
    primary key (log, name)`,
};

/** So that of several mocks that begin at once one makes the tables, and the others wait for it. */
const lock = 7_465_136_421;

/**
 * Makes the tables, unless they are there.
 * @throws StoreContentError if a table of that name has other columns
 */
export async function prepareTables(sql: postgres.Sql, shown: string): Promise<void> {
  if (await areThere(sql, shown)) return;
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lock})`;
    for (const [name, columns] of Object.entries(tables)) {
      await transaction.unsafe(`create table if not exists ${name} (${columns})`);
    }
    for (const name of ['voice_agent_mock_records', 'voice_agent_mock_journal']) {
      // What is written again and again is not worth the time that compressing takes.
      await transaction.unsafe(`alter table ${name} alter column body set storage external`);
    }
    await transaction`
      create index if not exists voice_agent_mock_records_by_version on voice_agent_mock_records (log, world, version)`;
    for (const text of await missingFunctions(transaction)) await transaction.unsafe(text);
  });
  await areThere(sql, shown);
}

async function areThere(sql: postgres.Sql, shown: string): Promise<boolean> {
  const rows = await sql<{ table_name: string; columns: string }[]>`
    select table_name, string_agg(column_name, ',' order by column_name) as columns from information_schema.columns
    where table_schema = current_schema and table_name in ${sql(Object.keys(tables))} group by table_name`;
  const found = new Map(rows.map(({ table_name: name, columns }) => [name, columns]));
  for (const [name, columns] of Object.entries(tables)) {
    const given = found.get(name);
    const [list = ''] = columns.split(/,\s*primary key/);
    const wanted = list.split(',').map((column) => column.trim().split(' ', 1)[0]);
    if (given === undefined || given === wanted.sort().join(',')) continue;
    throw new StoreContentError(
      `The table ${name} in ${shown} has the columns ${given}, not those of this version of voice-agent-mock: ` +
        'name another database, or another schema with search_path, or run the version that made it.',
    );
  }
  return found.size === Object.keys(tables).length && (await missingFunctions(sql)).length === 0;
}

/** The functions that are not there as they are here: another version may have made others of their names. */
async function missingFunctions(sql: postgres.ISql): Promise<readonly string[]> {
  const rows = await sql<{ body: string }[]>`
    select prosrc as body from pg_proc
    where proname in ${sql(Object.keys(functions))} and pronamespace = current_schema::regnamespace`;
  return Object.values(functions).filter((text) => !rows.some(({ body }) => text.includes(body)));
}

/** So many rows are read one by one; where more have changed, the whole is read. */
export const mostRows = 10_000;

/** So many of the last commits of a world are kept, and so many are let go at once. */
const commitsKept = 4096;
const commitsAtOnce = 256;

/** In milliseconds: a mock that has locked a world for so long without a word loses the lock. */
const longestTurn = 3000;

/** What PostgreSQL does in one round trip, by the names of the functions. */
const functions: Readonly<Record<string, string>> = {
  /**
   * What has become of worlds, or of all, since the states that are known of them: null if nothing. Stable, so that all
   * of it is read of one moment.
   */
  voice_agent_mock_news: `
create or replace function voice_agent_mock_news(in_log text, is_all boolean, known json) returns json language plpgsql stable as $$
begin
  if not is_all and json_array_length(known) = (
    select count(*) from json_to_recordset(known) as q(name text, version bigint, token text)
      join voice_agent_mock_worlds w
      on w.log = in_log and w.name = q.name and w.version = q.version and w.token = q.token) then
    return null;
  end if;
  return (
    select coalesce(json_agg(head), '[]') from (
      select w.name, w.format, w.version, w.token, w.scenario, w.seed, w.created_on, w.ids,
        coalesce(w.began > q.version, false) as is_reset,
        case when w.version = q.version then w.token = q.token
          else exists (
            select from voice_agent_mock_commits c
            where c.log = in_log and c.world = w.name and c.version = q.version and c.token = q.token) end as is_known,
        case when w.version > nullif(q.version, 0) then (
          select json_agg(json_build_array(r.collection, r.id, r.body)) from (
            select collection, id, body from voice_agent_mock_records
            where log = in_log and world = w.name and version > q.version order by version limit ${mostRows + 1}) r
          ) end as rows
      from voice_agent_mock_worlds w
        left join json_to_recordset(known) as q(name text, version bigint, token text) on q.name = w.name
      where w.log = in_log and (is_all or q.name is not null)
      order by w.name) head);
end $$`,

  /**
   * Locks a world's row, and gives what has become of the world since the state that is known of it, and whether the commits
   * of a token are there. Volatile, so that what is read is what there is once the lock is held.
   */
  voice_agent_mock_turn: `
create or replace function voice_agent_mock_turn(in_log text, in_world text, known json, in_token text)
returns json language plpgsql as $$
begin
  -- A mock that stands still must not keep the others waiting.
  perform set_config('idle_in_transaction_session_timeout', '${longestTurn}', true);
  perform from voice_agent_mock_worlds where log = in_log and name = in_world for update;
  return json_build_object('news', voice_agent_mock_news(in_log, false, known), 'is_done', in_token is not null and exists (
    select from voice_agent_mock_commits where log = in_log and world = in_world and token = in_token));
end $$`,

  /** Writes commits to a world whose row is locked. */
  voice_agent_mock_write: `
create or replace function voice_agent_mock_write(
  in_log text, in_world text, next_version bigint, new_token text, commit_count integer, new_rows json, is_whole boolean,
  has_emptied boolean, highest bigint[], cleared text[]
) returns void language plpgsql as $$
begin
  update voice_agent_mock_worlds set version = next_version, token = new_token, ids = highest,
    began = case when is_whole then next_version else began end
  where log = in_log and name = in_world;
  if is_whole then delete from voice_agent_mock_records where log = in_log and world = in_world; end if;
  insert into voice_agent_mock_commits (log, world, version, token) values (in_log, in_world, next_version, new_token);
  insert into voice_agent_mock_records as r (log, world, collection, id, version, body)
  select in_log, in_world, n.collection, n.id, next_version, n.body
  from json_to_recordset(new_rows) as n(collection text, id text, body json)
  on conflict (log, world, collection, id) do update set version = excluded.version, body = excluded.body;
  if has_emptied then
    delete from voice_agent_mock_records r
    using json_to_recordset(new_rows) as n(collection text, id text)
    where n.id = '*' and r.log = in_log and r.world = in_world and r.collection = n.collection and r.id <> '*';
  end if;
  if 'journal' = any (cleared) then
    update voice_agent_mock_journals set began = last where log = in_log and world = in_world;
    delete from voice_agent_mock_journal where log = in_log and world = in_world;
  end if;
  if 'coverage' = any (cleared) then
    update voice_agent_mock_journals set coverage = '[]' where log = in_log and world = in_world;
  end if;
  if next_version % ${commitsAtOnce} < commit_count then
    delete from voice_agent_mock_commits c
    where c.log = in_log and c.world = in_world and c.version < next_version - ${commitsKept};
  end if;
end $$`,
};
