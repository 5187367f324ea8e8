import { parseArgs } from 'node:util';
import { ExplainedError } from '../files/file-system.ts';
import { nearest } from '../text/nearest.ts';

/** Environment variables as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One option of a command. Its flag and its environment variable follow from its key in the table: `dataDir`. */
export interface Option<T> {
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

export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Option<infer T> ? T : never;
};

/** An option that is on or off: `--strict`, `--no-strict`. */
export function switchOption(summary: string): Option<boolean> {
  const words = new Map([
    ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
    ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
  ]);
  return {
    placeholder: null,
    fallback: false,
    summary,
    expected: 'on or off: give true or false',
    parse: (text) => words.get(text.toLowerCase()),
  };
}

/** An option whose value is a text: a pattern says which. `kind` is what it is: `a folder`, or what to give too. */
export function textOption<F extends string | null = null>(
  placeholder: string,
  summary: string,
  kind = 'a text that is not empty',
  pattern = /\S/,
  fallback: F = null as F,
): Option<string | F> {
  const expected = kind.startsWith('a text') || kind.includes(':') ? kind : `${kind}: name one`;
  const parse = (given: string): string | undefined => (pattern.test(given) ? given : undefined);
  return { placeholder, fallback, summary, expected, parse };
}

/** An option whose value is one of these words, in any case. */
export function wordOption<W extends string, F extends W | null>(
  placeholder: string,
  summary: string,
  kind: string,
  words: readonly W[],
  fallback: F,
): Option<W | F> {
  const parse = (given: string): W | undefined => words.find((word) => word === given.toLowerCase());
  return {
    placeholder,
    fallback,
    summary,
    expected: kind.includes(':') ? kind : `${kind}: give one of ${words.join(', ')}`,
    parse,
  };
}

/** An option whose value is a whole number of a range. `kind` is what it is, `a whole number`. */
export function countOption<F extends number | null>(
  placeholder: string,
  summary: string,
  [kind, least, most]: readonly [kind: string, least: number, most: number],
  fallback: F,
): Option<number | F> {
  const expected = kind.includes(':') ? kind : `${kind} from ${least} to ${most}`;
  const isOfRange = (given: number): boolean => given >= least && given <= most;
  const parse = (given: string): number | undefined =>
    /^\d{1,10}$/.test(given) && isOfRange(Number(given)) ? Number(given) : undefined;
  return { placeholder, fallback, summary, expected, parse };
}

/** An option whose value is a number above 0. */
export function numberOption<F extends number | null = null>(
  placeholder: string,
  summary: string,
  fallback: F = null as F,
): Option<number | F> {
  const parse = (given: string): number | undefined => (Number(given) > 0 ? Number(given) : undefined);
  return { placeholder, fallback, summary, expected: 'a positive number', parse };
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
