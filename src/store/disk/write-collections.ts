import { dirname } from 'node:path';
import { loadedLeads, collectionNames, compareIds, type Root, type StoredRecord } from '../state/root.ts';
import { hasCode, syncFile } from '../../files/file-system.ts';
import type { HighestIds, IdCounters } from '../state/id-counters.ts';
import { type Meta, metaFile, writeMeta } from './meta-file.ts';
import { type RecordFormat, writeRecordFile } from './record-file.ts';
import { fileParts } from './read-collections.ts';
import {
  type Checksums,
  collectionFile,
  leadsFile,
  nameInFolder,
  type RecordFolder,
  voicesFile,
} from './record-folder.ts';
import { StorageError } from '../store.ts';

export interface RecordFilesParts {
  readonly folder: RecordFolder;
  readonly scenario: string;
  readonly ids: IdCounters;
  /** The state that the files hold. */
  readonly root: Root;
  /** What the folder's `meta.json` says, as far as it tells of the files. */
  readonly noted: Required<Meta> | undefined;
}

/** Above this count, records are written one per line, in a fraction of the time and space. */
const prettyRecords = 1000;

interface StaleFile {
  readonly file: string;
  /** While it is short. */
  readonly format: RecordFormat;
  readonly find: () => readonly unknown[];
}

/** The record files of a data folder: knows which of them a state has left behind, and writes those. */
export class RecordFiles {
  readonly #folder: RecordFolder;
  readonly #checksums: Checksums;
  readonly #scenario: string;
  readonly #ids: IdCounters;
  #written: Root;
  /** What `meta.json` says. */
  #noted: string;
  /** The folders with files that were replaced since they were synced. */
  readonly #folders = new Set<string>();

  constructor({ folder, scenario, ids, root, noted }: RecordFilesParts) {
    this.#folder = folder;
    this.#checksums = folder.checksums ?? new Map<string, string>();
    this.#scenario = scenario;
    this.#ids = ids;
    this.#written = root;
    this.#noted = noted === undefined ? this.#note() : notedText(noted.ids, noted.written.files);
  }

  /** Whether `meta.json` is not as it would be written now. */
  get isStale(): boolean {
    return this.#noted !== this.#note();
  }

  /** Writes what a state has changed, file by file. @throws StorageError; then some files may be newer than others */
  async write(root: Root): Promise<void> {
    await this.#removeOrphanedLeads(root);
    for (const { file, find, format } of this.#staleFiles(root)) {
      const records = find();
      const isLong = records.length > prettyRecords;
      const checksum = await writeRecordFile(fileParts(this.#folder, file, isLong ? 'lines' : format), records);
      this.#folders.add(dirname(file));
      this.#checksums.set(nameInFolder(this.#folder.dir, file), checksum);
    }
    this.#written = root;
  }

  /**
   * Tells in `meta.json` that the files hold all commits up to a checksum, and waits until they are on the disk where
   * that is asked for: the log that had the commits may go then.
   * @throws StorageError
   */
  async note(checksum: string): Promise<void> {
    const { dir, fileSystem, isSynced = false } = this.#folder;
    const noted = this.#note();
    const written = { checksum, files: this.#checksums };
    await writeMeta(this.#folder, { scenario: this.#scenario, ids: this.#ids.highest(), written });
    this.#noted = noted;
    if (isSynced) for (const path of [metaFile(dir), dir, ...this.#folders]) await syncFile(path, fileSystem);
    this.#folders.clear();
  }

  #note(): string {
    return notedText(this.#ids.highest(), this.#checksums);
  }

  #staleFiles(root: Root): readonly StaleFile[] {
    const { dir } = this.#folder;
    const stale: StaleFile[] = [];
    for (const name of collectionNames) {
      if (root.collections[name] === this.#written.collections[name]) continue;
      if (name === 'voices') stale.push(...this.#staleVoices(root));
      else {
        const file = collectionFile(dir, name);
        stale.push({ file, format: 'pretty', find: () => orderedRecords(root, name) });
      }
    }
    for (const campaignId of root.leads.changedKeys(this.#written.leads)) {
      if (typeof campaignId !== 'number' || root.leads.get(campaignId) === undefined) continue;
      const find = () => loadedLeads(root, campaignId).records();
      stale.push({ file: leadsFile(dir, campaignId), format: 'lines', find });
    }
    return stale;
  }

  /** A file of leads without its campaign would keep the folder from being read. */
  async #removeOrphanedLeads(root: Root): Promise<void> {
    for (const id of root.leads.changedKeys(this.#written.leads)) {
      if (typeof id !== 'number' || root.leads.get(id) !== undefined) continue;
      const file = leadsFile(this.#folder.dir, id);
      await this.#folder.fileSystem.unlink(file).catch((error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw new StorageError(`${file} cannot be removed.`, { cause: error });
      });
      this.#checksums.delete(nameInFolder(this.#folder.dir, file));
    }
  }

  #staleVoices(root: Root): readonly StaleFile[] {
    const providers = [this.#written, root].flatMap((state) => [
      ...(state.indexes.voices['provider_id']?.entries() ?? []),
    ]);
    const providerIds = new Set(providers.map(([providerId]) => String(providerId)));
    return [...providerIds].map((providerId) => ({
      file: voicesFile(this.#folder.dir, providerId),
      format: 'pretty',
      find: () => orderedRecords(root, 'voices').filter((voice) => Reflect.get(voice, 'provider_id') === providerId),
    }));
  }
}

/** What is told in `meta.json` besides the log's checksum. */
function notedText(ids: Partial<HighestIds>, checksums: Checksums): string {
  return JSON.stringify([ids, ...[...checksums].sort(([one], [other]) => (one < other ? -1 : 1))]);
}

function orderedRecords(root: Root, name: (typeof collectionNames)[number]): readonly StoredRecord[] {
  return [...root.collections[name].values()].map(({ record }) => record).sort(compareForReading);
}

function compareForReading(a: StoredRecord, b: StoredRecord): number {
  const isVoice = 'provider_id' in a && 'provider_id' in b;
  return (isVoice ? a.position - b.position : 0) || compareIds(a.id, b.id);
}
