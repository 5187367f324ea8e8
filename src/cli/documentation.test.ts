import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../package-root.ts';
import { commands } from './commands.ts';
import { contractOptionTable } from './contract/contract-options.ts';
import { flagOf, variableOf } from './option-table.ts';
import { serveOptionTable } from './serve/serve-options.ts';

const root = packageRoot();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it.each(Object.entries(serveOptionTable))(
  'README lists the flag of serve %s with variable and default',
  (key, option) => {
    const row =
      read('README.md')
        .split('\n')
        .find((line) => line.startsWith(`| \`${flagOf(key)}\``)) ?? '';
    const [, , variable, standard] = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    const { fallback } = option;
    const shown = typeof fallback === 'boolean' ? 'off' : Array.isArray(fallback) ? 'none' : String(fallback ?? 'none');
    expect([variable, standard]).toEqual([variableOf(key), key === 'scenario' ? 'default' : shown]);
  },
);

it.each(Object.keys(contractOptionTable).map(flagOf))('the page for CI owners tells of %s', (flag) => {
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
