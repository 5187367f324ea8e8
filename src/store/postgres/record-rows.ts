import type { RecordId } from '../../domain/records.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { isObject } from '../../json/json-value.ts';
import { doAll, loggedChange, redone } from '../state/apply-changes.ts';
import { faultsBySchema } from '../state/record-schema.ts';
import { type Root, collectionNames, kindOfPlace, shownValue } from '../state/root.ts';
import { type AnyRecord, type Change, type LoggedChange, StoreContentError } from '../state/store.ts';

/** What a world is besides its records. */
interface PartsBody {
  readonly in: 'parts';
  readonly put: WorldParts;
}

/** A row of `voice_agent_mock_records`: what became of a record, whatever it was in the scenario. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  readonly body: LoggedChange | PartsBody;
}

/** Stands for all leads that a campaign had; what other rows say came later. */
export const allLeads = '*';

/**
 * The rows that changes make: each says what became of a record of the scenario, or has it in full.
 * @param root the state that the changes make
 * @param base the scenario
 * @param parts what the world is besides, if that has changed
 */
export function rowsOf(changes: Iterable<Change>, root: Root, base: Root, parts?: WorldParts): readonly RecordRow[] {
  const rows = new Map<string, RecordRow>();
  const note = (collection: string, id: RecordId, body: RecordRow['body']) =>
    rows.set(`${collection} ${id}`, { collection, id: String(id), body });
  for (const { in: place, id, after } of changes) {
    note(place, id, loggedChange({ in: place, id, before: base.at(place, id), after: root.at(place, id) }));
    // Another campaign of this id, which may be there by now, does not have them.
    if (place === 'campaigns' && after === undefined) note(`leads/${id}`, allLeads, { in: place, id });
  }
  if (parts !== undefined) note('parts', '', { in: 'parts', put: parts });
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
  let parts: WorldParts | undefined;
  const changes: Change[] = [];
  for (const { collection, id, body } of ordered) {
    if (!isChange(body)) throw damaged(table, 'body', body, 'it does not say what became of a record');
    const after = body.in === 'parts' ? body.put : redone(base.at(body.in, body.id), body);
    const kind = body.in === 'parts' ? body.in : kindOfPlace(body.in);
    const [fault] = isChecked && after !== undefined ? faultsBySchema(kind, after) : [];
    if (fault !== undefined) throw damaged(`${table}, ${collection} ${id}`, fault.pointer, fault.value, fault.reason);
    if (body.in === 'parts') parts = body.put;
    else changes.push({ in: body.in, id: body.id, after: after as AnyRecord | undefined });
  }
  return { root: doAll(root, changes), parts };
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
