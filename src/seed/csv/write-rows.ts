import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import type { CsvLayout } from '../../domain/records.ts';
import type { Json } from '../../json/json-value.ts';
import { type AudiencePlace, AudiencePlaceError } from './audience-places.ts';
import { type CsvFile, type CsvRow, rejectionColumns } from './read-rows.ts';

export interface ExportOptions {
  /** Go before what the audience was imported with. */
  readonly delimiter?: string;
  readonly phoneColumn?: string;
  /** Leaves what a spreadsheet would take for a formula as it is; without it, an apostrophe goes before. */
  readonly isRaw: boolean;
}

const plain: CsvLayout = { phone_column: 'mobile_no', phone_place: 0, delimiter: ',', newline: '\n', has_bom: false };

/**
 * Writes a campaign's audience as CSV: the numbers and the input columns, laid out as the file that it was imported
 * from.
 * @returns how many records there were
 * @throws AudiencePlaceError if there is no such campaign
 */
export async function exportAudience(
  place: AudiencePlace,
  campaignId: number,
  output: Writable,
  options: ExportOptions,
): Promise<number> {
  const found = await place.read(campaignId);
  if (found === undefined) throw new AudiencePlaceError(`there is no campaign ${campaignId}`);
  const { columns = [], csv = plain } = found.audience ?? {};
  const keys = columns.map(({ key }) => key);
  const csvOf = createCsv(csv, options, output);
  const insert = (value: string, others: string[]): string[] => others.toSpliced(csv.phone_place, 0, value);
  await csvOf.write(insert(options.phoneColumn ?? csv.phone_column, keys));
  let count = 0;
  for await (const { mobile_no, input_data } of place.leads(campaignId)) {
    await csvOf.write(
      insert(
        mobile_no,
        keys.map((key) => textOf(input_data[key])),
      ),
    );
    count += 1;
  }
  await csvOf.end();
  return count;
}

function createCsv(
  { delimiter, newline, has_bom }: CsvLayout,
  options: ExportOptions,
  output: Writable,
): { write(row: readonly string[]): Promise<void>; end(): Promise<void> } {
  const stringifier: Stringifier = stringify({
    bom: has_bom,
    delimiter: options.delimiter ?? delimiter,
    record_delimiter: newline,
  });
  stringifier.pipe(output, { end: false });
  return {
    async write(row) {
      if (!stringifier.write(options.isRaw ? row : row.map(escapeFormula))) await once(stringifier, 'drain');
    },
    async end() {
      const ended = once(stringifier, 'end');
      stringifier.end();
      await ended;
    },
  };
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Keeps the rows that were not taken, as they came, each with its line and the reason. */
export interface RejectedRows {
  readonly add: (row: CsvRow, reason: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Rejected rows in a file that is there from the first of them on. */
export function createRejectedRows(path: string, { header, layout }: CsvFile): RejectedRows {
  let opened: { readonly rows: Stringifier; readonly written: Promise<void> } | undefined;
  const open = (): NonNullable<typeof opened> => {
    const { has_bom: bom, delimiter, newline: record_delimiter } = layout;
    const rows = stringify({ bom, delimiter, record_delimiter });
    const output = rows.pipe(createWriteStream(path));
    rows.write([...header, ...rejectionColumns]);
    return { rows, written: finished(output) };
  };
  return {
    add: async ({ line, values }, reason) => {
      opened ??= open();
      const padded = [...values, ...Array<string>(Math.max(0, header.length - values.length)).fill('')];
      if (!opened.rows.write([...padded, String(line), reason])) await once(opened.rows, 'drain');
    },
    close: async () => {
      opened?.rows.end();
      await opened?.written;
    },
  };
}

/** What a spreadsheet takes for a formula, apostrophes that make it harmless in front or not. */
const formula = /^'*[=+\-@\t\r]/;

/** A number with its sign, a phone number too: computes nothing. */
const plainNumber = /^[+-]\d+(?:[.,]\d+)*$/;

/** The value as a spreadsheet shows it and does not run it: with an apostrophe in front if it would be a formula. */
export function escapeFormula(value: string): string {
  return formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

/** The value that `escapeFormula` was given. */
export function unescapeFormula(value: string): string {
  return value.startsWith("'") && formula.test(value) ? value.slice(1) : value;
}
