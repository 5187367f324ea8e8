import { beforeEach, expect, it, vi } from 'vitest';
import { type Command, type CommandContext, type CommandTable, type ExitCode, UsageError } from './command.ts';
import { runCommandLine } from './run-command-line.ts';

let printed: string[];
let errors: string[];
let context: CommandContext;
const run = vi.fn<Command>();
const options = { dryRun: { kind: 'switch', summary: 'Write nothing' } } as const;
const load = vi.fn(() => Promise.resolve(run));
const commands: CommandTable = {
  seed: { summary: 'Fill a target with data', options, load },
  serve: { summary: 'Serve the mock', options: {}, load: () => Promise.reject(new Error('not to be loaded')) },
};

beforeEach(() => {
  vi.clearAllMocks();
  printed = [];
  errors = [];
  context = {
    env: {},
    version: '1.2.3',
    print: (...lines) => printed.push(...lines),
    printError: (...lines) => errors.push(...lines),
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  };
});

it.each<ExitCode>([0, 1, 2])('gives the exit code %i of the command it ran', async (code) => {
  run.mockResolvedValue(code);
  expect(await runCommandLine(commands, ['seed', '--dry-run'], context)).toBe(code);
  expect(run).toHaveBeenCalledWith(['--dry-run'], context);
});

it.each([[['--help']], [['-h']], [['help']]])('lists the commands on %j and loads none', async (args) => {
  expect(await runCommandLine(commands, args, context)).toBe(0);
  expect(printed.join()).toContain('seed   Fill a target with data');
  expect(load).not.toHaveBeenCalled();
});

it('lists the commands where none is named, and calls that a mistake', async () => {
  expect(await runCommandLine(commands, [], context)).toBe(2);
  expect(printed.join()).toContain('Usage: voice-agent-mock COMMAND');
});

it('shows the flags of a command with variables and defaults, and does not run it', async () => {
  expect(await runCommandLine(commands, ['seed', '--help'], context)).toBe(0);
  expect(printed.join()).toMatch(/--dry-run +VOICE_AGENT_MOCK_DRY_RUN +Write nothing \(off\)/);
  expect(run).not.toHaveBeenCalled();
});

it.each([[['--version']], [['serve', '--version']]])('prints the version on %j', async (args) => {
  expect(await runCommandLine(commands, args, context)).toBe(0);
  expect(printed).toEqual(['1.2.3']);
});

it.each([
  ['serv', 'Unknown command serv: did you mean serve? All commands: voice-agent-mock --help.'],
  ['dance', 'Unknown command dance: the commands are seed, serve, see voice-agent-mock --help.'],
  ['constructor', 'Unknown command constructor: the commands are seed, serve, see voice-agent-mock --help.'],
])('refuses the unknown command %s with a way out', async (name, message) => {
  expect(await runCommandLine(commands, [name], context)).toBe(2);
  expect(errors).toEqual([message]);
});

it('turns a usage error of a command into one sentence and exit code 2', async () => {
  run.mockRejectedValue(new UsageError('No.'));
  expect(await runCommandLine(commands, ['seed'], context)).toBe(2);
  expect(errors).toEqual(['No.']);
});

it('does not hide any other error, and tells where it happened', async () => {
  run.mockRejectedValue(new Error('a fault of ours'));
  expect(await runCommandLine(commands, ['seed'], context)).toBe(2);
  expect(errors[0]).toBe('voice-agent-mock failed: a fault of ours');
  expect(errors[1]).toMatch(/^ {4}at /);
});
