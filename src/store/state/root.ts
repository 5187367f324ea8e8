import type { CollectionName, Collections, LeadRecord, RecordId } from '../../domain/records.ts';
import { isContainer } from '../../json/json-value.ts';
import { CampaignLeads } from './campaign-leads.ts';
import { type PersistentTable, tableOf, withEntries } from './persistent-table.ts';
import schema from './records.schema.gen.json' with { type: 'json' };
import { type AnyRecord, type Change, type Indexes, type Place, indexedFields } from './store.ts';

export type StoredRecord = Collections[CollectionName];
export type StoredCollection = PersistentTable<StoredRecord>;
/** The ids of the records with a value, ascending. */
type Index = PersistentTable<readonly RecordId[]>;

/** In the order in which they refer to each other. */
export const collectionNames = Object.keys(schema.definitions.Collections.properties) as readonly CollectionName[];

/** A state as what decides sees it. */
export type View = Pick<Root, 'get' | 'find' | 'all' | 'count' | 'leads' | 'put' | 'remove' | 'expect' | 'putLeads'>;

/** Everything a store holds at one moment: it fits together, and is never changed, for a commit makes the next one. */
export class Root {
  static readonly empty = Root.of(
    mapCollections(() => []),
    [],
  );
  /** What it began with, in its own store or in the one that it was forked from. */
  readonly beginning: Root;

  constructor(
    readonly collections: Readonly<Record<CollectionName, StoredCollection>>,
    /** Of each collection by the field that it is found by; empty if there is none. */
    readonly indexes: Readonly<Record<CollectionName, Index>>,
    /** By campaign. */
    readonly lists: PersistentTable<CampaignLeads>,
    beginning?: Root,
    /** About how many bytes it holds that its beginning does not. */
    readonly own = 0,
  ) {
    this.beginning = beginning ?? this;
  }

  /** The state that stored records make. */
  static of(
    records: Readonly<Record<CollectionName, readonly StoredRecord[]>>,
    leads: readonly (readonly [campaignId: number, leads: readonly LeadRecord[]])[],
  ): Root {
    const lists = tableOf(leads.map(([id, list]) => [id, CampaignLeads.from(list)] as const));
    const collections = mapCollections((name) => tableOf(records[name].map((record) => [record.id, record])));
    const indexes = mapCollections((name) => {
      // Ascending, as they are entered fastest.
      const sorted = collections[name].valuesArray();
      const moves = sorted.map((record) => [record.id, undefined, record] as const);
      return reindex(name, tableOf<readonly RecordId[]>([]), moves);
    });
    return new Root(collections, indexes, lists);
  }

  get<C extends CollectionName>(collection: C, id: RecordId): Collections[C] | undefined {
    // Sound because a collection holds only its own record type: records come in through `Put` and the schema.
    return this.collections[collection].get(id) as Collections[C] | undefined;
  }

  /** Records whose field has this value, ascending by id. */
  find<C extends keyof Indexes>(collection: C, _field: Indexes[C], value: RecordId | null): readonly Collections[C][] {
    const ids = this.indexes[collection].get(value) ?? [];
    return ids.flatMap((id) => this.get(collection, id) ?? []);
  }

  /** All records of a collection, ascending by id. */
  all<C extends CollectionName>(collection: C): readonly Collections[C][] {
    return this.collections[collection].valuesArray() as readonly StoredRecord[] as readonly Collections[C][];
  }

  count(collection: CollectionName): number {
    return this.collections[collection].size;
  }

  /** The change that puts a record beside what is seen, or in the place of what is seen of it. */
  put<C extends CollectionName>(collection: C, record: Collections[C]): Change {
    return { in: collection, id: record.id, before: this.get(collection, record.id), after: record };
  }

  /** The change that removes what is seen of a record. */
  remove(collection: CollectionName, id: RecordId): Change {
    return { in: collection, id, before: this.get(collection, id) };
  }

  /** The change that writes nothing, for what a decision only read. */
  expect(collection: CollectionName, id: RecordId): Change {
    const before = this.get(collection, id);
    return { in: collection, id, before, after: before };
  }

  /** The changes that put leads of a campaign beside what is seen of it. */
  putLeads(campaignId: number, leads: readonly LeadRecord[]): readonly Change[] {
    const list = this.leads(campaignId);
    return leads.map((lead) => ({ in: `leads/${campaignId}`, id: lead.id, before: list.get(lead.id), after: lead }));
  }

  /** The campaign's leads, empty if it has none. */
  leads(campaignId: number): CampaignLeads {
    return this.lists.get(campaignId) ?? CampaignLeads.empty;
  }

  /** The record of a place. */
  at(place: Place, id: RecordId): AnyRecord | undefined {
    return isCollection(place) ? this.get(place, id) : this.leads(campaignOfPlace(place)).get(Number(id));
  }

  /** The root with records of a place put by their ids, or removed where they are undefined. */
  with(place: Place, records: ReadonlyMap<RecordId, AnyRecord | undefined>): Root {
    let { own } = this;
    for (const [id, record] of records) {
      const first = this.beginning.at(place, id);
      own += weightBeside(first, record) - weightBeside(first, this.at(place, id));
    }
    if (!isCollection(place)) {
      const campaignId = campaignOfPlace(place);
      // Sound, here and below: a place has records of its own kind alone, as what it is read from and commits to.
      const list = this.leads(campaignId).change([...records] as [number, LeadRecord | undefined][]);
      return this.#with({ lists: withEntries(this.lists, [[campaignId, list]]), own });
    }
    const moves = [...records].map(([id, record]) => [id, this.get(place, id), record] as const);
    const index = reindex(place, this.indexes[place], moves);
    const table = withEntries(this.collections[place], records as ReadonlyMap<RecordId, StoredRecord | undefined>);
    const collections = { ...this.collections, [place]: table };
    return this.#with({ collections, indexes: { ...this.indexes, [place]: index }, own });
  }

  /** The root without all leads of a campaign. */
  withoutLeads(campaignId: number): Root {
    return this.#with({ lists: withEntries(this.lists, [[campaignId, undefined]]) });
  }

  #with({
    collections = this.collections,
    indexes = this.indexes,
    lists = this.lists,
    own = this.own,
  }: Partial<Pick<Root, 'collections' | 'indexes' | 'lists' | 'own'>>): Root {
    return new Root(collections, indexes, lists, this.beginning, own);
  }
}

/** Whether a place is a collection, not an audience. */
export function isCollection(place: Place): place is CollectionName {
  return !place.startsWith('leads/');
}

/** The kind of the records of a place. */
export function kindOfPlace(place: Place): CollectionName | 'leads' {
  return isCollection(place) ? place : 'leads';
}

/** Whose leads a place has. */
export function campaignOfPlace(place: Place): number {
  return Number(place.slice('leads/'.length));
}

/** A value of a record as a message shows it. */
export function shownValue(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200);
}

/** One value per collection. */
export function mapCollections<T>(make: (name: CollectionName) => T): Record<CollectionName, T> {
  return Object.fromEntries(collectionNames.map((name) => [name, make(name)])) as Record<CollectionName, T>;
}

/** What a record is found by; undefined if it is not there, or its collection has no such field. */
function indexedValue(name: CollectionName, record: AnyRecord | undefined): RecordId | null | undefined {
  const fields: Partial<Record<CollectionName, string>> = indexedFields;
  const value: unknown = record && Reflect.get(record, fields[name] ?? '');
  return typeof value === 'number' || typeof value === 'string' || value === null ? value : undefined;
}

/** The index of a collection once records have become other ones: what each was, and what it is. */
function reindex(
  name: CollectionName,
  index: Index,
  moves: readonly (readonly [id: RecordId, before: AnyRecord | undefined, after: AnyRecord | undefined])[],
): Index {
  const found = new Map<RecordId | null, RecordId[]>();
  const idsWith = (value: RecordId | null) => {
    const ids = found.get(value) ?? [...(index.get(value) ?? [])];
    found.set(value, ids);
    return ids;
  };
  for (const [id, ...records] of moves) {
    const [before, after] = records.map((record) => indexedValue(name, record));
    if (before === after) continue;
    if (before !== undefined) {
      const ids = idsWith(before);
      ids.splice(ids.indexOf(id), 1);
    }
    if (after !== undefined) {
      const ids = idsWith(after);
      ids.splice(ids.findLastIndex((other) => other < id) + 1, 0, id);
    }
  }
  return withEntries(
    index,
    [...found].map(([value, ids]) => [value, ids.length === 0 ? undefined : ids] as const),
  );
}

/** What a record weighs that is not the one which its state began with. */
function weightBeside(first: object | undefined, record: object | undefined): number {
  return record === undefined || record === first ? 0 : recordOverhead + weightOf(record);
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

/** V8 keeps a text of ASCII in one byte for each character, others in two. Short ones do not matter. */
export function weightOfText(text: string): number {
  return 24 + (text.length > 64 ? Buffer.byteLength(text) : text.length);
}
