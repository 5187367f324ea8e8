import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { type CommandContext, UsageError } from './command.ts';
import { checkScenarioCommand } from './check-scenario.ts';

let dir: string;
let printed: string[];
let errors: string[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'check-scenario-'));
  await cp(scenarioFolder('default'), dir, { recursive: true });
  printed = [];
  errors = [];
});
afterEach(() => rm(dir, { recursive: true }));

function run(...args: string[]) {
  const context = {
    env: {},
    print: (...lines: string[]) => printed.push(...lines),
    printError: (...lines: string[]) => errors.push(...lines),
  } as unknown as CommandContext;
  return checkScenarioCommand(args, context);
}

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(dir, file), 'utf8');
  const next = text.replace(from, to);
  expect(next).not.toBe(text);
  await writeFile(join(dir, file), next);
}

it('says what a scenario without mistakes holds', async () => {
  expect(await run(dir)).toBe(0);
  expect(await run('empty')).toBe(0);
  expect(printed[0]).toBe(
    `${dir} fits: 3 workspaces, 3 users, 4 login tokens, 4 api tokens, 40 codes, 4 providers, 82 voices, 10 agents, ` +
      '12 phone numbers, 7 campaigns, 6 audiences, 297 leads.',
  );
  expect(errors).toEqual([]);
});

it('tells of records of audiences in two files that share an id', async () => {
  const [[first]] = [JSON.parse(await readFile(join(dir, 'leads/5001.json'), 'utf8')) as [{ readonly id: number }]];
  await edit('leads/5002.json', /"id":\d+/, `"id":${first.id}`);
  expect(await run(dir)).toBe(1);
  expect(errors[0]).toMatch(/leads\/5002\.json:2:\d+ at \/0\/id: the value is \d+: another record has this id$/);
});

it('tells all mistakes of all files at once, each with line, column and what may be meant', async () => {
  await edit('agents.json', '"agent_name"', '"agent_nmae"');
  await edit('agents.json', '"status": 1', '"status": 7');
  await edit('campaigns.json', '"agent_id": 1010', '"agent_id": 10100');
  await edit('leads/5002.json', '"status":0', '"status":"Fresh"');
  await edit('users.json', '"id": 2', '"id": 1');
  await edit('providers.json', /\]\s*$/, '');
  await writeFile(join(dir, 'agent.json'), '[]');
  await writeFile(join(dir, 'leads', 'autumn.json'), '[]');
  await writeFile(join(dir, 'leads', '5010.json'), '[]');
  expect(await run(dir)).toBe(1);
  const told = errors.map((line) => line.replace(new RegExp(`^.*${dir.slice(-6)}/`), '')).join('\n');
  for (const part of [
    /^agents\.json:\d+:\d+ at \/0\/agent_nmae: the value is .*: is not known here: did you mean agent_name\?$/m,
    /^agents\.json:\d+:\d+ at \/0\/agent_name: the value is missing: is required$/m,
    /^agents\.json:\d+:\d+ at \/3\/status: the value is 7: must be 1, 2 or 3$/m,
    /^campaigns\.json:\d+:\d+ at \/agent_id of record 5003: the value is 10100: there is no such record in agents: did you mean 1010\?$/m,
    /^leads\/5002\.json:\d+:\d+ at \/\d+\/status: the value is "Fresh": must be 0, 1, 2 or 3$/m,
    /^users\.json:\d+:\d+ at \/1\/id: the value is 1: another record has this id$/m,
    /^providers\.json:\d+:\d+: this is not JSON: expected ',' or '\]', but the text ends$/m,
    /^agent\.json: no records are looked for in a file of this name: did you mean agents\.json\?$/m,
    /^leads\/autumn\.json: the name is not the id of a campaign, such as 5001\.json$/m,
    /^leads\/5010\.json:1:1 at \/: the value is 5010: there is no such campaign: did you mean 5001\?$/m,
  ]) {
    expect(told).toMatch(part);
  }
  // Nothing is concluded from providers, which cannot be read: no voice is said to name a missing one.
  expect(told).not.toContain('voices/');
  // Nobody is told of agents that are there and wrong in themselves, nor twice of the user with another's id.
  expect(told).not.toContain('belongs to another workspace');
  expect(told).not.toMatch(/there is no such record in agents(?!: did you mean 1010)/);
  expect(errors.at(-1)).toBe(`${errors.length - 1} mistakes in ${dir}.`);
});

it('finds a mistake in a file that names its JSON Schema', async () => {
  const records: unknown = JSON.parse(await readFile(join(dir, 'campaigns.json'), 'utf8'));
  const write = (content: object) => writeFile(join(dir, 'campaigns.json'), JSON.stringify(content, null, 2));
  await write({ $schema: './campaigns.schema.json', records });
  expect(await run(dir)).toBe(0);
  await edit('campaigns.json', '"status": "hold"', '"status": "held"');
  expect(await run(dir)).toBe(1);
  const text = await readFile(join(dir, 'campaigns.json'), 'utf8');
  const line = text.split('\n').findIndex((one) => one.includes('"held"')) + 1;
  expect(errors[0]).toContain(`campaigns.json:${line}:`);
});

it('tells a folder that holds no scenario apart from one that is not there', async () => {
  const empty = join(dir, 'nothing');
  await mkdir(empty);
  expect(await run(empty)).toBe(1);
  expect(errors[0]).toContain('this folder holds no workspaces.json: it is not a scenario');
  await expect(run(join(dir, 'missing'))).rejects.toThrow(UsageError);
  await expect(run()).rejects.toThrow('Name the scenario to check: voice-agent-mock check-scenario FOLDER');
  await expect(run(dir, '--loud')).rejects.toThrow('Unknown flag --loud');
  await expect(run(dir, 'other')).rejects.toThrow('Unexpected argument other');
});
