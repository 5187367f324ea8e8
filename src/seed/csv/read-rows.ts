import { CsvError as CsvSyntaxError, parse } from 'csv-parse';
import type { CsvLayout } from '../../domain/records.ts';
import { isError } from '../../files/file-system.ts';

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
  /** Found if absent or null. */
  readonly delimiter?: string | null;
  readonly phoneColumn?: string | null;
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
  while (beginning.length <= longestHeader) {
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

/** A CSV file cannot be read. `message` says what is wrong and what to do. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** How a file is laid out, as far as its beginning tells. */
type TextLayout = Pick<CsvLayout, 'delimiter' | 'newline' | 'has_bom'>;

const bom = '\uFEFF';
const delimiters = [',', ';', '\t'];

/** The text in bytes, which must be UTF-8, a byte order mark at its beginning included. @throws CsvError */
async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(isError(error) && error.name === 'TypeError')) throw error;
    throw new CsvError('the file is not UTF-8: save it again, as "CSV UTF-8" where a spreadsheet asks', {
      cause: error,
    });
  }
}

/** A header row is not longer; in characters. */
const longestHeader = 2 ** 20;

/**
 * The layout that the beginning of a file shows: the delimiter is the one of comma, semicolon and tab that the header
 * row has most of, outside quotes.
 * @throws CsvError if the first row is too long to be a header
 */
function detectLayout(beginning: string, delimiter?: string | null): TextLayout {
  const unquoted = beginning.replace(/"[^"]*"/g, '');
  const newline = /\r\n|\n|\r/.exec(unquoted)?.[0] ?? '\n';
  const [header = ''] = unquoted.split(newline, 1);
  if (header.length > longestHeader) {
    throw new CsvError('its first row is longer than 1 MB: expected the rows of a CSV file, a header first');
  }
  const counts = delimiters.map((candidate) => header.split(candidate).length);
  const most = delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
  return { delimiter: delimiter ?? most, newline, has_bom: beginning.startsWith(bom) };
}

/** What columns of phone numbers are called, lower-case letters and digits only; the likelier first. */
const phoneColumnNames = (
  'mobileno mobile mobilenumber mobilephone cell cellphone msisdn handy handynummer mobil mobilnummer movil ' +
  'celular portable 手机 手机号 携帯電話 phone phoneno phonenumber telephone telephonenumber tel telno telefon ' +
  'telefonnummer telefono telefone 电话 電話 電話番号 contactnumber rufnummer number'
).split(' ');

/** How large a part of the values has to look like numbers in a column that is called like one, and in any other. */
const enoughWhereNamed = 0.5;
const enoughAnywhere = 0.9;

/**
 * The place of the phone column: the one that is named, else the one whose name and values look like it, else the
 * only one whose values do.
 * @param rows some rows from the beginning of the file
 * @throws CsvError if there is none, or more than one to choose from
 */
export function findPhoneColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  named?: string | null,
): number {
  if (typeof named === 'string') {
    const place = header.indexOf(named);
    if (place >= 0) return place;
    throw new CsvError(`there is no column "${named}": the columns are ${columnNames(header)}`);
  }
  const looks = header.map((_, place) => partThatLooksRight(rows.map((row) => row[place] ?? '')));
  const byName = header
    .map((name, place) => ({ place, rank: phoneColumnNames.indexOf(plainName(name)) }))
    .filter(({ place, rank }) => rank >= 0 && (rows.length === 0 || (looks[place] ?? 0) >= enoughWhereNamed))
    .sort((a, b) => a.rank - b.rank);
  if (byName[0] !== undefined) return byName[0].place;
  const byValue = [...looks.entries()].filter(([, part]) => part >= enoughAnywhere);
  const [only, second] = byValue;
  if (only !== undefined && second === undefined) return only[0];
  const why = only === undefined ? 'no column looks like phone numbers' : 'several columns look like phone numbers';
  throw new CsvError(`${why}: name it with --phone-column, one of ${columnNames(header)}`);
}

/**
 * A number in E.164 form; undefined if the text is not a number. An apostrophe that hides it from a spreadsheet, blanks,
 * dashes, dots, slashes and brackets are removed, and 00 is read as +. A number without either gets the country code if
 * one is given and it does not begin with it already.
 * @param countryCode digits, `49`
 */
export function normalizeNumber(text: string, countryCode: string | null = null): string | undefined {
  const digits = digitsOf(text);
  const international = digits.replace(/^00/, '+');
  if (/^\+[1-9]\d{6,14}$/.test(international)) return international;
  if (countryCode === null || !/^0?\d{5,14}$/.test(digits)) return undefined;
  // A spreadsheet drops the plus sign as it drops a leading zero; numbers within a country are shorter.
  const hasCode = digits.startsWith(countryCode) && digits.length >= shortestWithCode;
  const number = hasCode ? `+${digits}` : `+${countryCode}${digits.replace(/^0/, '')}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}

/** Why a text is not a phone number, and what to do. */
export function numberProblem(text: string, countryCode: string | null = null): string {
  if (/^\s*\d+(?:[.,]\d+)?E\+?\d+\s*$/i.test(text)) {
    return 'was rounded by a spreadsheet: give the column the format text there, and save it again';
  }
  if (countryCode === null && normalizeNumber(text, '1') !== undefined) {
    return 'has no country code: give one with --country-code, for example --country-code 49';
  }
  return 'is not a phone number: expected digits with a country code, for example +49 171 2345678';
}

/** In digits, without a plus sign. */
const shortestWithCode = 11;

function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^'/, '')
    .replace(/\(0\)/g, '')
    .replace(/[\s\-.()/\u2010-\u2015]/g, '');
}

/** Any file has a first row: what is no header may be very long. */
function columnNames(header: readonly string[]): string {
  const names = header.join(', ');
  return names.length > 300 ? `${names.slice(0, 300)} …` : names;
}

function partThatLooksRight(values: readonly string[]): number {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return 0;
  return (
    filled.filter((value) => normalizeNumber(value, '1') !== undefined && !date.test(value.trim())).length /
    filled.length
  );
}

/** `2026-10-01` has as many digits as a short number. */
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
