import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  png: 'image/png',
} as const;

export interface SampleFile {
  readonly type: string;
  readonly content: Uint8Array;
}

/** The smallest file of a kind that its program opens, by its extension; of any other kind one that is no document. */
export function sampleFile(kind: string): SampleFile {
  if (!Object.hasOwn(types, kind)) return { type: 'application/octet-stream', content: Buffer.from('MZ no document') };
  const content = readFileSync(join(packageRoot(), 'contract-tests', 'sample-files', `sample.${kind}`));
  return { type: types[kind as keyof typeof types], content };
}

/** A PDF of this many bytes; of too few for one, nothing but zeros. */
export function pdfOfSize(bytes: number): Uint8Array {
  const { content } = sampleFile('pdf');
  if (bytes < content.length) return new Uint8Array(bytes);
  return Buffer.concat([content, Buffer.alloc(bytes - content.length, 0x20)]);
}
