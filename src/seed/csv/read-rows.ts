import { CsvError as CsvSyntaxError, parse } from 'csv-parse';
import type { CsvLayout } from '../../domain/records.ts';
import { CsvError, decodeUtf8, detectLayout, hasHeader } from './csv-text.ts';
import { findPhoneColumn } from './phone-column.ts';
import { isError } from '../../files/is-error.ts';

export interface CsvRow {
  /** The line that the row begins in, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

export interface CsvFile {
  /** Every column's name, the phone column's among them. */
  readonly header: readonly string[];
  readonly layout: CsvLayout;
  readonly rows: AsyncIterable<CsvRow>;
}

export interface ReadCsvOptions {
  readonly delimiter?: string;
  readonly phoneColumn?: string;
}

const sampleSize = 50;
/** In characters: a quote that is never closed would take all of the file into one value. */
const longestRow = 8 * 2 ** 20;

/** What a file of rejected rows has behind the columns of the file that they came from. */
export const rejectionColumns = ['rejected_line', 'rejected_because'];

/** Reads a CSV file row by row, its header first. @throws CsvError, while the rows are read too */
export async function readCsv(bytes: AsyncIterable<Uint8Array>, options: ReadCsvOptions = {}): Promise<CsvFile> {
  const pieces = decodeUtf8(bytes);
  let beginning = '';
  while (!hasHeader(beginning)) {
    const piece = await pieces.next();
    if (piece.done === true) break;
    beginning += piece.value;
  }
  const text = detectLayout(beginning, options.delimiter);
  const parsed = parseRows(beginning, pieces, text.delimiter);
  const written = await readHeader(parsed);
  const header = isRejectedFile(written) ? written.slice(0, -rejectionColumns.length) : written;
  const rows = header === written ? parsed : withoutRejection(parsed);
  const sample: CsvRow[] = [];
  while (sample.length < sampleSize) {
    const row = await rows.next();
    if (row.done === true) break;
    sample.push(row.value);
  }
  const phone_place = findPhoneColumn(
    header,
    sample.map(({ values }) => values),
    options.phoneColumn,
  );
  return {
    header,
    layout: { ...text, phone_place, phone_column: header[phone_place] ?? '' },
    rows: chain(sample, rows),
  };
}

async function readHeader(rows: AsyncGenerator<CsvRow>): Promise<readonly string[]> {
  const first = await rows.next();
  if (first.done === true) throw new CsvError('the file is empty: expected a header row');
  const header = first.value.values;
  const blank = header.findIndex((name) => name.trim() === '');
  if (blank >= 0) {
    throw new CsvError(`column ${blank + 1} has no name: expected a header row with a name for each column`);
  }
  const names = new Set<string>();
  const repeated = header.find((name) => names.size === names.add(name).size);
  if (repeated !== undefined) throw new CsvError(`two columns are called "${repeated}": name each differently`);
  return header;
}

async function* parseRows(beginning: string, pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: longestRow,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  feed(parser, beginning, pieces).catch((error: unknown) => {
    parser.destroy(isError(error) ? error : new Error(String(error)));
  });
  let line = 1;
  let twice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser counts lines as it goes, those within quotes twice that end in \r\n, and passes over empty ones: where
      // a row began, its own line ends tell.
      twice += countIn(record, /\r\n/g);
      const last = info.lines - twice;
      yield { line: last - countIn(record, /\r\n|\r|\n/g), values: record };
      line = last + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    throw new CsvError(`from line ${line} on the file is not CSV: ${error.message}`, { cause: error });
  }
}

function countIn(values: readonly string[], pattern: RegExp): number {
  return values.reduce((count, value) => count + (value.match(pattern)?.length ?? 0), 0);
}

async function feed(parser: NodeJS.WritableStream, beginning: string, pieces: AsyncIterable<string>): Promise<void> {
  parser.write(beginning);
  for await (const piece of pieces) {
    if (!parser.write(piece)) await new Promise((resolve) => parser.once('drain', resolve));
  }
  parser.end();
}

function isRejectedFile(header: readonly string[]): boolean {
  return rejectionColumns.every((name, i) => header[header.length - rejectionColumns.length + i] === name);
}

async function* withoutRejection(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const { line, values } of rows) yield { line, values: values.slice(0, -rejectionColumns.length) };
}

async function* chain(sample: readonly CsvRow[], rest: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield* sample;
  yield* rest;
}
