import { createHash } from 'node:crypto';
import { ConflictError, StorageError } from '../store.ts';
import { LatestEntries } from './latest-entries.ts';
import { LogUnavailableError, type Log, type LogEntry, type LogSnapshot, type Position } from './log.ts';
import { ReadIndex } from './read-index.ts';

/** What the entries of a log make, command by command. All replicas that applied the same entries are in the same state. */
export interface Machine {
  /**
   * Applies an entry; what this replica submitted comes as the same objects.
   * @throws LogFormatError for one that this version cannot read
   */
  apply(commands: readonly unknown[]): void;
  /** The whole state, as text. */
  snapshot(): string;
  /** Puts a state in the place of the present one; undefined: the one before the first entry. */
  load(snapshot: string | undefined): void;
  /** Another number with every entry that changes this part of the state, and after every `load`. */
  versionOf(scope: string): number;
}

/** The passing of time, handed in so that a simulation can make its own. */
export interface Timer {
  /** Runs something after a time in milliseconds, unless it is called off by what this gives. */
  after(milliseconds: number, run: () => void): () => void;
}

/** What the present state was decided by: the versions of the parts of it that were looked at. */
export type Expectations = ReadonlyMap<string, number>;

interface Submission {
  readonly commands: readonly unknown[];
  readonly expected: Expectations;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly entry: LogEntry;
  readonly commands: readonly unknown[];
  readonly submissions: readonly Submission[];
  readonly deferred: number;
  isApplied: boolean;
}

export interface ReplicaOptions {
  readonly log: Log;
  readonly machine: Machine;
  readonly timer: Timer;
  /** No other replica has or had it, this one before it was started again included. */
  readonly name: string;
  /** After how many characters of entries a snapshot is kept, at least; 4 million if absent. */
  readonly snapshotEvery?: number;
  /** Told, in a sentence, of what a person should know. */
  readonly onNotice?: (sentence: string) => void;
  /** Told of what is wrong for good. */
  readonly onBroken?: (error: StorageError) => void;
}

/** What a replica has done since it began. */
export interface ReplicaCounts {
  /** Entries that it appended. */
  appended: number;
  /** Entries of others. */
  followed: number;
  /** Submissions that were overtaken, and decided again. */
  conflicts: number;
  /** Questions for the head of the log. */
  questions: number;
  /** Times that it dropped its state, because the log had lost what it had applied. */
  reloads: number;
  /** Appends whose outcome had to be looked up. */
  lookups: number;
}

/** In milliseconds. */
const deferral = 50;
const retryAfter = 50;
const closingTime = 2000;
/** How long a submission waits for an outcome that is not known. */
export const patience = 10_000;
const closedMessage = 'The store is closed: nothing can be written any more.';
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';
/** Positions that can be recognised later. */
const rememberedPositions = 4096;
/** So many times in a row a log is loaded that changes meanwhile. */
const mostReloads = 20;
/** In characters: more than this is left for the next entry. */
const largestBatch = 2 ** 20;

/**
 * Follows a log and appends to it. What is submitted is appended on the condition that nothing has changed of what it
 * was decided by; what is read after `current()` includes every entry that was there before the call.
 */
export class Replica {
  readonly counts: ReplicaCounts = { appended: 0, followed: 0, conflicts: 0, questions: 0, reloads: 0, lookups: 0 };
  readonly #options: ReplicaOptions;
  readonly #log: Log;
  readonly #machine: Machine;
  readonly #timer: Timer;
  readonly #index: ReadIndex;
  /** The digests of the last positions, by their number. */
  readonly #passed = new Map<number, string>();
  readonly #latest = new LatestEntries();
  #position: Position = { seq: 0, digest: '' };
  #submitted: Submission[] = [];
  #deferred: unknown[] = [];
  #flight: Flight | undefined;
  #following: Promise<unknown> = Promise.resolve();
  #isPumping = false;
  #isFlushDue = false;
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #broken: StorageError | undefined;
  #sinceSnapshot = 0;
  #snapshotSize = 0;
  #generation = 0;
  #entries = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#machine = options.machine;
    this.#timer = options.timer;
    this.#index = new ReadIndex(() => this.#catchUp());
  }

  /** Where it is in the log. */
  get position(): Position {
    return this.#position;
  }

  /**
   * Waits until everything is applied that was in the log when this was called.
   * @throws LogUnavailableError
   */
  async current(): Promise<void> {
    this.#refuseBroken();
    await this.#open();
    await this.#index.ask();
  }

  /** Waits until it has begun to follow: what is read then is of some moment, not of the present one. @throws LogUnavailableError */
  async opened(): Promise<void> {
    this.#refuseBroken();
    await this.#open();
  }

  /**
   * Appends commands as one; resolves when they are applied.
   * @throws ConflictError if a part that they were decided by has changed; then nothing was appended
   * @throws LogUnavailableError if that is not known, because the engine has not answered for a while
   */
  submit(commands: readonly unknown[], expected: Expectations): Promise<void> {
    return this.#withPatience(
      new Promise((resolve, reject) => {
        if (this.#isClosed) throw new StorageError(closedMessage);
        this.#refuseBroken();
        this.#submitted.push({ commands, expected, resolve, reject });
        this.#pump();
      }),
    );
  }

  /** Appends a command a moment later, together with others. */
  defer(command: unknown): void {
    if (this.#isClosed || this.#broken !== undefined) return;
    this.#deferred.push(command);
    if (this.#deferred.length === 1) this.#timer.after(deferral, () => this.#flushSoon());
  }

  /** Appends what was deferred until now, and resolves when it is applied. @throws LogUnavailableError */
  async flush(): Promise<void> {
    if (this.#deferred.length === 0 && this.#flight === undefined) return;
    await this.submit([], new Map());
  }

  /** Applies what others have appended; what goes wrong is left for the next one who asks. */
  async poll(): Promise<void> {
    if (!this.#isClosed && this.#broken === undefined) await this.current().catch(() => undefined);
  }

  /** Appends what was deferred, as far as the engine answers, and lets go of it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const isWorthIt = this.#broken === undefined && this.#position.seq > 0;
    if (isWorthIt) await Promise.race([this.flush().catch(() => undefined), this.#wait(closingTime)]);
    this.#isClosed = true;
    this.#rejectAll(new StorageError(closedMessage));
    await this.#log.close();
  }

  #refuseBroken(): void {
    if (this.#broken !== undefined) throw this.#broken;
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#reload().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    }));
  }

  /** Asks where the log ends, and applies what is missing up to there. */
  async #catchUp(): Promise<void> {
    // The head can only be at this position or after it, whatever this replica applies until the answer comes.
    const asked = this.#position;
    const generation = this.#generation;
    this.counts.questions += 1;
    const head = await this.#log.head();
    this.#refuseBroken();
    if (generation !== this.#generation) return this.#catchUp();
    if (head.seq >= asked.seq && this.#passed.get(head.seq) === head.digest) return;
    if (head.seq > this.#position.seq) await this.#follow();
    else await this.#serially(() => this.#reload());
    // The end that was seen may have been lost, or replaced, meanwhile.
    if (this.#passed.get(head.seq) !== head.digest) await this.#catchUp();
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#following.then(work);
    this.#following = done.catch(() => undefined);
    return done;
  }

  /** Applies the entries after the position. @returns whether there were any, which shows that the position is in the log */
  #follow(): Promise<boolean> {
    return this.#serially(async () => {
      for (let isThere = false; ; isThere = true) {
        const { seq } = this.#position;
        const entries = await this.#log.read(seq);
        this.#refuseBroken();
        if (entries.length === 0) return isThere;
        if (!entries.every((entry) => this.#take(entry))) {
          await this.#reload();
          return true;
        }
      }
    });
  }

  /** Applies an entry, unless it has been. @returns false if it does not follow from what was applied */
  #take(entry: LogEntry): boolean {
    if (entry.seq <= this.#position.seq) return this.#passed.get(entry.seq) === entry.digest;
    if (entry.seq !== this.#position.seq + 1 || entry.previous !== this.#position.digest) return false;
    const flight = this.#flight;
    const isOwn = flight !== undefined && flight.entry.id === entry.id;
    const commands = isOwn ? flight.commands : (JSON.parse(entry.body) as unknown[]);
    // One that comes so late that its replica has given it up, and done without, does nothing.
    const isLate = this.#latest.isPast(entry);
    this.#apply(entry, isLate ? [] : commands);
    this.counts[isOwn ? 'appended' : 'followed'] += 1;
    if (isOwn && !isLate) flight.isApplied = true;
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
    if (!this.#latest.isPast(entry)) this.#latest.note(entry);
    this.#sinceSnapshot += entry.body.length;
  }

  #stepTo({ seq, digest }: Position): void {
    this.#position = { seq, digest };
    this.#passed.set(seq, digest);
    if (this.#passed.size > rememberedPositions) {
      const [first] = this.#passed.keys();
      if (first !== undefined) this.#passed.delete(first);
    }
  }

  /** Begins again from the newest snapshot: at the start, and where the log has lost what this replica had applied. */
  async #reload(attempt = 1): Promise<void> {
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
          await this.#wait(retryAfter);
          return this.#reload(attempt + 1);
        }
        entries.push(entry);
        last = entry;
      }
    }
    this.#begin(snapshot, entries);
  }

  #begin(snapshot: LogSnapshot | undefined, entries: readonly LogEntry[]): void {
    const isAgain = this.#generation > 0;
    this.#generation += 1;
    this.#passed.clear();
    this.#latest.clear();
    try {
      this.#machine.load(snapshot === undefined ? undefined : this.#latest.readFrom(snapshot.body));
    } catch (error) {
      if (error instanceof StorageError) this.#break(error);
      throw error;
    }
    this.#stepTo(snapshot ?? { seq: 0, digest: '' });
    this.#sinceSnapshot = 0;
    this.#snapshotSize = snapshot?.body.length ?? 0;
    for (const entry of entries) this.#take(entry);
    if (!isAgain) return;
    this.counts.reloads += 1;
    this.#options.onNotice?.(
      'The log no longer held what this replica had applied, as after a failover: the state was loaded again.',
    );
  }

  #flushSoon(): void {
    this.#isFlushDue = true;
    this.#pump();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#work()
      .catch((error: unknown) => this.#rejectAll(error))
      .finally(() => {
        this.#isPumping = false;
        if (this.#submitted.length > 0 && !this.#isClosed) this.#pump();
      });
  }

  /** Appends what waits, entry after entry. */
  async #work(): Promise<void> {
    while (!this.#isClosed && (this.#submitted.length > 0 || (this.#isFlushDue && this.#deferred.length > 0))) {
      try {
        await this.#open();
      } catch (error) {
        if (this.#submitted.length > 0) throw error;
        await this.#wait(retryAfter);
        continue;
      }
      const flight = this.#takeOff();
      if (flight === undefined) continue;
      this.#flight = flight;
      try {
        const isAppended = await this.#land(flight);
        this.#settle(flight, isAppended);
      } catch (error) {
        for (const { reject } of flight.submissions) reject(error);
        throw error;
      } finally {
        this.#flight = undefined;
      }
    }
  }

  /** Makes an entry of what waits; what was decided by an older state is refused. */
  #takeOff(): Flight | undefined {
    const touched = new Set<string>();
    const submissions: Submission[] = [];
    const later: Submission[] = [];
    for (const submission of this.#submitted.splice(0)) {
      const { expected } = submission;
      if ([...expected].some(([scope, version]) => this.#machine.versionOf(scope) !== version)) {
        this.counts.conflicts += 1;
        submission.reject(new ConflictError('Another replica has changed this meanwhile.'));
      } else if ([...expected.keys()].some((scope) => touched.has(scope))) {
        // Whether it still holds is known when the one before it is applied.
        later.push(submission);
      } else {
        for (const scope of expected.keys()) touched.add(scope);
        submissions.push(submission);
      }
    }
    this.#submitted = [...later, ...this.#submitted];
    const deferred = this.#deferredOfNext();
    this.#isFlushDue = this.#deferred.length > deferred.length;
    const commands = [...deferred, ...submissions.flatMap((submission) => submission.commands)];
    if (commands.length === 0) {
      for (const { resolve } of submissions) resolve();
      return undefined;
    }
    const entry = this.#nextEntry(JSON.stringify(commands));
    return { entry, commands, submissions, deferred: deferred.length, isApplied: false };
  }

  #nextEntry(body: string): LogEntry {
    const { seq, digest: previous } = this.#position;
    const id = `${this.#options.name} ${(this.#entries += 1)}`;
    return { seq: seq + 1, id, previous, digest: digestOf(previous, id, body), body };
  }

  #deferredOfNext(): readonly unknown[] {
    let size = 0;
    const end = this.#deferred.findIndex((command) => (size += JSON.stringify(command).length) > largestBatch);
    return end < 0 ? [...this.#deferred] : this.#deferred.slice(0, Math.max(1, end));
  }

  /** Brings an entry into the log. @returns false if another one has its place */
  async #land(flight: Flight): Promise<boolean> {
    const { entry } = flight;
    const generation = this.#generation;
    let isOutcomeKnown = true;
    while (!this.#isClosed) {
      try {
        if (await this.#log.append(entry)) {
          if (!flight.isApplied && generation === this.#generation) this.#take(entry);
          if (flight.isApplied) return true;
        }
        // It has its place, or another has: which, only its id tells. An answer may have been lost before.
        const isInLog = await this.#follow();
        // The place may be another's in a log that is lost meanwhile.
        if (!isInLog && !flight.isApplied) await this.#catchUp();
        if (flight.isApplied) return true;
        if (generation !== this.#generation) return await this.#decide(entry);
        if (this.#position.seq >= entry.seq) return false;
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) throw error;
        if (isOutcomeKnown) this.counts.lookups += 1;
        isOutcomeKnown = false;
        await this.#wait(retryAfter);
      }
    }
    throw new StorageError(closedMessage);
  }

  /**
   * Whether an entry is in a log that was loaded anew meanwhile. One that is not there may still be on its way: a later
   * one is appended before it is given up, after which it does nothing.
   */
  async #decide(entry: LogEntry): Promise<boolean> {
    while (!this.#isClosed) {
      try {
        await this.#catchUp();
        if (this.#latest.has(entry)) return true;
        if (this.#latest.isPast(entry)) return false;
        const fence = this.#nextEntry('[]');
        if (await this.#log.append(fence)) this.#take(fence);
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) throw error;
        await this.#wait(retryAfter);
      }
    }
    throw new StorageError(closedMessage);
  }

  #settle(flight: Flight, isAppended: boolean): void {
    if (isAppended) {
      this.#deferred.splice(0, flight.deferred);
      for (const { resolve } of flight.submissions) resolve();
      this.#keepSnapshot();
      return;
    }
    this.#isFlushDue = true;
    // Whether they still hold is looked at again: what came in between may have nothing to do with them.
    this.#submitted = [...flight.submissions, ...this.#submitted];
  }

  #keepSnapshot(): void {
    const { snapshotEvery = 4_000_000 } = this.#options;
    if (this.#sinceSnapshot < Math.max(snapshotEvery, this.#snapshotSize)) return;
    const body = this.#latest.writeTo(this.#machine.snapshot());
    this.#sinceSnapshot = 0;
    this.#snapshotSize = body.length;
    // Without it a start reads more; the next one will do.
    void this.#log.keep({ ...this.#position, body }).catch(() => undefined);
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#submitted.splice(0)) reject(error);
  }

  #break(error: StorageError): void {
    this.#broken = error;
    this.#rejectAll(error);
    this.#options.onBroken?.(error);
  }

  #withPatience(done: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = this.#timer.after(patience, () => reject(new LogUnavailableError(unknownOutcome, true)));
      done.finally(end).then(resolve, reject);
    });
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#timer.after(milliseconds, resolve));
  }
}

function digestOf(previous: string, id: string, body: string): string {
  return createHash('sha256').update(`${previous}\n${id}\n${body}`).digest('hex').slice(0, 32);
}
