import type { CollectionName, Collections, LeadRecord, RecordId } from '../../domain/records.ts';
import { isContainer } from '../../json/json-value.ts';
import { CampaignLeads } from './campaign-leads.ts';
import { type PersistentTable, compareIds, tableOf, withEntries } from './persistent-table.ts';
import {
  type AnyRecord,
  type Indexes,
  type Place,
  type Put,
  type Remove,
  type Version,
  type Versioned,
  indexedFields,
} from './store.ts';

export type StoredRecord = Collections[CollectionName];
export type StoredCollection = PersistentTable<Versioned<StoredRecord>>;
type StoredLeads = PersistentTable<CampaignLeads>;
/** The ids of the records with a value, ascending. */
type Index = PersistentTable<readonly RecordId[]>;

/** Everything a store holds at one moment. Never changed: a commit makes the next one. */
export interface Root {
  readonly collections: Readonly<Record<CollectionName, StoredCollection>>;
  /** Of each collection by the field that it is found by; empty if there is none. */
  readonly indexes: Readonly<Record<CollectionName, Index>>;
  /** By campaign. */
  readonly leads: StoredLeads;
  /** The highest version given so far. */
  readonly version: Version;
  /** What it began with, in its own store or in the one that it was forked from. */
  readonly beginning: Pick<Root, 'collections' | 'leads'>;
  /** About how many bytes it holds that its beginning does not. */
  readonly own: number;
}

/** In the order in which they refer to each other. */
export const collectionNames: readonly CollectionName[] = [
  'workspaces',
  'users',
  'login_tokens',
  'api_tokens',
  'codes',
  'providers',
  'voices',
  'agents',
  'phone_numbers',
  'campaigns',
  'audiences',
];

/** Builds the state that stored records make; every record gets the version 1. */
export function createRoot(
  records: Readonly<Record<CollectionName, readonly StoredRecord[]>>,
  lists: readonly (readonly [campaignId: number, leads: readonly LeadRecord[]])[],
): Root {
  const version = 1;
  const leads = tableOf(lists.map(([id, list]) => [id, CampaignLeads.from(list, version)] as const));
  const collections = mapCollections((name) => storedCollection(records[name], version));
  return {
    collections,
    beginning: { collections, leads },
    own: 0,
    indexes: mapCollections((name) => indexOf(name, records[name])),
    leads,
    version,
  };
}

/** The root with records of a place put by their ids, or removed where they are undefined. */
export function withRecords(
  root: Root,
  place: Place,
  records: ReadonlyMap<RecordId, AnyRecord | undefined>,
  version: Version,
): Root {
  let { own } = root;
  for (const [id, record] of records) {
    own += growth(recordAt(root.beginning, place, id), recordAt(root, place, id), record);
  }
  if (!isCollection(place)) {
    const campaignId = campaignOfPlace(place);
    // Sound, here and below: a place has records of its own kind alone, as what it is read from and commits to.
    const list = leadsIn(root, campaignId).change([...records] as [number, LeadRecord | undefined][], version);
    return { ...root, version, own, leads: withEntries(root.leads, [[campaignId, list]]) };
  }
  let index = root.indexes[place];
  for (const [id, record] of records) {
    const before = recordAt(root, place, id);
    index = reindex(index, id, indexedValue(place, before), indexedValue(place, record));
  }
  const entries = [...records].map(
    ([id, record]) => [id, record && { version, record: record as StoredRecord }] as const,
  );
  const collections = { ...root.collections, [place]: withEntries(root.collections[place], entries) };
  return { ...root, version, own, collections, indexes: { ...root.indexes, [place]: index } };
}

/** The campaign's leads in a root, empty if it has none. */
export function leadsIn({ leads }: Pick<Root, 'leads'>, campaignId: number): CampaignLeads {
  return leads.get(campaignId) ?? CampaignLeads.empty;
}

/** The record of a place in a root. */
export function recordAt(root: Root['beginning'], place: Place, id: RecordId): AnyRecord | undefined {
  return isCollection(place)
    ? root.collections[place].get(id)?.record
    : leadsIn(root, campaignOfPlace(place)).get(Number(id));
}

/** Finds the records of a root. */
export function recordIn(root: Root): (name: CollectionName, id: RecordId) => AnyRecord | undefined {
  return (name, id) => recordAt(root, name, id);
}

/** Whether a place is a collection, not an audience. */
export function isCollection(place: Place): place is CollectionName {
  return !place.startsWith('leads/');
}

/** Whose leads a place has. */
export function campaignOfPlace(place: Place): number {
  return Number(place.slice('leads/'.length));
}

/** A value of a record as a message shows it. */
export function shownValue(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200);
}

/** One moment of a store: everything read from it fits together, whatever is committed meanwhile. */
export class View {
  readonly #root: Root;

  constructor(root: Root) {
    this.#root = root;
  }

  get<C extends CollectionName>(collection: C, id: RecordId): Collections[C] | undefined {
    // Sound because a collection holds only its own record type: records come in through `Put` and the schema.
    return this.#collection(collection).get(id)?.record as Collections[C] | undefined;
  }

  /** The version of the record, 0 if there is none. */
  version(collection: CollectionName, id: RecordId): Version {
    return this.#collection(collection).get(id)?.version ?? 0;
  }

  /** Records whose field has this value, ascending by id. */
  find<C extends keyof Indexes>(collection: C, _field: Indexes[C], value: RecordId | null): readonly Collections[C][] {
    const ids = this.#root.indexes[collection].get(value) ?? [];
    return ids.flatMap((id) => this.get(collection, id) ?? []);
  }

  /** All records of a collection, ascending by id. */
  *all<C extends CollectionName>(collection: C): Iterable<Collections[C]> {
    for (const { record } of this.#collection(collection).valuesArray()) yield record as Collections[C];
  }

  /** The change that puts a record beside what is seen, or in the place of what is seen of it. */
  put<C extends CollectionName>(collection: C, record: Collections[C]): Put {
    // Sound: a record goes with its own collection.
    return { kind: 'put', collection, record, version: this.version(collection, record.id) } as Put;
  }

  /** The change that removes what is seen of a record. */
  remove(collection: CollectionName, id: RecordId): Remove {
    return { kind: 'remove', collection, id, version: this.version(collection, id) };
  }

  count(collection: CollectionName): number {
    return this.#collection(collection).size;
  }

  #collection(name: CollectionName): StoredCollection {
    return this.#root.collections[name];
  }
}

/** One value per collection. */
export function mapCollections<T>(make: (name: CollectionName, place: number) => T): Record<CollectionName, T> {
  return Object.fromEntries(collectionNames.map((name, i) => [name, make(name, i)])) as Record<CollectionName, T>;
}

function storedCollection(records: readonly StoredRecord[], version: Version): StoredCollection {
  return tableOf(records.map((record) => [record.id, { version, record }]));
}

function indexOf(name: CollectionName, records: readonly StoredRecord[]): Index {
  const buckets = new Map<RecordId | null, RecordId[]>();
  for (const record of [...records].sort((one, other) => compareIds(one.id, other.id))) {
    const value = indexedValue(name, record);
    if (value === undefined) continue;
    const bucket = buckets.get(value);
    if (bucket === undefined) buckets.set(value, [record.id]);
    else bucket.push(record.id);
  }
  return tableOf(buckets);
}

/** What a record is found by; undefined if it is not there, or its collection has no such field. */
function indexedValue(name: CollectionName, record: AnyRecord | undefined): RecordId | null | undefined {
  const fields: Partial<Record<CollectionName, string>> = indexedFields;
  const value: unknown = record && Reflect.get(record, fields[name] ?? '');
  return typeof value === 'number' || typeof value === 'string' || value === null ? value : undefined;
}

function reindex(
  index: Index,
  id: RecordId,
  before: RecordId | null | undefined,
  after: RecordId | null | undefined,
): Index {
  if (before === after) return index;
  let next = index;
  if (before !== undefined) {
    const rest = (next.get(before) ?? []).filter((other) => other !== id);
    next = withEntries(next, [[before, rest.length === 0 ? undefined : rest]]);
  }
  if (after === undefined) return next;
  const ids = next.get(after) ?? [];
  return withEntries(next, [[after, ids.toSpliced(ids.findLastIndex((other) => other < id) + 1, 0, id)]]);
}

/** By how many bytes a state grows whose beginning has the first record, where one record gives way to another. */
function growth(first: object | undefined, before: object | undefined, after: object | undefined): number {
  const isOwn = (value: object | undefined) => value !== undefined && value !== first;
  // Most of what two states of a record hold is the same, and need not be weighed.
  if (isOwn(before) && isOwn(after)) return weightGained(before, after) - weightGained(after, before);
  const weighed = (value: object | undefined) => (isOwn(value) ? recordOverhead + weightOf(value) : 0);
  return weighed(after) - weighed(before);
}

/** What the fields weigh that are other in the second of two objects. */
function weightGained(before: object | undefined, after: object | undefined): number {
  const old: Readonly<Record<string, unknown>> = { ...before };
  let weight = 32;
  for (const [name, value] of Object.entries(after ?? {})) if (value !== old[name]) weight += 8 + weightOf(value);
  return weight;
}

/** What a record costs besides its members: its place in a map, and its part of the maps' nodes that it replaced. */
export const recordOverhead = 1024;

/** About how many bytes a plain JSON value holds on to, its texts at their length. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return weightOfText(value);
  if (!isContainer(value)) return 8;
  let weight = 32;
  // Short names are the same texts in all objects.
  for (const name in value) weight += (name.length > 64 ? weightOfText(name) : 8) + weightOf(value[name]);
  return weight;
}

/**
 * About how many bytes a change holds on to: what the two values share is held by the state too, or by the later change
 * that took it out of the state.
 */
export function weightOfDifference(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (!isContainer(before) || !isContainer(after)) return weightOf(before) + weightOf(after);
  let weight = 32;
  for (const name in after) weight += 8 + weightOfDifference(before[name], after[name]);
  for (const name in before) if (!(name in after)) weight += weightOf(before[name]);
  return weight;
}

/** V8 keeps a text of ASCII in one byte for each character, others in two. Short ones do not matter. */
export function weightOfText(text: string): number {
  const isWide = text.length > 64 && Buffer.byteLength(text) > text.length;
  return 24 + (isWide ? 2 : 1) * text.length;
}
