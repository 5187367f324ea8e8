import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import type { AgentRecord, TokenRecord } from '../../domain/records.ts';
import { audienceCommand } from './audience.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { ExplainedError } from '../../files/file-system.ts';
import { seedCommand } from './seed.ts';

let dir: string;
let printed: string[];
let errors: string[];
let context: CommandContext;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seed-'));
  printed = [];
  errors = [];
  context = {
    env: {},
    version: '1.2.3',
    print: (...lines) => printed.push(...lines),
    printError: (...lines) => errors.push(...lines),
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  };
});

const run = (command: Command, ...args: string[]) => command(args, context);

async function planFile(text: string): Promise<string> {
  const file = join(dir, 'plan.yaml');
  await writeFile(file, text);
  return file;
}

it('writes a scenario folder from a plan, once, and takes it back', async () => {
  const plan = await planFile('agents: [{ count: 2, status: published }]\ncampaigns: [{ audience: { size: 30 } }]');
  const out = join(dir, 'out');
  expect(await run(seedCommand, plan, '--out', out)).toBe(0);
  expect(printed[0]).toContain(`${out} is written.`);
  expect(await run(seedCommand, plan, '--out', out)).toBe(0);
  expect(printed.join('\n')).toContain('Everything is there already');
  expect(await run(seedCommand, '--undo', join(out, '.seed-ledger.ndjson'))).toBe(0);
  expect(existsSync(out)).toBe(false);
});

it('goes on in a copy of the folder, and takes back what lies beside its ledger alone, and was not changed', async () => {
  const plan = await planFile('agents: [{ count: 2, status: published }]');
  const [out, copy] = [join(dir, 'out'), join(dir, 'copy')];
  await run(seedCommand, plan, '--out', out);
  await cp(out, copy, { recursive: true });
  expect(await run(seedCommand, plan, '--out', copy)).toBe(0);
  expect(printed.join('\n')).toContain('Everything is there already');
  const edited = join(copy, 'agents.json');
  await writeFile(edited, (await readFile(edited, 'utf8')).replace('"status": 1', '"status": 3'));
  expect(await run(seedCommand, '--undo', join(copy, '.seed-ledger.ndjson'))).toBe(1);
  expect(printed.slice(-2)).toEqual(['Left, because they were changed since:', `  ${edited}`]);
  expect([await readdir(copy), existsSync(join(out, 'campaigns.json'))]).toEqual([['agents.json'], true]);
});

it.each(['../out/workspaces.json', '/etc/passwd', 'leads/../../x.json'])(
  'takes nothing back by a ledger that names %s',
  async (name) => {
    const out = join(dir, 'out');
    await run(seedCommand, '--agents=1', '--out', out);
    const ledger = join(out, '.seed-ledger.ndjson');
    await writeFile(
      ledger,
      `${await readFile(ledger, 'utf8')}${JSON.stringify({ event: 'sending', key: name, ids: {} })}\n`,
    );
    await expect(run(seedCommand, '--undo', ledger)).rejects.toThrow(`names ${name}, which seed does not write`);
    expect(existsSync(join(out, 'workspaces.json'))).toBe(true);
  },
);

it('takes nothing back from another folder than its own', async () => {
  const out = join(dir, 'out');
  await run(seedCommand, '--agents=1', '--out', out);
  const ledger = join(dir, 'moved.ndjson');
  const lines = await readFile(join(out, '.seed-ledger.ndjson'), 'utf8');
  await writeFile(ledger, lines.replace('"target":"."', `"target":${JSON.stringify(out)}`));
  await expect(run(seedCommand, '--undo', ledger)).rejects.toThrow('a ledger is taken back where it was written');
});

it('takes a plan that was mended into the folder and the mock that had taken nothing of it', async () => {
  const mock = await createMock();
  const { url } = await mock.listen(0);
  for (const target of [
    ['--out', join(dir, 'out')],
    ['--target', url],
  ]) {
    const plan = await planFile('agents: [{ workspace: 999 }]');
    await expect(run(seedCommand, plan, ...target)).rejects.toThrow('there is no workspace 999');
    expect(await run(seedCommand, await planFile('agents: [{ workspace: 102 }]'), ...target)).toBe(0);
    await expect(run(seedCommand, await planFile('agents: [{ count: 2 }]'), ...target)).rejects.toThrow('another plan');
  }
  await mock.close();
});

it('does not say of a folder that begins as another scenario that everything is there', async () => {
  const plan = await planFile('agents: [{}]');
  await run(seedCommand, plan, '--out', join(dir, 'out'));
  const other = run(seedCommand, plan, '--out', join(dir, 'out'), '--base', 'default');
  await expect(other).rejects.toThrow('begins as another scenario');
});

it('tells the ids and tokens of what it made, and with --json for programs', async () => {
  const plan = await planFile('workspaces: [{ name: North }]\nagents: [{ count: 3 }]');
  await run(seedCommand, plan, '--out', join(dir, 'one'));
  const tokens = JSON.parse(await readFile(join(dir, 'one', 'api-tokens.json'), 'utf8')) as TokenRecord[];
  const made = tokens.find(({ workspace_id }) => workspace_id === 104)?.id ?? '';
  expect(printed).toContain(`  api_token of user 4, workspace 104: ${made}`);
  expect(printed).toEqual(expect.arrayContaining(['Made:', '  workspaces 104', '  users 4', '  agents 1001-1003']));
  printed.length = 0;
  await run(seedCommand, plan, '--out', join(dir, 'two'), '--json');
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    outcome: 'made',
    ids: { workspaces: '104', agents: '1001-1003' },
    tokens: [{ kind: 'api_token', token: made, workspace_id: 104 }, { kind: 'login_token' }],
  });
});

it('refuses audiences that no file can hold before anything is written', async () => {
  const plan = await planFile(
    'agents: [{ status: published }]\ncampaigns: [{ audience: { size: 5000000 } }, { audience: { size: 4000000 } }]',
  );
  const out = join(dir, 'out');
  await expect(run(seedCommand, plan, '--out', out)).rejects.toThrow(
    /plan\.yaml:2:15: campaigns\[0\]\.audience: a file of 5000000 records would grow beyond .+\n.+campaigns\[1\]/,
  );
  expect(existsSync(join(out, 'leads'))).toBe(false);
});

it('gives agents the documents that a plan names', async () => {
  const plan = await planFile('agents: [{ documents: [Prices.pdf, Terms.docx] }]');
  await run(seedCommand, plan, '--out', join(dir, 'out'));
  const [agent] = JSON.parse(await readFile(join(dir, 'out', 'agents.json'), 'utf8')) as AgentRecord[];
  expect(agent?.knowledge_base.files.map(({ name, type }) => [name, type])).toEqual([
    ['Prices.pdf', 'application/pdf'],
    ['Terms.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ]);
});

it('takes flags for a plan', async () => {
  const out = join(dir, 'out');
  expect(await run(seedCommand, '--agents=2', '--campaigns=3', '--records=10', '--out', out)).toBe(0);
  const sizeOf = async (id: number): Promise<number> => {
    const records: unknown[] = JSON.parse(await readFile(join(out, 'leads', `${id}.json`), 'utf8'));
    return records.length;
  };
  const sizes = await Promise.all([5001, 5002, 5003].map(sizeOf));
  expect(sizes).toEqual([4, 3, 3]);
});

it('rehearses without a trace', async () => {
  const out = join(dir, 'out');
  expect(await run(seedCommand, '--agents=2', '--records=10', '--out', out, '--dry-run', '--seed', '9')).toBe(0);
  expect(printed.join('\n')).toBe(
    `Would make, with seed 9, in ${out}:\n  2 phone numbers\n  2 agents\n  1 campaigns\n  10 audience records`,
  );
  expect(existsSync(out)).toBe(false);
});

it('stops between batches when it is told to end, and says how to go on', async () => {
  const out = join(dir, 'out');
  const ended = { ...context, onEndSignal: (listener: () => void) => listener() };
  expect(await seedCommand(['--records=10', '--out', out], ended)).toBe(1);
  expect(errors.join()).toContain('The same command goes on from the ledger');
  expect(await run(seedCommand, '--records=10', '--out', out)).toBe(0);
});

it.each([
  [
    'campaigns: [{}, {}, { audience: { fresh: x } }]',
    'plan.yaml:1:35: campaigns[2].audience.fresh: must be an integer from 0 to 5000000, not "x".',
  ],
  [
    'agents: [{}]\nbase: nowhere',
    'plan.yaml:2:1: base: there is no scenario nowhere: give default or empty, or the path of a folder.',
  ],
  [
    'numbers: [{ workspace: 7 }]',
    'plan.yaml:1:13: numbers[0].workspace: there is no workspace 7: expected the id of one that is there (101, 102, 103).',
  ],
])('names the place in the plan %s', async (text, message) => {
  const plan = await planFile(text);
  await expect(run(seedCommand, plan, '--out', join(dir, 'out'))).rejects.toThrow(message);
});

it.each([
  [['plan.yaml'], 'Where to? Give --out DIR,'],
  [['--out', 'x'], 'What to make? Name a plan,'],
  [['plan.yaml', '--out', 'x', '--target', 'http://a'], 'One target at a time'],
  [['plan.yaml', '--out', 'x', '--agents', '3'], '--agents is for runs without a plan: write it into plan.yaml.'],
  [['plan.yaml', 'other.yaml', '--out', 'x'], 'One plan at a time: other.yaml is a second one.'],
  [['plan.yaml', '--out', 'x', '--world', 'w'], '--world goes with --target only.'],
  [['--out', 'x', 'nowhere.yaml'], 'nowhere.yaml cannot be read: '],
  [['--undo', 'nowhere.ndjson'], 'There is no ledger nowhere.ndjson.'],
  [['--agents', 'many', '--out', 'x'], '--agents many is not a whole number from 0 to 9999999.'],
  [
    ['--agents=1', '--target', 'http://127.0.0.1:1'],
    'Target unreachable: no answer to GET http://127.0.0.1:1/__mock/import',
  ],
])('refuses %j in one sentence', async (args, message) => {
  const called = run(seedCommand, ...args);
  await expect(called).rejects.toThrow(ExplainedError);
  await expect(called).rejects.toThrow(message);
});

it('prints the schema of plans', async () => {
  expect(await run(seedCommand, '--schema')).toBe(0);
  expect(JSON.parse(printed.join('\n'))).toMatchObject({ title: 'A seeding plan of voice-agent-mock' });
});

it('fills a running mock and imports and exports audiences there', async () => {
  const mock = await createMock();
  const { url } = await mock.listen(0);
  const ledger = join(dir, 'ledger.ndjson');
  expect(await run(seedCommand, '--agents=1', '--target', url, '--ledger', ledger)).toBe(0);
  expect(mock.worlds.default.store.view().count('agents')).toBe(11);
  const csv = join(dir, 'people.csv');
  await writeFile(csv, 'name;phone\nJürgen;+493023125001\nKim;12\n');
  expect(await run(audienceCommand, 'import', csv, '--campaign', '5003', '--target', url)).toBe(1);
  expect(await readFile(join(dir, 'people.rejected.csv'), 'utf8')).toBe(
    'name;phone;rejected_line;rejected_because\nKim;12;3;phone is not a phone number: expected digits with a country code, for example +49 171 2345678\n',
  );
  const back = join(dir, 'back.csv');
  expect(await run(audienceCommand, 'export', '--campaign', '5003', '--target', url, '--out', back)).toBe(0);
  expect(await readFile(back, 'utf8')).toBe('name;phone\nJürgen;+493023125001\n');
  expect(await run(audienceCommand, 'import', back, '--campaign', '5003', '--target', url)).toBe(0);
  expect(printed.at(-1)).toBe('1 were there already.');
  await run(audienceCommand, 'export', '--campaign', '5001', '--target', url, '--out', back);
  expect((await readFile(back, 'utf8')).split('\n')).toHaveLength(252);
  expect(await run(seedCommand, '--undo', ledger)).toBe(0);
  expect(mock.worlds.default.store.view().count('agents')).toBe(10);
  await mock.close();
});

it.each([
  [[], 'Import or export?'],
  [['import', 'a.csv'], 'Which campaign? Give its id'],
  [['import', '--campaign', '5001'], 'Import which file?'],
  [['export', 'a.csv', '--campaign', '5001'], 'Unexpected argument a.csv'],
  [['export', '--campaign', 'x'], '--campaign x is not the id of a campaign'],
  [['export', '--campaign', '5001', '--target', 'http://a', '--data-dir', 'd'], 'One place at a time'],
  [['export', '--campaign', '5001', '--data-dir', '/nowhere'], '/nowhere holds no campaigns'],
  [['import', '/nowhere.csv', '--campaign', '5001'], '/nowhere.csv'],
])('audience refuses %j in one sentence', async (args, message) => {
  const called = run(audienceCommand, ...args);
  await expect(called).rejects.toThrow(UsageError);
  await expect(called).rejects.toThrow(message);
});
