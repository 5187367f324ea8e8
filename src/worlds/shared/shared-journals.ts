import { addEntries, dismiss, entriesKept, greet, readEntries, notify } from '../../store/postgres/journal-rows.ts';
import type { Database } from '../../store/postgres/database.ts';
import type { Snapshot } from '../../store/world-store.ts';
import { Coverage, type CoverageState } from '../coverage.ts';
import type { JournalRecord, KeptBody } from '../journal-record.ts';
import type { World } from '../world.ts';

/** In milliseconds: what was answered is written down so much later, unless somebody asks for it. */
const writingDelay = 1000;
/** The same where more is waiting than `many`: of what a busy replica answers meanwhile, only the end is written at all. */
const longestDelay = 10_000;
const many = 100;
/** In milliseconds: a replica that has not told what it answered by then has ended, or stands still. */
const longestAnswer = 2000;
const channel = 'voice_agent_mock';

/** What a replica has answered, and has not written down. */
interface Unwritten {
  count: number;
  readonly records: JournalRecord[];
  readonly coverage: Coverage;
}

type Message =
  | { readonly log: string; readonly ask: string; readonly by: string }
  | { readonly log: string; readonly told: string; readonly by: string };

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
  readonly #questions = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>();
  #others: readonly string[] = [];
  #numbers = 0;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #listening: Promise<void> | undefined;

  /** @param name this replica's, which no other has or had */
  constructor(database: Database, name: string, now: () => number) {
    this.#database = database;
    this.#name = name;
    this.#now = now;
  }

  /** The replicas that share the log, this one included. */
  get replicas(): number {
    return this.#others.length + 1;
  }

  /** Tells the others that this replica is there. @throws StoreUnavailableError */
  async greet(): Promise<void> {
    this.#listening ??= this.#database.listen(channel, (text) => this.#hear(text));
    await this.#listening.catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    this.#others = (await greet(this.#database, this.#name)).filter((name) => name !== this.#name);
  }

  /** Takes note of an answered request. */
  note(world: string, record: JournalRecord): void {
    let unwritten = this.#unwritten.get(world);
    if (unwritten === undefined) {
      unwritten = { count: 0, records: [], coverage: new Coverage() };
      this.#unwritten.set(world, unwritten);
    }
    unwritten.count += 1;
    unwritten.coverage.note(record);
    unwritten.records.push(record);
    if (unwritten.records.length >= 2 * entriesKept) unwritten.records.splice(0, entriesKept);
    this.#timer ??= setTimeout(() => this.#writeUnlessBusy(performance.now()), writingDelay).unref();
  }

  /** Writes down what was answered until now. @throws StoreUnavailableError; it is tried again later */
  write(): Promise<void> {
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  /** Brings a world's journal and coverage to what all have answered before this call. @throws StoreUnavailableError */
  async current(world: World): Promise<void> {
    await this.write();
    await this.#allTold();
    await this.read(world);
  }

  /** Brings a world's journal and coverage to what is written. @throws StoreUnavailableError */
  async read({ name, store, journal, coverage }: World): Promise<void> {
    const news = await readEntries(this.#database, name, journal.lastId);
    if (news === undefined) return;
    const { began, last, entries } = news;
    const [first] = entries;
    const isGap = first === undefined ? last !== journal.lastId : first.id !== journal.lastId + 1;
    const begun = journal.lastId - journal.size - journal.dropped;
    if (isGap || begun !== began) {
      const before = first === undefined ? last : first.id - 1;
      journal.beginAfter(before, before - began);
    }
    for (const { id, body } of entries) if (id > journal.lastId) journal.add(this.#recordOf(body, store.snapshot()));
    coverage.restore(news.coverage as CoverageState);
  }

  /** Writes what is left, as far as the engine answers, and tells the others that this replica goes. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.write().catch(() => undefined);
    await dismiss(this.#database, [this.#name]).catch(() => undefined);
  }

  #writeUnlessBusy(since: number): void {
    const waiting = [...this.#unwritten.values()].reduce((sum, { count }) => sum + count, 0);
    if (waiting > many && performance.now() - since < longestDelay) {
      this.#timer = setTimeout(() => this.#writeUnlessBusy(since), writingDelay).unref();
    } else void this.write().catch(() => undefined);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [world, { count, records, coverage }] of [...this.#unwritten]) {
      this.#unwritten.delete(world);
      const kept = records.slice(-entriesKept);
      const counted = coverage.state();
      try {
        await addEntries<CoverageState>(this.#database, {
          ...{ world, count, usedOn: this.#now() },
          entries: kept.map((record) => this.#jsonOf(record)),
          coverage: (before) => {
            const all = new Coverage();
            all.restore(before);
            all.add(counted);
            return all.state();
          },
        });
      } catch (error) {
        this.#keepForLater(world, { count, records: kept, coverage });
        throw error;
      }
    }
  }

  #keepForLater(world: string, { count, records, coverage }: Unwritten): void {
    const later = this.#unwritten.get(world) ?? { count: 0, records: [], coverage: new Coverage() };
    later.count += count;
    later.records.unshift(...records);
    later.coverage.add(coverage.state());
    this.#unwritten.set(world, later);
  }

  /** Waits until every other replica has written what it answered. */
  async #allTold(): Promise<void> {
    await this.greet();
    if (this.#others.length === 0) return;
    const id = `${this.#name} ${(this.#numbers += 1)}`;
    const missing = new Set(this.#others);
    const answered = new Promise<void>((resolve) => {
      const end = setTimeout(resolve, longestAnswer);
      this.#questions.set(id, {
        missing,
        done: () => {
          clearTimeout(end);
          resolve();
        },
      });
    });
    await this.#tell({ log: this.#database.log, ask: id, by: this.#name });
    await answered;
    this.#questions.delete(id);
    if (missing.size > 0) await dismiss(this.#database, [...missing]);
  }

  #tell(message: Message): Promise<void> {
    return notify(this.#database, channel, JSON.stringify(message));
  }

  #hear(text: string): void {
    // Sound because only mocks write to this channel; others are not about this log.
    const message = JSON.parse(text) as Message;
    if (message.log !== this.#database.log || message.by === this.#name) return;
    if ('ask' in message) {
      const answer = { log: message.log, told: message.ask, by: this.#name };
      void this.write()
        .then(() => this.#tell(answer))
        .catch(() => undefined);
      return;
    }
    const question = this.#questions.get(message.told);
    question?.missing.delete(message.by);
    if (question?.missing.size === 0) question.done();
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
      ...{ before: state, after: state, decided: performance.now() },
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
