import { isDeepStrictEqual } from 'node:util';
import { reasonOf } from '../../files/file-system.ts';
import type { Positions } from '../../domain/audiences/audience-page.ts';
import type { LeadRecord, LeadStatus } from '../../domain/records.ts';
import type { LeadList, Version } from '../store.ts';

const chunkBits = 10;
const chunkSize = 1 << chunkBits;

interface Chunk {
  readonly records: readonly LeadRecord[];
  /** Places within the chunk per status, made when first asked for. */
  places?: readonly (readonly number[])[];
  /** Made when first asked for. */
  numbers?: JoinedNumbers;
}

/**
 * One campaign's leads in chunks: a changed list shares with the one before it every chunk that has not changed, so a
 * change of one record costs the same at a thousand records and at a million, and reading is a plain array's.
 */
export class LeadVector implements LeadList {
  static readonly empty = new LeadVector(0, [], 0);
  readonly #positions: Partial<Record<LeadStatus, Int32Array>> = {};

  readonly #chunks: readonly Chunk[];

  private constructor(
    readonly version: Version,
    chunks: readonly Chunk[],
    readonly size: number,
  ) {
    this.#chunks = chunks;
  }

  /** @param records with distinct ids, in any order */
  static from(records: readonly LeadRecord[], version: Version): LeadVector {
    const ordered = isOrdered(records) ? records : records.toSorted((a, b) => a.id - b.id);
    const chunks: Chunk[] = [];
    for (let i = 0; i < ordered.length; i += chunkSize) chunks.push({ records: ordered.slice(i, i + chunkSize) });
    return new LeadVector(version, chunks, ordered.length);
  }

  /** 0 if it is empty. */
  get highestId(): number {
    return this.size === 0 ? 0 : this.at(this.size - 1).id;
  }

  at(position: number): LeadRecord {
    const record = this.#chunks[position >>> chunkBits]?.records[position & (chunkSize - 1)];
    if (record === undefined) throw new RangeError(`No lead at ${position}: there are ${this.size}.`);
    return record;
  }

  positionsOf(status: LeadStatus): Positions {
    return (this.#positions[status] ??= collectPositions(this.#chunks, status));
  }

  positionsOfNumber(part: string): Positions {
    const positions = new Int32Array(this.size);
    let count = 0;
    for (const [at, chunk] of this.#chunks.entries()) {
      chunk.numbers ??= joinNumbers(chunk.records);
      for (const place of placesContaining(part, chunk.numbers)) positions[count++] = (at << chunkBits) + place;
    }
    return positions.subarray(0, count);
  }

  get(id: number): LeadRecord | undefined {
    const record = this.#chunks[this.#chunkOf(id)]?.records;
    if (record === undefined) return undefined;
    const found = record[lowerBound(record, id)];
    return found?.id === id ? found : undefined;
  }

  records(): readonly LeadRecord[] {
    return this.#chunks.flatMap((chunk) => chunk.records);
  }

  /** The list with these records added or replaced by their id. */
  put(leads: readonly LeadRecord[], version: Version): LeadVector {
    const chunks = [...this.#chunks];
    const inserted: LeadRecord[] = [];
    for (const lead of leads) {
      const at = this.#chunkOf(lead.id);
      const chunk = chunks[at];
      const place = chunk === undefined ? -1 : lowerBound(chunk.records, lead.id);
      if (chunk?.records[place]?.id !== lead.id) inserted.push(lead);
      else chunks[at] = replaceIn(chunk, place, lead, chunk === this.#chunks[at]);
    }
    const replaced = new LeadVector(version, chunks, this.size);
    return inserted.length === 0 ? replaced : replaced.#insert(inserted);
  }

  /** The list without the records with these ids. */
  remove(ids: readonly number[], version: Version): LeadVector {
    const gone = new Set(ids);
    return LeadVector.from(
      this.records().filter((record) => !gone.has(record.id)),
      version,
    );
  }

  /** What to put and remove to turn another list into this one; shared chunks are not compared. */
  differenceFrom(other: LeadVector): { readonly put: readonly LeadRecord[]; readonly remove: readonly number[] } {
    const own = recordsNotIn(new Set(other.#chunks), this.#chunks);
    const theirs = recordsNotIn(new Set(this.#chunks), other.#chunks);
    const before = new Map(theirs.map((record) => [record.id, record]));
    const after = new Set(own.map((record) => record.id));
    return {
      put: own.filter((record) => !isDeepStrictEqual(before.get(record.id), record)),
      remove: theirs.filter((record) => !after.has(record.id)).map((record) => record.id),
    };
  }

  #insert(leads: readonly LeadRecord[]): LeadVector {
    const ordered = leads.toSorted((a, b) => a.id - b.id);
    const tail = this.#chunks.at(-1)?.records;
    const isAppend = (ordered[0]?.id ?? 0) > this.highestId;
    if (!isAppend) return LeadVector.from([...this.records(), ...ordered], this.version);
    const isTailOpen = tail !== undefined && tail.length < chunkSize;
    const kept = isTailOpen ? this.#chunks.slice(0, -1) : this.#chunks;
    const added = LeadVector.from(isTailOpen ? [...tail, ...ordered] : ordered, this.version);
    return new LeadVector(this.version, [...kept, ...added.#chunks], this.size + ordered.length);
  }

  /** The only chunk that can hold an id: the last whose first id is not above it. */
  #chunkOf(id: number): number {
    return Math.max(0, firstFrom(this.#chunks, ({ records }) => records[0]?.id ?? Infinity, id + 1) - 1);
  }
}

function recordsNotIn(shared: ReadonlySet<Chunk>, chunks: readonly Chunk[]): readonly LeadRecord[] {
  return chunks.filter((chunk) => !shared.has(chunk)).flatMap((chunk) => chunk.records);
}

function isOrdered(records: readonly LeadRecord[]): boolean {
  return records.every((record, i) => i === 0 || (records[i - 1]?.id ?? 0) < record.id);
}

/** The place of the first whose id is not below this one; behind the last if there is none. */
function firstFrom<T>(ordered: readonly T[], idOf: (item: T) => number, id: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idOf(ordered[middle] as T) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lowerBound(records: readonly LeadRecord[], id: number): number {
  return firstFrom(records, (record) => record.id, id);
}

function replaceIn(chunk: Chunk, place: number, lead: LeadRecord, isShared: boolean): Chunk {
  // A chunk made for this change is not shared yet: writing to it saves a copy per record of a bulk change.
  if (isShared) return { records: chunk.records.with(place, lead) };
  (chunk.records as LeadRecord[])[place] = lead;
  return chunk;
}

function collectPositions(chunks: readonly Chunk[], status: LeadStatus): Int32Array {
  const perChunk = chunks.map((chunk) => placesOf(chunk)[status] ?? []);
  const positions = new Int32Array(perChunk.reduce((sum, places) => sum + places.length, 0));
  let next = 0;
  perChunk.forEach((places, at) => {
    for (const place of places) positions[next++] = at * chunkSize + place;
  });
  return positions;
}

function placesOf(chunk: Chunk): readonly (readonly number[])[] {
  if (chunk.places === undefined) {
    const places: [number[], number[], number[], number[]] = [[], [], [], []];
    chunk.records.forEach((record, place) => places[record.status].push(place));
    chunk.places = places;
  }
  return chunk.places;
}

/** The numbers of some leads as one text, which is searched many times as fast as one text after the other. */
interface JoinedNumbers {
  readonly text: string;
  /** Where each number ends. */
  readonly ends: readonly number[];
}

function joinNumbers(records: readonly LeadRecord[]): JoinedNumbers {
  let end = 0;
  const ends = records.map(({ mobile_no: number }) => (end += number.length));
  return { text: records.map(({ mobile_no: number }) => number).join(''), ends };
}

/** Gives the places of the numbers that contain the part. */
function* placesContaining(part: string, { text, ends }: JoinedNumbers): Generator<number, undefined> {
  let place = 0;
  for (let hit = text.indexOf(part); hit >= 0;) {
    while ((ends[place] ?? Infinity) <= hit) place += 1;
    const end = ends[place] ?? 0;
    const isWithin = hit + part.length <= end;
    if (isWithin) yield place;
    hit = text.indexOf(part, isWithin ? end : hit + 1);
  }
}

/**
 * A campaign's leads in a file, which is read when they are needed, and once for all states that have them: a later rewrite
 * of the file does not reach the states that began before it.
 */
export class LeadFile {
  /** What is in the file, once it has been read. */
  list: LeadVector | undefined;
  /** What kept it from being read the last time. */
  fault: string | undefined;
  readonly #read: () => Promise<readonly LeadRecord[]>;
  #loading: Promise<LeadVector> | undefined;

  /** @param read throws `DataFileError` or `StorageError` */
  constructor(read: () => Promise<readonly LeadRecord[]>) {
    this.#read = read;
  }

  load(): Promise<LeadVector> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<LeadVector> {
    try {
      const records = await this.#read();
      this.list = records.length === 0 ? LeadVector.empty : LeadVector.from(records, 1);
      this.fault = undefined;
      return this.list;
    } catch (error) {
      // A file that could not be read may be there the next time.
      this.#loading = undefined;
      this.fault = reasonOf(error);
      throw error;
    }
  }
}
