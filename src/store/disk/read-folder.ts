import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { reasonOf } from '../../files/file-system.ts';
import { fieldOf } from '../../json/json-value.ts';
import { type ComparedRecords, comparedRecords, incoherences } from '../state/incoherences.ts';
import { type Root, type StoredRecord, collectionNames, createRoot, mapCollections } from '../state/root.ts';
import { type LoggedChange, StorageError } from '../state/store.ts';
import {
  type Checksums,
  type FileOfRecords,
  type RecordFolder,
  recordFileName,
  recordFault,
  recordFiles,
} from './folder-files.ts';
import { DataFileError, mostShown, parseJson, readIfThere, readRecordFile } from './record-file.ts';

/** What is found in files of one kind. */
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
  const files = recordFiles(folder.dir);
  const find = (own: readonly FileOfRecords[]) => findRecords(folder, own, mostShown);
  const leadFiles = files.filter(({ kind }) => kind === 'leads');
  const [found, leads] = await Promise.all([
    Promise.all(collectionNames.map((name) => find(files.filter(({ kind }) => kind === name)))),
    Promise.all(leadFiles.map((file) => find([file]))),
  ]);
  throwFaults([...found, ...leads].flatMap(({ faults }) => faults));
  // Sound because each record has been validated against the schema made from its type.
  const fitting = found.map((each) => each.fitting as readonly StoredRecord[]);
  const lists = leads.map((each, i) => [Number(leadFiles[i]?.owner), each.fitting as readonly LeadRecord[]] as const);
  return createRoot(
    mapCollections((_, i) => fitting[i] ?? []),
    lists,
  );
}

/** @throws DataFileError that tells of all records that name one that does not exist */
export function checkCoherence(folder: RecordFolder, root: Root): void {
  throwFaults(findIncoherences(comparedRecords(root), folder));
}

function throwFaults(faults: readonly DataFileError[]): void {
  if (faults.length > 0) throw DataFileError.of(faults);
}

/**
 * Looks at every record of files of one kind; those that do not exist hold none.
 * @param limit from so many faults of a file on no more are looked for: it may be wrong in each of a million records
 */
export async function findRecords(
  folder: RecordFolder,
  files: readonly FileOfRecords[],
  limit: number,
): Promise<FoundRecords> {
  const found = { fitting: [] as unknown[], records: [] as unknown[] | undefined, faults: [] as DataFileError[] };
  const seen = new Set<unknown>();
  const contents = files.map((file) => readFileOfRecords(folder, file));
  for (const [at, content] of (await Promise.all(contents)).entries()) {
    const file = files[at];
    if (file === undefined || content instanceof DataFileError) {
      found.faults.push(...(content instanceof DataFileError ? content.all : []));
      found.records = undefined;
      continue;
    }
    const before = found.faults.length;
    for (const [i, record] of content.records.entries()) {
      found.records?.push(record);
      if (found.faults.length - before > limit) continue;
      const faults = [...recordFaults(folder, file, i, record, seen)];
      if (faults.length === 0) found.fitting.push(record);
      found.faults.push(...faults);
    }
    if (found.faults.length === before) compareChecksum(folder, file, content.checksum);
  }
  return found;
}

async function readFileOfRecords({ dir, fileSystem, wayOut }: RecordFolder, { name }: FileOfRecords) {
  try {
    return await readRecordFile({ file: join(dir, name), fileSystem, wayOut });
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

/** Compares what was read of a file with what was written. What a person has changed is used, and told. */
function compareChecksum(
  { dir, checksums, onNotice }: RecordFolder,
  { name }: FileOfRecords,
  checksum: string | undefined,
): void {
  if (checksums === undefined || checksum === undefined || checksums.get(name) === checksum) return;
  checksums.set(name, checksum);
  onNotice?.(
    `${join(dir, name)} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
  );
}

/**
 * Checks that every file that was written still exists, except the leads of campaigns that the log removes.
 * @throws DataFileError
 */
export function requireFiles({ dir, checksums, wayOut }: RecordFolder, changes: readonly LoggedChange[]): void {
  const removed = changes.flatMap((change) =>
    'remove' in change && change.remove === 'campaigns' ? [recordFileName('leads', change.id)] : [],
  );
  const written = [...(checksums?.keys() ?? [])];
  const missing = written.find((name) => !removed.includes(name) && !existsSync(join(dir, name)));
  if (missing === undefined) return;
  throw new DataFileError(join(dir, missing), '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
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
  const file = metaFile(folder.dir);
  const bytes = await readIfThere({ ...folder, file });
  if (bytes === undefined) return undefined;
  const meta = parseJson(file, bytes, folder.wayOut);
  const format = fieldOf(meta, 'format');
  const [fault] =
    format === folderFormat
      ? folder.schemaCheck('meta', meta)
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
