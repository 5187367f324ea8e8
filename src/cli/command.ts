import type { Environment, OptionTable } from './option-table.ts';

/** 0 fine, 1 found something wrong, 2 could not run. */
export type ExitCode = 0 | 1 | 2;

/** What a command needs of the process that it runs in. */
export interface CommandContext {
  readonly env: Environment;
  readonly version: string;
  /** Prints lines; what a terminal would obey in one, and a line end, is escaped. */
  readonly print: (...lines: readonly string[]) => void;
  /** The same to the error output, and without what looks like a secret. */
  readonly printError: (...lines: readonly string[]) => void;
  /** From now on this is printed nowhere. Absent: the context is a test's. */
  readonly hide?: (secret: string) => void;
  readonly isTerminal: boolean;
  /** Where progress is shown, as it is given: the error output. Absent: nowhere. */
  readonly progress?: { readonly isTerminal: boolean; readonly write: (text: string) => void };
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Calls back at each SIGTERM and SIGINT. */
  readonly onEndSignal: (listener: () => void) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** A command as its file exports it; loaded when it is called or its help is asked for. */
export interface Command {
  /** What it takes besides flags, for the help: `PLAN`; absent: nothing. */
  readonly operands?: string;
  /** What else it does than it does alone, for the help: the words that ask for it, and what it is. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly options: OptionTable;
  /** @throws UsageError where it cannot run as called */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<ExitCode>;
}

export interface CommandEntry {
  /** What it does, in a few words, for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;
