import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { RecordCheck } from '../record-schema.ts';
import { countedKinds, type HighestIds } from '../state/id-counters.ts';
import type { LoggedChange } from '../store.ts';
import { collectionNames, shownValue, type Root, type StoredRecord } from '../state/root.ts';
import { StoreContentError } from '../store.ts';

/** A row of `voice_agent_mock_records` that is to be written; without a body: what is gone. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/** A row as it is read. */
export type ReadRow = readonly [collection: string, id: string, body: unknown];

/** What rows say. */
export interface RowChanges {
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
export function changesIn(rows: readonly ReadRow[], check: RecordCheck, world: string): RowChanges {
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
  const fault = check(kind, body);
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
export function idsFrom(row: readonly unknown[], world: string): HighestIds {
  const entries = countedKinds.map((kind, i) => {
    const id = Number(row[i]);
    if (Number.isSafeInteger(id) && id >= 0) return [kind, id] as const;
    const place = `voice_agent_mock_worlds, ${world}`;
    throw damaged(place, `ids/${kind}`, row[i], 'expected a whole number from 0');
  });
  return Object.fromEntries(entries) as HighestIds;
}
