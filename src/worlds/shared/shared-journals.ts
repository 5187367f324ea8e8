import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { addEntries, dismiss, engineTime, entriesKept, greet, readEntries } from '../../store/postgres/journal-rows.ts';
import type { Database } from '../../store/postgres/database.ts';
import type { Snapshot } from '../../store/state/persistence.ts';
import { Coverage } from '../coverage.ts';
import type { JournalRecord, KeptBody } from '../journal.ts';
import type { World } from '../world.ts';

/** In milliseconds: where more is waiting than `many`, of what a busy replica answers meanwhile only the end is written. */
const longestDelay = 4000;
const many = 100;
/** In milliseconds: a replica that has not told what it answered by then has ended, or stands still. */
const longestAnswer = 2000;
const askAgainAfter = 10;
const channel = 'voice_agent_mock';

/** What a replica has answered, and has not written down. */
class Unwritten {
  count = 0;
  /** The last ones. */
  records: JournalRecord[] = [];
  readonly coverage = new Coverage();
}

/** A moment, and the replicas that have not written yet what they had answered by then. */
interface Told {
  readonly moment: string;
  readonly silent: readonly string[];
}

/**
 * The journals of worlds that several mocks serve. Each mock writes what it has answered a moment later, of many requests
 * the last; who needs all of it asks the others, and waits until each has written what it had.
 */
export class SharedJournals {
  readonly #database: Database;
  readonly #name: string;
  readonly #now: () => number;
  readonly #unwritten = new Map<string, Unwritten>();
  /** Own records by their number: they have the states before and after, which the table has not. */
  readonly #own = new Map<string, JournalRecord>();
  #numbers = 0;
  readonly #queue = pLimit(1);
  #toldAt = 0;
  /** The replicas that share the log, this one included. */
  replicas = 1;

  /** @param name this replica's, which no other has or had */
  constructor(database: Database, name: string, now: () => number) {
    this.#database = database;
    this.#name = name;
    this.#now = now;
  }

  /** Tells the others of this replica, and hears from now on when one of them asks for all. @throws StoreUnavailableError */
  async begin(): Promise<void> {
    await this.#database.listen(channel, (asked) => {
      if (asked === this.#database.log) void this.#tellOthers().catch(() => undefined);
    });
    await this.#tellOthers();
  }

  /**
   * Writes down what was answered until now, unless that is much and was done lately, and tells that this replica is there.
   * @throws StoreUnavailableError; what is not written is written later
   */
  async tell(): Promise<void> {
    const waiting = [...this.#unwritten.values()].reduce((sum, { count }) => sum + count, 0);
    if (waiting <= many || performance.now() - this.#toldAt >= longestDelay) await this.#tellOthers();
  }

  /** Takes note of an answered request. */
  note(world: string, record: JournalRecord): void {
    const unwritten = this.#unwrittenOf(world);
    unwritten.count += 1;
    unwritten.coverage.note(record);
    unwritten.records.push(record);
    if (unwritten.records.length >= 2 * entriesKept) unwritten.records.splice(0, entriesKept);
  }

  /** Writes down what was answered until now. @throws StoreUnavailableError; it is tried again later */
  write(): Promise<void> {
    return this.#queue(() => this.#write());
  }

  /** Brings a world's journal and coverage to what all have answered before this call. @throws StoreUnavailableError */
  async current(world: World): Promise<void> {
    await this.#allTold();
    await this.read(world);
  }

  /** Brings a world's journal and coverage to what is written. @throws StoreUnavailableError */
  async read({ name, store, journal, coverage }: World): Promise<void> {
    const news = await readEntries(this.#database, name, journal.lastId);
    if (news === undefined) return;
    const { began, last, entries } = news;
    const next = entries[0]?.[0] ?? last + 1;
    if (next !== journal.lastId + 1 || journal.lastId - journal.size - journal.dropped !== began) {
      journal.beginAfter(next - 1, next - 1 - began);
    }
    for (const [id, body] of entries) if (id > journal.lastId) journal.add(this.#recordOf(body, store.snapshot()));
    coverage.clear();
    coverage.add(news.coverage);
  }

  /** Writes what is left, as far as the engine answers, and tells the others that this replica goes. */
  async close(): Promise<void> {
    await this.write().catch(() => undefined);
    await dismiss(this.#database, [this.#name]).catch(() => undefined);
  }

  async #write(): Promise<void> {
    for (const [world, { count, records, coverage }] of [...this.#unwritten]) {
      this.#unwritten.delete(world);
      const kept = records.slice(-entriesKept);
      const entries = kept.map((record) => this.#jsonOf(record));
      const added = { world, count, usedOn: this.#now(), entries, coverage: coverage.state() };
      try {
        await addEntries(this.#database, added);
      } catch (error) {
        const later = this.#unwrittenOf(world);
        later.count += count;
        later.records = [...kept, ...later.records];
        later.coverage.add(coverage.state());
        throw error;
      }
    }
  }

  #unwrittenOf(world: string): Unwritten {
    const unwritten = this.#unwritten.get(world) ?? new Unwritten();
    this.#unwritten.set(world, unwritten);
    return unwritten;
  }

  /** Writes down what was answered by a moment, and tells so. */
  async #tellOthers(): Promise<Told> {
    this.#toldAt = performance.now();
    // What is answered while it writes is not among it.
    const moment = await engineTime(this.#database);
    await this.write();
    return this.#greet(moment);
  }

  async #greet(moment: string): Promise<Told> {
    const others = await greet(this.#database, this.#name, moment);
    this.replicas = others.length + 1;
    return { moment, silent: others.filter(({ has_told: hasTold }) => !hasTold).map(({ name }) => name) };
  }

  /** Waits until every other replica has written what it answered. */
  async #allTold(): Promise<void> {
    let told = await this.#tellOthers();
    if (told.silent.length > 0) {
      await this.#database.ask((sql) => sql`select pg_notify(${channel}, ${this.#database.log})`);
    }
    for (
      const until = performance.now() + longestAnswer;
      told.silent.length > 0;
      told = await this.#greet(told.moment)
    ) {
      if (performance.now() > until) return dismiss(this.#database, told.silent);
      await wait(askAgainAfter);
    }
  }

  #jsonOf(record: JournalRecord): object {
    const own = `${this.#name} ${(this.#numbers += 1)}`;
    this.#own.set(own, record);
    const [oldest = own] = this.#own.keys();
    if (this.#own.size > entriesKept) this.#own.delete(oldest);
    const { before: _before, after: _after, answerBody, requestBody, decided: _decided, ...rest } = record;
    return {
      ...rest,
      own,
      answerBody: answerBody.toString('base64'),
      requestBody: requestBody && bodyJson(requestBody),
    };
  }

  #recordOf(json: unknown, state: Snapshot): JournalRecord {
    // Sound because a replica of the same format wrote it.
    const { own, answerBody, requestBody, ...rest } = json as WrittenRecord;
    const known = this.#own.get(own);
    if (known !== undefined) {
      this.#own.delete(own);
      return known;
    }
    return {
      ...rest,
      answerBody: Buffer.from(answerBody, 'base64'),
      requestBody: requestBody && { ...requestBody, chunks: [Buffer.from(requestBody.base64, 'base64')] },
      // Those of another replica's request are not told: it gets the state in which it is read.
      before: state,
      after: state,
      decided: performance.now(),
    };
  }
}

type BodyJson = Omit<KeptBody, 'chunks'> & { readonly base64: string };

type WrittenRecord = Omit<JournalRecord, 'before' | 'after' | 'decided' | 'answerBody' | 'requestBody'> & {
  readonly own: string;
  readonly answerBody: string;
  readonly requestBody?: BodyJson;
};

function bodyJson({ chunks, ...rest }: KeptBody): BodyJson {
  return { ...rest, base64: Buffer.concat(chunks).toString('base64') };
}
