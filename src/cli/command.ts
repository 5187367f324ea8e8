import { parseArgs } from 'node:util';
import { ExplainedError, reasonOf } from '../files/file-system.ts';
import type { ProgressOutput } from '../seed/plan/seed-batch.ts';
import { nearest } from '../text/nearest.ts';
import { describedCommands } from './commands.gen.ts';

/** 0 fine, 1 found something wrong, 2 could not run. */
export type ExitCode = 0 | 1 | 2;

/** What a command needs of the process that it runs in; progress is shown on the error output. */
export interface CommandContext extends ProgressOutput {
  readonly env: Environment;
  readonly version: string;
  /** Prints lines; what a terminal would obey in one, and a line end, is escaped. */
  readonly print: (...lines: readonly string[]) => void;
  /** The same to the error output, and without what looks like a secret. */
  readonly printError: (...lines: readonly string[]) => void;
  /** From now on this is printed nowhere. Absent: the context is a test's. */
  readonly hide?: (secret: string) => void;
  readonly isTerminal: boolean;
  /** Calls back at each SIGTERM and SIGINT. */
  readonly onEndSignal: (listener: () => void) => void;
  readonly exit: (code: number) => void;
}

/** A command as its file exports it; loaded when it is called. @throws UsageError where it cannot run as called */
export type Command = (args: readonly string[], context: CommandContext) => Promise<ExitCode>;

export interface CommandEntry {
  /** What it does, in a few words, for the list of commands. */
  readonly summary: string;
  /** What it takes besides flags, for the help: `PLAN`; absent: nothing. */
  readonly operands?: string;
  /** How many operands it takes; if it has some and says nothing, it looks at their number itself. */
  readonly mostOperands?: number;
  /** What else it does than it does alone, for the help: the words that ask for it, and what it is. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly options: DescribedOptions;
  readonly load: () => Promise<Command>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** An option as commands.yaml describes it, which says what each field means; a switch has no placeholder. */
interface DescribedOption {
  readonly kind: 'switch' | 'text' | 'word' | 'count' | 'number' | 'own';
  readonly summary: string;
  readonly placeholder?: string;
  readonly fallback?: string | number;
  readonly expected?: string;
  readonly pattern?: string;
  readonly words?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

type DescribedOptions = Readonly<Record<string, DescribedOption>>;

/** How a command reads a value of its own kind. */
interface OwnOption {
  /** The value that the text stands for, undefined where it stands for none. */
  readonly parse: (text: string) => unknown;
  /** What a value has to be, if that is not described. */
  readonly expected?: string;
  /** What a message repeats of a value that may hold a password; all of it if absent. */
  readonly shown?: (text: string) => string;
}

type CommandName = keyof typeof describedCommands;
type OptionsOf<Name extends CommandName> = (typeof describedCommands)[Name]['options'];

type OwnOptions<Name extends CommandName> = {
  readonly [
    Key in keyof OptionsOf<Name> as OptionsOf<Name>[Key] extends { readonly kind: 'own' } ? Key : never
  ]: OwnOption;
};

type DescribedValue<D, Own> = D extends { readonly kind: 'switch' }
  ? boolean
  : | (D extends { readonly fallback: unknown } ? never : null)
    | (D extends { readonly kind: 'count' | 'number' }
        ? number
        : D extends { readonly words: readonly (infer Word)[] }
          ? Word
          : Own extends { readonly parse: (text: string) => infer T }
            ? Exclude<T, undefined>
            : string);

/** The values of a command's options. @typeParam Own how it reads those of its own kind */
export type CommandOptions<Name extends CommandName, Own = object> = {
  readonly [Key in keyof OptionsOf<Name>]: DescribedValue<
    OptionsOf<Name>[Key],
    Key extends keyof Own ? Own[Key] : undefined
  >;
};

function expectationInWords({ kind, expected, least = 0, most = 0 }: DescribedOption): string {
  if (expected !== undefined) return expected;
  if (kind === 'switch') return 'on or off: give true or false';
  if (kind === 'number') return 'a positive number';
  return kind === 'count' ? `a whole number from ${least} to ${most}` : 'a text that is not empty';
}

const switchWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
]);

function parseText(option: DescribedOption, text: string): unknown {
  switch (option.kind) {
    case 'switch':
      return switchWords.get(text.toLowerCase());
    case 'word':
      return option.words?.find((word) => word === text.toLowerCase());
    case 'count':
      return /^\d{1,10}$/.test(text) && isWithin(option, Number(text)) ? Number(text) : undefined;
    case 'number':
      return Number(text) > 0 ? Number(text) : undefined;
    default:
      return new RegExp(option.pattern ?? '\\S').test(text) ? text : undefined;
  }
}

function isWithin({ least = 0, most = Infinity }: DescribedOption, value: number): boolean {
  return value >= least && value <= most;
}

/** @param own how it reads options of its own kinds, if it has some */
export function commandOf<Name extends CommandName, Own extends OwnOptions<Name>>(
  name: Name,
  run: (options: CommandOptions<Name, Own>, context: CommandContext, operands: readonly string[]) => Promise<ExitCode>,
  own: Own = {} as Own,
): Command {
  return async (args, context) => {
    const { options, operands } = parseArguments(name, own, args, context.env);
    return run(options, context, operands);
  };
}

/**
 * The values of a command's options: a flag goes before the environment, which goes before the default. An empty
 * environment variable counts as absent. Operands are the arguments that are neither flags nor values of flags.
 * @param own how values of the command's own kinds are read
 * @throws UsageError for an unknown flag, a value that is missing or of the wrong kind, and for anything else given
 */
export function parseArguments<Name extends CommandName, Own extends OwnOptions<Name>>(
  name: Name,
  own: Own,
  args: readonly string[],
  env: Environment,
): { readonly operands: readonly string[]; readonly options: CommandOptions<Name, Own> } {
  const command = `voice-agent-mock ${name}`;
  const entry: Omit<CommandEntry, 'load'> = describedCommands[name];
  const { options: described, mostOperands: most = entry.operands === undefined ? 0 : Infinity } = entry;
  const { operands, flags } = readFlags(command, described, args);
  const surplus = operands[most];
  if (surplus !== undefined) {
    throw new UsageError(
      `Unexpected argument ${surplus}: ${command} takes ${most === 0 ? 'flags only' : 'no more'}, see ${command} --help.`,
    );
  }
  const ways: Readonly<Partial<Record<string, OwnOption>>> = own;
  const values = Object.entries(described).map(([key, option]) => {
    const given = flags.get(key) ?? givenByEnvironment(key, env);
    return [key, given === undefined ? fallbackOf(option) : parseOption(option, given, ways[key])];
  });
  return { operands, options: Object.fromEntries(values) as CommandOptions<Name, Own> };
}

/** What an option is if it is not given; null: nothing. */
export function fallbackOf({ kind, fallback }: DescribedOption): string | number | false | null {
  return kind === 'switch' ? false : (fallback ?? null);
}

/** Those of some values that were given: what is null or undefined is left out. */
export function givenOf<T extends object>(values: T): { readonly [Name in keyof T]?: NonNullable<T[Name]> } {
  const given = Object.entries(values).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(given) as { [Name in keyof T]?: NonNullable<T[Name]> };
}

/** True from the first signal to end on. */
export function stopSwitch({ onEndSignal }: Pick<CommandContext, 'onEndSignal'>): () => boolean {
  let isStopped = false;
  onEndSignal(() => (isStopped = true));
  return () => isStopped;
}

/** Whether a flag is among the arguments: its environment variable does not count. */
export function hasFlag(args: readonly string[], flag: string): boolean {
  return args.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
}

/** `dataDir` -> `--data-dir` */
export function flagOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `dataDir` -> `VOICE_AGENT_MOCK_DATA_DIR` */
export function variableOf(key: string): string {
  return `VOICE_AGENT_MOCK_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

interface GivenValue {
  /** The flag as it was typed, with what stands before a value. */
  readonly name: string;
  readonly text: string;
}

function readFlags(
  command: string,
  described: DescribedOptions,
  args: readonly string[],
): { readonly operands: readonly string[]; readonly flags: ReadonlyMap<string, GivenValue> } {
  const keys = new Map(Object.keys(described).map((key) => [flagOf(key).slice(2), key]));
  const isSwitch = (key = ''): boolean => described[key]?.placeholder === undefined;
  const types = [...keys].map(([flag, key]) => {
    return [flag, { type: isSwitch(key) ? ('boolean' as const) : ('string' as const) }] as const;
  });
  // Not strict: parseArgs' own messages do not say what to do.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const negations = new Map([...keys].map(([flag, key]) => [`no-${flag}`, isSwitch(key) ? key : undefined]));
  const flags = new Map<string, GivenValue>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const key = keys.get(token.name) ?? negations.get(token.name);
    if (key === undefined) throw unknownFlag(command, token.rawName, [...keys.keys()]);
    const text = keys.has(token.name) ? flagText(token, described[key]?.placeholder) : 'false';
    flags.set(key, { name: `${token.rawName} `, text });
  }
  return { operands, flags };
}

type FlagToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { readonly kind: 'option' }>;

function flagText({ rawName, value, inlineValue }: FlagToken, placeholder: string | undefined): string {
  if (placeholder === undefined) return value ?? 'true';
  const isNextFlag = inlineValue !== true && value?.startsWith('--') === true;
  if (value !== undefined && value !== '' && !isNextFlag) return value;
  throw new UsageError(`${rawName} needs a value: write ${rawName} ${placeholder}.`);
}

function givenByEnvironment(key: string, env: Environment): GivenValue | undefined {
  const text = env[variableOf(key)];
  return text === undefined || text === '' ? undefined : { name: `${variableOf(key)}=`, text };
}

function parseOption(option: DescribedOption, { name, text }: GivenValue, own?: OwnOption): unknown {
  const value = own === undefined ? parseText(option, text) : own.parse(text);
  if (value !== undefined) return value;
  throw new UsageError(`${name}${own?.shown?.(text) ?? text} is not ${own?.expected ?? expectationInWords(option)}.`);
}

function unknownFlag(command: string, flag: string, flags: readonly string[]): UsageError {
  const near = nearest(flag.replace(/^-+/, ''), flags);
  const way = near === undefined ? 'the flags are listed by' : `did you mean --${near}? All flags:`;
  return new UsageError(`Unknown flag ${flag}: ${way} ${command} --help.`);
}

/** The lines of a table, its cells below one another. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(Math.max(...rows.map((other) => other[column]?.length ?? 0))));
    return `  ${cells.join('  ').trimEnd()}`;
  });
}

export class UsageError extends ExplainedError {
  override readonly name = 'UsageError';
}

/** What some work gives. @throws UsageError that explains its error in these words of its reason */
export function explaining<T>(work: () => T, explain: (reason: string) => string): T {
  try {
    return work();
  } catch (error) {
    return explainedAs(explain)(error);
  }
}

/** For a `catch`: what explains an error in these words of its reason. @throws UsageError */
export function explainedAs(explain: (reason: string, error: unknown) => string): (error: unknown) => never {
  return (cause) => {
    throw new UsageError(explain(reasonOf(cause), cause), { cause });
  };
}
