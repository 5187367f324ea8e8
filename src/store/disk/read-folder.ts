import * as nodeFileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import { isFolder } from '../../files/scenario-folder.ts';
import { fieldOf } from '../../json/json-value.ts';
import { nearest } from '../../text/nearest.ts';
import { highestImportedId, highestIdsOf } from '../state/id-counters.ts';
import type { Lookup } from '../../domain/coherence.ts';
import { nearestNote, referenceFaults } from '../state/apply-changes.ts';
import type { Snapshot } from '../state/persistence.ts';
import { faultsBySchema } from '../state/record-schema.ts';
import { Root, type StoredRecord, collectionNames, mapCollections } from '../state/root.ts';
import {
  type Checksums,
  type FileOfRecords,
  type KindOfFile,
  type RecordFolder,
  namesOfFiles,
  readMeta,
  recordFileName,
  recordFault,
  recordFiles,
} from './folder-files.ts';
import { DataFileError, mostShown, readRecordFile } from './record-file.ts';

/** Reads a scenario. @throws DataFileError if it is broken or does not exist */
export async function readScenario(dir: string): Promise<Snapshot> {
  const wayOut = 'Correct it, or start with another --scenario.';
  const folder = { dir, fileSystem: nodeFileSystem, wayOut };
  throwFaults(faultsOfFolder(folder));
  const [{ root }, meta] = await Promise.all([readFolder(folder), readMeta(folder)]);
  checkCoherence(folder, root);
  const ids = highestIdsOf(root, meta?.ids ?? {});
  for (const [kind, id] of Object.entries(ids)) {
    const reason = `${kind} have the id ${id}, which must be at most ${highestImportedId}, so that others can follow`;
    if (id > highestImportedId) throw new DataFileError(dir, '', reason, wayOut);
  }
  return { root, ids };
}

/** Reads every record, by its schema; its id must be unique. @throws DataFileError that tells of all faults */
export async function readFolder(folder: RecordFolder): Promise<{ root: Root; checksums: Checksums }> {
  // Campaigns may share ids of leads: only a check tells of it.
  const found = await findRecords(folder, ({ kind, name }) => (kind === 'leads' ? name : kind));
  throwFaults(found.flatMap(({ faults }) => faults));
  return { root: rootOfFiles(found), checksums: new Map(found.map(({ file, checksum }) => [file.name, checksum])) };
}

/** The state that the records make that fit. */
function rootOfFiles(found: readonly FoundFile[]): Root {
  const of = (wanted: KindOfFile) => found.filter(({ file }) => file.kind === wanted);
  // Sound because each record has been validated against the schema made from its type.
  const records = mapCollections((name) => of(name).flatMap(({ fitting }) => fitting) as readonly StoredRecord[]);
  const lists = of('leads').map(({ file, fitting }) => [Number(file.owner), fitting as readonly LeadRecord[]] as const);
  return Root.of(records, lists);
}

/** @throws DataFileError that tells of all records that name one that does not exist */
export function checkCoherence(folder: RecordFolder, root: Root): void {
  throwFaults(findIncoherences(folder, root));
}

export interface ScenarioReport {
  /** How many records there are of each kind; those of audiences as `leads`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Everything that is wrong, file by file. */
  readonly faults: readonly DataFileError[];
}

/** Of one file: it may be wrong in each of a million records. */
const mostFaults = 200;

/**
 * Looks at every file of a scenario's folder, large ones too, and tells all that is wrong at once: a start tells what it
 * finds first.
 * @throws DataFileError if there is no such folder
 */
export async function checkScenario(dir: string): Promise<ScenarioReport> {
  const folder = { dir, fileSystem: nodeFileSystem, wayOut: 'Correct it.' };
  const found = await findRecords(folder, ({ kind }) => kind);
  const meta = await readMeta(folder).catch(brokenFile);
  const faults = [
    ...faultsOfFolder(folder),
    ...faultsOfNames(folder),
    ...found.flatMap((file) => file.faults),
    ...(meta instanceof DataFileError ? [meta] : []),
    ...findIncoherences(folder, rootOfFiles(found), recordsThere(found)),
  ];
  const counts = new Map<string, number>([...collectionNames, 'leads'].map((kind) => [kind, 0]));
  for (const { file, records = [] } of found) counts.set(file.kind, (counts.get(file.kind) ?? 0) + records.length);
  return { counts: Object.fromEntries(counts), faults };
}

/** What is wrong with a folder without its workspaces. @throws DataFileError if there is no such folder */
function faultsOfFolder({ dir, wayOut }: RecordFolder): readonly DataFileError[] {
  if (!isFolder(dir)) throw new DataFileError(dir, '', 'there is no such folder', wayOut);
  if (namesOfFiles(dir).includes('workspaces')) return [];
  return [new DataFileError(dir, '', 'this folder holds no workspaces.json: it is not a scenario', wayOut)];
}

/** Files that a start would pass over, because no record is looked for in a file of that name. */
function faultsOfNames({ dir, wayOut }: RecordFolder): readonly DataFileError[] {
  const fault = (name: string, problem: string) => new DataFileError(join(dir, name), '', problem, wayOut);
  const known = [
    ...collectionNames.filter((name) => name !== 'voices').map((name) => recordFileName(name)),
    'meta.json',
  ];
  const unknown = namesOfFiles(dir).filter((name) => !known.includes(`${name}.json`));
  const misnamed = namesOfFiles(join(dir, 'leads')).filter((name) => !/^[1-9]\d*$/.test(name));
  return [
    ...unknown.map((name) => {
      const near = nearest(`${name}.json`, known);
      const way = near === undefined ? `files are called ${known.join(', ')}` : `did you mean ${near}?`;
      return fault(`${name}.json`, `no records are looked for in a file of this name: ${way}`);
    }),
    ...misnamed.map((name) =>
      fault(join('leads', `${name}.json`), 'the name is not the id of a campaign, such as 5001.json'),
    ),
  ];
}

/** Stands for a record of a file that cannot be read: nothing is concluded from it. */
const unknownRecord = { workspace_id: null };

/** Finds all records that are there: one that is wrong in itself is not missing. */
function recordsThere(found: readonly FoundFile[]): Lookup {
  const unread = new Set(found.filter(({ records }) => records === undefined).map(({ file }) => file.kind));
  const keyOf = (kind: KindOfFile, id: unknown) => `${kind} ${String(id)}`;
  const all = found.flatMap(({ file, records = [] }) =>
    records.map((record) => [keyOf(file.kind, fieldOf(record, 'id')), record] as const),
  );
  // Of those that share an id the first counts: the others are told as such.
  const there = new Map(all.toReversed());
  return (collection, id) => {
    if (unread.has(collection)) return unknownRecord;
    const record = there.get(keyOf(collection, id));
    return record instanceof Object ? record : undefined;
  };
}

/** What is found in a file of records. */
interface FoundFile {
  readonly file: FileOfRecords;
  /** The records that fit their schema. */
  readonly fitting: readonly unknown[];
  /** All of them, whatever they are; undefined if the file cannot be read. */
  readonly records: readonly unknown[] | undefined;
  readonly faults: readonly DataFileError[];
  readonly checksum: string;
}

/** Looks at every record of a folder, file by file. @param groupOf files of one group share no id */
async function findRecords(
  folder: RecordFolder,
  groupOf: (file: FileOfRecords) => string,
): Promise<readonly FoundFile[]> {
  const seen = new Map<string, Set<unknown>>();
  const read = async (file: FileOfRecords) => {
    const content = await readRecordFile({ ...folder, file: join(folder.dir, file.name) }).catch(brokenFile);
    return { file, content };
  };
  const all = await Promise.all(recordFiles(folder.dir).map(read));
  return all.flatMap(({ file, content }): readonly FoundFile[] => {
    if (content instanceof DataFileError) {
      return [{ file, fitting: [], records: undefined, faults: [content], checksum: '' }];
    }
    const { records, checksum } = content;
    if (checksum === undefined) return [];
    const ids = seen.get(groupOf(file)) ?? new Set();
    seen.set(groupOf(file), ids);
    const [fitting, faults]: [unknown[], DataFileError[]] = [[], []];
    for (const [i, record] of records.entries()) {
      if (faults.length > mostFaults) break;
      const found = [...recordFaults(folder, file, i, record, ids)];
      if (found.length === 0) fitting.push(record);
      faults.push(...found);
    }
    return [{ file, fitting, records, faults, checksum }];
  });
}

function brokenFile(error: unknown): DataFileError {
  if (error instanceof DataFileError) return error;
  throw error;
}

function* recordFaults(
  folder: RecordFolder,
  { kind, name, owner }: FileOfRecords,
  i: number,
  record: unknown,
  seen: Set<unknown>,
): Generator<DataFileError> {
  for (const { pointer, value, reason } of faultsBySchema(kind, record)) {
    yield recordFault(folder, name, `/${i}${pointer}`, value, reason);
  }
  const id = fieldOf(record, 'id');
  if (seen.has(id)) yield recordFault(folder, name, `/${i}/id`, id, 'another record has this id');
  if (id !== undefined) seen.add(id);
  const provider = kind === 'voices' ? fieldOf(record, 'provider_id') : owner;
  if (typeof provider === 'string' && provider !== owner) {
    yield recordFault(folder, name, `/${i}/provider_id`, provider, `the file's name says ${owner}`);
  }
}

/** What is wrong between records, one fault each; one more than are shown, at most. */
function findIncoherences(
  folder: RecordFolder,
  root: Root,
  find: Lookup = (name, id) => root.get(name, id),
): readonly DataFileError[] {
  const faults: DataFileError[] = [];
  for (const fault of incoherences(folder, root, find)) if (faults.push(fault) > mostShown) break;
  return faults;
}

function* incoherences(folder: RecordFolder, root: Root, find: Lookup): Generator<DataFileError> {
  for (const collection of collectionNames) {
    for (const record of root.all(collection)) {
      const name = recordFileName(collection, fieldOf(record, 'provider_id'));
      for (const { pointer, value, reason } of referenceFaults(root, collection, record, find)) {
        yield recordFault(folder, name, pointer, value, reason, record.id);
      }
    }
  }
  for (const [id] of root.lists.entries()) {
    if (id === null || find('campaigns', id) !== undefined) continue;
    const reason = `there is no such campaign${nearestNote(id, root.collections.campaigns)}`;
    yield recordFault(folder, recordFileName('leads', id), '/', id, reason);
  }
}

function throwFaults(faults: readonly DataFileError[]): void {
  if (faults.length > 0) throw DataFileError.of(faults);
}
