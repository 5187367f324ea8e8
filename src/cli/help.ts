import type { Command, CommandTable } from './command.ts';
import { flagOf, variableOf } from './option-table.ts';

/** The lines of `voice-agent-mock --help`. */
export function overallHelp(commands: CommandTable): readonly string[] {
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
export function commandHelp(
  name: string,
  summary: string,
  { operands, actions = {}, options }: Pick<Command, 'operands' | 'actions' | 'options'>,
): readonly string[] {
  const rows = Object.entries(options).map(([key, { placeholder, fallback, summary: meaning }]) => {
    const flag = placeholder === null ? flagOf(key) : `${flagOf(key)} ${placeholder}`;
    const standard = inWords(fallback);
    return [flag, variableOf(key), standard === '' ? meaning : `${meaning} (${standard})`];
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

function columns(rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(Math.max(...rows.map((other) => other[column]?.length ?? 0))));
    return `  ${cells.join('  ').trimEnd()}`;
  });
}

/** A default as the help shows it. */
export function inWords(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  return typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : 'none';
}
