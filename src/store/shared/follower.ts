import { createHash } from 'node:crypto';
import { StorageError } from '../store.ts';
import { LatestEntries } from './latest-entries.ts';
import type { Log, LogEntry, LogSnapshot, Position } from './log.ts';
import type { Machine } from './machine.ts';
import type { ReplicaCounts, ReplicaOptions } from './replica-options.ts';

/** An entry on its way into the log. */
export interface FollowedFlight {
  readonly entry: LogEntry;
  readonly commands: readonly unknown[];
  isApplied: boolean;
}

/** In milliseconds. */
const retryAfter = 50;
/** Positions that can be recognised later. */
const rememberedPositions = 4096;
/** So many times in a row a log is loaded that changes meanwhile. */
const mostReloads = 20;

/** Applies a log to a machine, entry by entry, and notices if what it has applied is not in the log. */
export class Follower {
  readonly latest = new LatestEntries();
  /** What this replica appends at present: it is recognised when it comes back. */
  flight: FollowedFlight | undefined;
  position: Position = { seq: 0, digest: '' };
  /** Grows with every load of the whole log. */
  generation = 0;
  /** Whether an entry of this replica was the one after which a snapshot is to be kept; of another's, that one keeps it. */
  isSnapshotDue = false;
  /** Characters of the last snapshot that this replica knows. */
  snapshotSize = 0;
  readonly #options: ReplicaOptions;
  readonly #log: Log;
  readonly #machine: Machine;
  readonly #counts: ReplicaCounts;
  /** The digests of the last positions, by their number. */
  readonly #passed = new Map<number, string>();
  #following: Promise<unknown> = Promise.resolve();
  #broken: StorageError | undefined;
  #entries = 0;
  /** Characters of entries since a snapshot was due. */
  #sinceSnapshot = 0;

  constructor(options: ReplicaOptions, counts: ReplicaCounts) {
    this.#options = options;
    this.#log = options.log;
    this.#machine = options.machine;
    this.#counts = counts;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** @throws StorageError if the log cannot be followed for good */
  refuseBroken(): void {
    if (this.#broken !== undefined) throw this.#broken;
  }

  /** Asks where the log ends, and applies what is missing up to there. */
  async catchUp(): Promise<void> {
    // The head can only be at this position or after it, whatever this replica applies until the answer comes.
    const asked = this.position;
    const generation = this.generation;
    this.#counts.questions += 1;
    const head = await this.#log.head();
    this.refuseBroken();
    if (generation !== this.generation) return this.catchUp();
    if (head.seq >= asked.seq && this.#passed.get(head.seq) === head.digest) return;
    if (head.seq > this.position.seq) await this.follow(head.seq);
    else await this.#serially(() => this.reload());
    // The end that was seen may have been lost, or replaced, meanwhile.
    if (this.#passed.get(head.seq) !== head.digest) await this.catchUp();
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#following.then(work);
    this.#following = done.catch(() => undefined);
    return done;
  }

  /**
   * Applies the entries after the position, at least up to this one.
   * @returns whether there were any, which shows that the position is in the log
   */
  follow(to = Infinity): Promise<boolean> {
    return this.#serially(async () => {
      for (let isThere = false; ; isThere = true) {
        const { seq } = this.position;
        if (seq >= to) return isThere;
        const entries = await this.#log.read(seq);
        this.refuseBroken();
        if (entries.length === 0) return isThere;
        if (!entries.every((entry) => this.take(entry))) {
          await this.reload();
          return true;
        }
      }
    });
  }

  /** Applies an entry, unless it has been. @returns false if it does not follow from what was applied */
  take(entry: LogEntry): boolean {
    if (entry.seq <= this.position.seq) return this.#passed.get(entry.seq) === entry.digest;
    if (entry.seq !== this.position.seq + 1 || entry.previous !== this.position.digest) return false;
    const own = this.flight?.entry.id === entry.id ? this.flight : undefined;
    const commands = own?.commands ?? this.#machine.read(entry.body);
    // One that comes so late that its replica has given it up, and done without, does nothing.
    const isLate = this.latest.isPast(entry);
    this.#apply(entry, isLate ? [] : commands);
    this.#counts[own !== undefined ? 'appended' : 'followed'] += 1;
    if (own !== undefined && !isLate) own.isApplied = true;
    this.#countForSnapshot(entry, own !== undefined);
    return true;
  }

  #apply(entry: LogEntry, commands: readonly unknown[]): void {
    try {
      this.#machine.apply(commands);
    } catch (error) {
      if (error instanceof StorageError) this.#break(error);
      throw error;
    }
    this.#stepTo(entry);
    if (!this.latest.isPast(entry)) this.latest.note(entry);
  }

  #countForSnapshot({ body }: LogEntry, isOwn: boolean): void {
    this.#sinceSnapshot += body.length;
    if (this.#sinceSnapshot < (this.#options.snapshotEvery ?? Math.max(4_000_000, this.snapshotSize))) return;
    this.#sinceSnapshot = 0;
    this.isSnapshotDue ||= isOwn;
  }

  #stepTo({ seq, digest }: Position): void {
    this.position = { seq, digest };
    this.#passed.set(seq, digest);
    if (this.#passed.size > rememberedPositions) {
      const [first] = this.#passed.keys();
      if (first !== undefined) this.#passed.delete(first);
    }
  }

  /** Begins again from the newest snapshot: at the start, and where the log has lost what this replica had applied. */
  async reload(attempt = 1): Promise<void> {
    const snapshot = await this.#log.snapshot();
    const entries: LogEntry[] = [];
    let last: Position = snapshot ?? { seq: 0, digest: '' };
    // All of it is there before any of it is applied: nobody must see a state that is half loaded.
    for (;;) {
      const more = await this.#log.read(last.seq);
      if (more.length === 0) break;
      for (const entry of more) {
        if (entry.seq !== last.seq + 1 || entry.previous !== last.digest) {
          // A newer snapshot was kept meanwhile, or a failover has replaced what was read.
          if (attempt === mostReloads) {
            throw new StorageError(`The log has a gap after entry ${last.seq}: it was damaged.`);
          }
          await this.#pause();
          return this.reload(attempt + 1);
        }
        entries.push(entry);
        last = entry;
      }
    }
    this.#begin(snapshot, entries);
  }

  #begin(snapshot: LogSnapshot | undefined, entries: readonly LogEntry[]): void {
    const isAgain = this.generation > 0;
    this.generation += 1;
    this.#passed.clear();
    this.latest.clear();
    try {
      this.#machine.load(snapshot === undefined ? undefined : this.latest.readFrom(snapshot.body));
    } catch (error) {
      if (error instanceof StorageError) this.#break(error);
      throw error;
    }
    this.#stepTo(snapshot ?? { seq: 0, digest: '' });
    this.#sinceSnapshot = 0;
    this.isSnapshotDue = false;
    this.snapshotSize = snapshot?.body.length ?? 0;
    for (const entry of entries) this.take(entry);
    if (!isAgain) return;
    this.#counts.reloads += 1;
    this.#options.onNotice?.(
      'The log no longer held what this replica had applied, as after a failover: the state was loaded again.',
    );
  }

  /** What would be appended now. */
  nextEntry(body: string): LogEntry {
    const { seq, digest: previous } = this.position;
    const id = `${this.#options.name} ${(this.#entries += 1)}`;
    return { seq: seq + 1, id, previous, digest: digestOf(previous, id, body), body };
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#options.timer.after(retryAfter, resolve));
  }

  #break(error: StorageError): void {
    this.#broken = error;
    this.#options.onBroken?.(error);
  }
}

function digestOf(previous: string, id: string, body: string): string {
  return createHash('sha256').update(`${previous}\n${id}\n${body}`).digest('hex').slice(0, 32);
}
