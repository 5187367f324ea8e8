import type { CommandContext, CommandEntry, CommandTable, ExitCode } from './command.ts';
import { fileProblem, UnusableFileError } from '../files/read-text-file.ts';
import { DataFileError } from '../store/disk/data-file-error.ts';
import { StorageError } from '../store/store.ts';
import { commandHelp, overallHelp } from './help.ts';
import { nearest } from '../text/nearest.ts';
import { UsageError } from './usage-error.ts';
import { isError } from '../files/is-error.ts';

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
    const isTold = [UnusableFileError, DataFileError, StorageError].some((kind) => error instanceof kind);
    const message = isTold && isError(error) ? error.message : fileProblem(error);
    if (error instanceof UsageError) context.printError(...error.lines);
    else if (message !== undefined) context.printError(...message.split('\n'));
    else context.printError(...failureLines(error));
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
  const entry = entryOf(commands, name);
  const command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    context.print(...commandHelp(name, entry.summary, command));
    return 0;
  }
  return command.run(args, context);
}

/** @throws UsageError for an unknown command */
function entryOf(commands: CommandTable, name: string): CommandEntry {
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
