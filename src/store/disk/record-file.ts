import { isUtf8 } from 'node:buffer';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Adapter, Low } from 'lowdb';
import { ExplainedError, type FileSystem, hasCode, reasonOf } from '../../files/file-system.ts';
import { locateJsonFault } from '../../json/json-text.ts';
import { isJsonList, isObject } from '../../json/json-value.ts';
import { StorageError } from '../state/store.ts';

/** `pretty`: two spaces, for people. `lines`: one record per line, for many records. */
export type RecordFormat = 'pretty' | 'lines';

/** A file that a person may have written. */
interface ReadFile {
  readonly file: string;
  readonly fileSystem: FileSystem;
  /** What to do about a broken file, in one or two sentences. */
  readonly wayOut: string;
}

export interface RecordFileParts extends ReadFile {
  readonly format: RecordFormat;
}

/** V8 cannot hold a text of 512 MB: no larger file is read or written; in bytes. */
export const fileLimit = 400 * 2 ** 20;

/**
 * Reads the records of a file, and the checksum of its content; none, and undefined, if it does not exist.
 * @throws DataFileError if it is not a JSON array, StorageError
 */
export async function readRecordFile(
  parts: ReadFile,
): Promise<{ readonly records: readonly unknown[]; readonly checksum: string | undefined }> {
  const file = new RecordFile({ ...parts, format: 'pretty' });
  const database = new Low<readonly unknown[]>(file, []);
  await database.read();
  return { records: database.data, checksum: file.checksum };
}

/** Replaces a file by one with these records. @returns its checksum @throws StorageError; then the old file stays */
export async function writeRecordFile(parts: RecordFileParts, records: readonly unknown[]): Promise<string> {
  const file = new RecordFile(parts);
  await new Low<readonly unknown[]>(file, records).write();
  return file.checksum ?? '';
}

/** The lowdb adapter for a file of records. */
class RecordFile implements Adapter<readonly unknown[]> {
  /** Of the content that was read or written; undefined if there is none. */
  checksum: string | undefined;
  readonly #parts: RecordFileParts;

  constructor(parts: RecordFileParts) {
    this.#parts = parts;
  }

  async read(): Promise<readonly unknown[] | null> {
    const { file, wayOut } = this.#parts;
    const bytes = await readIfThere(this.#parts);
    if (bytes === undefined) return null;
    this.checksum = printChecksum(crc32(bytes));
    const records = recordsOfFile(parseJson(file, bytes, wayOut));
    if (records !== undefined) return records;
    throw new DataFileError(file, '', 'expected an array of records, or an object with $schema and records', wayOut);
  }

  async write(records: readonly unknown[]): Promise<void> {
    this.checksum = await writeRecords(this.#parts, [records]);
  }
}

const pieceSize = 2 ** 17;

/**
 * Replaces a file by one with the records of these batches, written in pieces, so that other work goes on meanwhile.
 * @returns the checksum of its content
 * @throws StorageError; then the old file stays
 */
export async function writeRecords(
  { file, format, fileSystem }: Omit<RecordFileParts, 'wayOut'>,
  batches: Iterable<Iterable<unknown>> | AsyncIterable<Iterable<unknown>>,
): Promise<string> {
  let [text, count, size, sum] = ['[', 0, 0, 0];
  const piece = () => {
    const bytes = Buffer.from(text);
    text = '';
    size += bytes.length;
    if (size > fileLimit) throw new Error(`it would grow beyond ${fileLimit / 2 ** 20} MB, more than can be read`);
    sum = crc32(bytes, sum);
    return bytes;
  };
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const batch of batches) {
      for (const record of batch) {
        text += `${count === 0 ? '' : ','}\n${printRecord(record, format)}`;
        count += 1;
        if (text.length > pieceSize) yield piece();
      }
    }
    text += `${count === 0 ? '' : '\n'}]\n`;
    yield piece();
  }
  await replaceFile(file, pieces(), fileSystem);
  return printChecksum(sum);
}

/** Replaces a file in one step, its folder made if absent: until it is on disk the old stays. @throws StorageError */
export async function replaceFile(
  file: string,
  content: string | Buffer | AsyncIterable<Buffer>,
  fileSystem: FileSystem,
): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
  try {
    await fileSystem.mkdir(dirname(file), { recursive: true });
    await fileSystem.writeFile(temporary, content, { flush: true });
    await fileSystem.rename(temporary, file);
  } catch (error) {
    await fileSystem.unlink(temporary).catch(() => undefined);
    throw new StorageError(`${file} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** The content of a file; undefined if it does not exist. @throws StorageError, DataFileError if it is too large */
export async function readIfThere({ file, fileSystem, wayOut }: ReadFile): Promise<Buffer | undefined> {
  try {
    if ((await fileSystem.stat(file)).size <= fileLimit) return await fileSystem.readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new StorageError(`${file} cannot be read: ${reasonOf(error)}. ${wayOut}`, { cause: error });
  }
  const fault = `it is larger than ${fileLimit / 2 ** 20} MB: spread the records over several campaigns`;
  throw new DataFileError(file, '', fault, wayOut);
}

/** The value of a file of JSON. @throws DataFileError that tells the line and column of a fault */
export function parseJson(file: string, bytes: Buffer, wayOut: string): unknown {
  if (!isUtf8(bytes)) throw new DataFileError(file, '', 'this is not UTF-8', wayOut);
  const text = bytes.toString();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = locateJsonFault(text);
    if (fault === undefined) throw error;
    throw new DataFileError(file, `:${fault.line}:${fault.column}`, `this is not JSON: ${fault.reason}`, wayOut);
  }
}

/**
 * The records of a file's content: an array of them, or one beside the address of their JSON Schema, which editors look
 * for at `$schema`. Undefined for anything else.
 */
export function recordsOfFile(content: unknown): readonly unknown[] | undefined {
  const list = isObject(content) ? content['records'] : content;
  const names = isObject(content) ? Object.keys(content) : [];
  return isJsonList(list) && names.every((name) => name === 'records' || name === '$schema') ? list : undefined;
}

function printRecord(record: unknown, format: RecordFormat): string {
  if (format === 'lines') return JSON.stringify(record);
  // As the only item of an array, without the array's brackets: indented by one level.
  return JSON.stringify([record], null, 2).slice(2, -2);
}

/** A CRC-32 in hexadecimal digits. */
export function printChecksum(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

/** At most this many mistakes are reported; a search may end at one more. */
export const mostShown = 20;

/** A data file is broken or does not fit; it is left as it is. `message` says where, what, and the way out. */
export class DataFileError extends ExplainedError {
  override readonly name = 'DataFileError';

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
