import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CollectionName, LeadRecord, RecordId } from '../../../domain/records.ts';
import { collectionNames, type StoredRecord } from '../../state/root.ts';
import {
  collectionFile,
  leadsFile,
  recordFault,
  type RecordFolder,
  voiceProviderIds,
  voicesFile,
} from '../record-folder.ts';
import { unreadable, DataFileError, mostShown } from '../data-file-error.ts';
import { compareWithMark } from './compare-with-mark.ts';
import { memberOf } from './file-marks.ts';
import { parseWhole, readRecordFile, type RecordFileParts } from './data-file.ts';

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
    throw unreadable(file, error, wayOut);
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
  return refuseDuplicates(folder, join(folder.dir, 'voices'), (await allOrFaults(perProvider)).flat());
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
  let sum: string | undefined;
  const { fitting, faults } = await inspectRecords(folder, name, file, mostShown, (found) => (sum = found));
  if (faults.length > 0) throw DataFileError.of(faults);
  await compareWithMark(folder, file, sum);
  return fitting;
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
  onRead: (sum: string) => void = () => undefined,
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
    last = memberOf(record, 'id');
    return typeof last === 'number' && (before === '' || (typeof before === 'number' && before < last));
  });
  if (isOrdered) return;
  const seen = new Set<unknown>();
  for (const [i, record] of records.entries()) {
    const id = memberOf(record, 'id');
    if (id !== undefined && seen.has(id)) yield recordFault(folder, file, `/${i}/id`, id, 'another record has this id');
    seen.add(id);
  }
}

function refuseDuplicates(folder: RecordFolder, file: string, records: readonly Identified[]): readonly Identified[] {
  // Files are written in the order of their ids: a million of them need no set.
  if (records.every(({ id }, i) => i === 0 || (records[i - 1]?.id ?? '') < id)) return records;
  const seen = new Set<unknown>();
  for (const [i, { id }] of records.entries()) {
    if (seen.has(id)) throw recordFault(folder, file, `/${i}/id`, id, 'another record has this id');
    seen.add(id);
  }
  return records;
}
