import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { type ApiResponse, jsonOf, problemIn } from '../../deployment/transport.ts';
import type { AudienceRecord, CsvLayout, LeadRecord } from '../../domain/records.ts';
import type { Json } from '../../json/json-value.ts';
import { type CsvFile, type CsvRow, type ReadCsvOptions, rejectionColumns } from './read-rows.ts';
import { nothingMade } from '../plan/seed-batch.ts';
import { type RunningMock, controlRequest, mockTransport } from '../targets/fill-mock.ts';
import { logFile } from '../../store/disk/commit-log.ts';
import { openDataFolder } from '../../store/disk/data-folder.ts';
import { takeFolder } from '../../store/disk/seed-folder.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';
import { type StoredAudience, audienceIn } from '../../store/state/records-to-lean-on.ts';
import type { RecordStore } from '../../store/state/record-store.ts';

/** A layout that is given goes before what the audience was imported with. */
interface ExportOptions extends ReadCsvOptions {
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
  const insert = (value: string, others: string[]): string[] => {
    const row = others.toSpliced(csv.phone_place, 0, value);
    return options.isRaw ? row : row.map(escapeFormula);
  };
  let count = 0;
  async function* rows(): AsyncGenerator<string[]> {
    yield insert(options.phoneColumn ?? csv.phone_column, keys);
    for await (const { mobile_no, input_data } of place.leads(campaignId)) {
      const texts = keys.map((key) => columnText(input_data[key]));
      yield insert(mobile_no, texts);
      count += 1;
    }
  }
  const printed = csvPrinter({ ...csv, delimiter: options.delimiter ?? csv.delimiter });
  await pipeline(rows(), printed, output, { end: false });
  return count;
}

function csvPrinter({ has_bom: bom, delimiter, newline: record_delimiter }: CsvLayout): Stringifier {
  return stringify({ bom, delimiter, record_delimiter });
}

function columnText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Keeps the rows that were not taken, as they came, each with its line and the reason. */
interface RejectedRows {
  readonly add: (row: CsvRow, reason: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Rejected rows in a file that is there from the first of them on. */
export function createRejectedRows(path: string, { header, layout }: CsvFile): RejectedRows {
  let opened: { readonly rows: Stringifier; readonly written: Promise<void> } | undefined;
  const open = (): NonNullable<typeof opened> => {
    const rows = csvPrinter(layout);
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

/** Where audiences are kept: a running mock or a folder. */
export interface AudiencePlace {
  /** A campaign and what holds for its audience; undefined if there is none of that id. */
  read(campaignId: number): Promise<StoredAudience | undefined>;
  /** All of an audience's records, in the order of their ids. */
  leads(campaignId: number): AsyncIterable<LeadRecord> | Iterable<LeadRecord>;
  /** Stores all or nothing: the facts of the audience, if given, and the records, which get the next ids. */
  add(campaignId: number, audience: AudienceRecord | null, leads: readonly Omit<LeadRecord, 'id'>[]): Promise<void>;
  close(): Promise<void>;
}

/** The place has no such audience, or refuses. */
export class AudiencePlaceError extends Error {
  override readonly name = 'AudiencePlaceError';
}

/**
 * The audiences of a data folder or of a scenario's folder, which no mock may have open meanwhile. It is read as it lies
 * there: not a byte changes before the first record is put.
 * @throws DataFolderInUseError; AudiencePlaceError if the folder is neither
 */
export async function openFolderAudiences(dir: string): Promise<AudiencePlace> {
  const isReady = existsSync(join(dir, 'campaigns.json')) && !existsSync(join(dir, '.seeding'));
  if (!isReady) {
    throw new AudiencePlaceError(`${dir} holds no campaigns: name a data folder or the folder of a scenario`);
  }
  // What a mock has not folded stands in its log alone.
  let opened = existsSync(logFile(dir)) ? await openToWrite(dir) : await openToRead(dir);
  const writable = async (): Promise<RecordStore> => {
    if (!opened.isWritable) {
      await opened.close();
      opened = await openToWrite(dir);
    }
    return opened.store;
  };
  return {
    read: (campaignId) => Promise.resolve(audienceIn(opened.store.view(), campaignId)),
    *leads(campaignId): Generator<LeadRecord> {
      const list = opened.store.view().leads(campaignId);
      for (let place = 0; place < list.size; place++) yield list.at(place);
    },
    async add(campaignId, audience, leads) {
      const store = await writable();
      const view = store.view();
      const facts = audience === null ? [] : [view.put('audiences', audience)];
      const numbered = leads.map((lead) => ({ id: store.nextId('leads'), ...lead }));
      await store.commit([...view.putLeads(campaignId, numbered), ...facts]);
    },
    close: () => opened.close(),
  };
}

interface OpenedFolder {
  readonly store: RecordStore;
  readonly isWritable: boolean;
  readonly close: () => Promise<void>;
}

async function openToWrite(dir: string): Promise<OpenedFolder> {
  const store = await openDataFolder({ dir, scenarioDir: dir });
  return { store, isWritable: true, close: () => store.close() };
}

async function openToRead(dir: string): Promise<OpenedFolder> {
  const lock = await takeFolder(dir, fileSystem);
  try {
    const store = await openEphemeral({ scenarioDir: dir });
    return { store, isWritable: false, close: () => store.close().then(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const pageSize = 1000;

/** The audiences of a running mock, or of one world of it. */
export function openMockAudiences(place: RunningMock): AudiencePlace {
  const { transport: send, close } = mockTransport(place);
  const get = (path: string, query: Readonly<Record<string, number>>): Promise<ApiResponse> =>
    send(controlRequest(place, 'GET', path, { query }));
  const post = async (path: string, json: object): Promise<unknown> =>
    acceptedBody(await send(controlRequest(place, 'POST', path, { json })));

  return {
    async read(campaignId) {
      const answer = await get(`/import/audiences/${campaignId}`, { limit: 1 });
      return answer.status === 404 ? undefined : (acceptedBody(answer) as StoredAudience);
    },
    async *leads(campaignId): AsyncGenerator<LeadRecord> {
      for (let after = 0; ;) {
        const answer = await get(`/import/audiences/${campaignId}`, { after, limit: pageSize });
        const { records } = acceptedBody(answer) as { readonly records: readonly LeadRecord[] };
        yield* records;
        const last = records.at(-1);
        if (last === undefined || records.length < pageSize) return;
        after = last.id;
      }
    },
    async add(campaignId, audience, leads) {
      const first = (await post('/import/ids', { ...nothingMade, leads: leads.length })) as { readonly leads: number };
      const records = leads.map((lead, i) => ({ id: first.leads + i, ...lead }));
      const put = audience === null ? [] : [{ collection: 'audiences', record: audience }];
      await post('/import', { put, leads: [{ campaign_id: campaignId, records }] });
    },
    close: () => Promise.resolve().then(close),
  };
}

function acceptedBody(answer: ApiResponse): unknown {
  if (answer.status === 200) return jsonOf(answer);
  throw new AudiencePlaceError(`the mock answers ${problemIn(answer)}`);
}
