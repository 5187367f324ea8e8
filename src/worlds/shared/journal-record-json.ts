import type { Snapshot } from '../../store/world-store.ts';
import type { JournalRecord, KeptBody } from '../journal.ts';

interface BodyJson extends Omit<KeptBody, 'chunks'> {
  readonly base64: string;
}

/** A journal record as other replicas get it: without the states before and after, which they have themselves. */
export interface JournalRecordJson extends Omit<
  JournalRecord,
  'requestBody' | 'answerBody' | 'before' | 'after' | 'decided'
> {
  readonly requestBody?: BodyJson;
  readonly answerBody: string;
}

export function journalRecordJson({ before: _, after: __, decided: ___, ...record }: JournalRecord): JournalRecordJson {
  const { requestBody: body, answerBody, ...others } = record;
  const answer = answerBody.toString('base64');
  if (body === undefined) return { ...others, answerBody: answer };
  const { chunks, ...rest } = body;
  return { ...others, answerBody: answer, requestBody: { ...rest, base64: Buffer.concat(chunks).toString('base64') } };
}

/** @param state the state in which it is read; of another replica's request the states before and after are not told */
export function journalRecordOf(
  { requestBody, answerBody, ...record }: JournalRecordJson,
  state: Snapshot,
): JournalRecord {
  const body = requestBody && bodyOf(requestBody);
  return {
    ...record,
    changes: record.changes.map(({ collection, id, before, after }) => ({ collection, id, before, after })),
    requestBody: body,
    answerBody: Buffer.from(answerBody, 'base64'),
    before: state,
    after: state,
    decided: performance.now(),
  };
}

function bodyOf({ base64, ...rest }: BodyJson): KeptBody {
  return { ...rest, chunks: base64 === '' ? [] : [Buffer.from(base64, 'base64')] };
}
