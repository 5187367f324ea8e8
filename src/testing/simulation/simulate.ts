import { Replica } from '../../store/shared/replica.ts';
import type { Log, LogEntry, LogSnapshot } from '../../store/shared/log.ts';
import { ConflictError } from '../../store/store.ts';
import { createSeededRandom, type SeededRandom } from '../../worlds/random.ts';
import { brokenKeys, type Operation } from './linearizability.ts';
import { ListMachine } from './list-machine.ts';
import { MadeUpEngine, type Flaw, type Troubles } from './made-up-engine.ts';
import { VirtualTime } from './virtual-time.ts';

/** What came of a run. */
export interface Simulated {
  readonly seed: number;
  readonly history: readonly Operation[];
  /** What is wrong, in sentences; none if all is well. */
  readonly faults: readonly string[];
  readonly failovers: number;
  readonly restarts: number;
  readonly reloads: number;
  readonly lookups: number;
  readonly conflicts: number;
}

const keys = ['a', 'b'];
/** Deferred, as the journal is. */
const journal = 'journal';
/** In milliseconds of the run: far more than any takes. */
const longestRun = 600_000;
const operationsOfClient = 6;

interface Member {
  replica: Replica;
  machine: ListMachine;
  cut: () => void;
}

/**
 * Runs replicas over a made-up engine, with clients that read and write, and everything that can go wrong in between;
 * what happens depends on the seed alone.
 * @param flaw what is broken on purpose
 */
export async function simulate(seed: number, flaw?: Flaw): Promise<Simulated> {
  const run = new Run(seed, flaw);
  await run.time.until(run.all(), longestRun);
  return run.result();
}

class Run {
  readonly time = new VirtualTime();
  readonly #seed: number;
  readonly #random: SeededRandom;
  readonly #engine: MadeUpEngine;
  readonly #members: Member[] = [];
  readonly #history: Operation[] = [];
  readonly #faults: string[] = [];
  readonly #counts = { failovers: 0, restarts: 0, reloads: 0, lookups: 0, conflicts: 0 };
  readonly #troubles: Troubles;
  #items = 0;
  #names = 0;

  constructor(seed: number, flaw: Flaw | undefined) {
    this.#seed = seed;
    this.#random = createSeededRandom(`simulation ${seed}`);
    const upTo = (most: number) => this.#random.next() * most;
    this.#troubles = {
      lostRequests: upTo(0.1),
      lostAnswers: upTo(0.2),
      duplicates: upTo(0.2),
      longestDelay: 1 + upTo(60),
    };
    this.#engine = new MadeUpEngine(this.time, this.#random, this.#troubles, flaw);
    const count = 1 + Math.floor(upTo(3.99));
    for (let i = 0; i < count; i += 1) this.#members.push(this.#join());
  }

  async all(): Promise<void> {
    const clients = Array.from({ length: 2 + Math.floor(this.#random.next() * 4) }, () => this.#client());
    await Promise.all([...clients, this.#mischief()]);
    this.#engine.isDown = false;
    for (const member of this.#members) {
      for (const key of keys) while (!(await this.#read(member, key)));
      const seen = member.machine.list(journal);
      if (new Set(seen).size < seen.length) this.#faults.push(`The journal holds an entry twice: ${seen.join()}.`);
    }
  }

  result(): Simulated {
    for (const { replica } of this.#members) this.#count(replica);
    const broken = brokenKeys(this.#history);
    const faults = [...this.#faults, ...broken.map((key) => `The history of ${key} is not linearizable.`)];
    return { seed: this.#seed, history: this.#history, faults, ...this.#counts };
  }

  #join(): Member {
    const machine = new ListMachine();
    let isCut = false;
    const log = this.#engine.connect();
    // What a killed process has sent may still arrive; it sends and learns nothing any more.
    const alive = <A extends unknown[], T>(send: (...args: A) => Promise<T>) => {
      return (...args: A) =>
        new Promise<T>((resolve, reject) => {
          if (isCut) return;
          send(...args).then(
            (value) => (isCut ? undefined : resolve(value)),
            (error: unknown) => (isCut ? undefined : reject(error as Error)),
          );
        });
    };
    const own: Log = {
      head: alive(() => log.head()),
      read: alive((after: number) => log.read(after)),
      append: alive((entry: LogEntry) => log.append(entry)),
      snapshot: alive(() => log.snapshot()),
      keep: alive((snapshot: LogSnapshot) => log.keep(snapshot)),
      close: () => log.close(),
    };
    const name = `replica-${(this.#names += 1)}`;
    const replica = new Replica({ log: own, machine, timer: this.time, name, snapshotEvery: 300 });
    return { replica, machine, cut: () => (isCut = true) };
  }

  #any(): Member {
    const member = this.#members[Math.floor(this.#random.next() * this.#members.length)];
    if (member === undefined) throw new Error('There is no replica.');
    return member;
  }

  async #client(): Promise<void> {
    for (let i = 0; i < operationsOfClient; i += 1) {
      await this.time.wait(this.#random.next() * this.#troubles.longestDelay * 4);
      const member = this.#any();
      const key = keys[Math.floor(this.#random.next() * keys.length)] ?? '';
      // A client whose server dies does not wait for ever.
      const given = this.#random.next() < 0.5 ? this.#read(member, key) : this.#append(member, key);
      await Promise.race([given, this.time.wait(15_000)]);
    }
  }

  async #read({ replica, machine }: Member, key: string): Promise<boolean> {
    const from = this.time.now();
    try {
      await replica.current();
    } catch {
      return false;
    }
    const list = machine.list(key);
    this.#history.push({ key, kind: 'read', list, from, to: this.time.now() });
    replica.defer({ key: journal, item: `read ${(this.#items += 1)}` });
    return true;
  }

  async #append({ replica, machine }: Member, key: string): Promise<void> {
    const operation: Operation = {
      key,
      kind: 'append',
      item: String((this.#items += 1)),
      from: this.time.now(),
      to: Infinity,
    };
    const place = this.#history.push(operation) - 1;
    try {
      await replica.current();
      for (;;) {
        const list = [...machine.list(key), operation.item ?? ''];
        const isDone = await replica
          .submit([{ key, item: operation.item }], new Map([[key, machine.versionOf(key)]]))
          .then(() => true, isConflict);
        if (!isDone) continue;
        this.#history[place] = { ...operation, list, to: this.time.now() };
        break;
      }
      replica.defer({ key: journal, item: `append ${operation.item ?? ''}` });
    } catch {
      // Answered with 503: it may have happened, or happen later.
    }
  }

  /** Kills replicas, stops the engine, and lets another one take over that has not seen the last commits. */
  async #mischief(): Promise<void> {
    const events = Math.floor(this.#random.next() * 5);
    for (let i = 0; i < events; i += 1) {
      await this.time.wait(this.#random.next() * this.#troubles.longestDelay * 10);
      const chance = this.#random.next();
      if (chance < 0.4) this.#restart();
      else if (chance < 0.7) await this.#failover();
      else {
        this.#engine.isDown = true;
        await this.time.wait(this.#random.next() * 500);
        this.#engine.isDown = false;
      }
    }
  }

  #restart(): void {
    const place = Math.floor(this.#random.next() * this.#members.length);
    const member = this.#members[place];
    if (member === undefined) return;
    member.cut();
    this.#count(member.replica);
    this.#counts.restarts += 1;
    this.#members[place] = this.#join();
  }

  async #failover(): Promise<void> {
    this.#engine.isDown = true;
    await this.time.wait(this.#random.next() * 50);
    this.#counts.failovers += 1;
    this.#engine.forget(Math.floor(this.#random.next() * 4));
    // What the log holds now is what there is, for everybody, from this moment on.
    const truth = new ListMachine();
    truth.apply(this.#engine.entries.flatMap(({ body }) => JSON.parse(body) as unknown[]));
    const now = this.time.now();
    for (const key of keys) this.#history.push({ key, kind: 'reset', list: truth.list(key), from: now, to: now });
    this.#engine.isDown = false;
  }

  #count({ counts }: Replica): void {
    this.#counts.reloads += counts.reloads;
    this.#counts.lookups += counts.lookups;
    this.#counts.conflicts += counts.conflicts;
  }
}

/** @throws what is not a conflict */
function isConflict(error: unknown): false {
  if (error instanceof ConflictError) return false;
  throw error;
}
