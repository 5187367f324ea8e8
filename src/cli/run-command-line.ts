import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { describedCommands } from './commands.gen.ts';
import {
  type CommandContext,
  type CommandEntry,
  type CommandTable,
  type Environment,
  type ExitCode,
  UsageError,
  columns,
  fallbackOf,
  flagOf,
  variableOf,
} from './command.ts';
import { ExplainedError, isError } from '../files/file-system.ts';
import { fileProblem } from '../files/read-text-file.ts';
import { terminalLine } from '../text/escaping.ts';
import { createMasker } from '../text/masker.ts';
import { nearest } from '../text/nearest.ts';

/**
 * Runs the command that the arguments name and gives the process's exit code. What is invalid is told in one sentence on
 * the error output, with exit code 2; a fault of the command's own with where it happened.
 */
export async function runCommandLine(
  commands: CommandTable,
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  try {
    return await dispatch(commands, args, context);
  } catch (error) {
    const problem = fileProblem(error);
    if (error instanceof ExplainedError) context.printError(...error.lines);
    else context.printError(...(problem === undefined ? failureLines(error) : [problem]));
    return 2;
  }
}

async function dispatch(
  commands: CommandTable,
  [name, ...args]: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) {
    context.print(...overallHelp(commands));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || (args.length === 1 && args[0] === '--version')) {
    context.print(context.version);
    return 0;
  }
  const entry = commandEntry(commands, name);
  if (args.includes('--help') || args.includes('-h')) {
    context.print(...commandHelp(name, entry));
    return 0;
  }
  const run = await entry.load();
  return run(args, context);
}

/** @throws UsageError for an unknown command */
function commandEntry(commands: CommandTable, name: string): CommandEntry {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(commands);
  const near = nearest(name, names);
  const way = near === undefined ? `the commands are ${names.join(', ')}, see` : `did you mean ${near}? All commands:`;
  throw new UsageError(`Unknown command ${name}: ${way} voice-agent-mock --help.`);
}

/** Printed by the command and not by Node, so that no terminal obeys what the message holds. */
function failureLines(error: unknown): readonly string[] {
  if (!isError(error)) return [`voice-agent-mock failed: ${String(error)}`];
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [`voice-agent-mock failed: ${error.message}`, ...places];
}

function overallHelp(commands: CommandTable): readonly string[] {
  return [
    'Usage: voice-agent-mock COMMAND [flags]',
    '',
    'Commands:',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    'voice-agent-mock COMMAND --help lists the flags of a command; --version prints the version.',
    'Exit codes: 0 fine, 1 found something wrong, 2 could not run.',
  ];
}

/** The lines of `voice-agent-mock COMMAND --help`: each flag with its variable and its default. */
function commandHelp(name: string, { summary, operands, actions = {}, options }: CommandEntry): readonly string[] {
  const rows = Object.entries(options).map(([key, option]) => {
    const flag = option.placeholder === undefined ? flagOf(key) : `${flagOf(key)} ${option.placeholder}`;
    const standard = fallbackInWords(option);
    return [flag, variableOf(key), standard === '' ? option.summary : `${option.summary} (${standard})`];
  });
  return [
    `Usage: voice-agent-mock ${name}${operands === undefined ? '' : ` ${operands}`} [flags]`,
    `${summary}.`,
    '',
    ...(Object.keys(actions).length === 0
      ? []
      : ['Or:', ...columns(Object.entries(actions).map(([words, what]) => [`${name} ${words}`, what])), '']),
    'Flags, each with its environment variable and its default; a flag goes before the environment:',
    ...columns([...rows, ['--help', '', 'Print this text']]),
  ];
}

export function fallbackInWords(option: CommandEntry['options'][string]): string {
  const fallback = fallbackOf(option);
  return fallback === false ? 'off' : String(fallback ?? 'none');
}

type Output = Readonly<Record<'write' | 'writeError', (text: string) => void>>;

/**
 * What commands print with, the only place at which they do: each line is shown as it is and obeyed by no terminal, and
 * without the secrets that the command works with.
 */
export function createTerminal(output: Output): Required<Pick<CommandContext, 'print' | 'printError' | 'hide'>> {
  const hidden = createMasker();
  const safe = (lines: readonly string[]) => lines.map((line) => `${terminalLine(line)}\n`).join('');
  return {
    // A command may print a token that is there to be used: the mock's own.
    print: (...lines) => output.write(safe(lines.map(hidden.known))),
    printError: (...lines) => output.writeError(safe(lines.map(hidden.line))),
    hide: hidden.learn,
  };
}

/** In milliseconds: soon enough that a port is free for the next start. */
const lookInterval = 250;

/**
 * Calls back once the shell is gone that npm had started this process with. npm hands a signal to that shell, which ends
 * without telling its child, so that without this `npm start` and `npx` would leave the server behind. Only where npm's
 * shell runs this command and nothing else: in a script of somebody's own, `serve &` is meant to outlive it.
 */
export function whenNpmEnds(env: Environment, listener: () => void): void {
  const isStart = env['npm_lifecycle_event'] === 'start' && env['npm_package_name'] === 'voice-agent-mock';
  if (!isStart && env['npm_command'] !== 'exec') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    listener();
  }, lookInterval);
  timer.unref();
}

/** Every command by its name; what one needs is loaded when it is called. */
const loaders: Readonly<Record<keyof typeof describedCommands, CommandEntry['load']>> = {
  serve: async () => (await import('./serve/serve.ts')).createServeCommand((await import('../app.ts')).createMock),
  'check-scenario': async () => (await import('./check-scenario.ts')).checkScenarioCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  coverage: async () => (await import('./coverage.ts')).coverageCommand,
  seed: async () => (await import('./seed/seed.ts')).seedCommand,
  audience: async () => (await import('./seed/audience.ts')).audienceCommand,
  contract: async () => (await import('./contract/contract.ts')).contractCommand,
  learn: async () => (await import('./learn/learn.ts')).learnCommand,
  judge: async () => (await import('./traffic/judge.ts')).judgeCommand,
  proxy: async () => (await import('./traffic/proxy.ts')).proxyCommand,
  mcp: async () => (await import('./mcp/mcp.ts')).mcpCommand,
  parity: async () => (await import('./parity/parity.ts')).parityCommand,
};

export const commands: CommandTable = Object.fromEntries(
  Object.entries(describedCommands).map(([name, described]) => {
    return [name, { ...described, load: loaders[name as keyof typeof describedCommands] }];
  }),
);

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
