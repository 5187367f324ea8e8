import * as nodeFileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { LeadRecord, RecordId } from '../../domain/records.ts';
import { isFolder } from '../../files/scenario-folder.ts';
import { fieldOf } from '../../json/json-value.ts';
import { nearest } from '../../text/nearest.ts';
import { IdCounters, highestImportedId } from '../state/id-counters.ts';
import { type ComparedRecords, comparedRecords, incoherences } from '../state/incoherences.ts';
import type { Snapshot } from '../state/persistence.ts';
import { type RecordCheck, createSchemaCheck, faultsOfRecord } from '../state/record-schema.ts';
import { type Root, type StoredRecord, collectionNames, createRoot, mapCollections } from '../state/root.ts';
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
export async function readScenario(dir: string, schemaCheck: RecordCheck): Promise<Snapshot> {
  const wayOut = 'Correct it, or start with another --scenario.';
  const folder = { dir, fileSystem: nodeFileSystem, schemaCheck, wayOut };
  throwFaults(faultsOfFolder(folder));
  const [{ root }, meta] = await Promise.all([readFolder(folder), readMeta(folder)]);
  checkCoherence(folder, root);
  const ids = IdCounters.of(root, meta?.ids);
  for (const [kind, id] of Object.entries(ids.highest())) {
    const reason = `${kind} have the id ${id}, which must be at most ${highestImportedId}, so that others can follow`;
    if (id > highestImportedId) throw new DataFileError(dir, '', reason, wayOut);
  }
  return { root, ids };
}

/**
 * Reads every record; each is validated against its schema, and its id must be unique.
 * @throws DataFileError that tells of all faults
 */
export async function readFolder(folder: RecordFolder): Promise<{ root: Root; checksums: Checksums }> {
  const files = recordFiles(folder.dir);
  const leadFiles = files.filter(({ kind }) => kind === 'leads');
  const groups = [
    ...collectionNames.map((name) => files.filter(({ kind }) => kind === name)),
    ...leadFiles.map((file) => [file]),
  ];
  const found = await Promise.all(groups.map((group) => findRecords(folder, group, mostShown)));
  throwFaults(found.flatMap(({ faults }) => faults));
  // Sound because each record has been validated against the schema made from its type.
  const records = mapCollections((_, i) => (found[i]?.fitting ?? []) as readonly StoredRecord[]);
  const lists = found.slice(collectionNames.length).map(({ fitting }) => fitting as readonly LeadRecord[]);
  const root = createRoot(
    records,
    lists.map((list, i) => [Number(leadFiles[i]?.owner), list]),
  );
  return { root, checksums: new Map(found.flatMap(({ checksums }) => [...checksums])) };
}

/** @throws DataFileError that tells of all records that name one that does not exist */
export function checkCoherence(folder: RecordFolder, root: Root): void {
  throwFaults(findIncoherences(comparedRecords(root), folder));
}

export interface ScenarioReport {
  /** How many records there are of each kind; those of audiences as `leads`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Everything that is wrong, file by file. */
  readonly faults: readonly DataFileError[];
}

/** Of one file. */
const mostFaults = 200;

/**
 * Looks at every file of a scenario's folder, large ones too, and tells all that is wrong at once: a start tells what it
 * finds first.
 * @throws DataFileError if there is no such folder
 */
export async function checkScenario(dir: string): Promise<ScenarioReport> {
  const folder = { dir, fileSystem: nodeFileSystem, schemaCheck: createSchemaCheck(), wayOut: 'Correct it.' };
  const faults = [...faultsOfFolder(folder), ...faultsOfNames(folder)];
  const files = recordFiles(dir);
  const find = async (kind: KindOfFile) => {
    const own = files.filter((file) => file.kind === kind);
    return [kind, await findRecords(folder, own, mostFaults)] as const;
  };
  const lists = new Map(await Promise.all([...collectionNames, 'leads' as const].map(find)));
  const meta = await readMeta(folder).catch(brokenFile);
  faults.push(
    ...[...lists.values()].flatMap((list) => list.faults),
    ...(meta instanceof DataFileError ? meta.all : []),
  );
  const campaignIds = files.flatMap(({ kind, owner }) => (kind === 'leads' ? [Number(owner)] : []));
  faults.push(...findIncoherences(comparable(lists, campaignIds), folder));
  const counts = [...lists].map(([kind, { records = [] }]) => [kind, records.length] as const);
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

/** Records that fit, compared with all that are there: one that is wrong in itself is not missing. */
function comparable(lists: ReadonlyMap<KindOfFile, FoundRecords>, campaignIds: readonly number[]): ComparedRecords {
  // Of those that share an id the first counts: the others are told as such.
  const byId = new Map(
    [...lists].map(([name, { records = [] }]) => [
      name,
      new Map(records.toReversed().map((record) => [fieldOf(record, 'id'), record])),
    ]),
  );
  return {
    // Sound because only those are given that fit the schema made from their type.
    of: (collection) => (lists.get(collection)?.fitting ?? []) as readonly StoredRecord[],
    find: (collection, id: RecordId) => {
      if (lists.get(collection)?.records === undefined) return unknownRecord;
      const found = byId.get(collection)?.get(id);
      return found instanceof Object ? found : undefined;
    },
    campaignIds,
  };
}

/** What is found in files of one kind. */
interface FoundRecords {
  /** The records that fit their schema. */
  readonly fitting: readonly unknown[];
  /** All of them, whatever they are; undefined if a file cannot be read. */
  readonly records: readonly unknown[] | undefined;
  readonly faults: readonly DataFileError[];
  readonly checksums: Checksums;
}

/**
 * Looks at every record of files of one kind; those that do not exist hold none.
 * @param limit from so many faults of a file on no more are looked for: it may be wrong in each of a million records
 */
async function findRecords(
  folder: RecordFolder,
  files: readonly FileOfRecords[],
  limit: number,
): Promise<FoundRecords> {
  const checksums: Checksums = new Map();
  const found = {
    checksums,
    fitting: [] as unknown[],
    records: [] as unknown[] | undefined,
    faults: [] as DataFileError[],
  };
  const seen = new Set<unknown>();
  const read = async (file: FileOfRecords) => {
    const content = await readRecordFile({ ...folder, file: join(folder.dir, file.name) }).catch(brokenFile);
    return { file, content };
  };
  for (const { file, content } of await Promise.all(files.map(read))) {
    if (content instanceof DataFileError) {
      found.faults.push(...content.all);
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
    if (content.checksum !== undefined) checksums.set(file.name, content.checksum);
  }
  return found;
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
  for (const { pointer, value, reason } of faultsOfRecord(folder.schemaCheck, kind, record, seen)) {
    yield recordFault(folder, name, `/${i}${pointer}`, value, reason);
  }
  const provider = kind === 'voices' ? fieldOf(record, 'provider_id') : owner;
  if (typeof provider === 'string' && provider !== owner) {
    yield recordFault(folder, name, `/${i}/provider_id`, provider, `the file's name says ${owner}`);
  }
}

/** What is wrong between records, one fault each; one more than are shown, at most. */
function findIncoherences(records: ComparedRecords, folder: RecordFolder): readonly DataFileError[] {
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

function throwFaults(faults: readonly DataFileError[]): void {
  if (faults.length > 0) throw DataFileError.of(faults);
}
