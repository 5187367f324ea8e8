import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import { hasCode } from '../../files/file-system.ts';
import { fieldOf } from '../../json/json-value.ts';
import { collectionNames, type StoredRecord } from '../state/root.ts';
import {
  collectionFile,
  leadsFile,
  nameInFolder,
  recordFault,
  type RecordFolder,
  voiceProviderIds,
  voicesFile,
} from './record-folder.ts';
import { cannotBeRead, DataFileError, mostShown } from './data-file-error.ts';
import { parseWhole, readRecordFile, type RecordFileParts } from './record-file.ts';

/** Records checked before other work gets a turn. */
const checkedAtOnce = 10_000;

interface Identified {
  readonly id: RecordId;
}

export type RecordsByCollection = Readonly<Record<CollectionName, readonly StoredRecord[]>>;

/**
 * Reads every collection; each record is validated against its schema, and its id must be unique.
 * @throws DataFileError that tells of all faults
 */
export async function readCollections(folder: RecordFolder): Promise<RecordsByCollection> {
  const lists = await allOrFaults(
    collectionNames.map(async (name) => [name, await readCollection(folder, name)] as const),
  );
  // Sound because each record has been validated against the schema made from its type.
  return Object.fromEntries(lists) as Record<CollectionName, readonly StoredRecord[]>;
}

/** Reads one campaign's leads. @throws DataFileError at the first fault */
export async function readLeads(folder: RecordFolder, campaignId: number): Promise<readonly LeadRecord[]> {
  const file = leadsFile(folder.dir, campaignId);
  // Sound for the same reason as in readCollections.
  return (await readChecked(folder, 'leads', file)) as readonly LeadRecord[];
}

/** Whether the file of one campaign's leads has a record, by its first bytes; undefined if they do not tell. */
export async function beginsWithRecord(folder: RecordFolder, campaignId: number): Promise<boolean | undefined> {
  const handle = await folder.fileSystem.open(leadsFile(folder.dir, campaignId), 'r').catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(64), 0, 64, 0)) ?? { buffer: '', bytesRead: 0 };
    const [, first] = /^\s*\[\s*(\S)/.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
    return first === undefined ? undefined : first === '{' || (first === ']' ? false : undefined);
  } finally {
    await handle?.close();
  }
}

/** Reads the ids of one campaign's leads synchronously. @throws DataFileError or StorageError if they cannot be read */
export function readLeadIdsNow({ dir, wayOut }: RecordFolder, campaignId: number): readonly number[] {
  const file = leadsFile(dir, campaignId);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw cannotBeRead(file, error, wayOut);
  }
  const records = parseWhole({ file, wayOut }, bytes);
  return records.flatMap((record: unknown) => {
    const id: unknown = record instanceof Object && 'id' in record ? record.id : undefined;
    return typeof id === 'number' ? [id] : [];
  });
}

/** How a file of the folder is to be read and written. */
export function fileParts(folder: RecordFolder, file: string, format: RecordFileParts['format']): RecordFileParts {
  return { file, format, fileSystem: folder.fileSystem, wayOut: folder.wayOut };
}

async function readCollection(folder: RecordFolder, name: CollectionName): Promise<readonly Identified[]> {
  if (name !== 'voices') return readChecked(folder, name, collectionFile(folder.dir, name));
  const perProvider = voiceProviderIds(folder.dir).map(async (providerId) => {
    const file = voicesFile(folder.dir, providerId);
    const voices = await readChecked(folder, name, file);
    voices.forEach((voice, i) => {
      if ('provider_id' in voice && voice.provider_id === providerId) return;
      throw recordFault(
        folder,
        file,
        `/${i}/provider_id`,
        Reflect.get(voice, 'provider_id'),
        `the file's name says ${providerId}`,
      );
    });
    return voices;
  });
  const all = (await allOrFaults(perProvider)).flat();
  for (const fault of duplicatesIn(folder, join(folder.dir, 'voices'), all)) throw fault;
  return all;
}

/** What all promises give. @throws DataFileError for all that fail so, once none is under way */
async function allOrFaults<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(promises);
  const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const faults = reasons.flatMap((reason) => (reason instanceof DataFileError ? reason.all : []));
  if (faults.length > 0) throw DataFileError.of(faults);
  if (reasons.length > 0) throw reasons[0];
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function readChecked(
  folder: RecordFolder,
  name: CollectionName | 'leads',
  file: string,
): Promise<readonly Identified[]> {
  let checksum: string | undefined;
  const { fitting, faults } = await inspectRecords(folder, name, file, mostShown, (found) => (checksum = found));
  if (faults.length > 0) throw DataFileError.of(faults);
  compareChecksum(folder, file, checksum);
  return fitting;
}

/**
 * Compares what was read of a file with what was written. What a person has changed is used, and told.
 * @param checksum of the content that was read; undefined if the file does not exist
 * @throws DataFileError if the file is missing
 */
function compareChecksum(folder: RecordFolder, file: string, checksum: string | undefined): void {
  const { dir, checksums, onNotice } = folder;
  const name = nameInFolder(dir, file);
  const written = checksums?.get(name);
  if (checksums === undefined || written === checksum) return;
  if (checksum === undefined) throw missingFile(folder, file);
  checksums.set(name, checksum);
  if (written === '') return;
  onNotice?.(
    `${file} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
  );
}

/**
 * Checks that every file of voices or leads that was written still exists, except the leads of these campaigns. The
 * other files are always read, and missed then.
 * @throws DataFileError
 */
export async function requireFiles(folder: RecordFolder, removed: ReadonlySet<number>): Promise<void> {
  const { dir, checksums, fileSystem } = folder;
  const gone = new Set([...removed].map((campaignId) => leadsFile(dir, campaignId)));
  const files = [...(checksums?.keys() ?? [])].filter((name) => name.includes('/')).map((name) => join(dir, name));
  const checks = files
    .filter((file) => !gone.has(file))
    .map((file) =>
      fileSystem.stat(file).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) throw missingFile(folder, file);
      }),
    );
  await Promise.all(checks);
}

function missingFile({ wayOut }: RecordFolder, file: string): DataFileError {
  return new DataFileError(file, '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
}

/** What is found in a file of records. */
export interface InspectedRecords {
  /** The records that fit their schema. */
  readonly fitting: readonly Identified[];
  /** All of them, whatever they are. */
  readonly records: readonly unknown[];
  readonly faults: readonly DataFileError[];
}

/**
 * Looks at every record of a file, if it exists.
 * @param limit from so many faults on no more are looked for: a wrong file may be wrong in each of a million records
 * @throws DataFileError if the file is not a list of records
 */
export async function inspectRecords(
  folder: RecordFolder,
  name: CollectionName | 'leads',
  file: string,
  limit: number,
  onRead: (checksum: string) => void = () => undefined,
): Promise<InspectedRecords> {
  const records = await readRecordFile({ ...fileParts(folder, file, 'pretty'), onRead });
  const faults: DataFileError[] = [];
  const unfit = new Set<unknown>();
  for (const [i, record] of records.entries()) {
    const fault = folder.schemaCheck(name, record);
    if (fault !== undefined) unfit.add(record);
    for (const { pointer, value, reason } of fault === undefined ? [] : [fault, ...(fault.others ?? [])]) {
      faults.push(recordFault(folder, file, `/${i}${pointer}`, value, reason));
    }
    if (faults.length > limit) break;
    if (i % checkedAtOnce === checkedAtOnce - 1) await setImmediate();
  }
  // Sound because each of them has been validated against the schema made from its type.
  const fitting = (
    unfit.size === 0 ? records : records.filter((record) => !unfit.has(record))
  ) as readonly Identified[];
  if (faults.length <= limit) faults.push(...duplicatesIn(folder, file, records));
  return { fitting, records, faults };
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
