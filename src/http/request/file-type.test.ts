import { expect, test } from 'vitest';
import { detectFileType } from './uploaded-files.ts';

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
const documents = Object.values(types);
const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const pdf = bytes('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
const ole2 = bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00\x00\x00\x00');
const png = bytes('\x89PNG\r\n\x1A\n\x00\x00\x00\rIHDR');
const program = bytes('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xFF\xFF');
const elf = bytes('\x7FELF\x02\x01\x01\x00');

test.each<[string, string, Buffer, keyof typeof types]>([
  ['a PDF', 'a.pdf', pdf, 'pdf'],
  ['a name in capitals', 'A.PDF', pdf, 'pdf'],
  ['a DOC', 'a.doc', ole2, 'doc'],
  ['a DOCX by Word', 'a.docx', zip('[Content_Types].xml'), 'docx'],
  ['a DOCX by LibreOffice', 'a.docx', zip('_rels/.rels'), 'docx'],
  ['a DOCX by Google', 'a.docx', zip('word/numbering.xml'), 'docx'],
  ['an XLSX by Excel', 'a.xlsx', zip('[Content_Types].xml'), 'xlsx'],
  ['an XLSX by Google', 'a.xlsx', zip('xl/drawings/drawing1.xml'), 'xlsx'],
  ['an XLSX that starts with its properties', 'a.xlsx', zip('docProps/app.xml'), 'xlsx'],
  ['a ZIP header cut short', 'a.docx', bytes('PK\x03\x04'), 'docx'],
  ['a CSV', 'a.csv', bytes('name,city\r\nAna,"Porto"\r\n'), 'csv'],
  ['a CSV in UTF-8', 'a.csv', Buffer.from('\u{FEFF}naïve;日本\t😀\n'), 'csv'],
  ['a CSV in Latin-1', 'a.csv', bytes('caf\xE9;\x80\n'), 'csv'],
  ['a CSV in UTF-16', 'a.csv', Buffer.from('\u{FEFF}naïve;日本\n', 'utf16le'), 'csv'],
  ['a CSV in big-endian UTF-16', 'a.csv', Buffer.from('\u{FEFF}naïve;日本\n', 'utf16le').swap16(), 'csv'],
  ['an empty CSV', 'a.csv', bytes(''), 'csv'],
])('accepts %s', (_, name, leading, type) => {
  expect(detectFileType(documents, name, leading)).toBe(types[type]);
});

test.each([
  ['an unknown ending', 'a.txt', bytes('text')],
  ['an ending before the last', 'a.pdf.exe', pdf],
  ['no ending', 'pdf', pdf],
  ['an empty PDF', 'a.pdf', bytes('')],
  ['a PDF named DOC', 'a.doc', pdf],
  ['a PDF named CSV', 'a.csv', pdf],
  ['a DOC named DOCX', 'a.docx', ole2],
  ['a PNG named PDF', 'a.pdf', png],
  ['a PNG named CSV', 'a.csv', png],
  ['a JPEG named CSV', 'a.csv', bytes('\xFF\xD8\xFF\xE1')],
  ['a GIF named CSV', 'a.csv', bytes('GIF89a')],
  ['a ZIP named CSV', 'a.csv', zip('a.txt')],
  ['a program named PDF', 'a.pdf', program],
  ['a program named CSV', 'a.csv', program],
  ['the beginning of a program named CSV', 'a.csv', bytes('MZ')],
  ['an ELF program named CSV', 'a.csv', elf],
  ['a script named CSV', 'a.csv', bytes('#!/bin/sh\n')],
  ['a NUL in a CSV', 'a.csv', bytes('a,b\0c')],
  ['UTF-16 without its mark', 'a.csv', Buffer.from('a,b', 'utf16le')],
  ['NULs behind the mark of UTF-16', 'a.csv', bytes('\xFF\xFEa\0\0\0')],
  ['a JAR named DOCX', 'a.docx', zip('META-INF/MANIFEST.MF')],
  ['an OpenDocument text named DOCX', 'a.docx', zip('mimetype')],
  ['an empty archive named XLSX', 'a.xlsx', bytes('PK\x05\x06')],
])('refuses %s', (_, name, leading) => {
  expect(detectFileType(documents, name, leading)).toBeUndefined();
});

test.each([
  ['image/png', png],
  ['image/jpeg', bytes('\xFF\xD8\xFF\xE0')],
  ['image/gif', bytes('GIF87a')],
  ['image/gif', bytes('GIF89a')],
  ['image/webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  [undefined, bytes('RIFF\x24\0\0\0WAVEfmt ')],
  [undefined, bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [undefined, pdf],
  [undefined, bytes('')],
])('sees an image of type %s', (type, leading) => {
  expect(detectFileType(images, 'no name', leading)).toBe(type);
});

function bytes(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1');
}

/** The beginning of a ZIP archive whose first entry has this name. */
function zip(entry: string): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(entry.length, 26);
  return Buffer.concat([header, Buffer.from(entry), bytes('\x03\0\x80')]);
}
