import { createMasker } from '../text/masker.ts';
import { terminalLine } from '../text/escaping.ts';
import type { CommandContext } from './command.ts';

/** How lines reach the outputs of a process. */
export interface Outputs {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/**
 * What commands print with, the only place at which they do: each line is shown as it is and obeyed by no terminal, and
 * without the secrets that the command works with.
 */
export function createTerminal({
  write,
  writeError,
}: Outputs): Required<Pick<CommandContext, 'print' | 'printError' | 'hide'>> {
  const hidden = createMasker();
  const safe = (lines: readonly string[]) => lines.map((line) => `${terminalLine(line)}\n`).join('');
  return {
    // A command may print a token that is there to be used: the mock's own.
    print: (...lines) => write(safe(lines.map(hidden.known))),
    printError: (...lines) => writeError(safe(lines.map(hidden.line))),
    hide: hidden.learn,
  };
}
