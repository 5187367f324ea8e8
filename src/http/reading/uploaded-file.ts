import { createHash } from 'node:crypto';
import type { FileType } from './file-type.ts';
import { imageType, knowledgeFileType, LEADING_BYTES } from './file-type.ts';

/** What is known of an uploaded file; its content is gone (`createagentorupdate.files.refusal`). */
export interface UploadedFile {
  /** The form field as sent, `FILE_KNOWLEDGE_BASES` or `FILE_KNOWLEDGE_BASES[0]`. */
  readonly field: string;
  readonly name: string;
  /** In bytes, counted to the end even where it is too large. */
  readonly size: number;
  /** The part's Content-Type. */
  readonly declaredType: string;
  /** Undefined where the file is of no type that the field takes. */
  readonly detectedType: FileType | undefined;
  /** In lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Why the file is to be refused, undefined where nothing is wrong with it. */
  readonly problem: FileProblem | undefined;
}

export type FileProblem = 'too-many' | 'too-large' | 'empty' | 'wrong-type';

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
    if (this.#leading.length < LEADING_BYTES) {
      this.#leading = Buffer.concat([this.#leading, chunk.subarray(0, LEADING_BYTES - this.#leading.length)]);
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

  detect(kind: 'knowledge-base' | 'image', name: string): FileType | undefined {
    return kind === 'image' ? imageType(this.#leading) : knowledgeFileType(name, this.#leading);
  }
}
