import { applyChanges } from './apply-changes.ts';
import { leadsIn, RootView, type Root } from './root.ts';
import { IdCounters, type HighestIds } from './id-counters.ts';
import { differenceOfLeads, differenceOfRecords, type LoggedChange, redo, redoLeads } from './logged-change.ts';
import { LeadVector } from './lead-vector.ts';
import type { RecordCheck } from '../record-schema.ts';
import { type Change, ConflictError, type LeadList, type RecordChange, StorageError, type View } from '../store.ts';
import { campaignsWithLeads, recordsOf, type StoredRecords } from '../stored-records.ts';
import { recordOverhead, weightOf } from './weight.ts';
import type { Snapshot, WorldStore } from '../world-store.ts';

/** Where commits go to outlive the process; a store without one lives in memory. */
export interface Persistence {
  /** The commit, ready to be written. @throws StorageError if there is no room for it */
  prepare(changes: readonly LoggedChange[]): Buffer;
  /** Writes lines and resolves when they are durable. @throws StorageError; then none of them is */
  write(lines: readonly Buffer[], root: Root): Promise<void>;
  /** What cannot be written, in sentences. */
  faults(): readonly string[];
  /** Whether what is written comes back by `follow`, and is seen only then; false if absent. */
  readonly isFollowed?: boolean;
  close(): Promise<void>;
}

export interface RecordStoreParts {
  readonly root: Root;
  readonly ids: IdCounters;
  readonly schemaCheck: RecordCheck;
  readonly persistence?: Persistence;
}

interface PendingCommit {
  /** Undefined if the commit changes nothing. */
  readonly line: Buffer | undefined;
  readonly root: Root;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The store over one immutable root. Durable first, visible second: commits are computed on the newest state, written
 * in their order, those that wait sharing one write, and seen in `view()` once they are on disk. A write that fails
 * takes with it all that was computed on top of it.
 */
export class RecordStore implements WorldStore {
  readonly #schemaCheck: RecordCheck;
  #ids: IdCounters;
  readonly #persistence: Persistence | undefined;
  /** The state with all that is still being written. */
  #head: Root;
  /** The state that is durable, and the view of it. */
  #settled: Root;
  #view: View;
  /** The settled state as a snapshot, until the state or an id moves: one is taken with every request. */
  #snapshot: Snapshot | undefined;
  #queue: PendingCommit[] = [];
  #isWriting = false;
  #lastCommit: Promise<void> = Promise.resolve();
  #isClosed = false;
  #growthListener: ((bytes: number) => void) | undefined;

  constructor({ root, ids, schemaCheck, persistence }: RecordStoreParts) {
    this.#schemaCheck = schemaCheck;
    this.#ids = ids;
    this.#persistence = persistence;
    this.#head = root;
    this.#settled = root;
    this.#view = new RootView(root);
  }

  view(): View {
    return this.#view;
  }

  async leads(campaignId: number): Promise<LeadList> {
    // The load may take a while: what is committed meanwhile is in the root, not in the source.
    await this.#loadLeads([campaignId]);
    return leadsIn(this.#settled, campaignId) ?? LeadVector.empty;
  }

  async hasLeads(campaignId: number): Promise<boolean> {
    const known = leadsIn(this.#settled, campaignId);
    return known === undefined ? this.#settled.leadSource.hasLeads(campaignId) : known.size > 0;
  }

  nextId(collection: 'agents' | 'campaigns' | 'workspaces' | 'users'): number {
    this.#snapshot = undefined;
    return this.#ids.next(collection);
  }

  nextLeadId(): number {
    this.#snapshot = undefined;
    return this.#ids.nextLead();
  }

  async commit(changes: readonly Change[]): Promise<readonly RecordChange[]> {
    await this.#loadLeads(changes.flatMap((change) => (change.kind === 'put-leads' ? [change.campaignId] : [])));
    this.#refuseIfClosed();
    try {
      const { root, differences, logged } = applyChanges(this.#head, changes, this.#schemaCheck);
      this.#ids.note(logged);
      await this.#enqueue(root, logged);
      this.#tellGrowth(differences);
      return differences;
    } catch (error) {
      // The caller tries again and must see what it conflicted with.
      if (error instanceof ConflictError) await this.#settle();
      throw error;
    }
  }

  onGrowth(listener: (bytes: number) => void): void {
    this.#growthListener = listener;
  }

  fork(): WorldStore {
    return new RecordStore({ root: this.#settled, ids: this.#ids.copy(), schemaCheck: this.#schemaCheck });
  }

  snapshot(): Snapshot {
    this.#snapshot ??= { root: this.#settled, ids: this.#ids.copy() };
    return this.#snapshot;
  }

  /** A store in memory that begins as this one, and tells of each commit what would be logged of it. */
  draft(onCommit: (changes: readonly LoggedChange[]) => void): RecordStore {
    const persistence: Persistence = {
      prepare: (changes) => {
        onCommit(changes);
        return Buffer.alloc(0);
      },
      write: () => Promise.resolve(),
      faults: () => [],
      close: () => Promise.resolve(),
    };
    return new RecordStore({ root: this.#settled, ids: this.#ids.copy(), schemaCheck: this.#schemaCheck, persistence });
  }

  /** Applies commits that have been written. Unless they are this store's own, what was computed meanwhile conflicts. */
  follow(commits: readonly (readonly LoggedChange[])[], isOwn: boolean): void {
    for (const changes of commits) this.#ids.note(changes);
    this.#settleAt(commits.reduce((root, changes) => redoAll(root, changes, root.version + 1), this.#settled));
    if (!isOwn) this.#overtake();
  }

  /** Puts another state in the place of this one: what was computed meanwhile conflicts. */
  become({ root, ids }: Snapshot): void {
    this.#ids = ids.copy();
    this.#settleAt(root);
    this.#overtake();
  }

  /** Notes ids that were given elsewhere. */
  raiseIds(highest: HighestIds): void {
    this.#snapshot = undefined;
    this.#ids.raise(new IdCounters(highest, this.#settled.leadSource));
  }

  at({ root, ids }: Snapshot): WorldStore {
    return new RecordStore({ root, ids: ids.copy(), schemaCheck: this.#schemaCheck });
  }

  async restore({ root: target, ids }: Snapshot): Promise<Snapshot> {
    this.#snapshot = undefined;
    this.#ids.raise(ids);
    const isFollowed = this.#persistence?.isFollowed === true;
    const isRelated = target.leadSource === this.#head.leadSource && !isFollowed;
    // In memory a related state needs no comparison, because nothing is logged.
    const changes = isRelated && this.#persistence === undefined ? [] : await this.#changesTo(target);
    this.#refuseIfClosed();
    this.#ids.note(changes);
    const version = this.#head.version + 1;
    const root = isRelated ? { ...target, version } : redoAll(this.#head, changes, version);
    await this.#enqueue(root, changes);
    return { root, ids: this.#ids.copy() };
  }

  /** What turns the newest state into another; loads the leads that it compares. */
  async #changesTo(target: Root): Promise<readonly LoggedChange[]> {
    const campaigns = campaignsOf(this.#head, target);
    await Promise.all(campaigns.map((id) => target.leadSource.load(id)));
    await this.#loadLeads(campaigns);
    return differenceOf(this.#head, target);
  }

  async records(): Promise<StoredRecords> {
    const root = this.#settled;
    await Promise.all(campaignsWithLeads(root).map((id) => root.leadSource.load(id)));
    return recordsOf(root, this.#ids.highest());
  }

  faults(): readonly string[] {
    return [...this.#settled.leadSource.faults(), ...(this.#persistence?.faults() ?? [])];
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#settle();
    await this.#persistence?.close();
  }

  async #loadLeads(campaignIds: readonly number[]): Promise<void> {
    const missing = campaignIds.filter((id) => leadsIn(this.#head, id) === undefined);
    const lists = await Promise.all(missing.map((id) => this.#head.leadSource.load(id)));
    for (const list of lists) if (list.size > 0) this.#ids.noteLead(list.at(list.size - 1).id);
  }

  #tellGrowth(differences: readonly RecordChange[]): void {
    if (this.#growthListener === undefined) return;
    let bytes = 0;
    for (const { after } of differences) bytes += recordOverhead + weightOf(after);
    this.#growthListener(bytes);
  }

  #refuseIfClosed(): void {
    if (this.#isClosed) throw new StorageError('The store is closed: nothing can be written any more.');
  }

  /** Waits until nothing is in flight that was when this was called. */
  async #settle(): Promise<void> {
    await this.#lastCommit.catch(() => undefined);
  }

  #enqueue(root: Root, changes: readonly LoggedChange[]): Promise<void> {
    if (this.#persistence === undefined) {
      this.#head = root;
      this.#settleAt(root);
      return Promise.resolve();
    }
    const line = changes.length === 0 ? undefined : this.#persistence.prepare(changes);
    this.#head = root;
    this.#lastCommit = new Promise((resolve, reject) => this.#queue.push({ line, root, resolve, reject }));
    if (!this.#isWriting) {
      // Each commit rejects with its own failure.
      this.#drain(this.#persistence).catch(() => undefined);
    }
    return this.#lastCommit;
  }

  async #drain(persistence: Persistence): Promise<void> {
    this.#isWriting = true;
    for (let batch = this.#queue.splice(0); batch.length > 0; batch = this.#queue.splice(0)) {
      const root = batch.at(-1)?.root ?? this.#settled;
      try {
        const lines = batch.flatMap(({ line }) => line ?? []);
        if (lines.length > 0) await persistence.write(lines, root);
        if (lines.length === 0 || persistence.isFollowed !== true) this.#settleAt(root);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#head = this.#settled;
        for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(error);
      }
    }
    this.#isWriting = false;
    // The same state, as those who follow see it.
    if (persistence.isFollowed === true) this.#head = this.#settled;
  }

  #overtake(): void {
    this.#head = this.#settled;
    for (const { reject } of this.#queue.splice(0)) reject(new ConflictError('Another replica has written meanwhile.'));
  }

  #settleAt(root: Root): void {
    this.#settled = root;
    this.#view = new RootView(root);
    this.#snapshot = undefined;
  }
}

function campaignsOf(from: Root, to: Root): readonly number[] {
  const ids = new Set<unknown>(to.leads.changedKeys(from.leads));
  if (from.leadSource !== to.leadSource) {
    for (const id of [...from.leadSource.campaignIds(), ...to.leadSource.campaignIds()]) ids.add(id);
  }
  return [...ids].filter((id) => typeof id === 'number');
}

/** What turns the records and leads of one root into another's; the leads must have been loaded. */
export function differenceOf(from: Root, to: Root): readonly LoggedChange[] {
  // Leads of a campaign that goes, go with it.
  const kept = campaignsOf(from, to).filter((id) => to.collections.campaigns.get(id) !== undefined);
  const leads = kept.map((id) =>
    differenceOfLeads(id, leadsIn(from, id) ?? LeadVector.empty, leadsIn(to, id) ?? LeadVector.empty),
  );
  return [...differenceOfRecords(from, to), ...leads.filter((change) => change !== undefined)];
}

/** The root with logged changes done. */
export function redoAll(root: Root, changes: readonly LoggedChange[], version: number): Root {
  return changes.reduce((next, change) => {
    if (!('leads' in change)) return redo(next, change, version);
    const list = leadsIn(next, change.leads) ?? LeadVector.empty;
    return { ...next, version, leads: next.leads.set(change.leads, redoLeads(list, change, version)) };
  }, root);
}
