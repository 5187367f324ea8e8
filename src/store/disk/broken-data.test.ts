import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { openEphemeral } from '../open-ephemeral.ts';
import { createSampleScenario, sampleAgent, sampleLead, sampleNumber } from '../../testing/store/sample-scenario.ts';

let root: string;
let dir: string;
let scenarioDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'broken-data-'));
  dir = join(root, 'data');
  scenarioDir = await createSampleScenario();
  const store = await openDataFolder({ dir, scenarioDir });
  await store.close();
});

afterEach(async () => {
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

const agents = (members: object) => JSON.stringify([sampleAgent(1001), { ...sampleAgent(1002), ...members }]);
const token = { id: 'x', created_on: '2025-01-01T00:00:00.000Z', expires_on: null };
const print = (...records: readonly unknown[]) => JSON.stringify(records);

const faults: readonly (readonly [string, string, string])[] = [
  ['agents.json', '[\n  {"id": 1,}\n]', ':2:12: this is not JSON: expected a name in double quotes'],
  ['agents.json', '{}', ': expected an array of records'],
  ['agents.json', agents({ status: 9 }), ' at /1/status: the value is 9: must be 1, 2 or 3'],
  ['agents.json', agents({ agent_name: undefined }), ' at /1/agent_name: the value is missing: is required'],
  ['agents.json', agents({ nickname: 'A' }), ' at /1/nickname: the value is "A": is not known here: take id, uuid,'],
  [
    'agents.json',
    agents({ created_on: '2025-01-01' }),
    ' at /1/created_on: the value is "2025-01-01": must be a time such as',
  ],
  ['agents.json', agents({ id: 1001 }), ' at /1/id: the value is 1001: another record has this id'],
  ['agents.json', agents({ id: -1 }), ' at /1/id: the value is -1: must be an integer from 1 to 999999999999'],
  ['agents.json', agents({ id: 1.5 }), ' at /1/id: the value is 1.5: must be an integer'],
  ['agents.json', agents({ uuid: sampleAgent(1001).uuid }), ' at /uuid of record 1002: the value is'],
  [
    'agents.json',
    agents({ workspace_id: 999 }),
    ' at /workspace_id of record 1002: the value is 999: there is no such',
  ],
  ['phone-numbers.json', print(sampleNumber('5550001')), ' at /0/id: the value is "5550001": must be a phone number'],
  [
    'phone-numbers.json',
    print(sampleNumber('+15550001', { workspace_id: 102, agent_id: 1001 })),
    ' at /agent_id of record "+15550001": the value is 1001: that record of agents belongs to another workspace',
  ],
  ['api-tokens.json', print({ ...token, user_id: 7, workspace_id: 101 }), ' at /user_id of record "x": the value is 7'],
  ['login-tokens.json', print({ ...token, user_id: 1, workspace_id: 102 }), 'belongs to another workspace'],
  ['campaigns.json', '[]', ' at /id of record 5001: the value is 5001: there is no such record in campaigns'],
  ['providers.json', '[]', ' at /provider_id of record "voice-'],
  ['voices/provider_b.json', print({ id: 'v' }), ' at /0/provider_id: the value is missing: is required'],
  ['leads/5003.json', '[]', 'leads/5003.json:1:1 at /: the value is 5003: there is no such campaign'],
  ['meta.json', '{', ':1:2: this is not JSON'],
  ['meta.json', '{"format": 3}', ' at /format: the value is 3: this version reads format 1'],
  ['meta.json', '{"format": 1, "written": {"files": {}}}', ' at /written/checksum: the value is missing: is required'],
  [
    'meta.json',
    '{"format": 1, "written": {"checksum": "", "files": {"a.json": 7}}}',
    ' at /written/files/a.json: the value is 7: must be a string',
  ],
  ['meta.json', '{"format": 1, "scenario": 7}', ' at /scenario: the value is 7: must be a string'],
  ['meta.json', '{"format": 1, "ids": {"agents": "x"}}', ' at /ids/agents: the value is "x"'],
];

test.each(faults)(
  'a data folder whose %s holds %s does not open, and is left as it is',
  async (file, text, message) => {
    await writeFile(join(dir, file), text);
    const open = openDataFolder({ dir, scenarioDir });
    await expect(open).rejects.toMatchObject({ name: 'DataFileError' });
    await expect(open).rejects.toThrow(message);
    await expect(open).rejects.toThrow(
      `Correct it, delete the folder ${dir} to begin again, or start with another --data-dir.`,
    );
    expect(await readFile(join(dir, file), 'utf8')).toBe(text);
    await writeFile(join(dir, file), await readFile(join(scenarioDir, file), 'utf8').catch(() => '[]'));
  },
);

test.each(faults)('a scenario whose %s holds %s does not open', async (file, text, message) => {
  await writeFile(join(scenarioDir, file), text);
  await expect(openEphemeral({ scenarioDir })).rejects.toThrow(message);
  await expect(openEphemeral({ scenarioDir })).rejects.toThrow('Correct it, or start with another --scenario.');
  await expect(openDataFolder({ dir: join(root, 'new'), scenarioDir })).rejects.toThrow(message);
});

const brokenLeads = [
  [print(sampleLead(1), { ...sampleLead(2), status: 7 }), ' at /1/status: the value is 7'],
  [print(sampleLead(1), sampleLead(1)), ' at /1/id: the value is 1: another record has this id'],
  ['[1, ', /:1:\d+: this is not JSON/],
] as const;

test.each(brokenLeads)('broken leads are found at the start: %s', async (text, message) => {
  await writeFile(join(dir, 'leads/5001.json'), text);
  const open = openDataFolder({ dir, scenarioDir });
  await expect(open).rejects.toThrow(message);
  await expect(open).rejects.toMatchObject({ name: 'DataFileError' });
  await writeFile(join(scenarioDir, 'leads/5001.json'), text);
  await expect(openEphemeral({ scenarioDir })).rejects.toThrow(message);
});

test('a file that was edited while the folder was closed is taken, and told', async () => {
  await writeFile(join(dir, 'agents.json'), agents({ agent_name: 'Edited by hand' }));
  const notices: string[] = [];
  const store = await openDataFolder({ dir, scenarioDir, onNotice: (sentence) => notices.push(sentence) });
  expect(store.view().get('agents', 1002)?.agent_name).toBe('Edited by hand');
  expect(notices).toEqual([
    `${join(dir, 'agents.json')} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
  ]);
  await store.close();
  await (await openDataFolder({ dir, scenarioDir, onNotice: (sentence) => notices.push(sentence) })).close();
  expect(notices).toHaveLength(1);
});

test('a file that is not UTF-8 is refused', async () => {
  const text = await readFile(join(dir, 'agents.json'));
  text[text.indexOf('Agent 1001')] = 0xff;
  await writeFile(join(dir, 'agents.json'), text);
  await expect(openDataFolder({ dir, scenarioDir })).rejects.toThrow('agents.json: this is not UTF-8');
});

test.each(['agents.json', 'leads/5001.json', 'voices/provider_a.json', 'workspaces.json'])(
  'a data folder whose %s is missing does not open',
  async (name) => {
    await rm(join(dir, name));
    const open = openDataFolder({ dir, scenarioDir });
    await expect(open).rejects.toThrow(`${join(dir, name)}: it is missing, and meta.json says that the mock wrote it`);
  },
);

test.each([
  ['holiday.jpg', 'this folder holds holiday.jpg, and no meta.json: it is not a data folder'],
  ['workspaces.json', 'or start with --scenario'],
])(
  'a folder that holds %s and no meta.json is not taken for a data folder, nor for an empty one',
  async (name, message) => {
    const foreign = join(root, 'foreign');
    await mkdir(foreign);
    await writeFile(join(foreign, name), '[]');
    await expect(openDataFolder({ dir: foreign, scenarioDir })).rejects.toThrow(message);
    expect(await readdir(foreign)).toEqual([name]);
  },
);

test('a new disk, which has lost+found, is filled', async () => {
  const fresh = join(root, 'disk');
  await mkdir(join(fresh, 'lost+found'), { recursive: true });
  const store = await openDataFolder({ dir: fresh, scenarioDir });
  expect(store.view().count('agents')).toBe(4);
  await store.close();
});

test('a folder whose opening failed can be opened once it is corrected', async () => {
  await writeFile(join(dir, 'agents.json'), '[');
  await expect(openDataFolder({ dir, scenarioDir })).rejects.toThrow('this is not JSON');
  await writeFile(join(dir, 'agents.json'), await readFile(join(scenarioDir, 'agents.json'), 'utf8'));
  await (await openDataFolder({ dir, scenarioDir })).close();
});

test('a scenario that is not there is named', async () => {
  const missing = join(root, 'missing');
  await expect(openEphemeral({ scenarioDir: missing })).rejects.toThrow(`${missing}: there is no such folder`);
});

test('a data folder that is open is not opened again', async () => {
  const store = await openDataFolder({ dir, scenarioDir });
  await expect(openDataFolder({ dir, scenarioDir })).rejects.toMatchObject({ name: 'DataFolderInUseError' });
  await store.close();
  await (await openDataFolder({ dir, scenarioDir })).close();
});

const mistakes = (): Promise<string> =>
  openEphemeral({ scenarioDir }).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

test('tells of all mistakes at once, each with its line and column and what is near', async () => {
  const text = JSON.stringify([{ ...sampleAgent(1001), agnet_name: 'X', status: 9 }], null, 2);
  await writeFile(join(scenarioDir, 'agents.json'), text);
  await writeFile(join(scenarioDir, 'phone-numbers.json'), print(sampleNumber('5550001')));
  const message = await mistakes();
  const line = (name: string): number => text.split('\n').findIndex((each) => each.includes(`"${name}"`)) + 1;
  expect(message.split('\n')).toEqual([
    '3 mistakes:',
    expect.stringContaining(
      `agents.json:${line('agnet_name')}:19 at /0/agnet_name: the value is "X": is not known here: did you mean agent_name?`,
    ),
    expect.stringContaining(`agents.json:${line('status')}:15 at /0/status: the value is 9: must be 1, 2 or 3`),
    expect.stringContaining('phone-numbers.json:1:8 at /0/id: the value is "5550001": must be a phone number with its'),
    'The files were left as they are. Correct it, or start with another --scenario.',
  ]);
});

test('tells of the first of very many mistakes', async () => {
  const agents = Array.from({ length: 500 }, (_, i) => ({ ...sampleAgent(2000 + i), workspace_id: 9 }));
  await writeFile(join(scenarioDir, 'agents.json'), JSON.stringify(agents));
  const lines = (await mistakes()).split('\n');
  expect([lines.length, lines[0]]).toEqual([22, 'More than 20 mistakes:']);
});
