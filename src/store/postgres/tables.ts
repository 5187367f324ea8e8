import type postgres from 'postgres';
import { StoreContentError } from '../store.ts';

/** What the rows are written in. It changes when an older version could not read them. */
export const storeFormat = 1;

/** The columns of each table, as PostgreSQL is told them. */
const tables: Readonly<Record<string, string>> = {
  /** Named worlds, and snapshots as `snapshot:NAME`. Each change of one takes the next versions of its row. */
  voice_agent_mock_worlds: `
    log text not null, name text not null, format integer not null, version bigint not null, token text not null,
    began bigint not null, scenario text not null, seed text not null, created_on bigint not null, ids json not null,
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
  });
  await areThere(sql, shown);
}

async function areThere(sql: postgres.Sql, shown: string): Promise<boolean> {
  const rows = await sql<{ table_name: string; columns: string }[]>`
    select table_name, string_agg(column_name || ' ' || data_type, ', ' order by column_name) as columns
    from information_schema.columns
    where table_schema = current_schema and table_name in ${sql(Object.keys(tables))} group by table_name`;
  for (const { table_name: name, columns: given } of rows) {
    if (given === columnsMade(name)) continue;
    throw new StoreContentError(
      `The table ${name} in ${shown} has the columns ${given}, not those of this version of voice-agent-mock: ` +
        'name another database, or another schema with search_path, or run the version that made it.',
    );
  }
  return rows.length === Object.keys(tables).length;
}

/** Names and types, as PostgreSQL tells them. */
function columnsMade(table: string): string {
  const [list = ''] = (tables[table] ?? '').split(/,\s*primary key/);
  const columns = list.split(',').map((column) => column.trim().replace(' not null', ''));
  return columns.sort().join(', ').replaceAll('timestamptz', 'timestamp with time zone');
}
