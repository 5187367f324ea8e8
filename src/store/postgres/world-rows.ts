import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { type Database, asJson } from './database.ts';
import { mostRows, storeFormat } from './tables.ts';
import type { RecordCheck } from '../record-schema.ts';
import { type HighestIds, countedKinds } from '../state/id-counters.ts';
import { type Root, type StoredRecord, collectionNames, shownValue } from '../state/root.ts';
import { type LoggedChange, StoreContentError, type Version } from '../store.ts';

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
    const read = await sql<{ collection: string; id: string; body: unknown }[]>`
      select collection, id, body from voice_agent_mock_records
      where log = ${log} and world = ${name} order by version, collection, id`;
    const rows = read.map(({ collection, id, body }): ReadRow => [collection, id, body]);
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

/** A row of `voice_agent_mock_records` that is to be written; without a body: what is gone. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/** A row as it is read. */
type ReadRow = readonly [collection: string, id: string, body: unknown];

/** What rows say. */
interface RowChanges {
  readonly changes: readonly LoggedChange[];
  /** Undefined if they have not changed. */
  readonly parts: WorldParts | undefined;
}

/** Stands for all leads that a campaign had. */
const allLeads = '*';
const leadsOf = /^leads\/(\d+)$/;
const numbered: readonly string[] = ['workspaces', 'users', 'agents', 'campaigns', 'audiences'];

/** The rows that changes make; a record that is changed is written in full, as the root has it. */
export function rowsOf(changes: readonly LoggedChange[], { collections }: Root): readonly RecordRow[] {
  return changes.flatMap((change): RecordRow[] => {
    if ('leads' in change) {
      const collection = `leads/${change.leads}`;
      const put = change.put.map((lead) => ({ collection, id: String(lead.id), body: lead }));
      const gone = (change.remove ?? []).map((id) => ({ collection, id: String(id), body: null }));
      return [...put, ...gone];
    }
    if ('put' in change) return [{ collection: change.put, id: String(change.record.id), body: change.record }];
    const id = String(change.id);
    if ('patch' in change) {
      return [{ collection: change.patch, id, body: collections[change.patch].get(change.id)?.record ?? null }];
    }
    const row = { collection: change.remove, id, body: null };
    return change.remove === 'campaigns' ? [row, { collection: `leads/${id}`, id: allLeads, body: null }] : [row];
  });
}

/** The row of what a world is besides its records. */
export function partsRow(parts: WorldParts): RecordRow {
  return { collection: 'parts', id: '', body: parts };
}

/** What rows say, which must be in the order of their versions. @throws StoreContentError for one that was damaged */
function changesIn(rows: readonly ReadRow[], check: RecordCheck, world: string): RowChanges {
  const changes: LoggedChange[] = [];
  let parts: WorldParts | undefined;
  for (const row of rows) {
    const change = changeOf(row, check, `voice_agent_mock_records, world ${world}`);
    const last = changes.at(-1);
    if ('clock' in change) parts = change;
    // Thousands of leads are put at once, not one after the other.
    else if (last !== undefined && 'leads' in last && 'leads' in change && isMore(last, change)) {
      (last.put as LeadRecord[]).push(...change.put);
    } else changes.push(change);
  }
  return { changes, parts };
}

function isMore(last: Extract<LoggedChange, { leads: number }>, next: typeof last): boolean {
  return last.leads === next.leads && last.remove === undefined && next.remove === undefined;
}

function changeOf([collection, id, body]: ReadRow, check: RecordCheck, place: string): LoggedChange | WorldParts {
  const campaign = leadsOf.exec(collection)?.[1];
  const known = [...collectionNames, 'parts' as const];
  const kind = campaign === undefined ? known.find((each) => each === collection) : 'leads';
  const where = `${place}, ${collection} ${id}`;
  if (kind === undefined) throw damaged(where, 'collection', collection, 'there is no such collection');
  if (body === null && kind !== 'parts') return removal(kind, id, Number(campaign));
  const [fault] = check(kind, body);
  if (fault !== undefined) throw damaged(where, fault.pointer, fault.value, fault.reason);
  // Sound because each has been validated against the schema made from its type.
  if (kind === 'parts') return body as WorldParts;
  if (kind === 'leads') return { leads: Number(campaign), put: [body as LeadRecord] };
  return { put: kind, record: body as StoredRecord };
}

function removal(name: CollectionName | 'leads', id: string, campaign: number): LoggedChange {
  if (name !== 'leads') return { remove: name, id: typedId(name, id) };
  return id === allLeads ? { remove: 'campaigns', id: campaign } : { leads: campaign, put: [], remove: [Number(id)] };
}

function typedId(collection: CollectionName, id: string): RecordId {
  return numbered.includes(collection) ? Number(id) : id;
}

/** The error for what cannot be read; it names table and key. */
export function damaged(where: string, pointer: string, value: unknown, reason: string): StoreContentError {
  return new StoreContentError(
    `${where}: ${pointer || 'the row'} is ${shownValue(value)}: ${reason}. Something else has changed this row: put it right, or delete the world.`,
  );
}

/** The highest ids as PostgreSQL reads them. */
export function idsRow(ids: Partial<HighestIds>): string {
  return `{${countedKinds.map((kind) => ids[kind] ?? 0).join(',')}}`;
}

/** @throws StoreContentError */
function idsFrom(row: readonly unknown[], world: string): HighestIds {
  const entries = countedKinds.map((kind, i) => {
    const id = Number(row[i]);
    if (Number.isSafeInteger(id) && id >= 0) return [kind, id] as const;
    const place = `voice_agent_mock_worlds, ${world}`;
    throw damaged(place, `ids/${kind}`, row[i], 'expected a whole number from 0');
  });
  return Object.fromEntries(entries) as HighestIds;
}
