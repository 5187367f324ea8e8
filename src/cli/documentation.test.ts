import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../package-root.ts';
import { commands, fallbackInWords } from './run-command-line.ts';
import { describedCommands } from './commands.gen.ts';
import { flagOf, variableOf } from './command.ts';

const root = packageRoot();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('gives every command with all its flags on a page of its own', async () => {
  const { code: page } = await format('docs/commands.md', commandsPage(), { singleQuote: true });
  // To write it anew: npx vitest run src/cli/documentation.test.ts --update
  await expect(page).toMatchFileSnapshot(join(root, 'docs/commands.md'));
});

it.each(['operations.md', 'commands.md', 'scenarios.md', 'seeding.md', 'contract-testing.md'])(
  'README and llms.txt lead to %s',
  (page) => {
    expect(read('README.md')).toContain(`docs/${page}`);
    expect(read('docs/llms.txt')).toContain(`(${page})`);
  },
);

it('names every operation and every command in llms.txt, and links to nothing that is not there', () => {
  const text = read('docs/llms.txt');
  const { paths } = parse(read('openapi/openapi.yaml'), { maxAliasCount: -1 }) as { paths: Record<string, object> };
  expect(Object.keys(paths).filter((path) => !text.includes(path))).toEqual([]);
  expect(Object.keys(commands).filter((name) => !text.includes(`voice-agent-mock ${name}`))).toEqual([]);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(join(root, 'docs', link)))).toEqual([]);
});

it('begins README with how to begin in another project', () => {
  const first = read('README.md').split('\n').slice(0, 20).join('\n');
  for (const words of ['What it is', 'What it is not', 'npm i -D voice-agent-mock', 'npx voice-agent-mock serve']) {
    expect(first).toContain(words);
  }
});

it.each(Object.keys(describedCommands.contract.options).map(flagOf))('the page for CI owners tells of %s', (flag) => {
  expect(read('docs/contract-testing.md')).toContain(flag);
});

it.each(Object.keys(commands))('README tells of the command %s', (command) => {
  expect(read('README.md')).toMatch(new RegExp(`(voice-agent-mock|\\x60) ?${command}\\b|npm start`));
});

it('packs whatever the packed pages link to', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, stdio: 'pipe' });
  const [{ files }] = JSON.parse(String(output)) as [{ files: readonly { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const pages = paths.filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/recipes.md', 'SECURITY.md']));
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) =>
      normalize(join(dirname(page), link)),
    ),
  );
  expect(links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
});

function commandsPage(): string {
  const parts = [
    '# Commands',
    '',
    "Made of the commands' own tables. A flag goes before its environment variable, which goes before the default; a flag",
    'without a value is on or off, `--no-…` turns it off. Exit codes of every command: 0 fine, 1 found something wrong, 2 could',
    'not run. `voice-agent-mock COMMAND --help` prints the same.',
  ];
  for (const [name, { summary, operands, actions = {}, options }] of Object.entries(commands)) {
    parts.push(
      '',
      `## ${name}`,
      '',
      `\`voice-agent-mock ${name}${operands === undefined ? '' : ` ${operands}`}\`: ${summary}.`,
    );
    const words = Object.entries(actions).map(([given, what]) => `- \`voice-agent-mock ${name} ${given}\`: ${what}.`);
    if (words.length > 0) parts.push('', ...words);
    const rows = Object.entries(options).map(([key, option]) => {
      const { placeholder } = option;
      const flag = placeholder === undefined ? flagOf(key) : `${flagOf(key)} ${placeholder}`;
      const cells = [`\`${flag}\``, `\`${variableOf(key)}\``, fallbackInWords(option), option.summary].map(inCell);
      return `| ${cells.join(' | ')} |`;
    });
    if (rows.length > 0) parts.push('', '| flag | variable | default | |', '| --- | --- | --- | --- |', ...rows);
  }
  return `${parts.join('\n')}\n`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
