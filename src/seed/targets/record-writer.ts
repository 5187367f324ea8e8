import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileLimit } from '../../store/disk/record-file.ts';

const piece = 2 ** 20;

/** A file of records would grow larger than can be read back. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/** Writes a file of records, one per line, in pieces; the file is there, whole, once it is closed. */
export class RecordWriter {
  /** In bytes. */
  readonly #limit: number;
  #handle: FileHandle | undefined;
  #pieces: string[] = [];
  #length = 0;
  #size = 0;
  #isFirst = true;

  constructor(
    readonly file: string,
    limit = fileLimit,
  ) {
    this.#limit = limit;
  }

  /** @throws FileTooLargeError */
  async add(records: Iterable<object>): Promise<void> {
    for (const record of records) {
      const text = `${this.#isFirst ? '[' : ','}\n${JSON.stringify(record)}`;
      this.#isFirst = false;
      this.#pieces.push(text);
      this.#length += text.length;
      if (this.#length > piece) await this.#flush();
    }
  }

  async close(): Promise<void> {
    this.#pieces.push(this.#isFirst ? '[]\n' : '\n]\n');
    const handle = await this.#flush();
    await handle.sync();
    await handle.close();
    await rename(this.#temporary(), this.file);
  }

  /** Lets go of the file, which is as it was before. */
  async abandon(): Promise<void> {
    await this.#handle?.close();
  }

  async #flush(): Promise<FileHandle> {
    this.#handle ??= await this.#open();
    const bytes = Buffer.from(this.#pieces.join(''));
    this.#pieces = [];
    this.#length = 0;
    this.#size += bytes.length;
    if (this.#size > this.#limit) {
      throw new FileTooLargeError(
        `${basename(this.file)} would grow beyond ${this.#limit / 2 ** 20} MB, more than can be read back: spread the records over several campaigns`,
      );
    }
    await this.#handle.writeFile(bytes);
    return this.#handle;
  }

  async #open(): Promise<FileHandle> {
    await mkdir(dirname(this.file), { recursive: true });
    return open(this.#temporary(), 'w');
  }

  #temporary(): string {
    return join(dirname(this.file), `.${basename(this.file)}.tmp`);
  }
}
