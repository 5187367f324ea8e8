import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import type { RunFacts } from '../../judge/report/verdict.ts';
import { suiteVersion } from '../../judge/run-plan.ts';
import { runFacts } from '../../testing/well-known.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { contractCommand } from './contract.ts';

const suite = suiteVersion('1', loadContractDocument(), allChecks);
const folder = mkdtempSync(join(tmpdir(), 'merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const outcome = {
  ...{ title: 'is a text', list: 'voices', clauses: ['voice.id'], effect: 'none', drift: [], seen: { listVoices: 1 } },
  ...{ requests: 1, created: 0, isUnreachable: false, milliseconds: 12, cleaning: { cleaned: 0, left: [] } },
};
const violation = {
  ...{
    operation: 'listVoices',
    cause: 'is wrong at /data/voices/[]/id',
    clauses: ['voice.id'],
    expected: 'a text <b>',
  },
  ...{ came: '`1` and ```', path: '/data/voices/0/id', curl: 'curl x', steps: [], check: 'is a text' },
};
const passed = { ...outcome, title: 'has a title', clauses: ['voice.title'], result: 'passed', violations: [] };
const failed = { ...outcome, result: 'failed', violations: [violation] };
const skipped = {
  ...{ ...outcome, title: 'cannot', clauses: ['voice.url'], result: 'not verified', violations: [] },
  ...{ reason: 'numbers.owned is not given', setting: 'numbers.owned' },
};

function write(name: string, facts: Partial<RunFacts>, outcomes: readonly object[] = [passed]): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ summary: { ...runFacts, suite, ...facts }, left: [], outcomes }));
  return file;
}

async function merge(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const print = (...printed: readonly string[]): void => void lines.push(...printed);
  const context = { env: {}, version: '1', print, printError: print, isTerminal: false, now: () => 0 };
  try {
    const signals = { onEndSignal: () => undefined, exit: () => undefined };
    const code = await contractCommand(['merge', ...args], { ...context, ...signals });
    return { code, text: lines.join('\n') };
  } catch (error) {
    return { code: 2, text: error instanceof Error ? error.message : String(error) };
  }
}

const cause = 'listVoices is wrong at /data/voices/[]/id';
let [one, two, three] = ['', '', ''];
beforeAll(() => {
  [one, two, three] = ([1, 2, 3] as const).map((index) =>
    write(
      `${index}.json`,
      { run: `run${index}`, shard: { index, count: 3 } },
      index === 1 ? [failed, skipped] : [passed],
    ),
  ) as [string, string, string];
});

it('merges all shards of a run into one verdict, and compares it with a baseline', async () => {
  const merged = join(folder, 'merged.json');
  const { code, text } = await merge(two, three, one, '--verdict', merged);
  expect(code).toBe(1);
  expect(text).toContain('1 violated by 1 cause');
  expect(text).toContain('here, run run2, run3, run1');
  const baseline = join(folder, 'baseline.yaml');
  const known = (cause: string, clause: string, expires: string): void =>
    writeFileSync(baseline, JSON.stringify([{ cause, clause, reason: 'known', expires }]));
  known(cause, 'voice.id', '2999-12-31');
  const page = join(folder, 'page.html');
  const markdown = join(folder, 'accepted.md');
  expect((await merge(merged, '--baseline', baseline, '--report', page, '--summary', markdown)).code).toBe(0);
  expect(readFileSync(markdown, 'utf8')).toMatch(
    /^## ☑️ Contract: 1 rule violated by 1 cause, accepted by the baseline/,
  );
  expect(readFileSync(page, 'utf8')).toContain('<header class="kept">');
  known(cause, 'voice.id', '2020-01-01');
  expect((await merge(merged, '--baseline', baseline)).code).toBe(1);
  // The same rule, broken elsewhere, is another cause.
  known('listVoices is wrong at /data/voices/[]/title', 'voice.id', '2999-12-31');
  expect((await merge(merged, '--baseline', baseline)).code).toBe(1);
  known(cause, 'voice.title', '2999-12-31');
  expect((await merge(merged, '--baseline', baseline)).text).toContain('no longer needed');
});

it.each<[string, () => readonly string[], string]>([
  ['two of three shards', () => [one, three], 'Shard 2 of 3 is missing: name its verdict too.'],
  ['one shard', () => [one], 'Shard 2 of 3 is missing'],
  ['the same one three times', () => [one, one, one], '1.json is the same run as'],
  [
    'two runs of one shard',
    () => [one, two, write('4.json', { run: 'b', shard: { index: 2, count: 3 } })],
    'is shard 2',
  ],
  ['another target', () => [one, two, write('4.json', { target: 'x', shard: { index: 3, count: 3 } })], 'of target x'],
  ['another count', () => [one, two, write('4.json', { run: 'b', shard: { index: 3, count: 4 } })], 'in 4 shards'],
  [
    'other rules',
    () => [one, two, write('4.json', { withAssumptions: true, shard: { index: 3, count: 3 } })],
    'assumed',
  ],
  ['yesterday', () => [one, write('4.json', { started: '2026-11-18T00:00:00.000Z' })], 'began at 2026-11-18'],
  ['another suite', () => [write('4.json', { suite: '0+0' })], 'merge with the version that ran'],
  ['whole runs', () => [write('4.json', { run: 'a' }), write('5.json', { run: 'b' })], 'Whole runs are not merged'],
  ['nothing', () => [], 'needs the verdict files'],
  [
    'a forged rule, which would be an entry of the baseline',
    () => [write('4.json', { shard: null }, [{ ...failed, clauses: ['voice.id\n- clause: voice.title'] }])],
    'is not a verdict',
  ],
])('refuses %s with 2', async (_, files, reason) => {
  const { code, text } = await merge(...files());
  expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
});

it('writes a baseline to fill in, which is refused until it is', async () => {
  const file = join(folder, 'written.yaml');
  expect((await merge(one, two, three, '--write-baseline', file)).code).toBe(1);
  const { code, text } = await merge(one, two, three, '--baseline', file);
  expect([code, text]).toEqual([2, expect.stringContaining('[0].reason: is missing: say why voice.id is accepted')]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('reason: ""', 'reason: later').replace('""', '2999-01-01'));
  expect((await merge(one, two, three, '--baseline', file)).code).toBe(0);
  await merge(one, two, three, '--baseline', file, '--write-baseline', file);
  expect(readFileSync(file, 'utf8')).toContain('reason: "later"\n  expires: "2999-01-01"');
});

it('writes JUnit with the reason of what is skipped, and Markdown that nothing in it breaks', async () => {
  const [junit, markdown] = [join(folder, 'junit.xml'), join(folder, 'summary.md')];
  await merge(one, two, three, '--reporter', 'junit', '--output', junit, '--summary', markdown);
  const xml = readFileSync(junit, 'utf8');
  expect(xml).toContain('<testsuite name="voices"');
  expect(xml).toContain('tests="4" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('<skipped message="numbers.owned is not given (numbers.owned)"/>');
  expect(xml).toContain('<failure message="voice.id: expected a text &lt;b&gt;, came `1` and ```">');
  const text = readFileSync(markdown, 'utf8');
  expect(text).toContain('❌ Contract: 1 rule violated by 1 cause');
  expect(text).toContain('- came: ```` `1` and ``` ````');
});

it.each(['verdict', 'report', 'summary', 'write-baseline', 'output'])(
  'refuses --%s that cannot be written',
  async (flag) => {
    const reporter = flag === 'output' ? ['--reporter', 'junit'] : [];
    const { code, text } = await merge(one, two, three, `--${flag}`, join(folder, 'nowhere', 'file'), ...reporter);
    expect([code, text]).toEqual([2, expect.stringMatching(new RegExp(`^--${flag}: .*nowhere/file cannot be`))]);
  },
);

it('refuses two outputs of one name', async () => {
  const file = join(folder, 'same');
  const { code, text } = await merge(one, two, three, '--verdict', file, '--report', file);
  expect([code, text]).toEqual([2, `--verdict and --report name the same file ${file}: name two.`]);
});

it.each([
  [['--strict', 'merge'], 'contract merge needs the verdict files'],
  [['sweep', 'more'], 'Unexpected argument more: see contract --help.'],
  [['other', 'merge'], 'Unexpected argument other: see contract --help.'],
])('knows what it is asked to do behind flags too, and takes no other argument: %j', async (args, why) => {
  expect(await runCommand(contractCommand, args)).toEqual({ code: 2, text: expect.stringContaining(why) as string });
});
