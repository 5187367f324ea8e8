import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CollectionName } from '../../domain/records.ts';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { type FileSystem, hasCode, reasonOf } from '../../files/file-system.ts';
import { locateJsonValue } from '../../json/json-text.ts';
import { fieldOf, stepsOf } from '../../json/json-value.ts';
import { faultsBySchema } from '../state/record-schema.ts';
import { type Root, type StoredRecord, collectionNames, shownValue } from '../state/root.ts';
import { StorageError } from '../state/store.ts';
import { DataFileError, type RecordFormat, parseJson, readIfThere, recordsOfFile, replaceFile } from './record-file.ts';

/** Checksums by the name of the file. */
export type Checksums = Map<string, string>;

/** A folder of record files: a scenario, or the data of a mock. */
export interface RecordFolder {
  readonly dir: string;
  readonly fileSystem: FileSystem;
  /** What to do about a broken file of this folder. */
  readonly wayOut: string;
  /** Told, in a sentence, of what is odd and does no harm. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
}

/** What a file holds the records of. */
export type KindOfFile = CollectionName | 'leads';

/** A file of records that a folder may have. */
export interface FileOfRecords {
  readonly kind: KindOfFile;
  /** Its path in the folder, with `/`. */
  readonly name: string;
  /** The provider of its voices, or the campaign of its leads; '' of others. */
  readonly owner: string;
}

/** What a state makes of a file. */
interface StateFile {
  /** What it is made of: states with the same have the same file. */
  readonly source: unknown;
  /** While it is short. */
  readonly format: RecordFormat;
  readonly records: () => readonly object[];
}

/** What `meta.json` says that it is written in. */
const folderFormat = 1;

/** A larger file takes long to be walked; in bytes. */
const largestWalked = 4 * 2 ** 20;

/** The name of the file of a kind: voices have one for each provider, and leads for each campaign. */
export function recordFileName(kind: KindOfFile, owner: unknown = ''): string {
  return kind === 'voices' || kind === 'leads' ? `${kind}/${String(owner)}.json` : `${kind.replaceAll('_', '-')}.json`;
}

/** Every file of records that a folder may have, in the order in which their records refer to each other. */
export function recordFiles(dir: string): readonly FileOfRecords[] {
  const kinds: readonly KindOfFile[] = [...collectionNames, 'leads'];
  return kinds.flatMap((kind) => {
    const owners = kind === 'voices' || kind === 'leads' ? namesOfFiles(join(dir, kind)) : [''];
    const known = owners.filter((owner) => kind !== 'leads' || /^[1-9]\d*$/.test(owner));
    return known.map((owner) => ({ kind, name: recordFileName(kind, owner), owner }));
  });
}

/** The files of a state by their names. */
export function filesOfState(root: Root): ReadonlyMap<string, StateFile> {
  const files = new Map<string, StateFile>();
  for (const kind of collectionNames) {
    const source = root.collections[kind];
    const records = () => root.all(kind);
    if (kind !== 'voices') files.set(recordFileName(kind), { source, format: 'pretty', records });
  }
  const source = root.collections.voices;
  for (const [provider, ids] of root.indexes.voices.entries()) {
    const records = () => ids.flatMap((id) => source.get(id) ?? []).sort(compareVoices);
    files.set(recordFileName('voices', provider), { source, format: 'pretty', records });
  }
  for (const [id, list] of root.lists.entries()) {
    files.set(recordFileName('leads', id), { source: list, format: 'lines', records: () => list.records() });
  }
  return files;
}

/** In the order of their provider's list. */
function compareVoices(one: StoredRecord, other: StoredRecord): number {
  return 'provider_id' in one && 'provider_id' in other ? one.position - other.position : 0;
}

/** The error for an invalid value in a file. @param id makes the pointer one into the record of this id */
export function recordFault(
  { dir, wayOut }: Pick<RecordFolder, 'dir' | 'wayOut'>,
  name: string,
  pointer: string,
  value: unknown,
  reason: string,
  id?: string | number,
): DataFileError {
  const file = join(dir, name);
  const record = id === undefined ? '' : ` of record ${JSON.stringify(id)}`;
  const place = `${placeInFile(file, pointer, id)} at ${pointer}${record}`;
  return new DataFileError(file, place, `the value is ${shownValue(value)}: ${reason}`, wayOut);
}

/**
 * `:12:5` for the value at a JSON pointer of a file, or for the nearest part around it that is there; '' if the file
 * cannot tell.
 * @param id makes the pointer one into the record of this id
 */
function placeInFile(file: string, pointer: string, id?: string | number): string {
  try {
    if (statSync(file).size > largestWalked) return '';
    const text = readFileSync(file, 'utf8');
    const content: unknown = JSON.parse(text);
    const records = recordsOfFile(content);
    const steps = [...stepsOf(pointer)];
    if (id !== undefined && records !== undefined) {
      steps.unshift(String(records.findIndex((record: unknown) => fieldOf(record, 'id') === id)));
    }
    if (records !== undefined && records !== content) steps.unshift('records');
    const { line, column } = locateJsonValue(text, steps);
    return `:${line}:${column}`;
  } catch {
    // Missing, or not JSON: another error says so.
    return '';
  }
}

/** The names of the files of JSON in a folder, without `.json`; none if there is no such folder. */
export function namesOfFiles(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
    return files.map((file) => basename(file, '.json')).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw new StorageError(`${dir} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
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
      ? faultsBySchema('meta', meta)
      : [{ pointer: '/format', value: format, reason: `this version reads format ${folderFormat}` }];
  if (fault !== undefined) throw recordFault(folder, 'meta.json', fault.pointer, fault.value, fault.reason);
  // Sound because it was validated against the schema made from its type.
  return meta as FolderMeta;
}

/**
 * Replaces `meta.json`.
 * @param checksum of the last commit that the files hold
 * @throws StorageError
 */
export async function writeMeta(
  { dir, fileSystem }: Pick<RecordFolder, 'dir' | 'fileSystem'>,
  meta: Omit<FolderMeta, 'format' | 'written'>,
  checksum: string,
  checksums: Checksums,
): Promise<void> {
  const files = Object.fromEntries([...checksums].sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = JSON.stringify({ format: folderFormat, ...meta, written: { checksum, files } }, null, 2);
  await replaceFile(metaFile(dir), `${text}\n`, fileSystem);
}

export function metaFile(dir: string): string {
  return join(dir, 'meta.json');
}
