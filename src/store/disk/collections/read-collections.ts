import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CollectionName, LeadRecord, RecordId } from '../../../domain/records.ts';
import { DataFileError, MOST_SHOWN } from '../data-file-error.ts';
import { placeInFile } from '../place-in-file.ts';
import { compareWithMark } from './compare-with-mark.ts';
import type { FileMarks } from './file-marks.ts';
import { type FileSystem, hasCode, reasonOf } from '../file-system.ts';
import { parseWhole, readRecordFile, type RecordFileParts } from './data-file.ts';
import type { SchemaCheck } from '../../record-schema.ts';
import { COLLECTION_NAMES, type StoredRecord } from '../../state/root.ts';
import { StorageError } from '../../store.ts';

/** A folder of record files: a scenario, or the data of a mock. */
export interface RecordFolder {
  readonly dir: string;
  readonly fileSystem: FileSystem;
  readonly schemaCheck: SchemaCheck;
  /** What to do about a broken file of this folder. */
  readonly wayOut: string;
  /** How its files were when they were written; absent where nobody has noted it. */
  readonly marks?: FileMarks | undefined;
  /** Told, in a sentence, of what is odd and does no harm. */
  readonly onNotice?: (sentence: string) => void;
}

/** Records checked before other work gets a turn. */
const CHECKED_AT_ONCE = 10_000;

interface Identified {
  readonly id: RecordId;
}

export type RecordsByCollection = Readonly<Record<CollectionName, readonly StoredRecord[]>>;

/**
 * Reads every collection, each record held to its schema and its id to being the only one.
 * Throws `DataFileError` that tells of all faults.
 */
export async function readCollections(folder: RecordFolder): Promise<RecordsByCollection> {
  const lists = await allOrFaults(
    COLLECTION_NAMES.map(async (name) => [name, await readCollection(folder, name)] as const),
  );
  // Sound because each record has been held to the schema made from its type.
  return Object.fromEntries(lists) as Record<CollectionName, readonly StoredRecord[]>;
}

/** Reads one campaign's leads. Throws `DataFileError` at the first fault. */
export async function readLeads(folder: RecordFolder, campaignId: number): Promise<readonly LeadRecord[]> {
  const file = leadsFile(folder.dir, campaignId);
  // Sound for the same reason as in readCollections.
  return (await readChecked(folder, 'leads', file)) as readonly LeadRecord[];
}

/** Whether the file of one campaign's leads has a record, by its first bytes; undefined where they do not tell. */
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

/** Reads the ids of one campaign's leads at once. Throws `DataFileError` or `StorageError` where they cannot be read. */
export function readLeadIdsNow({ dir, wayOut }: RecordFolder, campaignId: number): readonly number[] {
  const file = leadsFile(dir, campaignId);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new StorageError(`${file} cannot be read: ${reasonOf(error)}. ${wayOut}`, { cause: error });
  }
  const records = parseWhole({ file, wayOut }, bytes);
  return records.flatMap((record: unknown) => {
    const id: unknown = record instanceof Object && 'id' in record ? record.id : undefined;
    return typeof id === 'number' ? [id] : [];
  });
}

/** The campaigns that have a file of leads. */
export function leadCampaignIds(dir: string): readonly number[] {
  return namesIn(join(dir, 'leads'))
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number);
}

/** The file of a collection; of voices, a provider's. */
export function collectionFile(dir: string, name: Exclude<CollectionName, 'voices'>): string {
  return join(dir, `${name.replaceAll('_', '-')}.json`);
}

export function voicesFile(dir: string, providerId: string): string {
  return join(dir, 'voices', `${providerId}.json`);
}

export function leadsFile(dir: string, campaignId: number): string {
  return join(dir, 'leads', `${campaignId}.json`);
}

/** The providers that have a file of voices. */
export function voiceProviderIds(dir: string): readonly string[] {
  return namesIn(join(dir, 'voices'));
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
      fail(folder, file, `/${i}/provider_id`, Reflect.get(voice, 'provider_id'), `the file's name says ${providerId}`);
    });
    return voices;
  });
  return refuseDuplicates(folder, join(folder.dir, 'voices'), (await allOrFaults(perProvider)).flat());
}

/** What all promises give. Throws one `DataFileError` for all that fail so, once none is under way. */
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
  const onRead = (found: string) => (sum = found);
  const records = await readRecordFile({ ...fileParts(folder, file, 'pretty'), onRead });
  const faults: DataFileError[] = [];
  for (const [i, record] of records.entries()) {
    const fault = folder.schemaCheck(name, record);
    for (const { pointer, value, reason } of fault === undefined ? [] : [fault, ...(fault.others ?? [])])
      faults.push(recordFault(folder, file, `/${i}${pointer}`, value, reason));
    // A wrong file may be wrong in each of a million records.
    if (faults.length > MOST_SHOWN) break;
    if (i % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await setImmediate();
  }
  if (faults.length > 0) throw DataFileError.of(faults);
  const checked = refuseDuplicates(folder, file, records as readonly Identified[]);
  await compareWithMark(folder, file, sum);
  return checked;
}

function refuseDuplicates(folder: RecordFolder, file: string, records: readonly Identified[]): readonly Identified[] {
  // Files are written in the order of their ids: a million of them need no set.
  if (records.every(({ id }, i) => i === 0 || (records[i - 1]?.id ?? '') < id)) return records;
  const seen = new Set<unknown>();
  for (const [i, { id }] of records.entries()) {
    if (seen.has(id)) fail(folder, file, `/${i}/id`, id, 'another record has this id');
    seen.add(id);
  }
  return records;
}

function fail(folder: RecordFolder, file: string, pointer: string, value: unknown, reason: string): never {
  throw recordFault(folder, file, pointer, value, reason);
}

/**
 * The error for a value in a file that may not be there.
 * @param id makes the pointer one into the record of this id
 */
export function recordFault(
  folder: Pick<RecordFolder, 'wayOut'>,
  file: string,
  pointer: string,
  value: unknown,
  reason: string,
  id?: string | number,
): DataFileError {
  const record = id === undefined ? '' : ` of record ${JSON.stringify(id)}`;
  const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200);
  const place = `${placeInFile(file, pointer, id)} at ${pointer}${record}`;
  return new DataFileError(file, place, `the value is ${shown}: ${reason}`, folder.wayOut);
}

function namesIn(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
    return files.map((file) => basename(file, '.json')).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw new StorageError(`${dir} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
