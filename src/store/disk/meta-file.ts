import { join } from 'node:path';
import { DataFileError } from './data-file-error.ts';
import { memberOf, printMarks, readMarks, type FaultOf, type FileMarks } from './collections/file-marks.ts';
import { reasonOf } from '../../files/file-system.ts';
import type { HighestIds } from '../state/id-counters.ts';
import { locateJsonFault } from '../../json/json-text.ts';
import { recordFault, readIfThere, type RecordFolder } from './record-folder.ts';
import type { Root, StoredCollection } from '../state/root.ts';
import { StorageError } from '../store.ts';

/** What a folder says about itself. */
export interface Meta {
  readonly format: Format;
  readonly scenario: string;
  readonly ids: Partial<HighestIds>;
  /** Absent in format 1. */
  readonly commits?: CommitsNoted;
  /** The record files as they were written last; absent in format 1. */
  readonly files?: FileMarks;
}

/** What is known of the commits without looking into the log. */
export interface CommitsNoted {
  /** The number of the last commit that the record files hold. */
  readonly folded: number;
  /** The number of a commit that was there; there may be later ones. */
  readonly last: number;
  /** Whether commits are in the log alone. */
  readonly has_log: boolean;
}

/** Format 1, which scenarios and older versions have, tells neither commits nor files. */
const formats = [1, 2] as const;
type Format = (typeof formats)[number];

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
  const given: unknown = memberOf(meta, 'format');
  const format = formats.find((known) => known === given);
  if (format === undefined) {
    const known = formats.join(' and ');
    throw recordFault(folder, file, '/format', given, `this version reads formats ${known}`);
  }
  const fault = (pointer: string, value: unknown, reason: string) => recordFault(folder, file, pointer, value, reason);
  const ids = readIds(memberOf(meta, 'ids'), fault);
  const scenario = memberOf(meta, 'scenario');
  if (scenario !== undefined && typeof scenario !== 'string') throw fault('/scenario', scenario, 'expected a text');
  const common = { format, scenario: scenario ?? '', ids };
  if (format === 1) return common;
  return {
    ...common,
    commits: readCommits(memberOf(meta, 'commits'), fault),
    files: readMarks(memberOf(meta, 'files'), fault),
  };
}

/** Replaces `meta.json`. @throws StorageError */
export async function writeMeta({ dir, fileSystem }: RecordFolder, meta: Omit<Meta, 'format'>): Promise<void> {
  const temporary = join(dir, '.meta.json.tmp');
  const noMarks: FileMarks = new Map();
  const { scenario, ids, commits, files = noMarks } = meta;
  const text = JSON.stringify({ format: 2, scenario, ids, commits, files: printMarks(files) }, null, 2);
  try {
    await fileSystem.writeFile(temporary, `${text}\n`);
    await fileSystem.rename(temporary, metaFile(dir));
  } catch (error) {
    throw new StorageError(`${metaFile(dir)} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

export function metaFile(dir: string): string {
  return join(dir, 'meta.json');
}

/** The highest ids of a state: those noted in `meta.json`, and those of the records, whichever are higher. */
export function highestIdsOf(root: Root, meta: Meta | undefined): HighestIds {
  const { workspaces, users, agents, campaigns } = root.collections;
  return {
    workspaces: highestOf(workspaces, meta?.ids.workspaces),
    users: highestOf(users, meta?.ids.users),
    agents: highestOf(agents, meta?.ids.agents),
    campaigns: highestOf(campaigns, meta?.ids.campaigns),
    ...(meta?.ids.leads === undefined ? {} : { leads: meta.ids.leads }),
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
  const found: Partial<Record<keyof HighestIds, number>> = {};
  if (ids !== undefined && !(ids instanceof Object)) throw fault('/ids', ids, 'expected an object');
  for (const kind of ['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const) {
    const id = memberOf(ids, kind);
    if (id !== undefined) found[kind] = readCount(id, `/ids/${kind}`, fault);
  }
  return found;
}

function readCommits(commits: unknown, fault: FaultOf): CommitsNoted {
  const hasLog = memberOf(commits, 'has_log');
  if (typeof hasLog !== 'boolean') throw fault('/commits/has_log', hasLog, 'expected true or false');
  const folded = readCount(memberOf(commits, 'folded'), '/commits/folded', fault);
  return { folded, last: readCount(memberOf(commits, 'last'), '/commits/last', fault), has_log: hasLog };
}

function readCount(value: unknown, pointer: string, fault: FaultOf): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw fault(pointer, value, 'expected a whole number from 0');
}
