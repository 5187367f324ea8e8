import { expect, it } from 'vitest';
import type { RecordChange } from '../../store/store.ts';
import { journalRecordReader, journalRecordWriter, type ToldRecord } from './journal-record-json.ts';

const record: ToldRecord = {
  at: 1,
  duration: 2.5,
  method: 'GET',
  url: '/agents?page=1',
  requestHeaders: ['host', 'mock', 'token', 'a'],
  requestBody: undefined,
  isParsed: false,
  status: 200,
  answerHeaders: {},
  answerBody: Buffer.from('{"name":"Zoë"}'),
  answerSize: 15,
  delivery: 'sent',
  operation: 'getAgent',
  workspace: 1,
  rule: null,
  faults: [],
  changes: [],
  isOfConsole: false,
  decided: 3,
};
const file = { field: 'file', name: 'a.csv', size: 3, type: 'text/csv', sha256: 'ab' };
const form = { fields: { a: ['b'] }, isCut: false, files: [file] };
const changed = (id: number, before: unknown, after: unknown): RecordChange => ({
  ...{ collection: 'agents', id, before, after },
});
const [first, second, third] = [
  { id: 1, name: 'a', prompt: { text: 'b' } },
  { id: 1, name: 'b' },
  { id: 1, name: 'c', x: null },
];

/** As another replica reads them. */
function readBack(records: readonly ToldRecord[]): readonly ToldRecord[] {
  const text = JSON.stringify(records.map(journalRecordWriter()));
  return (JSON.parse(text) as Parameters<ReturnType<typeof journalRecordReader>>[0][]).map(journalRecordReader());
}

it('reads back what was written, whatever differs from the request before', () => {
  const different: readonly Partial<ToldRecord>[] = [
    { at: 9, duration: 0.1 },
    { url: '/agents?page=2' },
    { requestHeaders: ['host', 'mock', 'token', 'b'] },
    { requestHeaders: ['host', 'mock'] },
    { requestBody: { size: 4, chunks: [Buffer.from('{}'), Buffer.from('  ')] }, isParsed: true },
    { requestBody: { size: 900, chunks: [], form }, isParsed: true },
    { status: null, delivery: 'cut-before', answerBody: Buffer.alloc(0), answerSize: 0 },
    { answerBody: Buffer.from([0, 255, 200]), answerHeaders: { 'x-mock-fault': 'slow' } },
    { answerBody: Buffer.from('{"name":"Zoë Q"}') },
    { answerBody: Buffer.from('{"name":""}') },
    { answerBody: Buffer.from('{"name":"ZoëZoë"}') },
    { answerBody: Buffer.from('{"nime":"Zoé"]') },
    { operation: null, workspace: null, rule: 'agents.deleted', isOfConsole: true },
    { changes: [changed(1, undefined, first)] },
    { changes: [changed(1, first, second), changed(2, { id: 2 }, undefined)] },
    { changes: [changed(1, second, third)] },
    { changes: [changed(1, third, undefined)] },
  ];
  // Each after the plain one, and the plain one after each.
  const records = different.flatMap((each) => [{ ...record, ...each }, record]);
  const read = readBack(records).map((each) => ({ ...each, decided: 3 }));
  const joined = ({ requestBody: body, ...rest }: ToldRecord) => ({
    ...rest,
    requestBody: body && { ...body, chunks: Buffer.concat(body.chunks).toString() },
  });
  expect(read.map(joined)).toEqual(records.map(joined));
});

it('writes once what many requests have in common', () => {
  const write = journalRecordWriter();
  const long = 'a long text'.repeat(100);
  const before = { id: 1, prompt: long };
  const after = { ...before, name: 'b' };
  const answer = { ...record, answerBody: Buffer.from(`${long}a${long}`), changes: [changed(1, before, after)] };
  expect(JSON.stringify(write(answer)).length).toBeGreaterThan(2 * long.length);
  const again = {
    ...answer,
    at: 2,
    answerBody: Buffer.from(`${long}b${long}`),
    changes: [changed(1, after, { ...after, name: 'c' })],
  };
  expect(write(again)).toEqual({
    ...{ like: 0, at: 2, answerBody: 'Yg==', between: [long.length, long.length] },
    changes: [{ collection: 'agents', id: 1, known: 0, set: { name: 'c' } }],
  });
});
