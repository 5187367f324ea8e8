import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { nearest } from '../../text/nearest.ts';
import { fieldOf } from '../../json/json-value.ts';
import { createSchemaCheck } from '../record-schema.ts';
import { collectionNames, mapCollections, type StoredRecord } from '../state/root.ts';
import { requireFolder } from '../open-ephemeral.ts';
import { findCollections, findRecords, type FoundRecords } from './read-collections.ts';
import { type ComparedRecords, findIncoherences } from './check-coherence.ts';
import { DataFileError } from './record-file.ts';
import { readMeta } from './meta-file.ts';
import { leadCampaignIds, leadsFile, type RecordFolder } from './record-folder.ts';

export interface ScenarioReport {
  /** How many records there are of each kind; those of audiences as `leads`. */
  readonly counts: Readonly<Record<CollectionName | 'leads', number>>;
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
  const campaignIds = leadCampaignIds(dir);
  const lists = await findCollections(folder, mostFaults);
  const counts = new Map<string, number>([...lists].map(([name, { records = [] }]) => [name, records.length]));
  const faults = [...(await faultsOfNames(folder)), ...[...lists.values()].flatMap((list) => list.faults)];
  for (const id of campaignIds) {
    const leads = await findRecords(folder, 'leads', leadsFile(dir, id), mostFaults);
    counts.set('leads', (counts.get('leads') ?? 0) + (leads.records ?? []).length);
    faults.push(...leads.faults);
  }
  await readMeta(folder).catch((error: unknown) => {
    if (!(error instanceof DataFileError)) throw error;
    faults.push(...error.all);
  });
  faults.push(...findIncoherences(comparable(lists, campaignIds), folder));
  return {
    counts: { ...mapCollections((name) => counts.get(name) ?? 0), leads: counts.get('leads') ?? 0 },
    faults,
  };
}

/** Files that a start would pass over, because no record is looked for in a file of that name. */
async function faultsOfNames(folder: RecordFolder): Promise<DataFileError[]> {
  const { dir, wayOut } = folder;
  const collections = collectionNames
    .filter((name) => name !== 'voices')
    .map((name) => `${name.replaceAll('_', '-')}.json`);
  const known = [...collections, 'meta.json'];
  const names = await jsonFilesIn(folder, '');
  const faults = names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const way = near === undefined ? `files are called ${known.join(', ')}` : `did you mean ${near}?`;
      return new DataFileError(join(dir, name), '', `no records are looked for in a file of this name: ${way}`, wayOut);
    });
  if (!names.includes('workspaces.json')) {
    faults.push(new DataFileError(dir, '', 'this folder holds no workspaces.json: it is not a scenario', wayOut));
  }
  for (const name of await jsonFilesIn(folder, 'leads')) {
    if (/^[1-9]\d*\.json$/.test(name)) continue;
    faults.push(
      new DataFileError(
        join(dir, 'leads', name),
        '',
        'the name is not the id of a campaign, such as 5001.json',
        wayOut,
      ),
    );
  }
  return faults;
}

async function jsonFilesIn({ dir }: RecordFolder, folder: string): Promise<readonly string[]> {
  const names = await fileSystem.readdir(join(dir, folder)).catch(() => []);
  return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
}

/** Stands for a record of a file that cannot be read: nothing is concluded from it. */
const unknownRecord = { workspace_id: null };

/** Records that fit, compared with all that are there: one that is wrong in itself is not missing. */
function comparable(lists: ReadonlyMap<CollectionName, FoundRecords>, campaignIds: readonly number[]): ComparedRecords {
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
