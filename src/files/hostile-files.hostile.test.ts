import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../app.ts';
import { contractCommand } from '../cli/contract/contract.ts';
import { learnCommand } from '../cli/learn/learn.ts';
import { replayCommand } from '../cli/replay.ts';
import { runCommand } from '../testing/serve-process.ts';
import { parseYaml, YamlError } from './yaml.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function kept(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const seconds = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

const million = 2 ** 20;
const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const repeated = [
  ...['"', "'", '&a ', '*a ', '!a ', '? ', '- ', 'a: ', '{', '[', ']', '|\n', '"a" ', '&a [', '%', '%a\n', '\t', '@ '],
  ...['- &a', '? &a\n', 'a\n', '---\n', 'a:\n', '#\n', '<<: ', '\n', '\0', ',', '!<', '\\', '- !<a>\n', '- *a\n'],
];
const texts: readonly (readonly [name: string, text: string])[] = [
  ...repeated.map((piece) => [`a megabyte of ${JSON.stringify(piece)}`, piece.repeat(million / piece.length)] as const),
  ['16 MB of blanks', ' '.repeat(16 * million)],
  // As much as is read at all.
  ...repeated.map((piece) => [`so many parts of ${JSON.stringify(piece)}`, piece.repeat(60_000)] as const),
  ['different keys', numbered(60_000, (at) => `k${at}:\n`)],
  ['different keys in braces', `{${numbered(80_000, (at) => `k${at},`)}}`],
  ['different anchors', numbered(30_000, (at) => `- &a${at} b\n`)],
  ['merges', numbered(20_000, (at) => `<<: {a${at}: 1}\n`)],
  [
    'aliases of aliases',
    numbered(15_000, (at) => `a${at}: &a${at} [*a${at - 1},*a${at - 1}]\n`).replace('*a-1,*a-1', ''),
  ],
  ['levels', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
];

it.each(texts)('YAML of %s is read or refused in a moment', (_, text) => {
  const start = process.cpuUsage();
  try {
    parseYaml(text);
  } catch (error) {
    expect(error).toBeInstanceOf(YamlError);
    expect(String(error).length).toBeLessThan(300);
  }
  expect(seconds(start)).toBeLessThan(10);
});

it.each(['a: 1\nb: 2\na: 3', '{"a":1,\n"b":2,\n"a":3}', 'x: {"1": 1,\n b: 2,\n 1: 3}'])(
  'a key that is there twice is told with its place: %j',
  (text) => expect(() => parseYaml(text)).toThrow(/^line 3, column \d: .*keys must be unique$/),
);

/** A recording of so many exchanges, each with what is given in its place. */
function recorded(
  name: string,
  exchange: (index: number) => readonly [token: string, status: number, text: string],
  count = 100_000,
) {
  const url = 'https://x.example/api/v1/global/agents/get-by-id?agent_id=x';
  const entries = Array.from({ length: count }, (_, index) => {
    const [token, status, text] = exchange(index);
    const request = { method: 'GET', url, headers: [{ name: 'token', value: token }] };
    const headers = [{ name: 'content-type', value: 'application/json' }];
    return { request, response: { status, headers, content: { text } } };
  });
  return ['--har', kept(name, { log: { entries } }), '--out', join(folder, `${name}.yaml`)];
}

const refusal = (code: number) => JSON.stringify({ error: true, code, message: `Refused ${code}.`, data: {} });

it.each<[string, number, Parameters<typeof recorded>[1]]>([
  ['tokens', 2, (index) => [`canary of ${index}`, 200, '{}']],
  ['refusals', 2, (index) => ['canary', 400, refusal(index % 7)]],
  ['agent tokens', 2, (index) => ['canary', 200, `{"data":{"basic_details":{"agent_token":"canary ${index}"}}}`]],
  ['codes', 2, (index) => ['canary', 400, refusal(index)]],
])(
  'a recording of 100,000 %s is learned from or refused in a moment, and none is told',
  async (name, expected, each) => {
    const args = recorded(name, each);
    const start = process.cpuUsage();
    const { code, text } = await runCommand(learnCommand, args);
    expect([code, text.includes('canary')], text.slice(-700)).toEqual([expected, false]);
    expect(seconds(start)).toBeLessThan(20);
  },
);

it.each<[string, unknown]>([
  ['a long text', 'x'.repeat(5 * million)],
  ['a long list', Array.from({ length: 240_000 }, () => 1)],
  ['levels', Array.from({ length: 150 }).reduce((inner) => ({ inner }), {})],
])('a profile that learned %s that no command would read is not written', async (name, extra) => {
  const body = { error: true, code: 400, message: 'Refused.', data: {}, extra };
  const args = recorded(name, () => ['x', 400, JSON.stringify(body)], 3);
  const { code, text } = await runCommand(learnCommand, args);
  expect([code, text]).toEqual([2, expect.stringMatching(/could not be read again: it is .* Nothing was written\.$/)]);
  expect(existsSync(args.at(-1) ?? '')).toBe(false);
});

it('a profile has a name that can be read, whatever its file is called', async () => {
  const args = recorded('näme of "it" $(x)', () => ['x', 400, refusal(1)], 3);
  expect((await runCommand(learnCommand, args)).code).toBe(0);
  expect((await runCommand(learnCommand, args)).code).toBe(0);
});

it('a walk of nothing but waits ends with the time of the run', async () => {
  const steps = Array.from({ length: 10_000 }, () => ({ do: 'wait', milliseconds: 60_000 }));
  const walk = { format: 'voice-agent-mock/walk/1', clauses: [], expected: '', came: '', steps };
  const { code, text } = await runCommand(contractCommand, [
    '--replay',
    kept('waits.json', walk),
    '--max-minutes',
    '0.1',
  ]);
  expect([code, text]).toEqual([2, expect.stringContaining('the time of the run is used up')]);
});

it.each([
  ['GET', '/__mock/journal/stream'],
  ['CONNECT', '/'],
])('a file that plays %s %s ends', async (method, url) => {
  const mock = await createMock({ dataDir: null });
  const { url: base } = await mock.listen(0);
  await fetch(`${base}/api/v1/global/verify`, { method: 'POST' });
  const file = (await (
    await fetch(`${base}/__mock/repro`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  ).json()) as {
    requests: { method: string; url: string }[];
  };
  await mock.close();
  const requests = file.requests.map((request) => ({ ...request, method, url }));
  const { code, text } = await runCommand(replayCommand, [kept('repro.json', { ...file, requests })]);
  expect([code, text]).toEqual([2, expect.stringContaining(`the answer to ${method} ${url} does not end`)]);
});
