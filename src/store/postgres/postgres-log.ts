import postgres from 'postgres';
import { LogFormatError, LogUnavailableError, type Log, type LogEntry, type LogSnapshot } from '../shared/log.ts';
import type { StoreAddress } from './store-address.ts';
import { isError } from '../../files/is-error.ts';

/** What the entries and snapshots are written in. It changes when an older version could not read them. */
export const logFormat = 1;

/** In milliseconds: an engine that takes longer counts as one that does not answer. */
const longestAnswer = 5000;
/** In characters, about: so much is read at once. */
const readAtOnce = 2 ** 23;
const rowsAtOnce = 1000;
/** So many entries before a snapshot stay, for replicas that are behind. */
const entriesKept = 1000;

interface Row {
  readonly seq: string;
  readonly digest: string;
  // CockroachDB's integers have 64 bits, which come as text.
  readonly format: number | string;
}

type EntryRow = Row & Pick<LogEntry, 'id' | 'previous' | 'body'>;

/**
 * The log in two tables of PostgreSQL, or of what speaks its protocol: every statement is plain SQL, and none needs more
 * than that a primary key is unique.
 */
export class PostgresLog implements Log {
  readonly #address: StoreAddress;
  readonly #sql: postgres.Sql;
  #prepared: Promise<unknown> | undefined;

  /** @param sql what connects; the log closes it */
  constructor(address: StoreAddress, sql = connect(address)) {
    this.#address = address;
    this.#sql = sql;
  }

  head(): Promise<{ seq: number; digest: string }> {
    const { name } = this.#address;
    return this.#ask(async (sql) => {
      const [row] = await sql<Row[]>`
        select seq, digest, format from voice_agent_mock_entries where log = ${name} order by seq desc limit 1`;
      this.#refuseFormat(row);
      return { seq: Number(row?.seq ?? 0), digest: row?.digest ?? '' };
    });
  }

  read(after: number): Promise<readonly LogEntry[]> {
    const { name } = this.#address;
    return this.#ask(async (sql) => {
      const rows = await sql<EntryRow[]>`
        select seq, id, previous, digest, format, body from (
          select seq, id, previous, digest, format, body, sum(length(body)) over (order by seq) - length(body) as passed
          from voice_agent_mock_entries where log = ${name} and seq > ${after} order by seq limit ${rowsAtOnce}
        ) as entries where passed < ${readAtOnce} order by seq`;
      rows.forEach((row) => this.#refuseFormat(row));
      return rows.map(({ seq, id, previous, digest, body }) => ({ seq: Number(seq), id, previous, digest, body }));
    });
  }

  append({ seq, id, previous, digest, body }: LogEntry): Promise<boolean> {
    const { name } = this.#address;
    return this.#ask(async (sql) => {
      const rows =
        seq === 1
          ? await sql`
              insert into voice_agent_mock_entries (log, seq, id, previous, digest, format, body)
              values (${name}, 1, ${id}, ${previous}, ${digest}, ${logFormat}, ${body})
              on conflict do nothing returning seq`
          : await sql`
              insert into voice_agent_mock_entries (log, seq, id, previous, digest, format, body)
              select log, ${seq}, ${id}, digest, ${digest}, ${logFormat}, ${body} from voice_agent_mock_entries
              where log = ${name} and seq = ${seq - 1} and digest = ${previous}
              on conflict do nothing returning seq`;
      return rows.length === 1;
    });
  }

  snapshot(): Promise<LogSnapshot | undefined> {
    const { name } = this.#address;
    return this.#ask(async (sql) => {
      const [row] = await sql<(Row & { body: string })[]>`
        select seq, digest, format, body from voice_agent_mock_snapshots where log = ${name} order by seq desc limit 1`;
      this.#refuseFormat(row);
      return row && { seq: Number(row.seq), digest: row.digest, body: row.body };
    });
  }

  keep({ seq, digest, body }: LogSnapshot): Promise<void> {
    const { name } = this.#address;
    return this.#ask((sql) =>
      sql.begin(async (transaction) => {
        const kept = await transaction`
          insert into voice_agent_mock_snapshots (log, seq, digest, format, body)
          select log, seq, digest, ${logFormat}, ${body} from voice_agent_mock_entries
          where log = ${name} and seq = ${seq} and digest = ${digest}
          on conflict do nothing returning seq`;
        if (kept.length === 0) return;
        await transaction`delete from voice_agent_mock_snapshots where log = ${name} and seq < ${seq}`;
        await transaction`delete from voice_agent_mock_entries where log = ${name} and seq < ${seq - entriesKept}`;
      }),
    );
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 2 });
  }

  /** @throws LogUnavailableError for whatever keeps an answer from coming */
  async #ask<T>(question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      patience = setTimeout(() => reject(new Error(`no answer within ${longestAnswer / 1000} s`)), longestAnswer);
    });
    try {
      this.#prepared ??= prepare(this.#sql);
      return await Promise.race([this.#prepared.then(() => question(this.#sql)), late]);
    } catch (error) {
      if (error instanceof LogFormatError) throw error;
      // The tables may be missing in the database that is reached next.
      this.#prepared = undefined;
      throw new LogUnavailableError(`The store ${this.#address.shown} does not answer: ${this.#reasonOf(error)}.`);
    } finally {
      clearTimeout(patience);
    }
  }

  #reasonOf(error: unknown): string {
    const code = error instanceof Object && 'code' in error ? String(error.code) : '';
    const message = isError(error) ? error.message : String(error);
    const { secret } = this.#address;
    const reason = (message === '' ? code : message).replace(/\.$/, '');
    return secret === '' ? reason : reason.replaceAll(secret, '***');
  }

  #refuseFormat(row: Row | undefined): void {
    if (row === undefined || Number(row.format) === logFormat) return;
    throw new LogFormatError(
      `The log ${this.#address.name} in ${this.#address.shown} is in format ${row.format}, and this version reads and writes format ${logFormat}: ` +
        'run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.',
    );
  }
}

/** Connects when it is first asked, to the one of several hosts that can be written to. */
export function connect({ url }: StoreAddress): postgres.Sql {
  return postgres(url, {
    max: 4,
    connect_timeout: 3,
    // Tried again by who asks.
    backoff: () => 0.05,
    target_session_attrs: 'read-write',
    fetch_types: false,
    connection: { application_name: 'voice-agent-mock' },
    onnotice: () => undefined,
  });
}

async function prepare(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`
    select count(*) as tables from information_schema.tables
    where table_name in ('voice_agent_mock_entries', 'voice_agent_mock_snapshots') and table_schema = current_schema`;
  if (Number(found?.['tables']) === 2) return;
  try {
    await createTables(sql);
  } catch {
    // Another replica that makes the same table at the same moment makes this one fail, with `if not exists` too.
    await createTables(sql);
  }
}

async function createTables(sql: postgres.Sql): Promise<void> {
  await sql`
    create table if not exists voice_agent_mock_entries (
      log text not null, seq bigint not null, id text not null, previous text not null, digest text not null,
      format integer not null, body text not null, primary key (log, seq))`;
  await sql`
    create table if not exists voice_agent_mock_snapshots (
      log text not null, seq bigint not null, digest text not null, format integer not null, body text not null,
      primary key (log, seq))`;
  for (const table of ['voice_agent_mock_entries', 'voice_agent_mock_snapshots']) {
    // PostgreSQL's first compression takes it more time than all else here. Not every engine knows another.
    await sql`alter table ${sql(table)} alter column body set compression lz4`.catch(() => undefined);
  }
}
