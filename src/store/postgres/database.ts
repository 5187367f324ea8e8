import postgres from 'postgres';
import { isError } from '../../files/file-system.ts';
import { type StoreAddress, parseStoreAddress, shownAddress, storeAddressRule } from './store-address.ts';
import { StorageError, StoreContentError, StoreUnavailableError } from '../state/store.ts';

/** In milliseconds: an engine that takes longer counts as one that does not answer. */
const longestAnswer = 4500;

/** In milliseconds: a mock that has locked a world for so long without a word loses the lock, or the others would wait. */
const longestTurn = 3000;

/**
 * The database of an address.
 * @throws RangeError for what is not the address of a store; the message does not repeat it, for it may hold a password
 */
export function openDatabase(address: string, onNotice?: (sentence: string) => void): Database {
  const parsed = parseStoreAddress(address);
  if (parsed !== undefined) return new Database(parsed, onNotice);
  throw new RangeError(`The store given, ${shownAddress(address)}, is not ${storeAddressRule}.`);
}

/** What asks PostgreSQL: connects when it is first used, makes the tables, and tells what keeps an answer from coming. */
export class Database {
  /** The name of the log: the part of every table that is asked for. */
  readonly log: string;
  readonly shown: string;
  readonly #address: StoreAddress;
  readonly #listeners = new Map<string, (text: string) => void>();
  readonly #given: postgres.Sql | undefined;
  #sql: postgres.Sql;
  readonly #onNotice: (sentence: string) => void;
  #prepared: Promise<void> | undefined;
  /** Why the engine did not answer the last question. */
  problem: string | undefined;
  #isClosed = false;
  /** How many connections have gone. */
  #gone = 0;
  readonly #onGone = () => (this.#gone += 1);

  /** @param sql what connects, closed by who gives it; its own if absent */
  constructor(address: StoreAddress, onNotice: (sentence: string) => void = () => undefined, sql?: postgres.Sql) {
    this.log = address.name;
    this.shown = address.shown;
    this.#address = address;
    this.#onNotice = onNotice;
    this.#given = sql;
    this.#sql = sql ?? connect(address, this.#onGone);
  }

  /**
   * Asks something, the tables being there.
   * @throws StoreUnavailableError for whatever keeps an answer from coming
   * @throws StorageError for what PostgreSQL refuses, in its words
   */
  async ask<T>(question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = this.#sql;
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      patience = setTimeout(() => reject(new Error(`no answer within ${longestAnswer / 1000} s`)), longestAnswer);
    });
    try {
      this.#prepared ??= prepareTables(sql, this.#address.shown);
      const answer = await Promise.race([this.#prepared.then(() => question(sql)), late]);
      this.#note(undefined);
      return answer;
    } catch (error) {
      if (error instanceof StoreContentError) throw error;
      if (this.#isClosed) throw new StoreUnavailableError(`The store ${this.#address.shown} was closed.`);
      // The tables may be missing in the database that is reached next.
      this.#prepared = undefined;
      const isRefused = isRefusedQuestion(error);
      if (sql === this.#sql && !isRefused) this.#renew();
      const verb = isRefused ? 'refuses what it was asked' : 'does not answer';
      const problem = `The store ${this.#address.shown} ${verb}: ${this.#reasonOf(error)}.`;
      this.#note(problem);
      throw isRefused ? new StorageError(problem, { cause: error }) : new StoreUnavailableError(problem);
    } finally {
      clearTimeout(patience);
    }
  }

  /**
   * Asks several things of one state, all or none of which are done: nothing unless the work commits, which costs no round
   * trip of its own if it is sent along with something else, as what begins it does. Work that waits for anything else than
   * PostgreSQL must ask before it goes on whether the connection may have gone: postgres.js 3.4 ends the process where
   * something is sent over such a one.
   * @throws StoreUnavailableError, and StorageError for what PostgreSQL refuses
   */
  async transaction<T>(
    work: (sql: postgres.ISql, commit: () => Promise<unknown>, isLost: () => boolean) => Promise<T>,
  ): Promise<T> {
    const done = await this.ask<{ readonly answer: T } | { readonly error: unknown }>(async (pool) => {
      const sql = await pool.reserve();
      const before = this.#gone;
      const hasGone = () => this.#gone !== before;
      let ending: Promise<void> | undefined;
      const end = (how: 'commit' | 'rollback') => {
        ending ??= sql
          .unsafe(how)
          .execute()
          .then(
            () => sql.release(),
            (error: unknown) => {
              if (!isLost(error)) sql.release();
              throw error;
            },
          );
        return ending;
      };
      try {
        // Sent at once: otherwise what is asked along with it would be sent before.
        const begun = sql.unsafe('begin').execute();
        const [answer] = await Promise.all([work(sql, () => end('commit'), hasGone), begun]);
        // If it is another one that has gone, PostgreSQL ends this one soon: it stands still.
        if (ending === undefined && hasGone()) throw new StoreUnavailableError('The connection has gone meanwhile.');
        await end('rollback');
        return { answer };
      } catch (error) {
        if (isLost(error) || hasGone()) throw error;
        await end('rollback').catch(() => undefined);
        if (error instanceof postgres.PostgresError) throw error;
        return { error };
      }
    });
    if ('error' in done) throw done.error;
    return done.answer;
  }

  /** Hears what is told to a channel from now on, over an engine that goes and comes back too. */
  async listen(channel: string, onMessage: (text: string) => void): Promise<void> {
    if (this.#listeners.has(channel)) return;
    await this.ask((sql) => sql.listen(channel, onMessage));
    this.#listeners.set(channel, onMessage);
  }

  /** What is asked from now on gets no answer, which is not the engine's fault. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#sql !== this.#given) await this.#sql.end({ timeout: 2 });
  }

  /**
   * Connects anew: a connection of postgres.js 3.4 that is lost while something waits to be written never sends anything
   * again, and each question to it takes as long as connecting may.
   */
  #renew(): void {
    if (this.#sql !== this.#given) void this.#sql.end({ timeout: 0 }).catch(() => undefined);
    this.#sql = connect(this.#address, this.#onGone);
    for (const [channel, hear] of this.#listeners) void this.#sql.listen(channel, hear).catch(() => undefined);
  }

  /** Tells once that the engine has gone, and once that it is back. */
  #note(problem: string | undefined): void {
    if (problem !== undefined && this.problem === undefined) {
      this.#onNotice(`${problem} Requests are refused until it does.`);
    }
    if (problem === undefined && this.problem !== undefined) {
      this.#onNotice(`The store ${this.#address.shown} answers again.`);
    }
    this.problem = problem;
  }

  #reasonOf(error: unknown): string {
    const code = error instanceof Object && 'code' in error ? String(error.code) : '';
    const message = isError(error) ? error.message : String(error);
    const { secret } = this.#address;
    const reason = (message === '' ? code : message).replace(/\.$/, '');
    return secret === '' ? reason : reason.replaceAll(secret, '***');
  }
}

/** The connection that something was asked over has gone. */
function isLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity !== 'ERROR';
  return isError(error) && 'errno' in error;
}

/** PostgreSQL has understood the question and will not do it: asked again, it would answer the same. */
function isRefusedQuestion(error: unknown): error is postgres.PostgresError {
  if (!(error instanceof postgres.PostgresError) || error.severity !== 'ERROR') return false;
  // One that has become a standby refuses writes until another is reached; a deadlock ends by being tried again.
  return error.code !== '25006' && !error.code.startsWith('40');
}

/** Connects, when first asked, to the host that takes writes. @param onGone told of each lost connection */
export function connect({ url }: StoreAddress, onGone: () => void = () => undefined): postgres.Sql {
  return postgres(url, {
    max: 4,
    connect_timeout: 3,
    // Tried again by who asks.
    backoff: () => 0.05,
    target_session_attrs: 'read-write',
    fetch_types: false,
    connection: {
      application_name: 'voice-agent-mock',
      idle_in_transaction_session_timeout: longestTurn,
      // The planner takes a third of all rows for new, which would make reading all of them the better plan.
      enable_seqscan: false,
      jit: false,
    },
    onnotice: () => undefined,
    onclose: onGone,
  });
}

/** The number that PostgreSQL has for the type `json`, which keeps a text as it is; `jsonb` would order its names anew. */
const jsonType = 114;

/** A value for a statement, as JSON. */
export function asJson(sql: postgres.ISql, value: unknown): postgres.Parameter {
  return sql.typed(value as string, jsonType);
}

/** What the rows are written in. It changes when an older version could not read them. */
export const storeFormat = 3;

/** The columns of each table, as PostgreSQL is told them. */
const tables: Readonly<Record<string, string>> = {
  /** Named worlds, and snapshots as `snapshot:NAME`. Each commit is the next version of its row. */
  voice_agent_mock_worlds: `
    log text not null, name text not null, format integer not null, version bigint not null, token text not null,
    scenario text not null, seed text not null, created_on bigint not null, ids json not null,
    primary key (log, name)`,
  /** What became of records since the scenario, at which version; and as `parts` what a world is besides its records. */
  voice_agent_mock_records: `
    log text not null, world text not null, collection text not null, id text not null, version bigint not null,
    body json not null,
    primary key (log, world, collection, id)`,
  /** The last commits of each world: by their token they are known again. */
  voice_agent_mock_commits: `
    log text not null, world text not null, version bigint not null, token text not null,
    primary key (log, world, version)`,
  voice_agent_mock_scenarios: `
    log text not null, name text not null, body json not null,
    primary key (log, name)`,
  /** The end of each world's journal, and what it counts. */
  voice_agent_mock_journals: `
    log text not null, world text not null, began bigint not null, last bigint not null, coverage json not null,
    used_on bigint not null,
    primary key (log, world)`,
  voice_agent_mock_journal: `
    log text not null, world text not null, id bigint not null, body json not null,
    primary key (log, world, id)`,
  voice_agent_mock_replicas: `
    log text not null, name text not null, seen_on timestamptz not null,
    primary key (log, name)`,
};

/** So that of several mocks that begin at once one makes the tables, and the others wait for it. */
const lock = 7_465_136_421;

/** Makes the tables, unless they are there. @throws StoreContentError if a table of that name has other columns */
async function prepareTables(sql: postgres.Sql, shown: string): Promise<void> {
  if (await areThere(sql, shown)) return;
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lock})`;
    // Whoever was first has made them meanwhile, and may read them: to alter them now could end in a deadlock.
    if (await areThere(transaction, shown)) return;
    for (const [name, columns] of Object.entries(tables)) {
      await transaction.unsafe(`create table if not exists ${name} (${columns})`);
    }
    await transaction`create index on voice_agent_mock_records (log, world, version)`;
    for (const name of ['records', 'journal']) {
      // What is written again and again is not worth the time that compressing takes.
      await transaction.unsafe(`alter table voice_agent_mock_${name} alter column body set storage external`);
    }
  });
}

async function areThere(sql: postgres.ISql, shown: string): Promise<boolean> {
  const rows = await sql<{ table_name: string; columns: string }[]>`
    select table_name, string_agg(column_name || ' ' || data_type, ', ' order by column_name) as columns
    from information_schema.columns
    where table_schema = current_schema and table_name in ${sql(Object.keys(tables))} group by table_name`;
  for (const { table_name: name, columns: given } of rows) {
    if (given === columnsMade(name)) continue;
    throw new StoreContentError(
      `The table ${name} in ${shown} has the columns ${given}, not those of this version of voice-agent-mock: ` +
        'name another database, or another schema with search_path, or run the version that made it.',
    );
  }
  return rows.length === Object.keys(tables).length;
}

/** Names and types, as PostgreSQL tells them. */
function columnsMade(table: string): string {
  const [list = ''] = (tables[table] ?? '').split(/,\s*primary key/);
  const columns = list.split(',').map((column) => column.trim().replace(' not null', ''));
  return columns.sort().join(', ').replaceAll('timestamptz', 'timestamp with time zone');
}
