import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordId } from '../../domain/records.ts';
import { isFolder } from '../../files/scenario-folder.ts';
import { fieldOf } from '../../json/json-value.ts';
import { nearest } from '../../text/nearest.ts';
import { type RecordCheck, createSchemaCheck } from '../state/record-schema.ts';
import { IdCounters, highestImportedId } from '../state/id-counters.ts';
import type { ComparedRecords } from '../state/incoherences.ts';
import { type StoredRecord, collectionNames } from '../state/root.ts';
import type { Snapshot } from '../state/persistence.ts';
import { type KindOfFile, type RecordFolder, namesOfFiles, recordFileName, recordFiles } from './folder-files.ts';
import {
  type FoundRecords,
  checkCoherence,
  findIncoherences,
  findRecords,
  readFolder,
  readMeta,
} from './read-folder.ts';
import { DataFileError } from './record-file.ts';

/** Reads a scenario. @throws DataFileError if it is broken or does not exist */
export async function readScenario(dir: string, schemaCheck: RecordCheck): Promise<Snapshot> {
  const folder = { dir, fileSystem, schemaCheck, wayOut: 'Correct it, or start with another --scenario.' };
  for (const fault of faultsOfFolder(folder)) throw fault;
  const [root, meta] = await Promise.all([readFolder(folder), readMeta(folder)]);
  checkCoherence(folder, root);
  const ids = IdCounters.of(root, meta?.ids);
  for (const [kind, id] of Object.entries(ids.highest())) {
    const reason = `${kind} have the id ${id}, which must be at most ${highestImportedId}, so that others can follow`;
    if (id > highestImportedId) throw new DataFileError(dir, '', reason, folder.wayOut);
  }
  return { root, ids };
}

/** What is wrong with a folder without its workspaces. @throws DataFileError if there is no such folder */
function faultsOfFolder({ dir, wayOut }: RecordFolder): readonly DataFileError[] {
  if (!isFolder(dir)) throw new DataFileError(dir, '', 'there is no such folder', wayOut);
  if (namesOfFiles(dir).includes('workspaces')) return [];
  return [new DataFileError(dir, '', 'this folder holds no workspaces.json: it is not a scenario', wayOut)];
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
  const folder: RecordFolder = { dir, fileSystem, schemaCheck: createSchemaCheck(), wayOut: 'Correct it.' };
  const faults = [...faultsOfFolder(folder), ...faultsOfNames(folder)];
  const files = recordFiles(dir);
  const kinds = [...collectionNames, 'leads'] as const;
  const find = (kind: KindOfFile) =>
    findRecords(
      folder,
      files.filter((file) => file.kind === kind),
      mostFaults,
    );
  const lists = new Map(await Promise.all(kinds.map(async (kind) => [kind, await find(kind)] as const)));
  faults.push(...[...lists.values()].flatMap((list) => list.faults));
  await readMeta(folder).catch((error: unknown) => {
    if (!(error instanceof DataFileError)) throw error;
    faults.push(...error.all);
  });
  faults.push(
    ...findIncoherences(
      comparable(
        lists,
        files.flatMap(({ kind, owner }) => (kind === 'leads' ? [Number(owner)] : [])),
      ),
      folder,
    ),
  );
  const counts = [...lists].map(([kind, { records = [] }]) => [kind, records.length] as const);
  return { counts: Object.fromEntries(counts), faults };
}

/** Files that a start would pass over, because no record is looked for in a file of that name. */
function faultsOfNames({ dir, wayOut }: RecordFolder): DataFileError[] {
  const fault = (name: string, problem: string) => new DataFileError(join(dir, name), '', problem, wayOut);
  const collections = collectionNames.filter((name) => name !== 'voices').map((name) => recordFileName(name));
  const known = [...collections, 'meta.json'];
  const faults = namesOfFiles(dir)
    .map((name) => `${name}.json`)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const way = near === undefined ? `files are called ${known.join(', ')}` : `did you mean ${near}?`;
      return fault(name, `no records are looked for in a file of this name: ${way}`);
    });
  const misnamed = namesOfFiles(join(dir, 'leads')).filter((name) => !/^[1-9]\d*$/.test(name));
  const problem = 'the name is not the id of a campaign, such as 5001.json';
  return [...faults, ...misnamed.map((name) => fault(join('leads', `${name}.json`), problem))];
}

/** Stands for a record of a file that cannot be read: nothing is concluded from it. */
const unknownRecord = { workspace_id: null };

/** Records that fit, compared with all that are there: one that is wrong in itself is not missing. */
function comparable(lists: ReadonlyMap<KindOfFile, FoundRecords>, campaignIds: readonly number[]): ComparedRecords {
  // Of those that share an id the first counts: the others are told as such.
  const byId = new Map(
    [...lists].map(([name, list]) => [
      name,
      new Map((list.records ?? []).toReversed().map((record) => [fieldOf(record, 'id'), record])),
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
