import type postgres from 'postgres';
import { functions } from './functions.ts';
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
    const made = await functionsIn(transaction);
    for (const [name, text] of Object.entries(functions)) if (!made.includes(name)) await transaction.unsafe(text);
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
    const [list = ''] = columns.split('primary key');
    const wanted = list.split(',').flatMap((column) =>
      column
        .trim()
        .split(' ', 1)
        .filter((word) => word !== ''),
    );
    if (given === undefined || given === wanted.sort().join(',')) continue;
    throw new StoreContentError(
      `The table ${name} in ${shown} has the columns ${given}, not those of this version of voice-agent-mock: ` +
        'name another database, or another schema with search_path, or run the version that made it.',
    );
  }
  return found.size === Object.keys(tables).length && (await functionsIn(sql)).length === Object.keys(functions).length;
}

async function functionsIn(sql: postgres.ISql): Promise<readonly string[]> {
  const rows = await sql<{ proname: string }[]>`
    select proname from pg_proc
    where proname in ${sql(Object.keys(functions))} and pronamespace = current_schema::regnamespace`;
  return rows.map(({ proname }) => proname);
}
