import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CollectionName, ProviderRecord } from '../../domain/records.ts';
import { LedgerError } from '../../deployment/agents/ledger-file.ts';
import type { View } from '../../store/store.ts';
import { recordFileName } from '../../store/disk/folder-files.ts';
import { recordsToLeanOn } from '../../store/state/records-to-lean-on.ts';
import { sortedById } from '../../store/state/root.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';
import { generate } from '../plan/generate.ts';
import {
  idsOfBatch,
  type SeedBase,
  type SeedBatch,
  type SeedOutcome,
  type SeedTotals,
  totalsOfBatch,
  totalsOfPlan,
} from '../plan/seed-batch.ts';
import { PlanError } from '../plan/read-plan.ts';
import { FileTooLargeError, RecordWriter, fileLimit, printChecksum } from '../../store/disk/record-file.ts';
import { refuseLargeFiles } from './scenario-files.ts';
import type { ResolvedPlan } from '../plan/resolve-plan.ts';
import { continueOrBegin, SeedLedger } from './seed-ledger.ts';

export interface WriteScenarioOptions {
  /** The scenario that the new one begins as. */
  readonly baseDir: string;
  /** Told of each batch that has been made. */
  readonly onBatch?: (totals: SeedTotals) => void;
  /** Asked between batches; true stops the run, which can go on later. */
  readonly isStopped?: () => boolean;
}

const collections = [
  'workspaces',
  'users',
  'login_tokens',
  'api_tokens',
  'codes',
  'phone_numbers',
  'agents',
  'campaigns',
  'audiences',
] as const satisfies readonly CollectionName[];

/** The ledger of a scenario's folder. */
export function scenarioLedger(dir: string): string {
  return join(dir, '.seed-ledger.ndjson');
}

/**
 * Writes the scenario folder that a plan asks for. A run that was broken off goes on: files of leads that are there
 * are not written again. A folder that is finished is left alone.
 * @throws PlanError
 * @throws LedgerError if the folder holds something else
 */
export async function writeScenario(
  plan: ResolvedPlan,
  dir: string,
  { baseDir, onBatch = () => undefined, isStopped = () => false }: WriteScenarioOptions,
): Promise<SeedOutcome> {
  const ledger = new SeedLedger(scenarioLedger(dir));
  if (ledger.run === null) await refuseFilledFolder(dir);
  const store = await openEphemeral({ scenarioDir: baseDir });
  const view = store.view();
  const { base } = continueOrBegin(ledger, {
    target: '.',
    plan,
    base: recordsToLeanOn(view, store.nextId('leads') - 1),
  });
  await store.close();
  if (ledger.isComplete) return 'there already';
  refuseLargeFiles(plan, base);

  const folder = new ScenarioFolder(dir, ledger, view);
  try {
    for (const batch of generate(plan, base)) {
      if (isStopped()) return 'stopped';
      await folder.take(batch);
      ledger.made(batch.key, idsOfBatch(batch));
      onBatch(totalsOfBatch(batch));
    }
    await folder.finish(plan, base, baseDir);
  } finally {
    await folder.abandon();
  }
  ledger.complete();
  return 'made';
}

/**
 * Removes what a run has written into the folder that its ledger lies in, and the folder if nothing else is in it.
 * @returns the files that somebody has changed since, which are left
 */
export async function removeScenario(ledger: SeedLedger): Promise<readonly string[]> {
  const dir = dirname(ledger.file);
  const left: string[] = [];
  const files = [...ledger.keys('done'), ...ledger.keys('sending')];
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
    ledger.undone(file);
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

class ScenarioFolder {
  readonly #dir: string;
  readonly #ledger: SeedLedger;
  readonly #view: View;
  readonly #writers = new Map<string, RecordWriter>();
  readonly #providers: Map<string, ProviderRecord>;
  #leads: { readonly campaignId: number; readonly writer: RecordWriter } | null = null;

  constructor(dir: string, ledger: SeedLedger, view: View) {
    this.#dir = dir;
    this.#ledger = ledger;
    this.#view = view;
    this.#providers = new Map([...view.all('providers')].map((provider) => [provider.id, provider]));
  }

  async take(batch: SeedBatch): Promise<void> {
    for (const { collection, record } of batch.records) {
      if (collection === 'providers') this.#providers.set(record.id, record);
      else if (collection === 'voices') await (await this.#voices(record.provider_id)).add([record]);
      else await (await this.#collection(collection)).add([record]);
    }
    if (batch.leads === null) return;
    const { campaignId, records } = batch.leads;
    const file = `leads/${campaignId}.json`;
    if (this.#leads?.campaignId !== campaignId) {
      await this.#closeLeads();
      if (this.#ledger.stateOf(file) === 'done') return;
      this.#ledger.sending(file);
      this.#leads = { campaignId, writer: new RecordWriter(join(this.#dir, file), { limit: fileLimit }) };
    }
    await this.#leads.writer.add(records).catch((error: unknown) => {
      if (error instanceof FileTooLargeError) {
        throw new PlanError([{ path: batch.path, problem: error.message }], { cause: error });
      }
      throw error;
    });
  }

  async finish(plan: ResolvedPlan, base: SeedBase, baseDir: string): Promise<void> {
    await this.#closeLeads();
    for (const name of collections) await this.#collection(name);
    for (const { provider_id } of this.#view.all('voices')) await this.#voices(provider_id);
    const providers = new RecordWriter(join(this.#dir, 'providers.json'), { limit: fileLimit });
    this.#writers.set('providers.json', providers);
    await providers.add(this.#providers.values());
    await this.#copyLeads(baseDir);
    for (const [file, writer] of this.#writers) {
      this.#ledger.sending(file);
      this.#ledger.done(file, await writer.close());
    }
    this.#writers.clear();
    await this.#writeMeta(plan, base);
  }

  async abandon(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.abandon();
    await this.#leads?.writer.abandon();
  }

  async #closeLeads(): Promise<void> {
    if (this.#leads === null) return;
    const { campaignId, writer } = this.#leads;
    this.#leads = null;
    this.#ledger.done(`leads/${campaignId}.json`, await writer.close());
  }

  async #collection(name: Exclude<CollectionName, 'voices' | 'providers'>): Promise<RecordWriter> {
    return this.#writer(recordFileName(name), () => sortedById(this.#view.all(name)));
  }

  async #voices(providerId: string): Promise<RecordWriter> {
    return this.#writer(`voices/${providerId}.json`, () => this.#view.find('voices', 'provider_id', providerId));
  }

  /** The writer of a file, which begins with what the base has. */
  async #writer(file: string, readBase: () => Iterable<object>): Promise<RecordWriter> {
    const known = this.#writers.get(file);
    if (known !== undefined) return known;
    const writer = new RecordWriter(join(this.#dir, file), { limit: fileLimit });
    this.#writers.set(file, writer);
    await writer.add(readBase());
    return writer;
  }

  async #copyLeads(baseDir: string): Promise<void> {
    const names = await readdir(join(baseDir, 'leads')).catch(() => []);
    if (names.length > 0) await mkdir(join(this.#dir, 'leads'), { recursive: true });
    for (const name of names.filter((file) => /^\d+\.json$/.test(file))) {
      this.#ledger.sending(`leads/${name}`);
      const copy = join(this.#dir, 'leads', name);
      await copyFile(join(baseDir, 'leads', name), copy);
      this.#ledger.done(`leads/${name}`, await fileDigest(copy));
    }
  }

  /** Notes the highest ids, so that the next id needs no reading of a million records. */
  async #writeMeta(plan: ResolvedPlan, { firstIds }: SeedBase): Promise<void> {
    const totals = totalsOfPlan(plan);
    const ids = Object.fromEntries(
      (['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const).map((kind) => [
        kind,
        firstIds[kind] + totals[kind] - 1,
      ]),
    );
    this.#ledger.sending('meta.json');
    const text = JSON.stringify({ format: 1, scenario: 'seeded', ids }, null, 2);
    const file = join(this.#dir, 'meta.json');
    await writeFile(file, `${text}\n`);
    this.#ledger.done('meta.json', await fileDigest(file));
  }
}

async function refuseFilledFolder(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  const names = await readdir(dir);
  if (names.length === 0) return;
  throw new LedgerError(`The folder ${dir} is not empty, and seed did not write it: name another with --out.`);
}
