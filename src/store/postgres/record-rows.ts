import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { RecordCheck } from '../state/record-schema.ts';
import { type Root, type StoredRecord, collectionNames, leadsIn, shownValue } from '../state/root.ts';
import { type LoggedChange, StoreContentError } from '../state/store.ts';

/** A row of `voice_agent_mock_records`; without a body: what is gone. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/** What rows say. */
export interface RowChanges {
  readonly changes: readonly LoggedChange[];
  /** Undefined if they have not changed. */
  readonly parts: WorldParts | undefined;
}

/** Stands for all leads that a campaign had. */
export const allLeads = '*';
const leadsOf = /^leads\/(\d+)$/;
const numbered: readonly string[] = ['workspaces', 'users', 'agents', 'campaigns', 'audiences'];

/** The rows that changes make: what they name is written in full, as the root has it. */
export function rowsOf(changes: Iterable<LoggedChange>, root: Root): readonly RecordRow[] {
  const rows = new Map<string, RecordRow>();
  const note = (collection: string, id: RecordId, body: unknown = null) =>
    rows.set(`${collection} ${id}`, { collection, id: String(id), body });
  for (const change of changes) {
    if ('leads' in change) {
      const list = leadsIn(root, change.leads);
      const ids = [...change.put.map(({ id }) => id), ...(change.remove ?? [])];
      for (const id of ids) note(`leads/${change.leads}`, id, list.get(id));
      continue;
    }
    const [name, id] =
      'put' in change ? [change.put, change.record.id] : ['patch' in change ? change.patch : change.remove, change.id];
    const record = root.collections[name].get(id)?.record;
    note(name, id, record);
    if (name === 'campaigns' && record === undefined) note(`leads/${id}`, allLeads);
  }
  return [...rows.values()];
}

/** The row of what a world is besides its records. */
export function partsRow(parts: WorldParts): RecordRow {
  return { collection: 'parts', id: '', body: parts };
}

/** What rows say, which must be in the order of their versions. @throws StoreContentError for one that was damaged */
export function changesIn(rows: readonly RecordRow[], check: RecordCheck, world: string): RowChanges {
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

function changeOf({ collection, id, body }: RecordRow, check: RecordCheck, place: string): LoggedChange | WorldParts {
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
  if (name !== 'leads') return { remove: name, id: numbered.includes(name) ? Number(id) : id };
  return id === allLeads ? { remove: 'campaigns', id: campaign } : { leads: campaign, put: [], remove: [Number(id)] };
}

/** The error for what cannot be read; it names table and key. */
export function damaged(where: string, pointer: string, value: unknown, reason: string): StoreContentError {
  return new StoreContentError(
    `${where}: ${pointer || 'the row'} is ${shownValue(value)}: ${reason}. Something else has changed this row: put it right, or delete the world.`,
  );
}
