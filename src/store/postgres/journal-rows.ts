import { asJson, type Database } from './database.ts';

/** What one replica adds to the journal of a world. */
export interface AddedEntries<Coverage> {
  readonly world: string;
  /** How many requests there were; of those before the last ones nothing is kept. */
  readonly count: number;
  /** The last ones. */
  readonly entries: readonly unknown[];
  /** When the last was answered, in milliseconds since 1970. */
  readonly usedOn: number;
  readonly coverage: (before: Coverage) => Coverage;
}

/** What a journal holds after an entry. */
export interface JournalNews {
  /** All up to this one were cleared. */
  readonly began: number;
  readonly last: number;
  readonly coverage: unknown;
  /** The newest ones, the oldest first. */
  readonly entries: readonly { readonly id: number; readonly body: unknown }[];
}

/** So many entries of a world are kept. */
export const entriesKept = 1000;

/** In milliseconds: a replica that has not been seen for so long has ended, or stands still. */
const longestSilence = 5000;

/** Adds entries at the end of a world's journal, and counts what they cover; nothing if the world has gone. */
export async function addEntries<Coverage>(database: Database, added: AddedEntries<Coverage>): Promise<void> {
  const { log } = database;
  const { world, count, entries, usedOn } = added;
  await database.transaction(async (sql) => {
    const [row] = await sql<{ last: string; coverage: Coverage }[]>`
      select last, coverage from voice_agent_mock_journals where log = ${log} and world = ${world} for update`;
    if (row === undefined) return;
    const last = Number(row.last) + count;
    const coverage = asJson(sql, added.coverage(row.coverage));
    await Promise.all([
      sql`
        update voice_agent_mock_journals set last = ${last}, coverage = ${coverage}, used_on = greatest(used_on, ${usedOn})
        where log = ${log} and world = ${world}`,
      sql`
        insert into voice_agent_mock_journal (log, world, id, body)
        select ${log}, ${world}, ${last - entries.length} + place, body
        from json_array_elements(${asJson(sql, entries)}) with ordinality as e(body, place)`,
      sql`
        delete from voice_agent_mock_journal where log = ${log} and world = ${world} and id <= ${last - entriesKept}`,
    ]);
  });
}

/** What is in the journal of a world after an entry; undefined if there is no such world. */
export async function readEntries(database: Database, world: string, after: number): Promise<JournalNews | undefined> {
  const { log } = database;
  const [row] = await database.ask(
    (sql) => sql<{ began: string; last: string; coverage: unknown; entries: readonly [number, unknown][] | null }[]>`
      select began, last, coverage, (
        select json_agg(json_build_array(id, body) order by id) from voice_agent_mock_journal
        where log = ${log} and world = ${world} and id > greatest(${after}::bigint, j.began)) as entries
      from voice_agent_mock_journals j where log = ${log} and world = ${world}`,
  );
  if (row === undefined) return undefined;
  const entries = (row.entries ?? []).map(([id, body]) => ({ id, body }));
  return { began: Number(row.began), last: Number(row.last), coverage: row.coverage, entries };
}

/** Tells that a replica is there, and gives the names of all that are. */
export async function greet(database: Database, name: string): Promise<readonly string[]> {
  const { log } = database;
  const rows = await database.ask(async (sql) => {
    await sql`
      insert into voice_agent_mock_replicas (log, name, seen_on) values (${log}, ${name}, now())
      on conflict (log, name) do update set seen_on = now()`;
    return sql<{ name: string }[]>`
      select name from voice_agent_mock_replicas
      where log = ${log} and seen_on > now() - ${longestSilence} * interval '1 millisecond'`;
  });
  return rows.map((row) => row.name);
}

/** Forgets replicas: nobody waits for them any more. */
export async function dismiss(database: Database, names: readonly string[]): Promise<void> {
  const { log } = database;
  await database.ask(
    (sql) => sql`delete from voice_agent_mock_replicas where log = ${log} and name in ${sql([...names])}`,
  );
}

/** Tells all who listen to a channel. */
export async function notify(database: Database, channel: string, text: string): Promise<void> {
  await database.ask((sql) => sql`select pg_notify(${channel}, ${text})`);
}
