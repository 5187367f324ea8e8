import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { CollectionName } from '../../domain/records.ts';
import { type FileSystem, hasCode, reasonOf } from '../../files/file-system.ts';
import { locateJsonValue } from '../../json/json-text.ts';
import { fieldOf, stepsOf } from '../../json/json-value.ts';
import type { RecordCheck } from '../record-schema.ts';
import { collectionNames, shownValue } from '../state/root.ts';
import { StorageError } from '../store.ts';
import { DataFileError, cannotBeRead, recordsOfFile } from './record-file.ts';

/** Checksums by the file's path in its folder, with `/`; '' for a large file that was copied and not read. */
export type Checksums = Map<string, string>;

/** A folder of record files: a scenario, or the data of a mock. */
export interface RecordFolder {
  readonly dir: string;
  readonly fileSystem: FileSystem;
  readonly schemaCheck: RecordCheck;
  /** What to do about a broken file of this folder. */
  readonly wayOut: string;
  /** The checksums of its files as they were written; absent if that was not noted. */
  readonly checksums?: Checksums | undefined;
  /** Told, in a sentence, of what is odd and does no harm. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Whether what is written waits for the disk itself; false if absent. */
  readonly isSynced?: boolean;
}

/** A larger file takes long to be walked; in bytes. */
const largestWalked = 4 * 2 ** 20;

/** The file of a collection; voices have one per provider. */
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
  return namesOfFiles(join(dir, 'voices'));
}

/** The campaigns that have a file of leads. */
export function leadCampaignIds(dir: string): readonly number[] {
  return namesOfFiles(join(dir, 'leads'))
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number);
}

/** Every file of records that a folder may have. */
export function recordFiles(dir: string): readonly string[] {
  const collections = collectionNames.flatMap((name) => (name === 'voices' ? [] : [collectionFile(dir, name)]));
  const voices = voiceProviderIds(dir).map((providerId) => voicesFile(dir, providerId));
  const leads = leadCampaignIds(dir).map((campaignId) => leadsFile(dir, campaignId));
  return [...collections, ...voices, ...leads];
}

/** A file's path in its folder, with `/`. */
export function nameInFolder(dir: string, file: string): string {
  return relative(dir, file).replaceAll(sep, '/');
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

/**
 * The error for an invalid value in a file.
 * @param id makes the pointer one into the record of this id
 */
export function recordFault(
  { wayOut }: Pick<RecordFolder, 'wayOut'>,
  file: string,
  pointer: string,
  value: unknown,
  reason: string,
  id?: string | number,
): DataFileError {
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

function namesOfFiles(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
    return files.map((file) => basename(file, '.json')).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw new StorageError(`${dir} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
