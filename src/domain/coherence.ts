import type { CollectionName, Collections, RecordId, LeadRecord } from './records.ts';

/** Finds a record by its id. */
export type Lookup = (collection: CollectionName, id: RecordId) => object | undefined;

/** A field of a record that names a record which is not there, or one that it does not belong with. */
interface ReferenceFault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly value: unknown;
  readonly reason: string;
  /** The collection that has no such record; absent if there is one. */
  readonly missing?: CollectionName;
}

interface Reference {
  readonly field: string;
  readonly to: CollectionName;
  /** Both must belong to one workspace, where both say which. */
  readonly withinWorkspace?: true;
}

const ownWorkspace: Reference = { field: 'workspace_id', to: 'workspaces' };
const tokenOwner: Reference = { field: 'user_id', to: 'users', withinWorkspace: true };

/** Which field of a record names a record of which collection. */
const references: Readonly<Record<CollectionName, readonly Reference[]>> = {
  workspaces: [],
  users: [ownWorkspace],
  login_tokens: [ownWorkspace, tokenOwner],
  api_tokens: [ownWorkspace, tokenOwner],
  codes: [],
  providers: [{ field: 'workspace_ids', to: 'workspaces' }],
  voices: [{ field: 'provider_id', to: 'providers' }],
  agents: [ownWorkspace, { field: 'creator_user_id', to: 'users' }],
  phone_numbers: [ownWorkspace, { field: 'agent_id', to: 'agents', withinWorkspace: true }],
  campaigns: [ownWorkspace, { field: 'agent_id', to: 'agents', withinWorkspace: true }],
  audiences: [{ field: 'id', to: 'campaigns' }],
};

/** The faults of what one record says about others; none where it fits. */
export function findReferenceFaults<C extends CollectionName>(
  collection: C,
  record: Collections[C],
  lookup: Lookup,
): readonly ReferenceFault[] {
  return references[collection].flatMap((reference) =>
    referencesIn(record, reference.field).flatMap(({ pointer, value }): ReferenceFault[] => {
      const target = lookup(reference.to, value);
      if (target === undefined) {
        return [{ pointer, value, reason: `there is no such record in ${reference.to}`, missing: reference.to }];
      }
      if (reference.withinWorkspace === undefined || shareWorkspace(record, target)) return [];
      return [{ pointer, value, reason: `that record of ${reference.to} belongs to another workspace` }];
    }),
  );
}

/** Whether a record names the record with this id. */
export function refersTo<C extends CollectionName>(
  collection: C,
  record: Collections[C],
  target: CollectionName,
  id: RecordId,
): boolean {
  return references[collection].some(
    (reference) => reference.to === target && referencesIn(record, reference.field).some(({ value }) => value === id),
  );
}

/** The collections whose records may name records of this one. */
export function collectionsReferringTo(target: CollectionName): readonly CollectionName[] {
  const names = Object.keys(references) as CollectionName[];
  return names.filter((name) => references[name].some((reference) => reference.to === target));
}

function referencesIn(
  record: object,
  field: string,
): readonly { readonly pointer: string; readonly value: RecordId }[] {
  const value: unknown = Reflect.get(record, field);
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, i) => (isId(item) ? [{ pointer: `/${field}/${i}`, value: item }] : []));
  }
  return isId(value) ? [{ pointer: `/${field}`, value }] : [];
}

function isId(value: unknown): value is RecordId {
  return typeof value === 'number' || typeof value === 'string';
}

function shareWorkspace(a: object, b: object): boolean {
  const one: unknown = Reflect.get(a, 'workspace_id');
  const other: unknown = Reflect.get(b, 'workspace_id');
  return one === other || one === null || other === null;
}

/** The records of a scenario; a collection that is left out has none. */
export type ScenarioRecords = { readonly [C in CollectionName]?: readonly Collections[C][] };

/** A scenario made in code, for `createMock({ scenario })` and `saveScenario`. */
export interface Scenario extends ScenarioRecords {
  /**
   * What is there beside its records: the name of a scenario, or the path of a folder; null: nothing. `empty` if absent,
   * which has three workspaces with users and tokens. A record with the id of one of the base goes in its place.
   */
  readonly base?: string | null;
  /** The records of audiences, a list for each campaign by its id. */
  readonly leads?: ReadonlyMap<number, readonly LeadRecord[]> | Readonly<Record<number, readonly LeadRecord[]>>;
}
