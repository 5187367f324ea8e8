import { constants } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { checkCoherence } from './check-coherence.ts';
import { type FileSystem, hasCode } from './file-system.ts';
import { FolderLeadSource } from './folder-lead-source.ts';
import { highestIdsOf, readMeta, writeMeta } from './meta-file.ts';
import { requireFolder, scenarioFolder } from './open-ephemeral.ts';
import {
  collectionFile,
  leadCampaignIds,
  leadsFile,
  readCollections,
  type RecordFolder,
  voiceProviderIds,
  voicesFile,
} from './record-folder.ts';
import { COLLECTION_NAMES, createRoot } from './root.ts';

/**
 * Fills an empty data folder from a scenario, and one whose filling was broken off from the start again; a folder that
 * holds data is left alone. Says whether it was filled. Throws `DataFileError` where the scenario is broken; then nothing has been copied.
 */
export async function seedDataFolder(folder: RecordFolder, scenarioDir: string): Promise<boolean> {
  const { dir, fileSystem } = folder;
  const marker = join(dir, '.seeding');
  const names = await fileSystem.readdir(dir);
  const isBrokenOff = names.includes(basename(marker));
  if (!isBrokenOff && names.some((name) => !name.startsWith('.'))) return false;

  const scenario = scenarioFolder(scenarioDir, folder.schemaCheck);
  await requireFolder(scenario);
  const [records, meta] = await Promise.all([readCollections(scenario), readMeta(scenario)]);
  const root = createRoot(records, new FolderLeadSource(scenario));
  checkCoherence(root, scenario);

  await fileSystem.writeFile(marker, '');
  const files = recordFiles(scenarioDir).map((file) => relative(scenarioDir, file));
  if (isBrokenOff) await removeFiles(recordFiles(dir), fileSystem);
  for (const file of files) await copy(join(scenarioDir, file), join(dir, file), fileSystem);
  await writeMeta(folder, basename(scenarioDir), highestIdsOf(root, meta));
  // The last step: a folder with the marker is half a scenario, one without it a whole one.
  await fileSystem.unlink(marker);
  return true;
}

function recordFiles(dir: string): readonly string[] {
  const collections = COLLECTION_NAMES.flatMap((name) => (name === 'voices' ? [] : [collectionFile(dir, name)]));
  const voices = voiceProviderIds(dir).map((providerId) => voicesFile(dir, providerId));
  const leads = leadCampaignIds(dir).map((campaignId) => leadsFile(dir, campaignId));
  return [...collections, ...voices, ...leads];
}

async function removeFiles(files: readonly string[], fileSystem: FileSystem): Promise<void> {
  for (const file of files) await fileSystem.unlink(file).catch(ignoreMissing);
}

async function copy(from: string, to: string, fileSystem: FileSystem): Promise<void> {
  await fileSystem.mkdir(dirname(to), { recursive: true });
  await fileSystem.copyFile(from, to, constants.COPYFILE_FICLONE).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}
