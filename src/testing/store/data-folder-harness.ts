import * as nodeFileSystem from 'node:fs/promises';
import { type FileHandle, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { AgentRecord } from '../../domain/records.ts';
import type { FileSystem } from '../../files/file-system.ts';
import { type DataFolderOptions, openDataFolder } from '../../store/disk/data-folder.ts';
import type { Change } from '../../store/state/store.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import { createSampleScenario } from './sample-scenario.ts';

interface DataFolderPlace {
  /** A folder of the test's own. */
  readonly root: string;
  /** A data folder in it that is not there yet. */
  readonly dir: string;
  readonly scenarioDir: string;
}

interface DataFolderHarness {
  readonly openStore: (options?: Partial<DataFolderOptions>) => Promise<RecordStore>;
  /** Opens what a process that was killed just now would leave behind. */
  readonly openCopy: (folder?: string) => Promise<RecordStore>;
  readonly copyFolder: (folder?: string) => Promise<string>;
}

/** Gives each test a place of its own, and closes and removes all that it opened. For tests. */
export function useDataFolders(onPlace: (place: DataFolderPlace) => void): DataFolderHarness {
  let place: DataFolderPlace;
  let opened: RecordStore[];

  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'data-folder-'));
    place = { root, dir: join(root, 'data'), scenarioDir: await createSampleScenario() };
    opened = [];
    onPlace(place);
  });

  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await rm(place.root, { recursive: true });
    await rm(place.scenarioDir, { recursive: true });
  });

  async function copyFolder(folder = place.dir): Promise<string> {
    const copy = await mkdtemp(join(place.root, 'copy-'));
    // The log first: a store that has nothing to do folds it, and files that are newer than a log do no harm.
    await cp(join(folder, 'commits.log'), join(copy, 'commits.log'), { force: true }).catch(() => undefined);
    const filter = (file: string) => !/\/(?:commits\.log|\.lock|\.[^/]*\.tmp)$/.test(file);
    await cp(folder, copy, { recursive: true, filter });
    return copy;
  }

  async function openStore(options: Partial<DataFolderOptions> = {}): Promise<RecordStore> {
    const store = await openDataFolder({ ...place, ...options });
    opened.push(store);
    return store;
  }

  return { openStore, copyFolder, openCopy: async (folder) => openStore({ dir: await copyFolder(folder) }) };
}

export function putAgent(store: RecordStore, record: AgentRecord): Change {
  return store.view().put('agents', record);
}

/** Everything but the ids that were given. */
export function storeContent(store: RecordStore): unknown {
  return { ...store.records(), ids: undefined };
}

/** Decides, before each operation that changes a file, whether it fails; called with the operation and the file. */
type DiskFault = (operation: string, file: string) => Error | undefined;

const changing = ['open', 'rename', 'unlink', 'copyFile', 'write', 'writeFile', 'truncate', 'sync'];

/** The real file system with faults put in, for tests. A failing write leaves half of its bytes behind. */
export function createFaultyFileSystem(fault: DiskFault): FileSystem {
  return intercepted({ ...nodeFileSystem }, fault, (operation, parameters) =>
    String(parameters[['rename', 'copyFile'].includes(operation) ? 1 : 0]),
  );
}

/** The error that the operating system gives with a code. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no luck`), { code });
}

/** Stands between the calls of a file system, or of an open file, and who calls them. */
function intercepted<T extends object>(
  target: T,
  fault: DiskFault,
  fileOf: (operation: string, parameters: readonly unknown[]) => string,
): T {
  return new Proxy(target, {
    get: (_, property) => {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return async (...parameters: readonly unknown[]) => {
        const call = (given: readonly unknown[]) => Reflect.apply(member, target, given) as unknown;
        const operation = String(property);
        const file = fileOf(operation, parameters);
        const isReading = operation === 'open' && parameters[1] === 'r';
        const error = changing.includes(operation) && !isReading ? fault(operation, file) : undefined;
        const [bytes, start, length, position] = parameters;
        if (error !== undefined && operation === 'write') {
          await call([bytes, start, Math.floor(Number(length) / 2), position]);
        }
        if (error !== undefined) throw error;
        const result = await call(parameters);
        return operation === 'open' ? intercepted(result as FileHandle, fault, () => file) : result;
      };
    },
  });
}
