import * as fileSystem from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFaultyFileSystem, systemError } from '../../testing/store/data-folder-harness.ts';
import { type RecordFormat, readRecordFile, writeRecordFile } from './record-file.ts';
import { sampleAgent, sampleLead } from '../../testing/store/sample-scenario.ts';
import { StorageError } from '../state/store.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'record-file-'));
});

afterEach(() => rm(dir, { recursive: true }));

const parts = (format: RecordFormat) => ({
  file: join(dir, 'records.json'),
  format,
  fileSystem,
  wayOut: 'Correct it.',
});
const many = Array.from({ length: 20_000 }, (_, i) => ({ ...sampleLead(i + 1), note: 'añb€,\n😀' }));

test.each<readonly [string, RecordFormat, readonly unknown[]]>([
  ['none', 'pretty', []],
  ['none', 'lines', []],
  ['some', 'pretty', [sampleAgent(1), sampleAgent(2)]],
  ['more than one piece', 'pretty', many],
  ['more than one piece', 'lines', many],
])('what was written is read: %s, %s', async (_, format, records) => {
  await writeRecordFile(parts(format), records);
  expect((await readRecordFile(parts(format))).records).toEqual(records);
});

test('the pretty format is that of JSON.stringify with two spaces', async () => {
  const records = [{ ...sampleAgent(1), agent_prompt: 'Line one\nLine two' }, sampleAgent(2)];
  await writeRecordFile(parts('pretty'), records);
  expect(await readFile(parts('pretty').file, 'utf8')).toBe(`${JSON.stringify(records, null, 2)}\n`);
});

test.each([
  ['on one line', (records: readonly unknown[]) => JSON.stringify(records)],
  ['with other line ends', (records: readonly unknown[]) => JSON.stringify(records, null, 2).replaceAll('\n', '\r\n')],
  [
    'with several records to a line',
    (records: readonly unknown[]) => JSON.stringify(records).replaceAll('},{', '},\n{'),
  ],
])('a file that a person has laid out %s is read as well', async (_, print) => {
  await writeFile(parts('lines').file, print(many));
  expect((await readRecordFile(parts('lines'))).records).toEqual(many);
});

test('records are read beside the address of their JSON Schema', async () => {
  await writeFile(parts('lines').file, JSON.stringify({ $schema: './agents.schema.json', records: many }, null, 2));
  expect((await readRecordFile(parts('lines'))).records).toEqual(many);
});

test('a file that is not there holds no records', async () => {
  expect((await readRecordFile(parts('lines'))).records).toEqual([]);
});

test.each([
  ['[\n{"id":1}\n{"id":2}\n]\n', ":3:1: this is not JSON: expected ',' or ']'"],
  ['[\n{"id":1},\n', ':3:1: this is not JSON: expected a value, but the text ends'],
  ['{"id":1}', ': expected an array of records, or an object with $schema and records'],
  ['{"records":[],"extra":1}', ': expected an array of records, or an object with $schema and records'],
])('%j is refused with its place, and the file left as it is', async (text, message) => {
  await writeFile(parts('lines').file, text);
  await expect(readRecordFile(parts('lines'))).rejects.toThrow(`${parts('lines').file}${message}. The file was left`);
  expect(await readFile(parts('lines').file, 'utf8')).toBe(text);
});

test('a comma missing after many records is found', async () => {
  const lines = many.map((record) => JSON.stringify(record));
  await writeFile(parts('lines').file, `[\n${lines.join(',\n').replace(/,\n(?=\{"id":15001,)/, '\n')}\n]\n`);
  await expect(readRecordFile(parts('lines'))).rejects.toThrow(":15002:1: this is not JSON: expected ',' or ']'");
});

test.each(['writeFile', 'rename'])('a write that fails at %s leaves the old file alone', async (step) => {
  await writeRecordFile(parts('lines'), [sampleLead(1)]);
  const faulty = createFaultyFileSystem((operation) => (operation === step ? systemError('ENOSPC') : undefined));
  const write = writeRecordFile({ ...parts('lines'), fileSystem: faulty }, many);
  await expect(write).rejects.toThrow(StorageError);
  await expect(write).rejects.toThrow(/records\.json cannot be written: ENOSPC/);
  expect((await readRecordFile(parts('lines'))).records).toEqual([sampleLead(1)]);
  expect(await readdir(dir)).toEqual(['records.json']);
});
