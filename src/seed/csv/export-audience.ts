import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { stringify, type Stringifier } from 'csv-stringify';
import type { CsvLayout } from '../../domain/records.ts';
import type { Json } from '../../json/json-value.ts';
import { AudiencePlaceError, type AudiencePlace } from './audience-place.ts';
import { escapeFormula } from './formulas.ts';

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
