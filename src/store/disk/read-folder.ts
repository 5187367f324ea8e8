import { join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { hasCode, reasonOf } from '../../files/file-system.ts';
import { fieldOf } from '../../json/json-value.ts';
import { type ComparedRecords, comparedRecords, incoherences } from '../state/incoherences.ts';
import { CampaignLeads } from '../state/campaign-leads.ts';
import { PersistentTable } from '../state/persistent-table.ts';
import { type Root, type StoredRecord, collectionNames, createRoot, mapCollections } from '../state/root.ts';
import { type LoggedChange, StorageError } from '../store.ts';
import {
  type Checksums,
  type FileOfRecords,
  type KindOfFile,
  type RecordFolder,
  recordFileName,
  leadCampaignIds,
  recordFault,
  recordFiles,
} from './folder-files.ts';
import { DataFileError, cannotBeRead, mostShown, parseJson, readRecordFile } from './record-file.ts';

/** What is found of one kind of record. */
export interface FoundRecords {
  /** The records that fit their schema. */
  readonly fitting: readonly unknown[];
  /** All of them, whatever they are; undefined if a file cannot be read. */
  readonly records: readonly unknown[] | undefined;
  readonly faults: readonly DataFileError[];
}

/**
 * Reads every record; each is validated against its schema, and its id must be unique.
 * @throws DataFileError that tells of all faults
 */
export async function readFolder(folder: RecordFolder): Promise<Root> {
  const found = await findRecords(folder, collectionNames);
  const lists = await Promise.all(
    leadCampaignIds(folder.dir).map(async (id) => [id, await findInFiles(folder, [leadsFile(id)], mostShown)] as const),
  );
  throwFaults([...found, ...lists].flatMap(([, { faults }]) => faults));
  // Sound because each record has been validated against the schema made from its type.
  const records = mapCollections((name) => (found.get(name)?.fitting ?? []) as readonly StoredRecord[]);
  const leads = lists.map(
    ([id, { fitting }]) => [id, CampaignLeads.from(fitting as readonly LeadRecord[], 1)] as const,
  );
  return createRoot(records, PersistentTable.from(leads));
}

function leadsFile(campaignId: number): FileOfRecords {
  return { kind: 'leads', name: recordFileName('leads', campaignId), owner: String(campaignId) };
}

/** @throws DataFileError that tells of all records that name one that does not exist */
export function checkCoherence(folder: RecordFolder, root: Root): void {
  throwFaults(findIncoherences(comparedRecords(root), folder));
}

function throwFaults(faults: readonly DataFileError[]): void {
  if (faults.length > 0) throw DataFileError.of(faults);
}

/**
 * Looks at every record of these kinds.
 * @param limit from so many faults of a file on no more are looked for: it may be wrong in each of a million records
 */
export async function findRecords(
  folder: RecordFolder,
  kinds: readonly KindOfFile[],
  limit = mostShown,
): Promise<ReadonlyMap<KindOfFile, FoundRecords>> {
  const files = recordFiles(folder.dir);
  const lists = kinds.map(async (name) => {
    const own = files.filter(({ kind }) => kind === name);
    return [name, await findInFiles(folder, own, limit)] as const;
  });
  return new Map(await Promise.all(lists));
}

/** Looks at every record of one kind; files that do not exist hold none. */
async function findInFiles(
  folder: RecordFolder,
  files: readonly FileOfRecords[],
  limit: number,
): Promise<FoundRecords> {
  const contents = await Promise.all(files.map(async (file) => [file, await readFileOfRecords(folder, file)] as const));
  const found = { fitting: [] as unknown[], records: [] as unknown[], faults: [] as DataFileError[] };
  const seen = new Set<unknown>();
  for (const [file, content] of contents) {
    if (content instanceof DataFileError) {
      found.faults.push(...content.all);
      continue;
    }
    const { records, checksum } = content;
    const before = found.faults.length;
    for (const [i, record] of records.entries()) {
      const faults = [...recordFaults(folder, file, i, record, seen)];
      if (faults.length === 0) found.fitting.push(record);
      found.faults.push(...faults);
      if (found.faults.length - before > limit) break;
    }
    for (const record of records) found.records.push(record);
    if (found.faults.length === before) found.faults.push(...compareChecksum(folder, file, checksum));
  }
  const isWhole = contents.every(([, content]) => !(content instanceof DataFileError));
  return { ...found, records: isWhole ? found.records : undefined };
}

async function readFileOfRecords({ dir, fileSystem, wayOut }: RecordFolder, { name }: FileOfRecords) {
  const file = join(dir, name);
  let checksum: string | undefined;
  const onRead = (sum: string) => void (checksum = sum);
  try {
    const records = await readRecordFile({ file, format: 'pretty', fileSystem, wayOut, onRead });
    return { records, checksum };
  } catch (error) {
    if (error instanceof DataFileError) return error;
    throw error;
  }
}

function* recordFaults(
  folder: RecordFolder,
  { kind, name, owner }: FileOfRecords,
  i: number,
  record: unknown,
  seen: Set<unknown>,
): Generator<DataFileError> {
  for (const { pointer, value, reason } of folder.schemaCheck(kind, record)) {
    yield recordFault(folder, name, `/${i}${pointer}`, value, reason);
  }
  const provider = kind === 'voices' ? fieldOf(record, 'provider_id') : owner;
  if (typeof provider === 'string' && provider !== owner) {
    yield recordFault(folder, name, `/${i}/provider_id`, provider, `the file's name says ${owner}`);
  }
  const id = fieldOf(record, 'id');
  if (id === undefined) return;
  if (seen.has(id)) yield recordFault(folder, name, `/${i}/id`, id, 'another record has this id');
  seen.add(id);
}

/**
 * Compares what was read of a file with what was written. What a person has changed is used, and told.
 * @param checksum of the content that was read; undefined if the file does not exist
 * @returns what is wrong if the file is missing
 */
function compareChecksum(
  folder: RecordFolder,
  { name }: FileOfRecords,
  checksum: string | undefined,
): readonly DataFileError[] {
  const { dir, checksums, onNotice } = folder;
  const written = checksums?.get(name);
  if (checksums === undefined || written === checksum) return [];
  if (checksum === undefined) return [missingFile(folder, name)];
  checksums.set(name, checksum);
  onNotice?.(
    `${join(dir, name)} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
  );
  return [];
}

/**
 * Checks that every file that was written still exists, except the leads of campaigns that the log removes.
 * @throws DataFileError
 */
export function requireFiles(folder: RecordFolder, changes: readonly LoggedChange[]): void {
  const removed = changes.flatMap((change) => ('remove' in change && change.remove === 'campaigns' ? [change.id] : []));
  const known = new Set(
    [...recordFiles(folder.dir), ...removed.map((id) => leadsFile(Number(id)))].map(({ name }) => name),
  );
  for (const name of folder.checksums?.keys() ?? []) if (!known.has(name)) throw missingFile(folder, name);
}

function missingFile({ dir, wayOut }: RecordFolder, name: string): DataFileError {
  return new DataFileError(join(dir, name), '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
}

/** What is wrong between records, one fault each; one more than are shown, at most. */
export function findIncoherences(records: ComparedRecords, folder: RecordFolder): readonly DataFileError[] {
  const faults: DataFileError[] = [];
  for (const { collection, id, pointer, value, reason } of incoherences(records)) {
    if (faults.length > mostShown) break;
    const isLeads = collection === 'leads';
    const owner = isLeads ? id : fieldOf(records.find(collection, id), 'provider_id');
    const name = recordFileName(collection, owner);
    faults.push(recordFault(folder, name, isLeads ? '/' : pointer, value, reason, isLeads ? undefined : id));
  }
  return faults;
}

/** Reads `meta.json`; undefined if it does not exist. @throws DataFileError if it is invalid */
export async function readMeta(folder: RecordFolder): Promise<FolderMeta | undefined> {
  const { dir, schemaCheck, wayOut } = folder;
  const bytes = await readIfThere(folder, metaFile(dir));
  if (bytes === undefined) return undefined;
  const meta = parseJson(metaFile(dir), bytes, wayOut);
  const format = fieldOf(meta, 'format');
  const [fault] =
    format === folderFormat
      ? schemaCheck('meta', meta)
      : [{ pointer: '/format', value: format, reason: `this version reads format ${folderFormat}` }];
  if (fault !== undefined) throw recordFault(folder, 'meta.json', fault.pointer, fault.value, fault.reason);
  // Sound because it was validated against the schema made from its type.
  return meta as FolderMeta;
}

export const folderFormat = 1;

/** Replaces `meta.json`. @throws StorageError */
export async function writeMeta(
  { dir, fileSystem }: Pick<RecordFolder, 'dir' | 'fileSystem'>,
  meta: Omit<FolderMeta, 'format'>,
): Promise<void> {
  const temporary = join(dir, '.meta.json.tmp');
  try {
    const text = JSON.stringify({ format: folderFormat, ...meta }, null, 2);
    await fileSystem.writeFile(temporary, `${text}\n`, { flush: true });
    await fileSystem.rename(temporary, metaFile(dir));
  } catch (error) {
    throw new StorageError(`${metaFile(dir)} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

export function metaFile(dir: string): string {
  return join(dir, 'meta.json');
}

/** Checksums as `meta.json` tells them, by name. */
export function listedChecksums(checksums: Checksums): Readonly<Record<string, string>> {
  return Object.fromEntries([...checksums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The content of a file of the folder; undefined if it does not exist. @throws StorageError if it cannot be read */
export async function readIfThere({ fileSystem, wayOut }: RecordFolder, file: string): Promise<Buffer | undefined> {
  try {
    return await fileSystem.readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw cannotBeRead(file, error, wayOut);
  }
}
