import type { Command, CommandContext } from '../cli/command.ts';

/** What a command ended with, and all that it told, to either stream. */
export interface CommandRun {
  readonly code: number;
  readonly text: string;
}

/** Runs a command as the command line does, without a terminal; what it throws is told, and ends it with 2. */
export async function runCommand(command: Command, args: readonly string[]): Promise<CommandRun> {
  const lines: string[] = [];
  const print = (...printed: readonly string[]): void => void lines.push(...printed);
  const context: CommandContext = {
    env: {},
    version: '0',
    print,
    printError: print,
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  };
  try {
    return { code: await command.run(args, context), text: lines.join('\n') };
  } catch (error) {
    return { code: 2, text: [...lines, error instanceof Error ? error.message : String(error)].join('\n') };
  }
}
