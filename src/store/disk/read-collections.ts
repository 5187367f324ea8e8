import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LoggedChange } from '../store.ts';
import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import { fieldOf } from '../../json/json-value.ts';
import { LeadFile } from '../state/lead-vector.ts';
import { PersistentMap } from '../state/persistent-map.ts';
import {
  collectionNames,
  loadLeads,
  mapCollections,
  type Root,
  type StoredLeads,
  type StoredRecord,
} from '../state/root.ts';
import {
  collectionFile,
  leadCampaignIds,
  leadsFile,
  nameInFolder,
  recordFault,
  type RecordFolder,
  voiceProviderIds,
  voicesFile,
} from './record-folder.ts';
import { DataFileError, type RecordFileParts, mostShown, readRecordFile } from './record-file.ts';

/** Records checked before other work gets a turn. */
const checkedAtOnce = 10_000;

interface Identified {
  readonly id: RecordId;
}

export type RecordsByCollection = Readonly<Record<CollectionName, readonly StoredRecord[]>>;

/** What is found in the files of one kind of record. */
export interface FoundRecords {
  /** The records that fit their schema. */
  readonly fitting: readonly Identified[];
  /** All of them, whatever they are; undefined if a file cannot be read. */
  readonly records: readonly unknown[] | undefined;
  readonly faults: readonly DataFileError[];
}

/**
 * Reads every collection; each record is validated against its schema, and its id must be unique.
 * @throws DataFileError that tells of all faults
 */
export async function readCollections(folder: RecordFolder): Promise<RecordsByCollection> {
  const found = await findCollections(folder);
  const faults = [...found.values()].flatMap((list) => list.faults);
  if (faults.length > 0) throw DataFileError.of(faults);
  // Sound because each record has been validated against the schema made from its type.
  return mapCollections((name) => (found.get(name)?.fitting ?? []) as readonly StoredRecord[]);
}

/** Looks at every collection. @param limit of faults in each file */
export async function findCollections(
  folder: RecordFolder,
  limit = mostShown,
): Promise<ReadonlyMap<CollectionName, FoundRecords>> {
  const lists = collectionNames.map(async (name) => {
    const find = (file: string) => findRecords(folder, name, file, limit);
    return [
      name,
      await (name === 'voices' ? findVoices(folder, find) : find(collectionFile(folder.dir, name))),
    ] as const;
  });
  return new Map(await Promise.all(lists));
}

/** Reads one campaign's leads. @throws DataFileError at the first fault */
async function readLeads(folder: RecordFolder, campaignId: number): Promise<readonly LeadRecord[]> {
  const file = leadsFile(folder.dir, campaignId);
  const { fitting, faults } = await findRecords(folder, 'leads', file);
  if (faults.length > 0) throw DataFileError.of(faults);
  // Sound for the same reason as in readCollections.
  return fitting as readonly LeadRecord[];
}

/** So much of the leads is read at each start; in bytes. */
const loadedAtStart = 4 * 2 ** 20;

/** The leads of a folder, to be read when they are needed: a million take seconds. */
export function leadsOfFolder(folder: RecordFolder): StoredLeads {
  const ids = leadCampaignIds(folder.dir);
  return PersistentMap.from(
    ids,
    ids.map((id) => new LeadFile(() => readLeads(folder, id))),
  );
}

/**
 * Reads the small lists of a folder, so that a damaged one is found now.
 * @param isAll whether the others are read too
 * @throws DataFileError at the first fault
 */
export async function loadAtStart({ dir, fileSystem }: RecordFolder, root: Root, isAll: boolean): Promise<void> {
  const files = await Promise.all(
    leadCampaignIds(dir).map(async (id) => ({ id, size: (await fileSystem.stat(leadsFile(dir, id))).size })),
  );
  let total = 0;
  for (const { id, size } of files.toSorted((one, other) => one.size - other.size)) {
    total += size;
    if (isAll || total <= loadedAtStart) await loadLeads(root, [id]);
  }
}

/** How a file of the folder is to be read and written. */
export function fileParts(folder: RecordFolder, file: string, format: RecordFileParts['format']): RecordFileParts {
  return { file, format, fileSystem: folder.fileSystem, wayOut: folder.wayOut };
}

/** The voices of all providers, each of which has a file, as one list. */
async function findVoices(folder: RecordFolder, find: (file: string) => Promise<FoundRecords>): Promise<FoundRecords> {
  const lists = voiceProviderIds(folder.dir).map(async (providerId) => {
    const file = voicesFile(folder.dir, providerId);
    const found = await find(file);
    const given = (found.records ?? []).map((voice) => fieldOf(voice, 'provider_id'));
    const wrong = given.flatMap((id, i) => {
      if (typeof id !== 'string' || id === providerId) return [];
      return [recordFault(folder, file, `/${i}/provider_id`, id, `the file's name says ${providerId}`)];
    });
    return { ...found, faults: [...found.faults, ...wrong] };
  });
  const found = await Promise.all(lists);
  const records = found.flatMap((list) => list.records ?? []);
  const faults = found.flatMap((list) => list.faults);
  if (faults.length === 0) faults.push(...duplicatesIn(folder, join(folder.dir, 'voices'), records));
  const isWhole = found.every((list) => list.records !== undefined);
  return { fitting: found.flatMap(({ fitting }) => fitting), records: isWhole ? records : undefined, faults };
}

/**
 * Looks at every record of a file, if it exists.
 * @param limit from so many faults on no more are looked for: a wrong file may be wrong in each of a million records
 */
export async function findRecords(
  folder: RecordFolder,
  kind: CollectionName | 'leads',
  file: string,
  limit = mostShown,
): Promise<FoundRecords> {
  let checksum: string | undefined;
  const parts = { ...fileParts(folder, file, 'pretty'), onRead: (sum: string) => void (checksum = sum) };
  const records = await readRecordFile(parts).catch((error: unknown) => {
    if (error instanceof DataFileError) return error;
    throw error;
  });
  if (records instanceof DataFileError) return { fitting: [], records: undefined, faults: records.all };
  const { unfit, faults } = await checkRecords(folder, kind, file, records, limit);
  if (faults.length <= limit) faults.push(...duplicatesIn(folder, file, records));
  if (faults.length === 0) faults.push(...compareChecksum(folder, file, checksum));
  const fitting = unfit.size === 0 ? records : records.filter((record) => !unfit.has(record));
  // Sound because each of them has been validated against the schema made from its type.
  return { fitting: fitting as readonly Identified[], records, faults };
}

async function checkRecords(
  folder: RecordFolder,
  kind: CollectionName | 'leads',
  file: string,
  records: readonly unknown[],
  limit: number,
) {
  const faults: DataFileError[] = [];
  const unfit = new Set<unknown>();
  for (const [i, record] of records.entries()) {
    const fault = folder.schemaCheck(kind, record);
    if (fault !== undefined) unfit.add(record);
    for (const { pointer, value, reason } of fault === undefined ? [] : [fault, ...(fault.others ?? [])]) {
      faults.push(recordFault(folder, file, `/${i}${pointer}`, value, reason));
    }
    if (faults.length > limit) break;
    if (i % checkedAtOnce === checkedAtOnce - 1) await setImmediate();
  }
  return { unfit, faults };
}

/**
 * Compares what was read of a file with what was written. What a person has changed is used, and told.
 * @param checksum of the content that was read; undefined if the file does not exist
 * @returns what is wrong if the file is missing
 */
function compareChecksum(folder: RecordFolder, file: string, checksum: string | undefined): readonly DataFileError[] {
  const { dir, checksums, onNotice } = folder;
  const name = nameInFolder(dir, file);
  const written = checksums?.get(name);
  if (checksums === undefined || written === checksum) return [];
  if (checksum === undefined) return [missingFile(folder, file)];
  checksums.set(name, checksum);
  if (written !== '') {
    onNotice?.(
      `${file} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
    );
  }
  return [];
}

/**
 * Checks that every file of voices or leads that was written still exists, except the leads of campaigns that the log
 * removes. The other files are always read, and missed then.
 * @throws DataFileError
 */
export function requireFiles(folder: RecordFolder, changes: readonly LoggedChange[]): void {
  const removed = changes.flatMap((change) => ('remove' in change && change.remove === 'campaigns' ? [change.id] : []));
  const gone = new Set(removed.map((campaignId) => leadsFile(folder.dir, Number(campaignId))));
  for (const name of folder.checksums?.keys() ?? []) {
    const file = join(folder.dir, name);
    if (name.includes('/') && !gone.has(file) && !existsSync(file)) throw missingFile(folder, file);
  }
}

function missingFile({ wayOut }: RecordFolder, file: string): DataFileError {
  return new DataFileError(file, '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
}

function* duplicatesIn(folder: RecordFolder, file: string, records: readonly unknown[]): Generator<DataFileError> {
  // Files are written in the order of their ids: a million of them need no set.
  let last: unknown = '';
  const isOrdered = records.every((record) => {
    const before = last;
    last = fieldOf(record, 'id');
    return typeof last === 'number' && (before === '' || (typeof before === 'number' && before < last));
  });
  if (isOrdered) return;
  const seen = new Set<unknown>();
  for (const [i, record] of records.entries()) {
    const id = fieldOf(record, 'id');
    if (id !== undefined && seen.has(id)) yield recordFault(folder, file, `/${i}/id`, id, 'another record has this id');
    seen.add(id);
  }
}
