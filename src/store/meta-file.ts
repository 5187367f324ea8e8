import { join } from 'node:path';
import { DataFileError } from './data-file-error.ts';
import { hasCode } from './file-system.ts';
import type { HighestIds } from './id-counters.ts';
import { locateJsonFault } from './locate-json-fault.ts';
import { type RecordFolder, recordFault } from './record-folder.ts';
import type { Root, StoredCollection } from './root.ts';
import { StorageError } from './store.ts';

/** What a folder says about itself. */
export interface Meta {
  readonly format: 1;
  readonly scenario: string;
  readonly ids: Partial<HighestIds>;
}

const FORMAT = 1;

/** Reads `meta.json`, undefined where there is none. Throws `DataFileError` where it cannot be relied on. */
export async function readMeta(folder: RecordFolder): Promise<Meta | undefined> {
  const file = metaFile(folder.dir);
  let text: string;
  try {
    text = await folder.fileSystem.readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const fault = locateJsonFault(text);
  if (fault !== undefined) {
    throw new DataFileError(file, `:${fault.line}:${fault.column}`, `this is not JSON: ${fault.reason}`, folder.wayOut);
  }
  const meta: unknown = JSON.parse(text);
  const format: unknown = meta instanceof Object ? Reflect.get(meta, 'format') : undefined;
  if (format !== FORMAT) throw recordFault(folder, file, '/format', format, `this version reads format ${FORMAT}`);
  const ids = readIds(folder, file, meta instanceof Object ? Reflect.get(meta, 'ids') : undefined);
  const scenario: unknown = meta instanceof Object ? Reflect.get(meta, 'scenario') : undefined;
  return { format: FORMAT, scenario: typeof scenario === 'string' ? scenario : '', ids };
}

/** Replaces `meta.json`. Throws `StorageError`. */
export async function writeMeta({ dir, fileSystem }: RecordFolder, scenario: string, ids: HighestIds): Promise<void> {
  const temporary = join(dir, '.meta.json.tmp');
  try {
    await fileSystem.writeFile(temporary, `${JSON.stringify({ format: FORMAT, scenario, ids }, null, 2)}\n`);
    await fileSystem.rename(temporary, metaFile(dir));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`${metaFile(dir)} cannot be written: ${reason}`, { cause: error });
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
  for (const { record } of collection.values())
    if (typeof record.id === 'number') highest = Math.max(highest, record.id);
  return highest;
}

function readIds(folder: RecordFolder, file: string, ids: unknown): Partial<HighestIds> {
  const found: Partial<Record<keyof HighestIds, number>> = {};
  for (const kind of ['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const) {
    const id: unknown = ids instanceof Object ? Reflect.get(ids, kind) : undefined;
    if (id === undefined) continue;
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw recordFault(folder, file, `/ids/${kind}`, id, 'expected a whole number from 0');
    }
    found[kind] = id;
  }
  return found;
}
