import type { AudienceRecord, CsvLayout, InputColumn, LeadRecord } from '../../domain/records.ts';
import { inputColumns } from '../factories/campaign-factories.ts';
import { type AudiencePlace, AudiencePlaceError, unescapeFormula } from './write-rows.ts';
import { CsvError, type CsvFile, type CsvRow, normalizeNumber, numberProblem } from './read-rows.ts';

export interface ImportOptions {
  /** Digits that numbers without a country code get. */
  readonly countryCode?: string | null;
  /** Keeps the apostrophe that an export puts before what a spreadsheet would take for a formula. */
  readonly isRaw?: boolean;
  /** Whether everything is checked and nothing is written; false if absent. */
  readonly isRehearsal?: boolean;
  /** Called with the result of each row: its number, or why it is rejected. */
  readonly onRow?: (row: CsvRow, result: RowResult) => void;
  /** Called with each rejected row. */
  readonly onRejected: (row: CsvRow, reason: string) => Promise<void> | void;
  /** Called after each batch with the number of rows imported so far. */
  readonly onTaken?: (taken: number) => void;
  /** Asked before each row; true stops the import, and what was taken is in. */
  readonly isStopped?: () => boolean;
}

export type RowResult = { readonly number: string } | { readonly reason: string };

export interface ImportResult {
  readonly taken: number;
  /** Rows whose number the audience had before. */
  readonly already: number;
  readonly rejected: number;
  readonly isStopped: boolean;
}

const batchSize = 1000;
const attemptsAllowed = 3;

/**
 * Adds the rows of a CSV file to a campaign's audience as Fresh records. A number that the audience has already is
 * passed over, so a file that is imported again adds nothing, and one whose import was stopped the rest.
 * @throws CsvError; AudiencePlaceError if the campaign cannot take records
 */
export async function importAudience(
  place: AudiencePlace,
  campaignId: number,
  file: CsvFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const plain = options.isRaw === true ? (value: string) => value : unescapeFormula;
  const phone = file.layout.phone_place;
  const names = file.header.filter((_, i) => i !== phone).map(plain);
  const csv = { ...file.layout, phone_column: plain(file.layout.phone_column) };
  const { audience, user } = await readOpenAudience(place, campaignId, names, csv);
  const before = new Set<string>();
  for await (const { mobile_no } of place.leads(campaignId)) before.add(mobile_no);
  const known = new Map<string, string>();

  const counts = { already: 0, rejected: 0 };
  /** The number of a row that is to be added. */
  const takenNumber = async (row: CsvRow): Promise<string | undefined> => {
    const result = readRow(row, file, known, options.countryCode);
    options.onRow?.(row, result);
    if ('reason' in result) {
      counts.rejected += 1;
      await options.onRejected(row, result.reason);
      return undefined;
    }
    const { number } = result;
    if (before.has(number)) counts.already += 1;
    else known.set(number, `is in line ${row.line} already`);
    return before.has(number) ? undefined : number;
  };

  let batch: Omit<LeadRecord, 'id'>[] = [];
  let taken = 0;
  /** Puts what was gathered, the facts of the audience with the first records; of a rehearsal it is counted alone. */
  const flush = async (): Promise<void> => {
    if (batch.length > 0 && options.isRehearsal !== true) {
      await place.add(campaignId, taken === 0 ? audience : null, batch);
    }
    taken += batch.length;
    batch = [];
    options.onTaken?.(taken);
  };
  let isStopped = false;
  for await (const row of file.rows) {
    isStopped = options.isStopped?.() === true;
    if (isStopped) break;
    const mobile_no = await takenNumber(row);
    if (mobile_no === undefined) continue;
    const values = row.values.filter((_, i) => i !== phone).map(plain);
    const input_data = Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
    batch.push({ mobile_no, input_data, status: 0, calls: [], updated_by: user });
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return { taken, ...counts, isStopped };
}

/** What is to be stored for the audience before its first record: its columns and the file's layout. */
async function readOpenAudience(
  place: AudiencePlace,
  campaignId: number,
  names: readonly string[],
  csv: CsvLayout,
): Promise<{ readonly audience: AudienceRecord | null; readonly user: string }> {
  const found = await place.read(campaignId);
  if (found === undefined) throw new AudiencePlaceError(`there is no campaign ${campaignId}`);
  const { campaign, audience, size, user } = found;
  if (campaign.status === 'deleted' || campaign.status === 'force_completed') {
    throw new AudiencePlaceError(`campaign ${campaignId} is ${campaign.status}: it takes no more records`);
  }
  if (audience !== null && size > 0) {
    refuseOtherColumns(audience.columns, names);
    return { audience: null, user };
  }
  const settings = audience ?? { id: campaignId, attempts_allowed: attemptsAllowed, halted: null };
  return { audience: { ...settings, columns: inputColumns(names), csv }, user };
}

function refuseOtherColumns(columns: readonly InputColumn[], names: readonly string[]): void {
  const keys = columns.map(({ key }) => key);
  if (keys.length === names.length && keys.every((key) => names.includes(key))) return;
  throw new CsvError(
    `the audience has the columns ${keys.join(', ') || 'none'}, the file ${names.join(', ') || 'none'}`,
  );
}

function readRow(
  { values }: CsvRow,
  { header, layout }: CsvFile,
  known: ReadonlyMap<string, string>,
  countryCode: string | null | undefined,
): RowResult {
  if (values.length !== header.length) return { reason: `it has ${values.length} values, the header ${header.length}` };
  const given = values[layout.phone_place] ?? '';
  if (given.trim() === '') return { reason: `${layout.phone_column} is empty` };
  const number = normalizeNumber(given, countryCode);
  if (number === undefined) return { reason: `${layout.phone_column} ${numberProblem(given, countryCode)}` };
  const where = known.get(number);
  return where === undefined ? { number } : { reason: `${number} ${where}` };
}
