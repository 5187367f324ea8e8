import type { LeadRecord } from '../../domain/records.ts';
import type { ScenarioRecords } from '../../domain/coherence.ts';

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
    files.set(`${name.replaceAll('_', '-')}.json`, formatRecords(records));
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
