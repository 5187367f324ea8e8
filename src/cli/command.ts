import { parseArgs } from 'node:util';
import { ExplainedError } from '../files/file-system.ts';
import { nearest } from '../text/nearest.ts';
import { describedCommands } from './commands.gen.ts';

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
  readonly options: OptionTable;
  /** @throws UsageError where it cannot run as called */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<ExitCode>;
}

export interface CommandEntry {
  /** What it does, in a few words, for the list of commands. */
  readonly summary: string;
  /** What it takes besides flags, for the help: `PLAN`; absent: nothing. */
  readonly operands?: string;
  /** What else it does than it does alone, for the help: the words that ask for it, and what it is. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly load: () => Promise<Command>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** Environment variables as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One option of a command. Its flag and its environment variable follow from its key in the table: `dataDir`. */
interface Option<T> {
  /** What stands for the value in the help, `PORT`; null for an option that is only on or off. */
  readonly placeholder: string | null;
  readonly fallback: T;
  readonly summary: string;
  /** What a value has to be, continuing "is not": `a port: give a number from 0 to 65535`. */
  readonly expected: string;
  /** What a message repeats of a value that may hold a password; all of it if absent. */
  readonly shown?: (text: string) => string;
  /** The value that the text stands for, undefined where it stands for none. */
  readonly parse: (text: string) => T | undefined;
}

type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Option<infer T> ? T : never;
};

/** An option as commands.yaml describes it, which says what each field means. */
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
type OwnOption = Pick<Option<unknown>, 'parse'> & Partial<Pick<Option<unknown>, 'expected' | 'shown'>>;

type OwnKeys<D extends DescribedOptions> = {
  [Key in keyof D]: D[Key] extends { readonly kind: 'own' } ? Key : never;
}[keyof D];

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

/** The options that commands.yaml describes; `own` reads those of that kind. */
export function optionTable<
  const D extends DescribedOptions,
  Own extends Readonly<Record<OwnKeys<D>, OwnOption>> & Readonly<Partial<Record<string, OwnOption>>>,
>(
  described: D,
  own: Own,
): { readonly [Key in keyof D]: Option<DescribedValue<D[Key], Key extends keyof Own ? Own[Key] : undefined>> } {
  const options = Object.entries(described).map(([key, option]) => {
    const { kind, placeholder = null, fallback = kind === 'switch' ? false : null, summary } = option;
    const parse = (text: string): unknown => parseText(option, text);
    return [key, { placeholder, fallback, summary, expected: expectationInWords(option), parse, ...own[key] }];
  });
  return Object.fromEntries(options) as ReturnType<typeof optionTable<D, Own>>;
}

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

/** The value that the text stands for, undefined where it stands for none. */
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

type Described = typeof describedCommands;

/** The options of a command that reads none in a way of its own. */
export type CommandOptions<Name extends keyof Described> = {
  readonly [Key in keyof Described[Name]['options']]: DescribedValue<Described[Name]['options'][Key], undefined>;
};

/** A command as commands.yaml describes it. @param most how many operands it takes */
export function commandOf<Name extends keyof Described>(
  name: Name,
  run: (options: CommandOptions<Name>, context: CommandContext, operands: readonly string[]) => Promise<ExitCode>,
  most = 0,
): Command {
  const described: DescribedOptions = describedCommands[name].options;
  const options: OptionTable = optionTable(described, {});
  return {
    options,
    run: async (args, context) => {
      const given = parseArguments(`voice-agent-mock ${name}`, options, args, context.env, most);
      return run(given.options as CommandOptions<Name>, context, given.operands);
    },
  };
}

/**
 * The values of a command's options: a flag goes before the environment, which goes before the default. An empty
 * environment variable counts as absent.
 * @throws UsageError for an unknown flag, a value that is missing or of the wrong kind, and for anything else given
 */
export function parseOptions<Table extends OptionTable>(
  command: string,
  table: Table,
  args: readonly string[],
  env: Environment,
): OptionValues<Table> {
  return parseArguments(command, table, args, env, 0).options;
}

/**
 * The same of a command that takes operands, the arguments that are neither flags nor values of flags, up to `most`.
 * @throws UsageError
 */
export function parseArguments<Table extends OptionTable>(
  command: string,
  table: Table,
  args: readonly string[],
  env: Environment,
  most = Infinity,
): { readonly operands: readonly string[]; readonly options: OptionValues<Table> } {
  const { operands, flags } = readFlags(command, table, args);
  const surplus = operands[most];
  if (surplus !== undefined) {
    throw new UsageError(
      `Unexpected argument ${surplus}: ${command} takes ${most === 0 ? 'flags only' : 'no more'}, see ${command} --help.`,
    );
  }
  const values = Object.entries(table).map(([key, option]) => [key, optionValue(key, option, flags, env)]);
  return { operands, options: Object.fromEntries(values) as OptionValues<Table> };
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

interface GivenFlag {
  /** As it was typed. */
  readonly typed: string;
  readonly text: string;
}

function readFlags(
  command: string,
  table: OptionTable,
  args: readonly string[],
): { readonly operands: readonly string[]; readonly flags: ReadonlyMap<string, GivenFlag> } {
  const keys = new Map(Object.keys(table).map((key) => [flagOf(key).slice(2), key]));
  const types = [...keys].map(([flag, key]) => {
    const type: 'boolean' | 'string' = table[key]?.placeholder === null ? 'boolean' : 'string';
    return [flag, { type }] as const;
  });
  // Not strict: parseArgs' own messages do not say what to do.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags = new Map<string, GivenFlag>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const negated = keys.get(token.name.replace(/^no-/, ''));
    const isNegation = !keys.has(token.name) && negated !== undefined && table[negated]?.placeholder === null;
    const key = isNegation ? negated : keys.get(token.name);
    if (key === undefined) throw unknownFlag(command, token.rawName, [...keys.keys()]);
    flags.set(key, { typed: token.rawName, text: flagText(token, table[key]?.placeholder ?? null, isNegation) });
  }
  return { operands, flags };
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function flagText(token: OptionToken, placeholder: string | null, isNegation: boolean): string {
  if (isNegation) return 'false';
  if (placeholder === null) return token.value ?? 'true';
  const isNextFlag = token.inlineValue !== true && token.value?.startsWith('--') === true;
  if (token.value === undefined || token.value === '' || isNextFlag) {
    throw new UsageError(`${token.rawName} needs a value: write ${token.rawName} ${placeholder}.`);
  }
  return token.value;
}

function optionValue(
  key: string,
  option: Option<unknown>,
  flags: ReadonlyMap<string, GivenFlag>,
  env: Environment,
): unknown {
  const flag = flags.get(key);
  if (flag !== undefined) return parseOption(option, flag.text, flag.typed, ' ');
  const text = env[variableOf(key)];
  if (text === undefined || text === '') return option.fallback;
  return parseOption(option, text, variableOf(key), '=');
}

function parseOption(option: Option<unknown>, text: string, name: string, sign: string): unknown {
  const value = option.parse(text);
  if (value !== undefined) return value;
  throw new UsageError(`${name}${sign}${option.shown?.(text) ?? text} is not ${option.expected}.`);
}

function unknownFlag(command: string, flag: string, flags: readonly string[]): UsageError {
  const near = nearest(flag.replace(/^-+/, ''), flags);
  const way = near === undefined ? 'the flags are listed by' : `did you mean --${near}? All flags:`;
  return new UsageError(`Unknown flag ${flag}: ${way} ${command} --help.`);
}

/** The command cannot run as it was called. */
export class UsageError extends ExplainedError {
  override readonly name = 'UsageError';
}
