import type { CollectionName, RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { isJsonList, isObject } from '../../json/json-value.ts';
import { changeInFull, loggedRecord, recordNamed, redoAll } from '../state/apply-changes.ts';
import { faultsBySchema } from '../state/record-schema.ts';
import { type Root, collectionNames, leadsIn, recordIn, shownValue } from '../state/root.ts';
import { type LoggedChange, StoreContentError } from '../state/store.ts';

/** What a commit does: to a record, or to what the world is besides its records. */
export type WorldChange = LoggedChange | { readonly parts: WorldParts };

/** A row of `voice_agent_mock_records`: what became of a record, whatever it was in the scenario. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: WorldChange;
}

/** What a world has begun as, of which its rows say what became. */
type Scenario = Root['beginning'];

/** Stands for all leads that a campaign had; what other rows say came later. */
export const allLeads = '*';

/**
 * The rows that changes make: each says what became of a record of the scenario, or has it in full.
 * @param root the state that the changes make
 * @param base the scenario
 */
export function rowsOf(
  changes: Iterable<WorldChange>,
  root: Root,
  base: Scenario = root.beginning,
): readonly RecordRow[] {
  const rows = new Map<string, RecordRow>();
  const note = (collection: string, id: RecordId, body: WorldChange) =>
    rows.set(`${collection} ${id}`, { collection, id: String(id), body });
  for (const change of changes) {
    if ('parts' in change) {
      note('parts', '', change);
      continue;
    }
    if ('leads' in change) {
      const { leads } = change;
      for (const id of [...change.put.map((lead) => lead.id), ...(change.remove ?? [])]) {
        const lead = leadsIn(root, leads).get(id);
        note(`leads/${leads}`, id, lead === undefined ? { leads, put: [], remove: [id] } : { leads, put: [lead] });
      }
      continue;
    }
    const [name, id] = recordNamed(change);
    note(name, id, loggedRecord(name, id, recordIn(base)(name, id), recordIn(root)(name, id)));
    // Another campaign of this id, which may be there by now, does not have them.
    if ('remove' in change && name === 'campaigns') note(`leads/${id}`, allLeads, change);
  }
  return [...rows.values()];
}

/**
 * The state that rows make of another one, and what they say of the rest of the world.
 * @param isChecked whether each record is validated: not what another replica has validated and written just now
 * @throws StoreContentError for one that was damaged
 */
export function redoRows(
  root: Root,
  rows: readonly RecordRow[],
  world: string,
  isChecked = false,
): { readonly root: Root; readonly parts: WorldParts | undefined } {
  const table = `voice_agent_mock_records, world ${world}`;
  const ordered = [...rows.filter(({ id }) => id === allLeads), ...rows.filter(({ id }) => id !== allLeads)];
  const changes = ordered.map(({ collection, id, body }): WorldChange => {
    if (!isChange(body)) throw damaged(table, 'body', body, 'it does not say what became of a record');
    const change = 'parts' in body ? body : changeInFull(body, root.beginning);
    const [kind, record] = rowRecord(change);
    const [fault] = isChecked && record !== undefined ? faultsBySchema(kind, record) : [];
    if (fault !== undefined) throw damaged(`${table}, ${collection} ${id}`, fault.pointer, fault.value, fault.reason);
    return change;
  });
  const ofRecords = changes.filter((change): change is LoggedChange => !('parts' in change));
  const version = root.version + 1;
  return {
    root: { ...redoAll(root, ofRecords, version), version },
    parts: changes.find((change) => 'parts' in change)?.parts,
  };
}

/** What a row has, and of which kind it is; undefined of what is gone. */
function rowRecord(body: WorldChange): readonly [kind: CollectionName | 'leads' | 'parts', record: unknown] {
  if ('parts' in body) return ['parts', body.parts];
  if ('record' in body) return [body.put, body.record];
  return ['leads', 'leads' in body ? body.put[0] : undefined];
}

function isChange(change: unknown): boolean {
  if (!isObject(change)) return false;
  const { put, record, patch = put, remove = patch, leads } = change;
  if (leads !== undefined) return isJsonList(put) && put.every(isObject);
  const isKnown = collectionNames.some((name) => name === remove);
  return 'parts' in change || (isKnown && (put === undefined || isObject(record)));
}

/** The error for what cannot be read; it names table and key. */
export function damaged(where: string, pointer: string, value: unknown, reason: string): StoreContentError {
  return new StoreContentError(
    `${where}: ${pointer || 'the row'} is ${shownValue(value)}: ${reason}. Something else has changed this row: put it right, or delete the world.`,
  );
}
