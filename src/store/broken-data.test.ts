import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './open-data-folder.ts';
import { openEphemeral } from './open-ephemeral.ts';
import { createSampleScenario, sampleAgent, sampleLead, sampleNumber } from './sample-scenario.ts';

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

const FAULTS: readonly (readonly [string, string, string])[] = [
  ['agents.json', '[\n  {"id": 1,}\n]', ':2:12: this is not JSON: expected a name in double quotes'],
  ['agents.json', '{}', ': expected an array of records'],
  ['agents.json', agents({ status: 9 }), ' at /1/status: the value is 9: must be equal to one of the allowed values'],
  ['agents.json', agents({ agent_name: undefined }), ' at /1: the value is {"id":1002,'],
  ['agents.json', agents({ nickname: 'A' }), 'must NOT have additional properties ("nickname")'],
  ['agents.json', agents({ created_on: '2025-01-01' }), ' at /1/created_on: the value is "2025-01-01": must match'],
  ['agents.json', agents({ id: 1001 }), ' at /1/id: the value is 1001: another record has this id'],
  ['agents.json', agents({ id: -1 }), ' at /1/id: the value is -1: must be >= 1'],
  ['agents.json', agents({ id: 1.5 }), ' at /1/id: the value is 1.5: must be integer'],
  ['agents.json', agents({ uuid: sampleAgent(1001).uuid }), ' at /uuid of record 1002: the value is'],
  [
    'agents.json',
    agents({ workspace_id: 999 }),
    ' at /workspace_id of record 1002: the value is 999: there is no such',
  ],
  ['phone-numbers.json', print(sampleNumber('5550001')), ' at /0/id: the value is "5550001": must match pattern'],
  [
    'phone-numbers.json',
    print(sampleNumber('+15550001', { workspace_id: 102, agent_id: 1001 })),
    ' at /agent_id of record "+15550001": the value is 1001: that record of agents belongs to another workspace',
  ],
  ['api-tokens.json', print({ ...token, user_id: 7, workspace_id: 101 }), ' at /user_id of record "x": the value is 7'],
  ['login-tokens.json', print({ ...token, user_id: 1, workspace_id: 102 }), 'belongs to another workspace'],
  [
    'campaigns.json',
    '[]',
    'audiences.json at /id of record 5001: the value is 5001: there is no such record in campaigns',
  ],
  ['providers.json', '[]', 'provider_a.json at /provider_id of record "voice-'],
  ['voices/provider_b.json', print({ id: 'v' }), 'provider_b.json at /0'],
  ['leads/5003.json', '[]', 'leads/5003.json at /: the value is 5003: there is no such campaign'],
  ['meta.json', '{', ':1:2: this is not JSON'],
  ['meta.json', '{"format": 2}', ' at /format: the value is 2: this version reads format 1'],
  ['meta.json', '{"format": 1, "ids": {"agents": "x"}}', ' at /ids/agents: the value is "x"'],
];

test.each(FAULTS)(
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

test.each(FAULTS)('a scenario whose %s holds %s does not open', async (file, text, message) => {
  await writeFile(join(scenarioDir, file), text);
  await expect(openEphemeral({ scenarioDir })).rejects.toThrow(message);
  await expect(openEphemeral({ scenarioDir })).rejects.toThrow('Correct it, or start with another --scenario.');
  await expect(openDataFolder({ dir: join(root, 'new'), scenarioDir })).rejects.toThrow(message);
});

test.each([
  [print(sampleLead(1), { ...sampleLead(2), status: 7 }), ' at /1/status: the value is 7'],
  [print(sampleLead(1), sampleLead(1)), ' at /1/id: the value is 1: another record has this id'],
  ['[1, ', ':1:5: this is not JSON'],
])('broken leads are found when they are asked for: %s', async (text, message) => {
  await writeFile(join(dir, 'leads/5001.json'), text);
  const store = await openDataFolder({ dir, scenarioDir });
  await expect(store.leads(5001)).rejects.toThrow(message);
  await expect(store.leads(5001)).rejects.toMatchObject({ name: 'DataFileError' });
  await writeFile(join(dir, 'leads/5001.json'), print(sampleLead(7)));
  expect((await store.leads(5001)).size).toBe(1);
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
