import { appendFileSync, existsSync, mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { readTextFile } from '../read-text-file.ts';
import type { SeedBase } from './seed-batch.ts';
import type { ResolvedPlan } from './resolve-plan.ts';

/** What a run is about: enough to make the same records again. */
export interface SeedRun {
  /** The folder or the address that is filled; no token. */
  readonly target: string;
  readonly plan: ResolvedPlan;
  readonly base: SeedBase;
}

/** One line of a ledger. */
type LedgerLine =
  | ({ readonly event: 'run' } & SeedRun)
  /** About to be written: after a kill nobody knows whether it was. */
  | { readonly event: 'sending'; readonly key: string; readonly ids: Readonly<Record<string, string>> }
  /** Part of a file, which is entered as a whole. */
  | { readonly event: 'made'; readonly key: string; readonly ids: Readonly<Record<string, string>> }
  | { readonly event: 'done'; readonly key: string; readonly id?: number }
  /** The target said no, and nothing was made. */
  | { readonly event: 'refused'; readonly key: string }
  | { readonly event: 'undone'; readonly key: string }
  | { readonly event: 'complete' };

type KeyState = 'sending' | 'done' | 'refused' | 'undone';

/** The ledger at this path is not one, or belongs to another run. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/**
 * What a run has made, plan key by plan key: one line of JSON per event, in the file when the call returns. A last line
 * that a kill cut short counts as not written.
 */
export class SeedLedger {
  readonly #states = new Map<string, KeyState>();
  readonly #ids = new Map<string, number>();
  readonly #sent = new Map<string, Readonly<Record<string, string>>>();
  #run: SeedRun | null = null;
  #isComplete = false;

  /** Opens the ledger in a file, which need not be there. Throws `LedgerError` where the file is something else. */
  constructor(readonly file: string) {
    if (!existsSync(file)) return;
    const text = readTextFile(file, LARGEST);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n')) if (line !== '') this.#note(this.#parse(line));
    if (whole.length === text.length) return;
    // Only a ledger's own last line is cut: another file that was named by mistake stays as it is.
    if (this.#run === null && !text.startsWith('{"event":')) throw this.#noLedger();
    truncateSync(file, Buffer.byteLength(whole));
  }

  /** Null where nothing has been begun. */
  get run(): SeedRun | null {
    return this.#run;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  begin(run: SeedRun): void {
    mkdirSync(dirname(this.file), { recursive: true });
    this.#write({ event: 'run', ...run });
  }

  sending(key: string, ids: Readonly<Record<string, string>> = {}): void {
    this.#write({ event: 'sending', key, ids });
  }

  /** Notes the ids of a key that is part of a file; says nothing of whether the file is there. */
  made(key: string, ids: Readonly<Record<string, string>>): void {
    if (!this.#sent.has(key)) this.#write({ event: 'made', key, ids });
  }

  done(key: string, id?: number): void {
    this.#write({ event: 'done', key, ...(id === undefined ? {} : { id }) });
  }

  refused(key: string): void {
    this.#write({ event: 'refused', key });
  }

  undone(key: string): void {
    this.#write({ event: 'undone', key });
  }

  complete(): void {
    if (!this.#isComplete) this.#write({ event: 'complete' });
  }

  stateOf(key: string): KeyState | undefined {
    return this.#states.get(key);
  }

  /** The id that the target gave for a key. */
  idOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  /** The highest id of a kind among what is done; 0 where there is none. */
  highestDone(kind: string): number {
    const lasts = this.keys('done').map((key) =>
      Number(/(?<!\d)\d+$/.exec(this.#sent.get(key)?.[kind] ?? '')?.[0] ?? 0),
    );
    return lasts.reduce((highest, last) => Math.max(highest, last), 0);
  }

  /** The keys in this state, in the order in which they were first written. */
  keys(state: KeyState): readonly string[] {
    return [...this.#states].filter(([, is]) => is === state).map(([key]) => key);
  }

  #write(line: LedgerLine): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    this.#note(line);
  }

  #note(line: LedgerLine): void {
    if (line.event === 'run') {
      this.#run = { target: line.target, plan: line.plan, base: line.base };
      this.#states.clear();
      this.#isComplete = false;
    } else if (line.event === 'complete') this.#isComplete = true;
    else if (line.event === 'made') this.#sent.set(line.key, line.ids);
    else {
      this.#states.set(line.key, line.event);
      if (line.event === 'sending') this.#sent.set(line.key, line.ids);
      if (line.event === 'undone') {
        this.#ids.delete(line.key);
        this.#isComplete = false;
      }
      if (line.event === 'done' && line.id !== undefined) this.#ids.set(line.key, line.id);
    }
  }

  #parse(text: string): LedgerLine {
    try {
      const line: unknown = JSON.parse(text);
      if (isLedgerLine(line)) return line;
    } catch {
      // Told below.
    }
    throw this.#noLedger();
  }

  #noLedger(): LedgerError {
    return new LedgerError(`${this.file} is not a ledger of seed: name another with --ledger.`);
  }
}

/** A run of a million records writes some 100 MB; in bytes. */
const LARGEST = 400 * 2 ** 20;

function isLedgerLine(line: unknown): line is LedgerLine {
  if (!(line instanceof Object) || !('event' in line)) return false;
  if (line.event === 'complete') return true;
  if (line.event !== 'run') return 'key' in line && typeof line.key === 'string';
  const { target, plan, base } = line as { readonly [Member in keyof SeedRun]?: unknown };
  const hasBase = base instanceof Object && 'workspaces' in base && Array.isArray(base.workspaces);
  return typeof target === 'string' && plan instanceof Object && hasBase;
}

/**
 * Goes on with the run of a ledger, or begins it. Throws `LedgerError` where the ledger is of another plan or target.
 * @returns the run to carry out: a ledger's own base goes before the one given, which may have changed since
 */
export function continueOrBegin(ledger: SeedLedger, run: SeedRun): SeedRun {
  const begun = ledger.run;
  const isUndone =
    begun !== null &&
    ledger.keys('done').length + ledger.keys('sending').length === 0 &&
    ledger.keys('undone').length > 0;
  if (begun === null || isUndone) {
    ledger.begin(run);
    return run;
  }
  if (begun.target !== run.target) {
    throw new LedgerError(`${ledger.file} is the ledger of a run into ${begun.target}: name another with --ledger.`);
  }
  if (JSON.stringify(begun.plan) !== JSON.stringify(run.plan)) {
    throw new LedgerError(
      `${ledger.file} is the ledger of another plan or seed: name another with --ledger, or take that run back with --undo ${ledger.file}.`,
    );
  }
  return begun;
}
