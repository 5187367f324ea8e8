import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { copyFile, mkdir, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Scenario } from '../../domain/coherence.ts';
import { LedgerError } from '../../deployment/agents/ledger.ts';
import { filesOfState, recordFileName, recordFiles } from '../../store/disk/folder-files.ts';
import { fileLimit, printChecksum, writeRecordFile, writeRecords } from '../../store/disk/record-file.ts';
import { openEphemeral, openScenario } from '../../store/open-ephemeral.ts';
import { recordsToLeanOn } from '../../store/state/records-to-lean-on.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import { generate } from '../plan/generate.ts';
import { PlanError } from '../plan/read-plan.ts';
import { totalOfCounts } from '../factories/campaign-factories.ts';
import type { ResolvedPlan } from '../plan/resolve-plan.ts';
import {
  type RunWatch,
  idsOfBatch,
  type SeedBase,
  type SeedBatch,
  type SeedOutcome,
  totalsOfBatch,
  totalsOfPlan,
} from '../plan/seed-batch.ts';
import { continueOrBegin, SeedLedger } from './seed-ledger.ts';

/** The ledger of a scenario's folder. */
export function scenarioLedger(dir: string): string {
  return join(dir, '.seed-ledger.ndjson');
}

/**
 * Writes the scenario folder that a plan asks for. A run that was broken off goes on: files of leads that are there
 * are not written again. A folder that is finished is left alone. The new scenario begins as that of `baseDir`.
 * @throws PlanError; LedgerError if the folder holds something else
 */
export async function writeScenario(
  plan: ResolvedPlan,
  dir: string,
  { baseDir, onProgress, isStopped }: RunWatch & { readonly baseDir: string },
): Promise<SeedOutcome> {
  const ledger = new SeedLedger(scenarioLedger(dir));
  if (ledger.run === null) await refuseFilledFolder(dir);
  const store = await openEphemeral({ scenarioDir: baseDir });
  const leads = createLeadFiles(dir, ledger);
  try {
    const there = recordsToLeanOn(store.snapshot().root, store.nextId('leads') - 1);
    const { base } = continueOrBegin(ledger, { target: '.', plan, base: there });
    if (JSON.stringify(base) !== JSON.stringify(there)) {
      throw new LedgerError(`The folder ${dir} begins as another scenario than ${baseDir}: name another with --out.`);
    }
    if (ledger.isComplete) return 'there already';
    refuseLargeFiles(plan, base);
    for (const batch of generate(plan, base)) {
      if (isStopped?.() === true) return 'stopped';
      const view = store.view();
      await store.commit(batch.records.map(({ collection, record }) => view.put(collection, record as never)));
      await leads.take(batch);
      ledger.note({ event: 'made', key: batch.key, ids: idsOfBatch(batch) });
      onProgress?.(totalsOfBatch(batch));
    }
    await leads.close();
    await finishFolder(dir, ledger, store, { baseDir, meta: metaOf(plan, base) });
  } finally {
    await leads.abandon();
    await store.close();
  }
  ledger.note({ event: 'complete' });
  return 'made';
}

/**
 * Writes a scenario made in code into a folder, for `serve --scenario FOLDER`; files of records that are there give way.
 * @throws InvalidRecordError at the first record that does not fit; then nothing has been written
 * @throws Error if there is no such base, or the folder holds something else
 */
export async function saveScenario(scenario: Scenario, dir: string): Promise<void> {
  const store = await openScenario(scenario);
  await requireScenarioFolder(dir);
  for (const { name } of recordFiles(dir)) await rm(join(dir, name), { force: true });
  for (const [, write] of writersOf(store, dir)) await write();
  await store.close();
}

/** @throws Error if the folder holds something else than a scenario */
export async function requireScenarioFolder(dir: string): Promise<void> {
  const names: readonly string[] = await readdir(dir).catch(() => []);
  if (names.some((name) => !name.startsWith('.')) && !names.includes('workspaces.json')) {
    throw new Error(`${dir} holds ${names.slice(0, 3).join(', ')} and is not a scenario: name a new or empty folder.`);
  }
}

/** What writes each file of a store's records, by its name. */
function writersOf(store: RecordStore, dir: string) {
  return [...filesOfState(store.snapshot().root)].map(([name, { format, records }]) => {
    const parts = { file: join(dir, name), format, fileSystem, wayOut: '' };
    return [name, () => writeRecordFile(parts, records())] as const;
  });
}

/** Writes everything but the leads of the plan. */
async function finishFolder(
  dir: string,
  ledger: SeedLedger,
  store: RecordStore,
  { baseDir, meta }: { readonly baseDir: string; readonly meta: object },
): Promise<void> {
  const enter = async (name: string, write: () => Promise<unknown>): Promise<void> => {
    ledger.note({ event: 'sending', key: name, ids: {} });
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await write();
    ledger.note({ event: 'done', key: name, checksum: await fileDigest(join(dir, name)) });
  };
  for (const { name } of recordFiles(baseDir).filter(({ kind }) => kind === 'leads')) {
    await enter(name, () => copyFile(join(baseDir, name), join(dir, name)));
  }
  for (const [name, write] of writersOf(store, dir)) if (!name.startsWith('leads/')) await enter(name, write);
  await enter('meta.json', () => writeFile(join(dir, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`));
}

/** Notes the highest ids, so that the next id needs no reading of a million records. */
function metaOf(plan: ResolvedPlan, { firstIds }: SeedBase): object {
  const totals = totalsOfPlan(plan);
  const kinds = ['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const;
  const ids = Object.fromEntries(kinds.map((kind) => [kind, firstIds[kind] + totals[kind] - 1]));
  return { format: 1, scenario: 'seeded', ids };
}

/** Writes the leads of one campaign after the other; a file that an earlier run has finished is left as it is. */
function createLeadFiles(dir: string, ledger: SeedLedger) {
  let open: { readonly name: string; readonly writer: RecordWriter } | undefined;
  const close = async (): Promise<void> => {
    if (open === undefined) return;
    ledger.note({ event: 'done', key: open.name, checksum: await open.writer.close() });
    open = undefined;
  };
  const take = async ({ leads }: SeedBatch): Promise<void> => {
    if (leads === null) return;
    const name = recordFileName('leads', leads.campaignId);
    if (ledger.stateOf(name) === 'done') return;
    if (open?.name !== name) {
      await close();
      ledger.note({ event: 'sending', key: name, ids: {} });
      open = { name, writer: new RecordWriter(join(dir, name)) };
    }
    await open.writer.add(leads.records);
  };
  return { take, close, abandon: () => open?.writer.abandon() };
}

/** A file of records, one a line, that are given bit by bit. Until it is closed, another file of its name stays as it is. */
export class RecordWriter {
  readonly #batches = new PassThrough({ objectMode: true, highWaterMark: 1 });
  readonly #written: Promise<string>;

  constructor(file: string) {
    this.#written = writeRecords({ file, format: 'lines', fileSystem }, this.#batches);
    // Told to who adds or closes.
    this.#written.catch(() => undefined);
  }

  async add(records: Iterable<unknown>): Promise<void> {
    if (!this.#batches.write(records)) await Promise.race([once(this.#batches, 'drain'), this.#written]);
  }

  /** @returns the checksum of its bytes */
  close(): Promise<string> {
    this.#batches.end();
    return this.#written;
  }

  /** Lets go of the file, which is as it was before. */
  async abandon(): Promise<void> {
    this.#batches.destroy();
    await this.#written.catch(() => undefined);
  }
}

/** Leads that are made to see how large the records of a campaign are. */
const sampled = 400;

/** @throws PlanError with every audience whose file would be too large to be served, before anything is written */
function refuseLargeFiles(plan: ResolvedPlan, base: SeedBase): void {
  const mistakes = plan.campaigns.flatMap((campaign) => {
    const { path, audience } = campaign;
    const total = audience === null ? 0 : totalOfCounts(audience.counts);
    // No record has 4 KB.
    if (audience === null || total < fileLimit / 4096) return [];
    const few = (count: number): number => Math.ceil((count * sampled) / total);
    const [fresh, completed, halted, inqueue] = audience.counts;
    const counts = [few(fresh), few(completed), few(halted), few(inqueue)] as const;
    const one = { ...plan, campaigns: [{ ...campaign, count: 1, audience: { ...audience, counts } }] };
    const leads = [...generate(one, base)].flatMap((batch) => batch.leads?.records ?? []);
    const bytes = (Buffer.byteLength(JSON.stringify(leads)) / leads.length) * total;
    const problem = `a file of ${total} records would grow beyond ${fileLimit / 2 ** 20} MB: spread them over several campaigns`;
    return bytes > fileLimit ? [{ path: `${path}.audience`, problem }] : [];
  });
  if (mistakes.length > 0) throw new PlanError(mistakes);
}

/**
 * Removes what a run has written into the folder that its ledger lies in, and the folder if nothing else is in it.
 * @returns the files that somebody has changed since, which are left
 */
export async function removeScenario(ledger: SeedLedger): Promise<readonly string[]> {
  const dir = dirname(ledger.file);
  const left: string[] = [];
  const files = ledger.keys('done', 'sending');
  const stranger = files.find((file) => !/^(?:(?:leads|voices)\/)?[\w.-]+\.json$/.test(file));
  if (stranger !== undefined) {
    throw new LedgerError(`${ledger.file} names ${stranger}, which seed does not write: it is not its ledger.`);
  }
  for (const folder of ['', 'leads', 'voices']) {
    for (const name of await readdir(join(dir, folder)).catch(() => [])) {
      if (/^\..*\.json\.tmp$/.test(name)) await unlink(join(dir, folder, name));
    }
  }
  for (const file of files) {
    const path = join(dir, file);
    if (ledger.stateOf(file) === 'done' && existsSync(path) && (await fileDigest(path)) !== ledger.digestOf(file)) {
      left.push(path);
      continue;
    }
    await rm(path, { force: true });
    ledger.note({ event: 'undone', key: file });
  }
  await unlink(ledger.file);
  for (const folder of ['leads', 'voices', '']) await rmdir(join(dir, folder)).catch(() => undefined);
  return left;
}

async function fileDigest(file: string): Promise<string> {
  let sum = 0;
  for await (const piece of createReadStream(file)) sum = crc32(piece as Buffer, sum);
  return printChecksum(sum);
}

async function refuseFilledFolder(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  const names = await readdir(dir);
  if (names.length === 0) return;
  throw new LedgerError(`The folder ${dir} is not empty, and seed did not write it: name another with --out.`);
}
