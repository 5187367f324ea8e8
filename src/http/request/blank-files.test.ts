import { expect, test } from 'vitest';

import { loadContractDocument } from '../../document/read/load.ts';
import { blankFiles, detectFileType } from './uploaded-files.ts';

const { fileFields: fields } = loadContractDocument().operations.get('createAgentOrUpdate') ?? {};
const fileFields = [...(fields?.values() ?? [])];
const contentType = 'multipart/form-data; boundary=b';

function form(parts: readonly (readonly [head: string, content: Buffer | string])[]): Buffer {
  const pieces = parts.flatMap(([head, content]) => [
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, '--b--\r\n'].map((piece) => Buffer.from(piece)));
}

test('of a form with files nothing of their content is left, and everything else', () => {
  const secret = 'canary-4711';
  const sent = form([
    ['name="basic_details[agent_name]"', 'Ada'],
    ['name="FILE_KNOWLEDGE_BASES"; filename="a.pdf"', `%PDF-1.7 ${secret}\r\n\r\n--c\r\n${secret}`],
    ['name="FILE_KNOWLEDGE_BASES[1]"', `${secret},1\r\n`],
    ['name="other"; filename*=UTF-8\'\'x.bin', `\0\x01${secret}`],
    ['name="empty"; filename=""', ''],
    ['name="last"', 'Bob'],
  ]);
  const blank = blankFiles(sent, contentType, fields?.keys() ?? []);
  expect(blank?.length).toBe(sent.length);
  expect(String(blank)).not.toContain('canary');
  expect(String(blank)).not.toContain('4711');
  for (const kept of ['Ada', 'Bob', 'a.pdf', '%PDF-', 'x.bin', '--b--\r\n']) expect(String(blank)).toContain(kept);
});

test.each([
  ['a.pdf', '%PDF-1.4 text'],
  ['a.doc', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 more'],
  ['a.docx', `PK\x03\x04${'\x14'.repeat(22)}\x05\0\0\0word/`],
  ['a.csv', 'id,name\r\n1,Ada\r\n'],
  ['a.csv', '#!/bin/sh'],
  ['a.csv', '\0\x01\x02'],
  ['a.png', '\x89PNG\r\n\x1A\n data'],
  ['a.webp', 'RIFF1234WEBPdata'],
  ['a.gif', 'GIF89a data'],
])('the type of %s, %j, is told as before', (name, content) => {
  const bytes = Buffer.from(content, 'latin1');
  const blank = blankFiles(form([[`name="f"; filename="${name}"`, bytes]]), contentType, []) ?? Buffer.alloc(0);
  const start = blank.indexOf('\r\n\r\n') + 4;
  const found = blank.subarray(start, start + bytes.length);
  for (const { mediaTypes } of fileFields) {
    expect(detectFileType(mediaTypes, name, found)).toBe(detectFileType(mediaTypes, name, bytes));
  }
});

test.each([
  ['no boundary', form([]), 'multipart/form-data'],
  [
    'an end that is missing',
    Buffer.from('--b\r\nContent-Disposition: form-data; filename=x\r\n\r\ncontent'),
    contentType,
  ],
  ['a head that is missing', Buffer.from('--b\r\nContent-Disposition'), contentType],
])('a form with %s is not kept', (_, bytes, type) => {
  expect(blankFiles(bytes, type, [])).toBeUndefined();
});
