import type { RecordCheck } from '../record-schema.ts';
import type { HighestIds } from '../state/id-counters.ts';
import { StoreContentError, type Version } from '../store.ts';
import { mostRows } from './functions.ts';
import { asJson, type Database } from './database.ts';
import { changesIn, damaged, idsFrom, type ReadRow, type RowChanges } from './rows.ts';
import { storeFormat } from './tables.ts';

/** A state of a world that was read or written: its version, and what tells it from another of that version. */
export interface Known {
  readonly version: Version;
  readonly token: string;
}

/** The state of a world of which nothing is known. */
export const unknownState: Known = { version: 0, token: '' };

/** What has become of a world since a state that is known, or the whole of it. */
export interface WorldNews extends RowChanges {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
  readonly known: Known;
  /** Whether `changes` are what differs from the scenario, not from the known state. */
  readonly isWhole: boolean;
  /** Whether the known state is none that the world has had: the database has lost what was written. */
  readonly isLost: boolean;
}

/** A world whose rows cannot be read. */
export interface DamagedWorld {
  readonly name: string;
  readonly error: StoreContentError;
}

/** What there is of worlds; of those that are as they were known, nothing but the name. */
export interface ReadWorlds {
  readonly names: ReadonlySet<string>;
  readonly news: readonly (WorldNews | DamagedWorld)[];
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
 * @returns undefined if nothing has
 * @throws StoreUnavailableError
 */
export async function readWorlds(
  database: Database,
  check: RecordCheck,
  known: ReadonlyMap<string, Known>,
  isAll: boolean,
): Promise<ReadWorlds | undefined> {
  const asked = [...known].map(([name, state]) => ({ name, ...state }));
  const [answer] = await database.ask(
    (sql) => sql<{ news: readonly HeadRow[] | null }[]>`
      select voice_agent_mock_news(${database.log}, ${isAll}, ${asJson(sql, asked)}) as news`,
  );
  const heads = answer?.news ?? undefined;
  if (heads === undefined) return undefined;
  const news: (WorldNews | DamagedWorld)[] = [];
  for (const head of heads) {
    const before = known.get(head.name) ?? unknownState;
    if (head.is_known && Number(head.version) === before.version) continue;
    const read = await newsOf(database, check, head, before).catch((error: unknown) => {
      if (error instanceof StoreContentError) return { name: head.name, error };
      throw error;
    });
    if (read !== undefined) news.push(read);
  }
  return { names: new Set(heads.map(({ name }) => name)), news };
}

async function newsOf(
  database: Database,
  check: RecordCheck,
  head: HeadRow,
  before: Known,
): Promise<WorldNews | undefined> {
  const delta = deltaOf(database, check, head);
  if (delta !== undefined) return delta;
  const isLost = !head.is_known && before.version > 0;
  return wholeOf(database, check, head.name).then((whole) => whole && { ...whole, isWhole: true, isLost });
}

/** What has changed in a world; undefined if the whole has to be read. @throws StoreContentError */
export function deltaOf(database: Database, check: RecordCheck, head: HeadRow): WorldNews | undefined {
  const rows = head.rows ?? [];
  if (!head.is_known || head.is_reset || rows.length > mostRows) return undefined;
  return { ...toldBy(database, check, head, rows), isWhole: false, isLost: false };
}

/** All of a world, as it was at one moment. */
function wholeOf(database: Database, check: RecordCheck, name: string) {
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
    return toldBy(database, check, head, rows);
  }, 'isolation level repeatable read read only');
}

function toldBy(database: Database, check: RecordCheck, head: HeadRow, rows: readonly ReadRow[]) {
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
