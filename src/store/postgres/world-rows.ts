import { setImmediate } from 'node:timers/promises';
import type { RecordCheck } from '../record-schema.ts';
import type { HighestIds } from '../state/id-counters.ts';
import type { LoggedChange } from '../state/logged-change.ts';
import { StoreContentError, type Version } from '../store.ts';
import { mostRows } from './functions.ts';
import { asJson, type Database } from './database.ts';
import { changesIn, damaged, idsFrom, type ReadRow } from './rows.ts';
import { storeFormat } from './tables.ts';

/** A state of a world that was read or written: its version, and what tells it from another of that version. */
export interface Known {
  readonly version: Version;
  readonly token: string;
}

/** What a world is besides its records. */
export interface WorldHead {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  /** In milliseconds since 1970. */
  readonly createdOn: number;
  readonly ids: HighestIds;
  /** As they were written, not validated; undefined if they have not changed. */
  readonly parts: unknown;
}

/** What has become of a world since a state that is known, or the whole of it. */
export interface WorldNews extends WorldHead {
  readonly known: Known;
  /** What differs from the known state, or from the scenario if all of it is told. */
  readonly changes: readonly LoggedChange[];
  readonly isWhole: boolean;
  /** Whether the known state is none that the world has had: the database has lost what was written. */
  readonly isLost: boolean;
}

/** A world whose rows cannot be read. */
export interface DamagedWorld {
  readonly name: string;
  readonly error: StoreContentError;
}

/** What is there of the worlds that were asked for; of those that are as they were known, nothing. */
export interface Read {
  readonly names: ReadonlySet<string>;
  readonly news: readonly (WorldNews | DamagedWorld)[];
}

const rowsAtOnce = 5000;

interface HeadRow {
  readonly name: string;
  readonly format: number;
  readonly version: string;
  readonly token: string;
  readonly scenario: string;
  readonly seed: string;
  readonly created_on: string;
  readonly ids: readonly string[];
  readonly parts: unknown;
  /** Whether the known state is one that the world has had. */
  readonly is_known: boolean;
  /** Whether all of it was replaced since. */
  readonly is_reset: boolean;
  readonly rows: readonly ReadRow[] | null;
}

export interface WorldReaderParts {
  readonly database: Database;
  readonly check: RecordCheck;
  /** The states that are known, of worlds and snapshots. */
  readonly knownOf: (name: string) => Known | undefined;
  readonly knownNames: () => Iterable<string>;
  /** Told of every answer, in their order. */
  readonly take: (asked: ReadonlySet<string> | 'all', read: Read) => Promise<void>;
}

/** Reads worlds: many at once, and of those that are known only what has changed. */
export class WorldReader {
  readonly #parts: WorldReaderParts;
  /** What is asked for by the question that is not put yet. */
  #names = new Set<string>();
  #isForAll = false;
  #next: Promise<void> | undefined;
  #underWay: Promise<void> | undefined;
  /** Questions so far. */
  questions = 0;

  constructor(parts: WorldReaderParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when what was written before this call is taken: one question for all who wait, put after they came, for an
   * answer to one that is under way may be older.
   * @param names of worlds; all there are if absent
   * @throws StoreUnavailableError
   */
  ask(names?: readonly string[]): Promise<void> {
    if (names === undefined) this.#isForAll = true;
    else for (const name of names) this.#names.add(name);
    return (this.#next ??= this.#put());
  }

  async #put(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    // Requests that have arrived together take part.
    await setImmediate();
    const asked = this.#isForAll ? 'all' : this.#names;
    this.#names = new Set();
    this.#isForAll = false;
    this.#next = undefined;
    this.#underWay = this.#question(asked).finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #question(asked: ReadonlySet<string> | 'all'): Promise<void> {
    this.questions += 1;
    const found = await this.#heads(asked);
    if (found === null) return;
    const news: (WorldNews | DamagedWorld)[] = [];
    for (const row of found) {
      const known = this.#parts.knownOf(row.name);
      if (row.is_known && Number(row.version) === known?.version) continue;
      const told = await this.#newsOf(row);
      if (told !== undefined) news.push(told);
    }
    await this.#parts.take(asked, { names: new Set(found.map(({ name }) => name)), news });
  }

  /** Null if nothing is new. */
  async #heads(asked: ReadonlySet<string> | 'all'): Promise<readonly HeadRow[] | null> {
    const isAll = asked === 'all';
    const known = [...(isAll ? this.#parts.knownNames() : asked)].map((name) => ({
      name,
      ...(this.#parts.knownOf(name) ?? { version: 0, token: '' }),
    }));
    const { log } = this.#parts.database;
    const [row] = await this.#parts.database.ask(
      (sql) => sql<{ news: readonly HeadRow[] | null }[]>`
        select voice_agent_mock_news(${log}, ${isAll}, ${asJson(sql, known)}) as news`,
    );
    return row?.news ?? null;
  }

  async #newsOf(row: HeadRow): Promise<WorldNews | DamagedWorld | undefined> {
    try {
      const isFollowed = row.is_known && !row.is_reset && (row.rows?.length ?? 0) <= mostRows;
      if (isFollowed) return this.#toldBy(row, row.rows ?? [], { isWhole: false, isLost: false });
      return await this.#whole(row.name, !row.is_known && this.#parts.knownOf(row.name) !== undefined);
    } catch (error) {
      if (error instanceof StoreContentError) return { name: row.name, error };
      throw error;
    }
  }

  #toldBy(row: HeadRow, rows: readonly ReadRow[], kind: Pick<WorldNews, 'isWhole' | 'isLost'>): WorldNews {
    const { name, format, version, token, scenario, seed, parts } = row;
    const place = `voice_agent_mock_worlds, ${name}`;
    if (format !== storeFormat) throw otherFormat(this.#parts.database, format);
    const changes = changesIn(rows, this.#parts.check, `voice_agent_mock_records, world ${name}`);
    const createdOn = Number(row.created_on);
    if (!Number.isSafeInteger(createdOn)) throw damaged(place, 'created_on', row.created_on, 'expected milliseconds');
    const known = { version: Number(version), token };
    return {
      name,
      scenario,
      seed,
      createdOn,
      ids: idsFrom(row.ids, place),
      parts: parts ?? undefined,
      known,
      changes,
      ...kind,
    };
  }

  /** All of a world, as it was at one moment. */
  #whole(name: string, isLost: boolean): Promise<WorldNews | undefined> {
    const { log } = this.#parts.database;
    return this.#parts.database.transaction(async (sql) => {
      const [row] = await sql<HeadRow[]>`
        select name, format, version, token, scenario, seed, created_on, array_to_json(ids) as ids, parts
        from voice_agent_mock_worlds where log = ${log} and name = ${name}`;
      if (row === undefined) return undefined;
      const rows: ReadRow[] = [];
      const pages = sql<{ collection: string; id: string; body: unknown }[]>`
        select collection, id, body from voice_agent_mock_records
        where log = ${log} and world = ${name} order by version, collection, id`.cursor(rowsAtOnce);
      for await (const page of pages) for (const { collection, id, body } of page) rows.push([collection, id, body]);
      return this.#toldBy(row, rows, { isWhole: true, isLost });
    }, 'isolation level repeatable read read only');
  }
}

/** The error for a log of another format. */
function otherFormat({ log, shown }: Database, format: number): StoreContentError {
  return new StoreContentError(
    `The log ${log} in ${shown} is in format ${format}, and this version reads and writes format ${storeFormat}: ` +
      'run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.',
  );
}
