import * as nodeFileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FileSystem } from '../../files/file-system.ts';

/** Decides, before each operation that changes a file, whether it fails; called with the operation and the file. */
export type DiskFault = (operation: string, file: string) => Error | undefined;

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
