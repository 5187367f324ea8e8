import { reasonOf } from '../../files/file-system.ts';
import { StorageError } from '../store.ts';

/** At most this many mistakes are reported; a search may end at one more. */
export const mostShown = 20;

/** A data file is broken or does not fit; it is left as it is. `message` says where, what, and the way out. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  /** Every mistake that it tells of. */
  all: readonly DataFileError[] = [this];

  /** One error for several: each on a line of its own, and once what to do. */
  static of(errors: readonly DataFileError[]): DataFileError {
    const [first] = errors;
    if (first === undefined) throw new Error('Nothing is wrong.');
    if (errors.length === 1) return first;
    const shown = errors.slice(0, mostShown);
    const count = errors.length > shown.length ? `More than ${shown.length}` : shown.length;
    const lines = shown.map(({ file, place, fault }) => `${file}${place}: ${fault}`);
    const error = new DataFileError(first.file, first.place, first.fault, first.wayOut);
    error.message = [`${count} mistakes:`, ...lines, `The files were left as they are. ${first.wayOut}`].join('\n');
    error.all = errors;
    return error;
  }

  /**
   * @param file path of the file or folder
   * @param place where in it: `:12:5`, ` at /3/agent_name`, or '' for the whole
   */
  constructor(
    readonly file: string,
    readonly place: string,
    readonly fault: string,
    readonly wayOut: string,
  ) {
    super(`${file}${place}: ${fault}. The file was left as it is. ${wayOut}`);
  }
}

/** The error for a file that cannot be read. */
export function cannotBeRead(file: string, cause: unknown, wayOut: string): StorageError {
  return new StorageError(`${file} cannot be read: ${reasonOf(cause)}. ${wayOut}`, { cause });
}
