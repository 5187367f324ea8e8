import type { WorldParts } from '../../domain/world-parts.ts';
import type { RecordCheck } from '../record-schema.ts';
import type { HighestIds } from '../state/id-counters.ts';
import { StoreContentError, type Version } from '../store.ts';
import { mostRows, storeFormat } from './tables.ts';
import { asJson, type Database } from './database.ts';
import { changesIn, damaged, idsFrom, type ReadRow, type RowChanges } from './rows.ts';

/** A state of a world that was read or written: its version, and what tells it from another of that version. */
export interface Known {
  readonly version: Version;
  readonly token: string;
}

/** The state of a world of which nothing is known. */
export const unknownState: Known = { version: 0, token: '' };

/** What has become of a world since a state that is known. */
export interface WorldNews extends RowChanges {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
  readonly known: Known;
}

/** The whole of a world: its changes are what differs from the scenario. */
export interface WholeWorld extends WorldNews {
  readonly parts: WorldParts;
}

/** What has become of a world, as PostgreSQL tells it. */
export interface HeadRow {
  readonly name: string;
  readonly format: number;
  readonly version: string;
  readonly token: string;
  readonly scenario: string;
  readonly seed: string;
  readonly created_on: string;
  readonly ids: readonly string[];
  /** Whether the known state is one that the world has had. */
  readonly is_known: boolean;
  /** Whether all of it was replaced since. */
  readonly is_reset: boolean;
  readonly rows: readonly ReadRow[] | null;
}

const rowsAtOnce = 5000;

/**
 * Reads what has become of worlds since the states that are known of them, of all there are if `isAll`.
 * @returns null if nothing has; otherwise of each that is there
 * @throws StoreUnavailableError
 */
export async function readHeads(
  database: Database,
  known: ReadonlyMap<string, Known>,
  isAll: boolean,
): Promise<readonly HeadRow[] | null> {
  const asked = [...known].map(([name, state]) => ({ name, ...state }));
  const [answer] = await database.ask(
    (sql) => sql<{ news: readonly HeadRow[] | null }[]>`
      select voice_agent_mock_news(${database.log}, ${isAll}, ${asJson(sql, asked)}) as news`,
  );
  return answer?.news ?? null;
}

/** What has changed in a world; undefined if the whole has to be read. @throws StoreContentError */
export function deltaOf(database: Database, check: RecordCheck, head: HeadRow): WorldNews | undefined {
  const rows = head.rows ?? [];
  if (!head.is_known || head.is_reset || rows.length > mostRows) return undefined;
  return toldBy(database, check, head, rows);
}

/** All of a world, as it was at one moment; undefined if it has gone. @throws StoreContentError */
export function wholeOf(database: Database, check: RecordCheck, name: string): Promise<WholeWorld | undefined> {
  const { log } = database;
  return database.transaction(async (sql) => {
    const [head] = await sql<HeadRow[]>`
      select name, format, version, token, scenario, seed, created_on, array_to_json(ids) as ids
      from voice_agent_mock_worlds where log = ${log} and name = ${name}`;
    if (head === undefined) return undefined;
    const rows: ReadRow[] = [];
    const pages = sql<{ collection: string; id: string; body: unknown }[]>`
      select collection, id, body from voice_agent_mock_records
      where log = ${log} and world = ${name} order by version, collection, id`.cursor(rowsAtOnce);
    for await (const page of pages) for (const { collection, id, body } of page) rows.push([collection, id, body]);
    const { parts, ...news } = toldBy(database, check, head, rows);
    const place = `voice_agent_mock_records, world ${name}`;
    if (parts === undefined) throw damaged(place, 'parts', undefined, 'a world has such a row');
    return { ...news, parts };
  }, 'isolation level repeatable read read only');
}

function toldBy(database: Database, check: RecordCheck, head: HeadRow, rows: readonly ReadRow[]): WorldNews {
  const { name, format, version, token, scenario, seed } = head;
  if (format !== storeFormat) throw otherFormat(database, format);
  const createdOn = Number(head.created_on);
  if (!Number.isSafeInteger(createdOn)) {
    throw damaged(`voice_agent_mock_worlds, ${name}`, 'created_on', head.created_on, 'expected milliseconds');
  }
  const known = { version: Number(version), token };
  return { name, scenario, seed, createdOn, known, ids: idsFrom(head.ids, name), ...changesIn(rows, check, name) };
}

/** The error for a log of another format. */
function otherFormat({ log, shown }: Database, format: number): StoreContentError {
  return new StoreContentError(
    `The log ${log} in ${shown} is in format ${format}, and this version reads and writes format ${storeFormat}: ` +
      'run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.',
  );
}
