import * as nodeFileSystem from 'node:fs/promises';
import { type FileHandle, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { AgentRecord } from '../../domain/records.ts';
import type { FileSystem } from '../../files/file-system.ts';
import { openDataFolder } from '../../store/disk/data-folder.ts';
import type { Put } from '../../store/state/store.ts';
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
  readonly openStore: (options?: {
    readonly dir?: string;
    readonly scenarioDir?: string;
    readonly fileSystem?: FileSystem;
    readonly onNotice?: (sentence: string) => void;
  }) => Promise<RecordStore>;
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
    const before = await folderState(folder);
    // A store that has nothing to do folds its log: then the copy is of two moments.
    const isCopied = await cp(folder, copy, { recursive: true }).then(
      () => true,
      () => false,
    );
    if (!isCopied || before !== (await folderState(folder))) return copyFolder(folder);
    await rm(join(copy, '.lock'), { force: true });
    return copy;
  }

  async function openStore(options: Parameters<DataFolderHarness['openStore']>[0] = {}): Promise<RecordStore> {
    const store = await openDataFolder({ ...place, ...options });
    opened.push(store);
    return store;
  }

  return { openStore, copyFolder, openCopy: async (folder) => openStore({ dir: await copyFolder(folder) }) };
}

async function folderState(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  const states = names.map((name) => stat(join(folder, name)).then(({ mtimeMs, size }) => [name, mtimeMs, size]));
  return JSON.stringify(await Promise.allSettled(states));
}

export function putAgent(store: RecordStore, record: AgentRecord): Put {
  return { kind: 'put', collection: 'agents', record, version: store.view().version('agents', record.id) };
}

/** Everything but the ids that were given. */
export function storeContent(store: RecordStore): unknown {
  return { ...store.records(), ids: undefined };
}

/** Decides, before each operation that changes a file, whether it fails; called with the operation and the file. */
type DiskFault = (operation: string, file: string) => Error | undefined;

/** The real file system with faults put in, for tests. A failing write leaves half of its bytes behind. */
export function createFaultyFileSystem(fault: DiskFault): FileSystem {
  const check = (operation: string, file: unknown) => {
    const error = fault(operation, String(file));
    if (error !== undefined) throw error;
  };
  return {
    ...nodeFileSystem,
    open: async (file, flags, mode) => {
      if (flags !== 'r') check('open', file);
      return faultyHandle(await nodeFileSystem.open(file, flags, mode), String(file), fault);
    },
    rename: async (from, to) => {
      check('rename', to);
      await nodeFileSystem.rename(from, to);
    },
    unlink: async (file) => {
      check('unlink', file);
      await nodeFileSystem.unlink(file);
    },
    copyFile: async (from, to, mode) => {
      check('copyFile', to);
      await nodeFileSystem.copyFile(from, to, mode);
    },
    writeFile: async (file, data, options) => {
      check('writeFile', file);
      await nodeFileSystem.writeFile(file, data, options);
    },
  };
}

/** The error that the operating system gives with a code. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no luck`), { code });
}

function faultyHandle(handle: FileHandle, file: string, fault: DiskFault): FileHandle {
  return new Proxy(handle, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return async (...parameters: readonly unknown[]): Promise<unknown> => {
        const error = changing.includes(String(property)) ? fault(String(property), file) : undefined;
        if (error === undefined) return Reflect.apply(member, target, parameters) as unknown;
        const [bytes, , length, position] = parameters;
        if (property === 'write' && Buffer.isBuffer(bytes)) {
          await target.write(bytes, 0, Math.floor(Number(length) / 2), Number(position));
        }
        throw error;
      };
    },
  });
}

const changing: readonly string[] = ['write', 'writeFile', 'truncate', 'sync'];
