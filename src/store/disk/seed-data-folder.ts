import { constants } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import { logFile, oldLogFile } from './log/commit-log.ts';
import { DataFileError } from './data-file-error.ts';
import { type FileMarks, markName, markOf, printSum, smallFile } from './collections/file-marks.ts';
import { type FileSystem, hasCode } from '../../files/file-system.ts';
import { metaFile, writeMeta } from './meta-file.ts';
import { readScenario } from '../open-ephemeral.ts';
import { recordFiles, type RecordFolder } from './record-folder.ts';

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
  for (const file of files) await copy(join(scenarioDir, file), join(dir, file), fileSystem);
  for (const file of [logFile(dir), oldLogFile(dir)]) await fileSystem.unlink(file).catch(ignoreMissing);
  await writeMeta(folder, {
    scenario: basename(scenarioDir),
    ids: highestIds,
    commits: { folded: 0, last: 0, has_log: false },
    files: await markFiles(dir, fileSystem),
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

/** The marks of all record files in a folder. */
export async function markFiles(dir: string, fileSystem: FileSystem): Promise<FileMarks> {
  const marks: FileMarks = new Map();
  for (const file of recordFiles(dir)) {
    const stat = await fileSystem.stat(file).catch(ignoreMissing);
    if (stat === undefined) continue;
    // A large file is not read for its checksum alone.
    const sum = stat.size > smallFile ? undefined : crc32(await fileSystem.readFile(file));
    marks.set(markName(dir, file), markOf(stat, sum === undefined ? undefined : printSum(sum)));
  }
  return marks;
}

async function removeFiles(files: readonly string[], fileSystem: FileSystem): Promise<void> {
  for (const file of files) await fileSystem.unlink(file).catch(ignoreMissing);
}

async function copy(from: string, to: string, fileSystem: FileSystem): Promise<void> {
  await fileSystem.mkdir(dirname(to), { recursive: true });
  await fileSystem.copyFile(from, to, constants.COPYFILE_FICLONE).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
  return undefined;
}
