import { LedgerError, type LedgerFile, type LedgerLine, openLedgerFile } from '../../deployment/agents/ledger.ts';
import type { SeedBase } from '../plan/seed-batch.ts';
import type { ResolvedPlan } from '../plan/resolve-plan.ts';

/** What a run is about: enough to make the same records again. */
export interface SeedRun {
  /** The address that is filled, without a token; of a folder `.`, because the ledger lies in it. */
  readonly target: string;
  readonly plan: ResolvedPlan;
  readonly base: SeedBase;
}

/** One line of a run; a ledger may hold others, of creations for example. */
type SeedLine =
  | ({ readonly event: 'run' } & SeedRun)
  /** About to be written: after a kill it is unknown whether it was. */
  | { readonly event: 'sending'; readonly key: string; readonly ids: Readonly<Record<string, string>> }
  /** Part of a file, which is entered as a whole. */
  | { readonly event: 'made'; readonly key: string; readonly ids: Readonly<Record<string, string>> }
  /** Of a file, what its bytes are. */
  | { readonly event: 'done'; readonly key: string; readonly checksum?: string }
  /** The target said no, and nothing was made. */
  | { readonly event: 'refused'; readonly key: string }
  | { readonly event: 'undone'; readonly key: string }
  | { readonly event: 'complete' };

type KeyState = 'sending' | 'done' | 'refused' | 'undone';

/**
 * What a run has made, plan key by plan key: one line of JSON per event, in the file when the call returns. A last line
 * that a kill cut short counts as not written.
 */
export class SeedLedger {
  readonly #states = new Map<string, KeyState>();
  readonly #ids = new Map<string, Readonly<Record<string, string>>>();
  readonly #digests = new Map<string, string>();
  #run: SeedRun | null = null;
  #isComplete = false;

  readonly #file: LedgerFile;

  /** Opens the ledger in a file, which need not exist. @throws LedgerError if the file is something else */
  constructor(file: string | LedgerFile) {
    this.#file = typeof file === 'string' ? openLedgerFile(file) : file;
    for (const line of this.#file.lines) if (isSeedLine(line, this.#file.name)) this.#take(line);
  }

  get file(): string {
    return this.#file.name;
  }

  /** Null if nothing has been begun. */
  get run(): SeedRun | null {
    return this.#run;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Enters a line, unless it says what is known. */
  note(line: SeedLine): void {
    const isKnown = line.event === 'made' ? this.#ids.has(line.key) : line.event === 'complete' && this.#isComplete;
    if (isKnown) return;
    this.#file.append(line);
    this.#take(line);
  }

  stateOf(key: string): KeyState | undefined {
    return this.#states.get(key);
  }

  /** What the bytes of a file were when it was written; undefined if that is not known. */
  digestOf(file: string): string | undefined {
    return this.#digests.get(file);
  }

  /** The ids of what is there, by kind, which were given in a row: `1011-1110`. */
  ids(): Readonly<Record<string, string>> {
    const kinds = ['workspaces', 'users', 'agents', 'campaigns'].map((kind) => [kind, this.#idsOf(kind)] as const);
    return Object.fromEntries(
      kinds.flatMap(([kind, [first, ...others]]) =>
        first === undefined ? [] : [[kind, [first, ...others.slice(-1)].join('-')]],
      ),
    );
  }

  /** The highest id of a kind among what is done; 0 if there is none. */
  highestDone(kind: string): number {
    return this.#idsOf(kind, this.keys('done')).at(-1) ?? 0;
  }

  /** The keys in one of these states, in the order in which they were first written. */
  keys(...states: readonly KeyState[]): readonly string[] {
    return [...this.#states].filter(([, is]) => states.includes(is)).map(([key]) => key);
  }

  /** The first and the last id of a kind that each of these keys stands for. */
  #idsOf(kind: string, keys: Iterable<string> = this.#ids.keys()): readonly number[] {
    return [...keys].flatMap((key) => this.#ids.get(key)?.[kind]?.split(/[-,]/).map(Number) ?? []);
  }

  #take(line: SeedLine): void {
    if (line.event === 'run') {
      this.#run = { target: line.target, plan: line.plan, base: line.base };
      this.#states.clear();
      this.#ids.clear();
      this.#isComplete = false;
    } else if (line.event === 'complete') this.#isComplete = true;
    else {
      if (line.event !== 'made') this.#states.set(line.key, line.event);
      if ('ids' in line) this.#ids.set(line.key, line.ids);
      if (line.event === 'done' && line.checksum !== undefined) this.#digests.set(line.key, line.checksum);
      if (line.event === 'undone') this.#isComplete = false;
    }
  }
}

const events = ['run', 'sending', 'made', 'done', 'refused', 'undone', 'complete'];

/** Whether a line is one of seeding. @throws LedgerError for one that is named so and lacks what it must have */
function isSeedLine(line: LedgerLine, file: string): line is SeedLine {
  if (!events.includes(line.event)) return false;
  const { key, target, plan, base } = line as Readonly<Partial<Record<'key' | keyof SeedRun, unknown>>>;
  const hasBase = base instanceof Object && 'workspaces' in base && Array.isArray(base.workspaces);
  const isRun = typeof target === 'string' && plan instanceof Object && hasBase;
  const isWhole = line.event === 'complete' || (line.event === 'run' ? isRun : typeof key === 'string');
  if (isWhole) return true;
  throw new LedgerError(`${file} is not a ledger of seed: name another with --ledger.`);
}

/**
 * Goes on with the run of a ledger, or begins it.
 * @param isBegun whether something of the ledger's run may be there
 * @returns the run to carry out: a ledger's own base goes before the one given, which may have changed since
 * @throws LedgerError if the ledger is of another plan or target
 */
export function continueOrBegin(
  ledger: SeedLedger,
  run: SeedRun,
  isBegun = ledger.keys('done', 'sending').length > 0,
): SeedRun {
  const begun = ledger.run;
  if (begun === null || !isBegun) {
    ledger.note({ event: 'run', ...run });
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
