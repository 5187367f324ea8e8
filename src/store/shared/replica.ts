import { ConflictError, StorageError } from '../store.ts';
import { Follower, type FollowedFlight } from './follower.ts';
import { LogUnavailableError, type Log, type LogEntry, type Position } from './log.ts';
import type { Expectations, Machine, Timer } from './machine.ts';
import { ReadIndex } from './read-index.ts';
import type { ReplicaCounts, ReplicaOptions } from './replica-options.ts';

interface Submission {
  readonly commands: readonly unknown[];
  readonly expected: Expectations;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Flight extends FollowedFlight {
  readonly submissions: readonly Submission[];
  readonly deferred: number;
}

/** In milliseconds. */
const deferral = 50;
const retryAfter = 50;
const closingTime = 2000;
/** How long a submission waits for an outcome that is not known. */
export const patience = 10_000;
const closedMessage = 'The store is closed: nothing can be written any more.';
const unknownOutcome = 'The engine has not answered: whether this was written is not known. Look before you try again.';
/** In characters: more than this is left for the next entry. */
const largestBatch = 2 ** 20;

/**
 * Follows a log and appends to it. What is submitted is appended on the condition that nothing has changed of what it
 * was decided by; what is read after `current()` includes every entry that was there before the call.
 */
export class Replica {
  readonly counts: ReplicaCounts = { appended: 0, followed: 0, conflicts: 0, questions: 0, reloads: 0, lookups: 0 };
  readonly #log: Log;
  readonly #machine: Machine;
  readonly #timer: Timer;
  readonly #follower: Follower;
  readonly #index: ReadIndex;
  #submitted: Submission[] = [];
  #deferred: unknown[] = [];
  #isPumping = false;
  #isFlushDue = false;
  #isFlushTimed = false;
  #isClosed = false;
  #opening: Promise<void> | undefined;

  constructor(options: ReplicaOptions) {
    this.#log = options.log;
    this.#machine = options.machine;
    this.#timer = options.timer;
    this.#follower = new Follower(options, this.counts);
    this.#index = new ReadIndex(() => this.#follower.catchUp(), options.timer);
  }

  /** Where it is in the log. */
  get position(): Position {
    return this.#follower.position;
  }

  /**
   * Waits until everything is applied that was in the log when this was called.
   * @throws LogUnavailableError
   */
  async current(): Promise<void> {
    this.#follower.refuseBroken();
    await this.#open();
    await this.#index.ask();
  }

  /** Waits until it has begun to follow: what is read then is of some moment, not of the present one. @throws LogUnavailableError */
  async opened(): Promise<void> {
    this.#follower.refuseBroken();
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
        this.#follower.refuseBroken();
        this.#submitted.push({ commands, expected, resolve, reject });
        this.#pump();
      }),
    );
  }

  /** Appends a command a moment later, together with others. */
  defer(command: unknown): void {
    if (this.#isClosed || this.#follower.isBroken) return;
    this.#deferred.push(command);
    if (this.#isFlushTimed) return;
    this.#isFlushTimed = true;
    this.#timer.after(deferral, () => this.#flushSoon());
  }

  /** Appends what was deferred until now, and resolves when it is applied. @throws LogUnavailableError */
  async flush(): Promise<void> {
    if (this.#deferred.length === 0 && this.#follower.flight === undefined) return;
    await this.submit([], new Map());
  }

  /** Applies what others have appended; what goes wrong is left for the next one who asks. */
  async poll(): Promise<void> {
    if (!this.#isClosed && !this.#follower.isBroken) await this.current().catch(() => undefined);
  }

  /** Appends what was deferred, as far as the engine answers, and lets go of it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const isWorthIt = !this.#follower.isBroken && this.#follower.position.seq > 0;
    if (isWorthIt) await Promise.race([this.flush().catch(() => undefined), this.#wait(closingTime)]);
    this.#isClosed = true;
    this.#rejectAll(new StorageError(closedMessage));
    await this.#log.close();
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#follower.reload().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    }));
  }

  #flushSoon(): void {
    this.#isFlushTimed = false;
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
      this.#follower.flight = flight;
      try {
        const isAppended = await this.#land(flight);
        this.#settle(flight, isAppended);
      } catch (error) {
        for (const { reject } of flight.submissions) reject(error);
        throw error;
      } finally {
        this.#follower.flight = undefined;
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
    const write = this.#machine.writer();
    const texts: string[] = [];
    for (let size = 0; texts.length < this.#deferred.length && size < largestBatch; size += texts.at(-1)?.length ?? 0) {
      texts.push(write(this.#deferred[texts.length]));
    }
    const deferred = texts.length;
    this.#isFlushDue = this.#deferred.length > deferred;
    const commands = [
      ...this.#deferred.slice(0, deferred),
      ...submissions.flatMap((submission) => submission.commands),
    ];
    if (commands.length === 0) {
      for (const { resolve } of submissions) resolve();
      return undefined;
    }
    texts.push(...commands.slice(deferred).map(write));
    const entry = this.#follower.nextEntry(`[${texts.join(',')}]`);
    return { entry, commands, submissions, deferred, isApplied: false };
  }

  /** Brings an entry into the log. @returns false if another one has its place */
  async #land(flight: Flight): Promise<boolean> {
    const { entry } = flight;
    const generation = this.#follower.generation;
    let isOutcomeKnown = true;
    while (!this.#isClosed) {
      try {
        if (await this.#isApplied(flight, generation)) return true;
        if (generation !== this.#follower.generation) return await this.#decide(entry);
        if (this.#follower.position.seq >= entry.seq) return false;
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) throw error;
        if (isOutcomeKnown) this.counts.lookups += 1;
        isOutcomeKnown = false;
        await this.#wait(retryAfter);
      }
    }
    throw new StorageError(closedMessage);
  }

  /** Appends an entry and reads what the log has become. @returns whether the entry is applied now */
  async #isApplied(flight: Flight, generation: number): Promise<boolean> {
    if (await this.#log.append(flight.entry)) {
      if (!flight.isApplied && generation === this.#follower.generation) this.#follower.take(flight.entry);
      if (flight.isApplied) return true;
    }
    // It has its place, or another has: which, only its id tells. An answer may have been lost before.
    const isInLog = await this.#follower.follow();
    // The place may be another's in a log that is lost meanwhile.
    if (!isInLog && !flight.isApplied) await this.#follower.catchUp();
    return flight.isApplied;
  }

  /**
   * Whether an entry is in a log that was loaded anew meanwhile. One that is not there may still be on its way: a later
   * one is appended before it is given up, after which it does nothing.
   */
  async #decide(entry: LogEntry): Promise<boolean> {
    while (!this.#isClosed) {
      try {
        await this.#follower.catchUp();
        if (this.#follower.latest.has(entry)) return true;
        if (this.#follower.latest.isPast(entry)) return false;
        const fence = this.#follower.nextEntry('[]');
        if (await this.#log.append(fence)) this.#follower.take(fence);
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
    if (!this.#follower.isSnapshotDue) return;
    this.#follower.isSnapshotDue = false;
    const body = this.#follower.latest.writeTo(this.#machine.snapshot());
    this.#follower.snapshotSize = body.length;
    // Without it a start reads more; the next one will do.
    void this.#log.keep({ ...this.#follower.position, body }).catch(() => undefined);
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#submitted.splice(0)) reject(error);
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
