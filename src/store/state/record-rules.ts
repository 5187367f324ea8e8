import { collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName } from '../../domain/records.ts';
import type { SchemaCheck } from '../record-schema.ts';
import type { Root, StoredRecord } from './root.ts';
import type { RecordChange } from '../store.ts';

/** A commit would store what the next start could not read: a mistake of the code that made the record. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError';
}

/** What every stored record is held to, whether it comes from a file or from a commit. */
export interface RecordRules {
  /** Throws `InvalidRecordError` where the record does not fit its schema. */
  checkRecord(collection: CollectionName | 'leads', record: { readonly id: unknown }): void;
  /** Throws `InvalidRecordError` where, after the changes, a record names one that is not there. */
  checkReferences(root: Root, changes: readonly RecordChange[]): void;
}

/** Makes the rules around a schema check. */
export function createRecordRules(schemaCheck: SchemaCheck): RecordRules {
  return {
    checkRecord(collection, record) {
      const fault = schemaCheck(collection, record);
      if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
    },
    checkReferences(root, changes) {
      for (const { collection, id, before, after } of changes) {
        if (collection === 'leads') continue;
        if (after === undefined) {
          refuseDangling(root, collection, id);
          continue;
        }
        const record = after as StoredRecord;
        checkOwnReferences(root, collection, record);
        if (collection === 'agents') refuseSharedUuid(root, record);
        if (before !== undefined && workspaceOf(before) !== workspaceOf(after)) checkReferrers(root, collection, id);
      }
    },
  };
}

function checkOwnReferences(root: Root, collection: CollectionName, record: StoredRecord): void {
  const lookup = (name: CollectionName, id: number | string) => root.collections[name].get(id)?.record;
  const [fault] = findReferenceFaults(collection, record, lookup);
  if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
}

function workspaceOf(record: unknown): unknown {
  return record instanceof Object && 'workspace_id' in record ? record.workspace_id : undefined;
}

function refuseSharedUuid(root: Root, record: StoredRecord): void {
  if (!('uuid' in record) || (root.indexes.agents['uuid']?.get(record.uuid)?.size ?? 0) < 2) return;
  refuse('agents', record.id, '/uuid', record.uuid, 'another agent has this uuid');
}

/** What refers to a record that has moved to another workspace may have to stay in its own. */
function checkReferrers(root: Root, collection: CollectionName, id: number | string): void {
  for (const name of collectionsReferringTo(collection)) {
    for (const { record } of root.collections[name].values()) {
      if (refersTo(name, record, collection, id)) checkOwnReferences(root, name, record);
    }
  }
}

function refuseDangling(root: Root, collection: CollectionName, id: number | string): void {
  for (const name of collectionsReferringTo(collection)) {
    for (const { record } of root.collections[name].values()) {
      if (refersTo(name, record, collection, id)) {
        throw new InvalidRecordError(`${collection} ${id} cannot be removed: ${name} ${record.id} refers to it.`);
      }
    }
  }
}

function refuse(collection: string, id: unknown, pointer: string, value: unknown, reason: string): never {
  const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200);
  throw new InvalidRecordError(
    `${collection} ${String(id)} cannot be stored: ${pointer || 'it'} is ${shown}: ${reason}.`,
  );
}
