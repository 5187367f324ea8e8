import { join } from 'node:path';
import { locateJsonFault } from '../../json/json-text.ts';
import { reasonOf } from '../../files/file-system.ts';
import { fieldOf, pointerOf } from '../../json/json-value.ts';
import { type Counted, countedKinds, type HighestIds } from '../state/id-counters.ts';
import { campaignsWithLeads, leadsIn, type Root, type StoredCollection } from '../state/root.ts';
import { StorageError } from '../store.ts';
import { DataFileError } from './record-file.ts';
import { type Checksums, readIfThere, recordFault, type RecordFolder } from './record-folder.ts';

/** What a folder says about itself. */
export interface Meta {
  readonly scenario: string;
  readonly ids: Partial<HighestIds>;
  /** The files that the mock has written; undefined of a scenario. */
  readonly written?: WrittenFiles;
}

export interface WrittenFiles {
  /** The checksum of the last commit that they hold: the log goes on from there. */
  readonly checksum: string;
  readonly files: Checksums;
}

type FaultOf = (pointer: string, value: unknown, reason: string) => DataFileError;

/** Format 1 is a scenario's, which tells ids alone. */
const scenarioFormat = 1;
const folderFormat = 3;
const recordFileName = /^(?:(?:voices|leads)\/)?[A-Za-z0-9_-]+\.json$/;

/** Reads `meta.json`; undefined if it does not exist. @throws DataFileError if it is invalid */
export async function readMeta(folder: RecordFolder): Promise<Meta | undefined> {
  const file = metaFile(folder.dir);
  const text = (await readIfThere(folder, file))?.toString();
  if (text === undefined) return undefined;
  const broken = locateJsonFault(text);
  if (broken !== undefined) {
    const place = `:${broken.line}:${broken.column}`;
    throw new DataFileError(file, place, `this is not JSON: ${broken.reason}`, folder.wayOut);
  }
  const meta: unknown = JSON.parse(text);
  const fault: FaultOf = (pointer, value, reason) => recordFault(folder, file, pointer, value, reason);
  const format = fieldOf(meta, 'format');
  if (format !== scenarioFormat && format !== folderFormat) {
    throw fault('/format', format, `this version reads formats ${scenarioFormat} and ${folderFormat}`);
  }
  const ids = readIds(fieldOf(meta, 'ids'), fault);
  const scenario = fieldOf(meta, 'scenario') ?? '';
  if (typeof scenario !== 'string') throw fault('/scenario', scenario, 'expected a text');
  if (format === scenarioFormat) return { scenario, ids };
  const checksum = fieldOf(meta, 'checksum');
  if (typeof checksum !== 'string') throw fault('/checksum', checksum, 'expected the checksum of a commit');
  return { scenario, ids, written: { checksum, files: readFiles(fieldOf(meta, 'files'), fault) } };
}

/** Replaces `meta.json`. @throws StorageError */
export async function writeMeta({ dir, fileSystem }: RecordFolder, meta: Required<Meta>): Promise<void> {
  const temporary = join(dir, '.meta.json.tmp');
  const { scenario, ids, written } = meta;
  const files = Object.fromEntries([...written.files].sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = JSON.stringify({ format: folderFormat, scenario, ids, checksum: written.checksum, files }, null, 2);
  try {
    await fileSystem.writeFile(temporary, `${text}\n`, { flush: true });
    await fileSystem.rename(temporary, metaFile(dir));
  } catch (error) {
    throw new StorageError(`${metaFile(dir)} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

export function metaFile(dir: string): string {
  return join(dir, 'meta.json');
}

/**
 * The highest ids of a state: those noted in `meta.json`, and those of the records, whichever are higher. Of leads that
 * are still to be loaded it counts what is noted.
 */
export function highestIdsOf(root: Root, noted: Partial<HighestIds> = {}): HighestIds {
  const { workspaces, users, agents, campaigns } = root.collections;
  const lists = campaignsWithLeads(root).map((id) => leadsIn(root, id));
  return {
    workspaces: highestOf(workspaces, noted.workspaces),
    users: highestOf(users, noted.users),
    agents: highestOf(agents, noted.agents),
    campaigns: highestOf(campaigns, noted.campaigns),
    leads: Math.max(noted.leads ?? 0, ...lists.map((list) => list?.highestId ?? 0)),
  };
}

function highestOf(collection: StoredCollection, noted = 0): number {
  let highest = noted;
  for (const { record } of collection.values()) {
    if (typeof record.id === 'number') highest = Math.max(highest, record.id);
  }
  return highest;
}

function readIds(ids: unknown, fault: FaultOf): Partial<HighestIds> {
  const found: Partial<Record<Counted, number>> = {};
  if (ids !== undefined && !(ids instanceof Object)) throw fault('/ids', ids, 'expected an object');
  for (const kind of countedKinds) {
    const id = fieldOf(ids, kind);
    if (id === undefined) continue;
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw fault(`/ids/${kind}`, id, 'expected a whole number from 0');
    }
    found[kind] = id;
  }
  return found;
}

function readFiles(value: unknown, fault: FaultOf): Checksums {
  if (!(value instanceof Object)) throw fault('/files', value, 'expected an object');
  const files: Checksums = new Map();
  for (const [name, checksum] of Object.entries(value)) {
    if (typeof checksum !== 'string' || !recordFileName.test(name)) {
      throw fault(pointerOf(['files', name]), checksum, 'expected the checksum of a file of the folder');
    }
    files.set(name, checksum);
  }
  return files;
}
