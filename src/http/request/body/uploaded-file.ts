import { createHash } from 'node:crypto';
import type { FileField, FileProblem } from '../../../document/operation.ts';
import { detectFileType, leadingBytes } from './file-type.ts';

/** What is known of an uploaded file; its content is gone (`createagentorupdate.files.refusal`). */
export interface UploadedFile {
  /** The form field as sent, `FILE_KNOWLEDGE_BASES` or `FILE_KNOWLEDGE_BASES[0]`. */
  readonly field: string;
  readonly name: string;
  /** In bytes, counted to the end even where it is too large. */
  readonly size: number;
  /** The part's Content-Type. */
  readonly declaredType: string;
  /** The media type that its content is; undefined for one that the field does not take. */
  readonly detectedType: string | undefined;
  /** In lower-case hexadecimal digits; '' for a file over the limit. */
  readonly sha256: string;
  /** Why the file is to be refused, undefined where nothing is wrong with it. */
  readonly problem: FileProblem | undefined;
}

/** Hashes, counts and sniffs a file while its bytes pass by; holds no more than the leading ones. */
export class FileGauge {
  readonly #sizeLimit: number;
  readonly #hash = createHash('sha256');
  #leading = Buffer.alloc(0);
  size = 0;

  constructor(sizeLimit: number) {
    this.#sizeLimit = sizeLimit;
  }

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#leading.length < leadingBytes) {
      this.#leading = Buffer.concat([this.#leading, chunk.subarray(0, leadingBytes - this.#leading.length)]);
    }
    this.#hash.update(chunk);
  }

  /** Exactly the limit is allowed, one byte more is not. */
  get isTooLarge(): boolean {
    return this.size > this.#sizeLimit;
  }

  /** The digest as hexadecimal digits; ask once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  detect({ mediaTypes, reading }: FileField, name: string): string | undefined {
    return detectFileType(mediaTypes, name, this.#leading, reading.looksInside);
  }
}
