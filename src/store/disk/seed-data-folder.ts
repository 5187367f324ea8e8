import { constants } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beginningOfLog, logFile, newChecksum } from './commit-log.ts';
import { DataFileError, smallChecksum } from './record-file.ts';
import { type FileSystem, hasCode } from '../../files/file-system.ts';
import { metaFile, writeMeta } from './meta-file.ts';
import { readScenario } from '../open-ephemeral.ts';
import { type Checksums, nameInFolder, recordFiles, type RecordFolder } from './record-folder.ts';

/**
 * Fills an empty data folder from a scenario, or one whose filling was interrupted; a folder that holds data is left as
 * it is, unless it is to begin anew.
 * @returns whether it was filled
 * @throws DataFileError if the scenario is broken; then nothing has been copied
 */
export async function seedDataFolder(folder: RecordFolder, scenarioDir: string, isReset = false): Promise<boolean> {
  const { dir, fileSystem } = folder;
  const marker = join(dir, '.seeding');
  const names = await fileSystem.readdir(dir);
  const isBrokenOff = names.includes(basename(marker));
  const others = names.filter((name) => !name.startsWith('.') && name !== volumeFolder);
  if (!isBrokenOff && others.length > 0) {
    if (!others.includes(basename(metaFile(dir))) && relative(dir, scenarioDir) !== '') {
      throw notOurs(folder, others);
    }
    if (!isReset || relative(dir, scenarioDir) === '') return false;
  }

  const { highestIds } = await readScenario(scenarioDir, folder.schemaCheck);
  await fileSystem.writeFile(marker, '');
  const files = recordFiles(scenarioDir).map((file) => relative(scenarioDir, file));
  if (isBrokenOff || isReset) await removeFiles(recordFiles(dir), fileSystem);
  const checksums: Checksums = new Map();
  for (const file of files) {
    if (!(await copy(join(scenarioDir, file), join(dir, file), fileSystem))) continue;
    checksums.set(nameInFolder(scenarioDir, join(scenarioDir, file)), await smallChecksum(join(dir, file), fileSystem));
  }
  const checksum = newChecksum();
  await fileSystem.writeFile(logFile(dir), beginningOfLog(checksum));
  await writeMeta(folder, {
    scenario: basename(scenarioDir),
    ids: highestIds,
    written: { checksum, files: checksums },
  });
  // The last step: a folder with the marker is incomplete.
  await fileSystem.unlink(marker);
  return true;
}

/** A folder that many systems make at the root of a disk. */
const volumeFolder = 'lost+found';

function notOurs({ dir }: RecordFolder, names: readonly string[]): DataFileError {
  const shown = names.toSorted().slice(0, 3).join(', ') + (names.length > 3 ? ' and others' : '');
  const isRecords = names.some((name) => name === 'workspaces.json' || name === 'agents.json');
  const scenario = isRecords ? `, or start with --scenario ${dir} if it is a scenario` : '';
  return new DataFileError(
    dir,
    '',
    `this folder holds ${shown}, and no meta.json: it is not a data folder`,
    `Put its meta.json back, or name an empty or new folder with --data-dir${scenario}.`,
  );
}

async function removeFiles(files: readonly string[], fileSystem: FileSystem): Promise<void> {
  for (const file of files) await fileSystem.unlink(file).catch(ignoreMissing);
}

/** @returns whether there is such a file */
async function copy(from: string, to: string, fileSystem: FileSystem): Promise<boolean> {
  await fileSystem.mkdir(dirname(to), { recursive: true });
  const copying = fileSystem.copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true);
  return (await copying.catch(ignoreMissing)) === true;
}

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
  return undefined;
}
