import type { CommandContext, ExitCode } from './command.ts';
export function runSelfTest(context: CommandContext): Promise<ExitCode> {
  context.print('');
  return Promise.resolve(0);
}
