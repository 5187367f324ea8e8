import type { Command, CommandContext } from '../cli/command.ts';

/** What a command ended with, and all that it told, to either stream. */
export interface CommandRun {
  readonly code: number;
  readonly text: string;
}

/** The context of a command in a test: without a terminal, and what is told to either stream is added to the lines. */
export function testContext(lines: string[]): CommandContext {
  const print = (...printed: readonly string[]): void => void lines.push(...printed);
  return {
    env: {},
    version: '0',
    print,
    printError: print,
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  };
}

/** Runs a command as the command line does; what it throws is told, and ends it with 2. */
export async function runCommand(command: Command, args: readonly string[]): Promise<CommandRun> {
  const lines: string[] = [];
  try {
    return { code: await command.run(args, testContext(lines)), text: lines.join('\n') };
  } catch (error) {
    return { code: 2, text: [...lines, error instanceof Error ? error.message : String(error)].join('\n') };
  }
}
