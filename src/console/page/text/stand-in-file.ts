import { literal } from './javascript.ts';

/** A file whose content is not known: another of its name, type and size stands in for it. */
export interface SendableFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Whether its content is to be of the type that its name tells. */
  readonly isOfItsType: boolean;
}

/** By the end of a file's name, what its content begins with. */
const beginnings: Readonly<Record<string, string>> = {
  pdf: '%PDF-',
  doc: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
  docx: 'PK\x03\x04',
  xlsx: 'PK\x03\x04',
  png: '\x89PNG\r\n\x1A\n',
  jpg: '\xFF\xD8\xFF',
  jpeg: '\xFF\xD8\xFF',
  gif: 'GIF89a',
  webp: 'RIFF    WEBP',
};

/** What a file's content begins with; the rest is blank. */
function beginningOf({ name, size, isOfItsType }: SendableFile): string {
  const beginning = beginnings[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? '';
  // A control byte at its start makes it no text either.
  return (isOfItsType ? beginning : '\0').slice(0, size);
}

/** The file itself, for a form. */
export function standInFile(file: SendableFile): File {
  return new File([bytesOf(beginningOf(file)), ' '.repeat(file.size - beginningOf(file).length)], file.name, {
    type: file.type,
  });
}

/** Its content as JavaScript: the items of a list that `File` takes. */
export function fileBytes(file: SendableFile): string {
  const beginning = beginningOf(file);
  const blank = file.size - beginning.length;
  const isText = /^[\x20-\x7E]*$/.test(beginning);
  const start = isText ? literal(beginning) : `new Uint8Array([${[...bytesOf(beginning)].join(', ')}])`;
  const rest = `' '.repeat(${blank})`;
  return [...(beginning === '' ? [] : [start]), ...(blank === 0 ? [] : [rest])].join(', ');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
