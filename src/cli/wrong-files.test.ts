import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFacts } from '../testing/well-known.ts';
import type { CommandContext } from './command.ts';
import { commands, runCommandLine } from './run-command-line.ts';

let dir: string;

const text = (content: string | Buffer) => (file: string) => writeFile(file, content);
const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  .concat(
    Array.from(
      { length: 9 },
      (_, i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(', ')}]`,
    ),
  )
  .join('\n');

/** How a file can be other than what a command expects. */
const kinds = {
  missing: () => Promise.resolve(),
  'in a missing folder': () => Promise.resolve(),
  'a folder': (file: string) => mkdir(file),
  'below a file': () => Promise.resolve(),
  'a link to itself': (file: string) => symlink(file, file),
  binary: text(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 0])),
  huge: async (file: string) => {
    await writeFile(file, '');
    // Takes no room on the disk.
    await truncate(file, 3 * 2 ** 30);
  },
  'UTF-16': text(Buffer.from('\ufeffagents: 1', 'utf16le')),
  'Latin-1': text(Buffer.from('name: M\xfcller', 'latin1')),
  'not YAML': text('a: [1, 2\nb: }'),
  'a bomb of aliases': text(bomb),
  'an alias of itself': text('a: &a [*a]\n'),
  'nested deeply': text('['.repeat(20_000)),
  'of another shape': text('[1, {"outcomes": [1]}, null]'),
  'of the wrong types': text(
    '{"event": "run", "format": "voice-agent-mock/repro/1", "requests": [1], "outcomes": [1], "base_url": 7, "agents": "x", "clause": 1}\n',
  ),
} satisfies Readonly<Record<string, (file: string) => Promise<unknown>>>;

const places: Readonly<Record<string, string>> = {
  'in a missing folder': 'nowhere/file',
  'below a file': 'plain/file',
};

/** Every way to name a file to a command. */
const calls: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'serve --scenario': (file) => ['serve', '--port', '0', '--ephemeral', '--log-level', 'silent', '--scenario', file],
  'serve --data-dir': (file) => ['serve', '--port', '0', '--log-level', 'silent', '--data-dir', file],
  'contract --config': (file) => ['contract', '--plan', '--config', file],
  'contract --baseline': (file) => ['contract', '--baseline', file],
  'contract sweep': (file) => ['contract', 'sweep', '--config', file],
  'contract merge': (file) => ['contract', 'merge', file],
  'seed PLAN': (file) => ['seed', file, '--out', join(dir, 'seeded')],
  'seed --deployment': (file) => ['seed', '--agents', '1', '--deployment', file],
  'seed --base': (file) => ['seed', '--agents', '1', '--base', file, '--out', join(dir, 'seeded')],
  'seed --undo': (file) => ['seed', '--undo', file],
  'audience import': (file) => ['audience', 'import', file, '--campaign', '5001'],
  'audience --data-dir': (file) => ['audience', 'export', '--campaign', '5001', '--data-dir', file],
  replay: (file) => ['replay', file],
};

/** Where a folder is expected that the command makes. */
const made = new Set(['serve --data-dir missing', 'serve --data-dir in a missing folder', 'serve --data-dir a folder']);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wrong-files-'));
  await writeFile(join(dir, 'plain'), 'plain');
});
afterAll(() => rm(dir, { recursive: true }));

async function call(...args: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const context: CommandContext = {
    env: {},
    version: '1.2.3',
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    isTerminal: false,
    now: () => 0,
    // A server that starts is told to end at once.
    onEndSignal: (listener) => queueMicrotask(listener),
    exit: () => undefined,
  };
  return { code: await runCommandLine(commands, args, context), error: errors.join('\n'), printed };
}

const table = Object.keys(calls).flatMap((name) =>
  Object.keys(kinds)
    .filter((kind) => !made.has(`${name} ${kind}`))
    .map((kind) => [name, kind] as const),
);

test.each(table)('%s says in one sentence what is wrong with a file that is %s', async (name, kind) => {
  const file = join(dir, places[kind] ?? `file-${kind.replaceAll(/\W/g, '-')}.csv`);
  await kinds[kind as keyof typeof kinds](file);
  try {
    const { code, error } = await call(...(calls[name]?.(file) ?? []));
    expect(code, error).toBe(2);
    expect(error).toContain(file.split('/').at(-1));
    expect(error).not.toMatch(/^ +at |\bTypeError\b|\bundefined\b|\bsyscall\b/m);
    expect(error.length).toBeLessThan(700);
    expect(error).toMatch(/[.\]…]$/);
  } finally {
    await rm(file, { recursive: true, force: true }).catch(() => undefined);
  }
});

test.each([
  ['seed --out', (file: string) => ['seed', '--agents', '1', '--out', file]],
  ['contract --verdict', (file: string) => ['contract', 'merge', 'VERDICT', '--verdict', file]],
  ['contract --report', (file: string) => ['contract', 'merge', 'VERDICT', '--report', file]],
  [
    'audience export --out',
    (file: string) => ['audience', 'export', '--campaign', '5001', '--data-dir', 'DATA', '--out', file],
  ],
] as const)('%s says in one sentence that its output cannot be written', async (_, args) => {
  const verdict = join(dir, 'verdict.json');
  await writeFile(verdict, JSON.stringify({ summary: runFacts, left: [], outcomes: [] }));
  const data = join(dir, 'data');
  await call('serve', '--port', '0', '--log-level', 'silent', '--data-dir', data);
  const file = join(dir, 'plain', 'out');
  const { code, error } = await call(...args(file).map((part) => ({ VERDICT: verdict, DATA: data })[part] ?? part));
  expect([code, error]).toEqual([2, expect.stringMatching(/plain.*(cannot|not a folder)/)]);
  expect(error).not.toMatch(/^ +at /m);
});

test('a file that is no ledger stays as it is, though it is named as one', async () => {
  const file = join(dir, 'important.txt');
  for (const content of ['one line without an end', 'a line\nand another']) {
    await writeFile(file, content);
    expect((await call('seed', '--undo', file)).error).toBe(
      `${file}, line 1: this is not a line of a ledger. Name another file with --ledger.`,
    );
    expect(await readFile(file, 'utf8')).toBe(content);
  }
});

test.each([['<html>'], ['{}'], ['null']])('coverage says that what answers %s is not a mock', async (body) => {
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const { code, error } = await call('coverage', '--url', url);
  server.close();
  expect([code, error]).toEqual([
    2,
    `What answers at ${url} is not a mock: start one, or give its address with --url.`,
  ]);
});
