import type { RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { isObject } from '../../json/json-value.ts';
import { changeInFull, isRemoval, loggedChange, redoAll } from '../state/apply-changes.ts';
import { faultsBySchema } from '../state/record-schema.ts';
import { type Root, collectionNames, isCollection, shownValue } from '../state/root.ts';
import { type LoggedChange, StoreContentError } from '../state/store.ts';

/** What a commit does: to a record, or to what the world is besides its records. */
export type WorldChange = LoggedChange | { readonly in: 'parts'; readonly id: ''; readonly put: WorldParts };

/** A row of `voice_agent_mock_records`: what became of a record, whatever it was in the scenario. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: WorldChange;
}

/** Stands for all leads that a campaign had; what other rows say came later. */
export const allLeads = '*';

/**
 * The rows that changes make: each says what became of a record of the scenario, or has it in full.
 * @param root the state that the changes make
 * @param base the scenario
 */
export function rowsOf(changes: Iterable<WorldChange>, root: Root, base: Root): readonly RecordRow[] {
  const rows = new Map<string, RecordRow>();
  const note = (collection: string, id: RecordId, body: WorldChange) =>
    rows.set(`${collection} ${id}`, { collection, id: String(id), body });
  for (const change of changes) {
    const { in: place, id } = change;
    if (place === 'parts') {
      note(place, id, change);
      continue;
    }
    note(place, id, loggedChange(place, id, base.at(place, id), root.at(place, id)));
    // Another campaign of this id, which may be there by now, does not have them.
    if (place === 'campaigns' && isRemoval(change)) note(`leads/${id}`, allLeads, change);
  }
  return [...rows.values()];
}

/**
 * The state that rows make of another one, and what they say of the rest of the world.
 * @param base the scenario
 * @param isChecked whether each record is validated: not what another replica has validated and written just now
 * @throws StoreContentError for one that was damaged
 */
export function redoRows(
  root: Root,
  base: Root,
  rows: readonly RecordRow[],
  world: string,
  isChecked = false,
): { readonly root: Root; readonly parts: WorldParts | undefined } {
  const table = `voice_agent_mock_records, world ${world}`;
  const ordered = [...rows.filter(({ id }) => id === allLeads), ...rows.filter(({ id }) => id !== allLeads)];
  const changes = ordered.map(({ collection, id, body }): WorldChange => {
    if (!isChange(body)) throw damaged(table, 'body', body, 'it does not say what became of a record');
    const change = body.in === 'parts' ? body : changeInFull(body, base);
    const kind = change.in === 'parts' || isCollection(change.in) ? change.in : 'leads';
    const [fault] = isChecked && change.put !== undefined ? faultsBySchema(kind, change.put) : [];
    if (fault !== undefined) throw damaged(`${table}, ${collection} ${id}`, fault.pointer, fault.value, fault.reason);
    return change;
  });
  const ofRecords = changes.filter((change) => change.in !== 'parts');
  return { root: redoAll(root, ofRecords), parts: changes.find((change) => change.in === 'parts')?.put };
}

function isChange(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { in: place, put, set } = body;
  const isKnown = [...collectionNames, 'parts'].some((name) => name === place) || /^leads\/\d+$/.test(String(place));
  return isKnown && [put, set].every((members) => members === undefined || isObject(members));
}

/** The error for what cannot be read; it names table and key. */
export function damaged(where: string, pointer: string, value: unknown, reason: string): StoreContentError {
  return new StoreContentError(
    `${where}: ${pointer || 'the row'} is ${shownValue(value)}: ${reason}. Something else has changed this row: put it right, or delete the world.`,
  );
}
