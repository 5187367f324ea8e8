import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Scenario, ScenarioRecords } from '../../domain/coherence.ts';
import type { LeadRecord } from '../../domain/records.ts';
import { generate } from '../plan/generate.ts';
import { PlanError, type PlanMistake, totalOfCounts } from '../plan/read-plan.ts';
import type { ResolvedPlan } from '../plan/resolve-plan.ts';
import type { SeedBase } from '../plan/seed-batch.ts';
import { FileTooLargeError, fileLimit } from '../../store/disk/record-file.ts';
import { recordFileName, recordFiles } from '../../store/disk/folder-files.ts';
import { openRecords, scenarioRecords } from '../../store/open-ephemeral.ts';

/** Records of each status that are made to see how large a campaign's are. */
const sampled = 100;

/** @throws PlanError with every audience whose file would grow larger than can be read back, before anything is written */
export function refuseLargeFiles(plan: ResolvedPlan, base: SeedBase): void {
  const mistakes: PlanMistake[] = [];
  // No record has 5 KB.
  const large = plan.campaigns.filter(({ audience }) => audience !== null && totalOfCounts(audience.counts) > 100_000);
  for (const campaign of large) {
    const counts = campaign.audience?.counts ?? [0, 0, 0, 0];
    const few = counts.map((count) => Math.min(count, sampled)) as [number, number, number, number];
    const one = { ...campaign, count: 1, audience: campaign.audience && { ...campaign.audience, counts: few } };
    const sizes = [0, 0, 0, 0];
    for (const { leads } of generate({ ...plan, campaigns: [one] }, base)) {
      for (const lead of leads?.records ?? []) sizes[lead.status] = (sizes[lead.status] ?? 0) + recordLine(lead).length;
    }
    const bytes = counts.reduce((sum, count, i) => sum + ((sizes[i] ?? 0) * count) / Math.max(1, few[i] ?? 0), 0);
    if (bytes > fileLimit) {
      mistakes.push({
        path: `${campaign.path}.audience`,
        problem: new FileTooLargeError(`a file of ${totalOfCounts(counts)} records`, fileLimit).message,
      });
    }
  }
  if (mistakes.length > 0) throw new PlanError(mistakes);
}

/** A record as it is written, in bytes. */
function recordLine(record: object): Buffer {
  return Buffer.from(`,\n${JSON.stringify(record)}`);
}

/**
 * Writes a scenario made in code into a folder, for `serve --scenario FOLDER`; files of records that are there give way.
 * @throws RecordsError at the first record that does not fit; then nothing has been written
 * @throws Error if there is no such base, or the folder holds something else
 */
export async function saveScenario(scenario: Scenario, dir: string): Promise<void> {
  const store = openRecords(await scenarioRecords(scenario));
  const { records, leads } = await store.records();
  await store.close();
  const names: readonly string[] = await readdir(dir).catch(() => []);
  if (names.some((name) => !name.startsWith('.')) && !names.includes('workspaces.json')) {
    throw new Error(`${dir} holds ${names.slice(0, 3).join(', ')} and is not a scenario: name a new or empty folder.`);
  }
  const lists = new Map(Object.entries(leads).map(([id, list]): [number, readonly LeadRecord[]] => [Number(id), list]));
  // Sound because the store has validated each record against the schema of its collection.
  const files = scenarioFiles({ ...(records as FolderContent), leads: lists });
  for (const { name } of recordFiles(dir)) await rm(join(dir, name), { force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

/** What a data folder holds; a collection that is left out has no file. */
export type FolderContent = ScenarioRecords & {
  /** One list per campaign, by its id. */
  readonly leads?: ReadonlyMap<number, readonly LeadRecord[]>;
};

/**
 * The files of a scenario's folder, text by path: an array of records for each collection, one of voices for each
 * provider that a workspace has set up, one of leads for each campaign, a lead per line.
 */
export function scenarioFiles({ voices, leads, ...collections }: FolderContent): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, records] of Object.entries(collections)) {
    files.set(recordFileName(name as keyof typeof collections), formatRecords(records));
  }
  for (const { id } of (collections.providers ?? []).filter(({ workspace_ids }) => workspace_ids.length > 0)) {
    files.set(`voices/${id}.json`, formatRecords((voices ?? []).filter((voice) => voice.provider_id === id)));
  }
  for (const [campaignId, records] of leads ?? []) files.set(`leads/${campaignId}.json`, formatLines(records));
  return files;
}

function formatRecords(records: readonly object[]): string {
  return `${JSON.stringify(records, null, 2)}\n`;
}

function formatLines(records: readonly object[]): string {
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}
