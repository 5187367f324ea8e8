import { asJson, type Database } from './database.ts';

/** How often each thing was seen. */
type Counts = readonly (readonly [what: string, count: number])[];

/** What one replica adds to the journal of a world. */
export interface AddedEntries {
  readonly world: string;
  /** How many requests there were; of those before the last ones nothing is kept. */
  readonly count: number;
  /** The last ones. */
  readonly entries: readonly unknown[];
  /** When the last was answered, in milliseconds since 1970. */
  readonly usedOn: number;
  readonly coverage: Counts;
}

/** What a journal holds after an entry. */
export interface JournalNews {
  /** All up to this one were cleared. */
  readonly began: number;
  readonly last: number;
  readonly coverage: Counts;
  /** The newest ones, the oldest first. */
  readonly entries: readonly (readonly [id: number, body: unknown])[];
}

/** So many entries of a world are kept. */
export const entriesKept = 1000;

/** In milliseconds: a replica that has not been seen for so long has ended, or stands still. */
const longestSilence = 5000;

/** Adds entries at the end of a world's journal, and counts what they cover; nothing if the world has gone. */
export async function addEntries(database: Database, added: AddedEntries): Promise<void> {
  const { log } = database;
  const { world, count, entries, usedOn, coverage } = added;
  await database.ask(
    (sql) => sql`
      with journal as (
        update voice_agent_mock_journals set last = last + ${count}, used_on = greatest(used_on, ${usedOn}), coverage = (
          select coalesce(json_agg(json_build_array(what, count)), '[]') from (
            select item->>0 as what, sum((item->>1)::bigint) as count
            from (select json_array_elements(coverage) union all select json_array_elements(${asJson(sql, coverage)}))
              as both_lists(item) group by 1 order by 1) counted)
        where log = ${log} and world = ${world} returning last),
      added as (
        insert into voice_agent_mock_journal (log, world, id, body)
        select ${log}, ${world}, last - ${entries.length} + place, body
        from journal, json_array_elements(${asJson(sql, entries)}) with ordinality as e(body, place))
      delete from voice_agent_mock_journal
      using journal where log = ${log} and world = ${world} and id <= last - ${entriesKept}`,
  );
}

/** What is in the journal of a world after an entry; undefined if there is no such world. */
export async function readEntries(database: Database, world: string, after: number): Promise<JournalNews | undefined> {
  const { log } = database;
  const [row] = await database.ask(
    (sql) => sql<{ news: JournalNews }[]>`
      select json_build_object('began', began, 'last', last, 'coverage', coverage, 'entries', coalesce((
        select json_agg(json_build_array(id, body) order by id) from voice_agent_mock_journal
        where log = ${log} and world = ${world} and id > greatest(${after}::bigint, j.began)), '[]')) as news
      from voice_agent_mock_journals j where log = ${log} and world = ${world}`,
  );
  return row?.news;
}

/** The present, by the engine's clock. */
export async function engineTime(database: Database): Promise<string> {
  const [row] = await database.ask((sql) => sql<{ moment: string }[]>`select clock_timestamp()::text as moment`);
  return row?.moment ?? '';
}

/** Tells that a replica is there and has written all up to a moment. @returns the others, and whether they have too */
export function greet(
  database: Database,
  name: string,
  moment: string,
): Promise<readonly { readonly name: string; readonly has_told: boolean }[]> {
  const { log } = database;
  return database.ask(
    (sql) => sql<{ name: string; has_told: boolean }[]>`
      with own as (
        insert into voice_agent_mock_replicas (log, name, seen_on) values (${log}, ${name}, ${moment})
        on conflict (log, name) do update set seen_on = greatest(voice_agent_mock_replicas.seen_on, excluded.seen_on))
      select name, seen_on >= ${moment} as has_told from voice_agent_mock_replicas
      where log = ${log} and name <> ${name}
        and seen_on > clock_timestamp() - ${longestSilence} * interval '1 millisecond'`,
  );
}

/** Forgets replicas: nobody waits for them any more. */
export async function dismiss(database: Database, names: readonly string[]): Promise<void> {
  const { log } = database;
  await database.ask((sql) => sql`delete from voice_agent_mock_replicas where log = ${log} and name in ${sql(names)}`);
}
