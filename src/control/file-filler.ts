import { imageType, knowledgeFileType, type FileType } from '../http/reading/file-type.ts';

/** The bytes by which a file of a type is told. */
const leadingBytes: Readonly<Record<FileType, string>> = {
  pdf: '%PDF-',
  doc: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
  docx: 'PK\x03\x04',
  xlsx: 'PK\x03\x04',
  csv: '',
  png: '\x89PNG\r\n\x1A\n',
  jpeg: '\xFF\xD8\xFF',
  gif: 'GIF89a',
  webp: 'RIFF\0\0\0\0WEBP',
};

/** Bytes of the same size that the mock takes, or refuses, like a file's content, and that tell nothing of it. */
export function fileFiller(field: string, fileName: string, content: Buffer): Buffer {
  const type = field.startsWith('FILE_KNOWLEDGE_BASES') ? knowledgeFileType(fileName, content) : imageType(content);
  // A control byte keeps what is no text from being taken for a CSV.
  const filler = Buffer.alloc(content.length, type === 'csv' ? ' ' : 0);
  if (type !== undefined) filler.write(leadingBytes[type], 'latin1');
  return filler;
}
