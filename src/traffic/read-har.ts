import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { ApiResponse, FormPart, RequestBody } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { UnusableFileError } from '../files/read-text-file.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { listIn, memberOf } from '../json/json-value.ts';
import { type Exchange, answerReader, bodyOf } from './exchange.ts';

/** In bytes of all answers: they are compared with each other. */
const largest = 200 * 2 ** 20;

/**
 * The exchanges with the document's operations, and how many entries are of something else, or lack a whole answer.
 * @throws UnusableFileError if it is not a HAR file, or too large
 */
export async function readRecording(
  file: string,
  document: ContractDocument,
): Promise<{ readonly answers: readonly CheckedAnswer[]; readonly others: number }> {
  const answerIn = answerReader(document);
  const answers: CheckedAnswer[] = [];
  let count = 0;
  for await (const { exchange, read } of readHar(file)) {
    count += 1;
    if (read > largest) throw new UnusableFileError(`${file} has more than 200 MB: record less at a time.`);
    const answer = exchange?.response ? answerIn(exchange) : null;
    if (answer !== null) answers.push(answer);
  }
  return { answers, others: count - answers.length };
}

/** In bytes: a piece of the file, whose entries are made at once. */
const pieceSize = 2 ** 16;

/**
 * The exchanges of a HAR file in its order, however large it is: browsers, proxies and the mock's journal write it.
 * @returns each with the bytes that were read so far; null: it has no address
 * @throws UnusableFileError if it is not one
 */
export async function* readHar(
  file: string,
): AsyncGenerator<{ readonly exchange: Exchange | null; readonly read: number }> {
  let read = 0;
  const entries: unknown[] = [];
  const shape = { isArchive: false, isJournal: false };
  // Not the list itself: the parser would keep all of it.
  const paths = ['$.log.creator', '$.log.entries.*'];
  const parser = new JSONParser({ paths, keepStack: false });
  parser.onValue = ({ value, parent }) => {
    if (Array.isArray(parent)) entries.push(value);
    else if (memberOf(value, 'name') === 'voice-agent-mock') shape.isJournal = true;
  };
  // What is thrown here comes back once more.
  parser.onError = (error) => {
    throw error instanceof UnusableFileError ? error : notHar(file, error.message);
  };
  let place = 0;
  for await (const piece of createReadStream(file, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    const isFirst = read === 0;
    shape.isArchive ||= isFirst && /"entries"\s*:\s*\[/.test(piece.toString('latin1'));
    read += piece.length;
    // Some programs of Windows begin a file with a byte order mark.
    const isMarked = isFirst && piece.subarray(0, 3).equals(Buffer.from('\uFEFF'));
    parser.write(isMarked ? piece.subarray(3) : piece);
    shape.isArchive ||= entries.length > 0;
    for (const entry of entries.splice(0)) {
      yield { exchange: exchangeIn(entry, shape.isJournal, (place += 1)), read };
    }
  }
  if (!shape.isArchive || !parser.isEnded) throw notHar(file, parser.isEnded ? '' : 'it ends too early');
}

function notHar(file: string, why: string): UnusableFileError {
  const reason = why === '' ? '' : ` (${why.slice(0, 200)})`;
  return new UnusableFileError(
    `${file} is not a HAR file${reason}: save one from the network tab of a browser's developer tools.`,
  );
}

function exchangeIn(entry: unknown, isJournal: boolean, place: number): Exchange | null {
  const [url, method] = [memberOf(entry, 'request.url'), memberOf(entry, 'request.method')];
  if (typeof url !== 'string' || !URL.canParse(url) || typeof method !== 'string') return null;
  const [response, body] = [responseIn(entry), bodyIn(memberOf(entry, 'request.postData'))];
  // Of a file a recording has at best a text.
  const hasFiles = body.kind === 'form' && body.parts.some(({ file }) => file !== undefined);
  const flaws = [
    response === 'cut' && 'the answer was not recorded whole',
    (hasFiles || Number(memberOf(entry, '_files')) > 0) && 'its files were not recorded',
    // What the mock was told to answer is not its own answer.
    listIn(memberOf(entry, '_faults')).length > 0 && 'a fault was injected',
  ];
  const flaw = flaws.find((each) => each !== false);
  return {
    method,
    url,
    body,
    ...spanOf(entry, isJournal, place),
    headers: headersIn(memberOf(entry, 'request.headers')),
    response: response === 'cut' ? null : response,
    ...(flaw !== undefined && { flaw }),
    ...(isJournal && { sender: ['_world', '_workspace'].map((name) => String(memberOf(entry, name))).join(' ') }),
  };
}

/** A journal's times are those of a clock that may stand still: its requests stand in their order. */
function spanOf(entry: unknown, isJournal: boolean, place: number): Pick<Exchange, 'start' | 'end'> {
  const [start, time] = [Date.parse(String(memberOf(entry, 'startedDateTime'))), memberOf(entry, 'time')];
  if (isJournal || Number.isNaN(start)) return { start: place, end: place };
  return { start, end: start + (typeof time === 'number' && time > 0 ? time : 0) };
}

/** An answer; null: none came; `cut`: it was not recorded whole. */
function responseIn(entry: unknown): ApiResponse | null | 'cut' {
  const [status, content] = [memberOf(entry, 'response.status'), memberOf(entry, 'response.content')];
  const [text, size] = [memberOf(content, 'text') ?? '', memberOf(content, 'size')];
  if (typeof status !== 'number' || status < 100) return null;
  // Browsers leave out what they did not keep.
  const isLeftOut = text === '' && typeof size === 'number' && size > 0;
  if (typeof text !== 'string' || isLeftOut || memberOf(content, '_isCut') === true) return 'cut';
  const isEncoded = memberOf(content, 'encoding') === 'base64';
  const headers = headersIn(memberOf(entry, 'response.headers'));
  return { status, headers, text: isEncoded ? Buffer.from(text, 'base64').toString() : text };
}

function headersIn(list: unknown): Readonly<Record<string, string>> {
  const headers = listIn(list).map((header) => {
    return [String(memberOf(header, 'name')).toLowerCase(), String(memberOf(header, 'value'))] as const;
  });
  return Object.fromEntries(headers);
}

function bodyIn(data: unknown): RequestBody {
  const [type, text, params] = ['mimeType', 'text', 'params'].map((name) => memberOf(data, name));
  const contentType = typeof type === 'string' ? type : null;
  const body = bodyOf(Buffer.from(typeof text === 'string' ? text : ''), contentType);
  const parts = listIn(params).map(partOf);
  const isListed = contentType?.startsWith('multipart/') === true && body.kind !== 'form' && parts.length > 0;
  return isListed ? { kind: 'form', parts } : body;
}

function partOf(param: unknown): FormPart {
  const [file, value] = [memberOf(param, 'fileName'), memberOf(param, 'value')];
  return {
    name: String(memberOf(param, 'name')),
    value: typeof value === 'string' ? value : '',
    ...(typeof file === 'string' && { file: { name: file, type: String(memberOf(param, 'contentType')) } }),
  };
}
