import type { JournalRecord, KeptBody } from '../journal.ts';
import { recordChangeReader, recordChangeWriter, type RecordChangeJson } from './record-changes-json.ts';

/** A journal record as other replicas get it: without the states before and after, which they have themselves. */
export type ToldRecord = Omit<JournalRecord, 'before' | 'after'>;

interface BodyJson extends Omit<KeptBody, 'chunks'> {
  readonly base64: string;
}

interface ReplacedMembers {
  readonly requestBody: BodyJson | null;
  /** In base64. */
  readonly answerBody: string;
  /** So many bytes of the earlier one's answer are before it, and after it. */
  readonly between: readonly [number, number];
  readonly changes: readonly RecordChangeJson[];
}

/** The members of a record that differ from those of an earlier one; all of them if there is none like it. */
export type JournalRecordJson = Partial<Omit<ToldRecord, keyof ReplacedMembers | 'decided'> & ReplacedMembers> & {
  /** The place of the earlier one among the records that were written before, from 0. */
  readonly like?: number;
};

const plainMembers = [
  ...(['at', 'duration', 'method', 'url', 'requestHeaders', 'isParsed', 'status', 'answerHeaders'] as const),
  ...(['answerSize', 'delivery', 'operation', 'workspace', 'rule', 'faults', 'isOfConsole'] as const),
];

/** Writes journal records one after the other: clients ask the same again and again, and mostly get the same answer. */
export function journalRecordWriter(): (record: ToldRecord) => JournalRecordJson {
  const writeChange = recordChangeWriter();
  const earlier = new Map<string, readonly [number, ToldRecord]>();
  let count = 0;
  return (record) => {
    const key = `${record.method} ${record.url}`;
    const [like, other] = earlier.get(key) ?? [];
    earlier.set(key, [count, record]);
    count += 1;
    const json: Record<string, unknown> = other === undefined ? {} : { like };
    for (const name of plainMembers) if (!isSame(record[name], other?.[name])) json[name] = record[name];
    const { requestBody, answerBody, changes } = record;
    if (other === undefined || other.requestBody !== requestBody) json['requestBody'] = bodyJson(requestBody);
    Object.assign(json, answerJson(answerBody, other?.answerBody));
    if (!isSame(changes, other?.changes)) json['changes'] = changes.map((change) => writeChange(change));
    return json;
  };
}

/** Reads what a writer has written, in the same order. */
export function journalRecordReader(): (json: JournalRecordJson) => ToldRecord {
  const readChange = recordChangeReader();
  const records: ToldRecord[] = [];
  return ({ like, requestBody, answerBody, between, changes, ...plain }) => {
    const other = like === undefined ? undefined : records[like];
    // Sound because the writer leaves out only what the earlier one has.
    const record = {
      ...other,
      ...plain,
      ...(requestBody !== undefined && { requestBody: requestBody === null ? undefined : bodyOf(requestBody) }),
      ...(answerBody !== undefined && { answerBody: answerOf(answerBody, between, other?.answerBody) }),
      ...(changes !== undefined && { changes: changes.map((each) => readChange(each)) }),
      decided: performance.now(),
    } as ToldRecord;
    records.push(record);
    return record;
  };
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((each, i) => each === other[i]);
}

/** Answers to the same request differ in a time of a few bytes, and what is written of one is hashed, sent and kept. */
function answerJson(body: Buffer, other: Buffer | undefined): Partial<ReplacedMembers> {
  if (other === undefined) return { answerBody: body.toString('base64') };
  if (body.equals(other)) return {};
  const most = Math.min(body.length, other.length);
  const start = longest(most, (size) => body.compare(other, 0, size, 0, size) === 0);
  const end = longest(
    most - start,
    (size) => body.compare(other, other.length - size, other.length, body.length - size) === 0,
  );
  return { answerBody: body.toString('base64', start, body.length - end), between: [start, end] };
}

function answerOf(base64: string, between: readonly [number, number] | undefined, other?: Buffer): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (between === undefined || other === undefined) return bytes;
  const [start, end] = between;
  return Buffer.concat([other.subarray(0, start), bytes, other.subarray(other.length - end)]);
}

/** The largest number up to which something holds, as it does for all below. */
function longest(most: number, holds: (size: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function bodyJson(body: KeptBody | undefined): BodyJson | null {
  if (body === undefined) return null;
  const { chunks, ...rest } = body;
  return { ...rest, base64: Buffer.concat(chunks).toString('base64') };
}

function bodyOf({ base64, ...rest }: BodyJson): KeptBody {
  return { ...rest, chunks: base64 === '' ? [] : [Buffer.from(base64, 'base64')] };
}
