import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordId } from '../../domain/records.ts';
import { nearest } from '../../text/nearest.ts';
import { fieldOf } from '../../json/json-value.ts';
import { createSchemaCheck } from '../record-schema.ts';
import { collectionNames, type StoredRecord } from '../state/root.ts';
import type { ComparedRecords } from '../state/incoherences.ts';
import { requireFolder } from '../open-ephemeral.ts';
import { type FoundRecords, findIncoherences, findRecords, readMeta } from './read-folder.ts';
import { DataFileError } from './record-file.ts';
import { type KindOfFile, type RecordFolder, leadCampaignIds, namesOfFiles, recordFileName } from './folder-files.ts';

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
  await requireFolder(folder);
  const lists = await findRecords(folder, [...collectionNames, 'leads'], mostFaults);
  const faults = [...faultsOfNames(folder), ...[...lists.values()].flatMap((list) => list.faults)];
  await readMeta(folder).catch((error: unknown) => {
    if (!(error instanceof DataFileError)) throw error;
    faults.push(...error.all);
  });
  faults.push(...findIncoherences(comparable(lists, leadCampaignIds(dir)), folder));
  const counts = [...lists].map(([kind, { records = [] }]) => [kind, records.length] as const);
  return { counts: Object.fromEntries(counts), faults };
}

/** Files that a start would pass over, because no record is looked for in a file of that name. */
function faultsOfNames({ dir, wayOut }: RecordFolder): DataFileError[] {
  const fault = (name: string, problem: string) => new DataFileError(join(dir, name), '', problem, wayOut);
  const collections = collectionNames.filter((name) => name !== 'voices').map((name) => recordFileName(name));
  const known = [...collections, 'meta.json'];
  const names = namesOfFiles(dir).map((name) => `${name}.json`);
  const faults = names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const way = near === undefined ? `files are called ${known.join(', ')}` : `did you mean ${near}?`;
      return fault(name, `no records are looked for in a file of this name: ${way}`);
    });
  if (!names.includes('workspaces.json')) {
    faults.push(fault('', 'this folder holds no workspaces.json: it is not a scenario'));
  }
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
