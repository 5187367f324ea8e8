import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CollectionName } from '../../domain/records.ts';
import { type FileSystem, hasCode, reasonOf } from '../../files/file-system.ts';
import type { RecordCheck } from '../record-schema.ts';
import { collectionNames, shownValue } from '../state/root.ts';
import { StorageError } from '../store.ts';
import type { FileMarks } from './collections/file-marks.ts';
import { DataFileError, unreadable } from './data-file-error.ts';
import { placeInFile } from './place-in-file.ts';

/** A folder of record files: a scenario, or the data of a mock. */
export interface RecordFolder {
  readonly dir: string;
  readonly fileSystem: FileSystem;
  readonly schemaCheck: RecordCheck;
  /** What to do about a broken file of this folder. */
  readonly wayOut: string;
  /** How its files were when they were written; absent if that was not noted. */
  readonly marks?: FileMarks | undefined;
  /** Told, in a sentence, of what is odd and does no harm. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Whether what is written waits for the disk itself; false if absent. */
  readonly isSynced?: boolean;
}

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
  return namesIn(join(dir, 'voices'));
}

/** The campaigns that have a file of leads. */
export function leadCampaignIds(dir: string): readonly number[] {
  return namesIn(join(dir, 'leads'))
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

/** The content of a file of the folder; undefined if it does not exist. @throws StorageError if it cannot be read */
export async function readIfThere({ fileSystem, wayOut }: RecordFolder, file: string): Promise<Buffer | undefined> {
  try {
    return await fileSystem.readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw unreadable(file, error, wayOut);
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

function namesIn(dir: string): readonly string[] {
  try {
    const files = readdirSync(dir).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
    return files.map((file) => basename(file, '.json')).toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw new StorageError(`${dir} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
