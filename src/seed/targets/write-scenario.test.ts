import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../package-root.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';
import type { SeedPlan } from '../plan/plan.gen.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import { LedgerError } from '../../deployment/agents/ledger.ts';
import { SeedLedger } from './seed-ledger.ts';
import { removeScenario, scenarioLedger, writeScenario } from './write-scenario.ts';

const empty = join(packageRoot(), 'fixtures', 'empty');
const plan = resolvePlan({
  seed: 5,
  workspaces: [{ key: 'north', name: 'North', users: 2, api_tokens: 2 }],
  numbers: [{ count: 3, active: false }, { shared: true }],
  agents: [
    { key: 'callers', count: 4, status: 'published', numbers: 2, languages: ['de-DE'] },
    { count: 3 },
    { count: 2, status: 'deleted', type: 2 },
    { count: 2, status: 'published', workspace: 102 },
  ],
  campaigns: [
    {
      count: 2,
      agents: 'callers',
      name: 'Renewals',
      audience: {
        fresh: 30,
        completed: 20,
        halted: 5,
        inqueue: 10,
        columns: ['name', 'city'],
        languages: ['ja-JP'],
        attempts_allowed: 2,
        outcomes: { Bought: 3, Refused: 1 },
      },
    },
    { status: 'force_completed', audience: { size: 12 } },
    { status: 'draft', audience: { fresh: 4 } },
    { status: 'hold' },
    { workspace: 102, audience: { size: 1500 } },
  ],
});

it('writes a folder that the mock starts on, with all that the plan asks for, every rule kept', async () => {
  const dir = await emptyFolder();
  expect(await writeScenario(plan, dir, { baseDir: empty })).toBe('made');
  // Opening holds every record to its schema and every reference to what is there.
  const store = await openEphemeral({ scenarioDir: dir });
  const view = store.view();
  const agents = [...view.all('agents')];
  expect([1, 2, 3].map((status) => agents.filter((agent) => agent.status === status).length)).toEqual([6, 2, 3]);
  for (const agent of agents) {
    const own = view.find('phone_numbers', 'agent_id', agent.id);
    const active = own.filter((number) => number.is_active && number.workspace_id === agent.workspace_id);
    if (agent.status === 1) expect(active.length).toBeGreaterThanOrEqual(1);
    if (agent.status === 2) expect(own).toEqual([]);
    expect(view.get('users', agent.creator_user_id)?.workspace_id).toBe(agent.workspace_id);
    expect(agent.created_on <= agent.updated_on && agent.updated_on <= plan.now).toBe(true);
  }
  expect(agents.filter(({ transcriber_language }) => transcriber_language === 'de-DE').length).toBeGreaterThanOrEqual(
    4,
  );
  expect(view.find('phone_numbers', 'agent_id', null).map(({ is_active }) => is_active)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  const campaigns = [...view.all('campaigns')];
  expect(campaigns.map(({ status }) => status)).toEqual([
    'inprogress',
    'inprogress',
    'force_completed',
    'draft',
    'hold',
    'inprogress',
  ]);
  for (const campaign of campaigns) {
    const agent = view.get('agents', campaign.agent_id);
    expect(
      agent !== undefined && agent.created_on < campaign.created_on && campaign.created_on <= campaign.updated_on,
    ).toBe(true);
    const audience = view.get('audiences', campaign.id);
    const list = store.view().leads(campaign.id);
    for (let place = 0; place < list.size; place++) {
      const { calls, status, input_data } = list.at(place);
      const times = calls.map(({ started_on }) => started_on);
      expect(times).toEqual(times.toSorted());
      expect(times.every((time) => time >= campaign.created_on && time <= plan.now)).toBe(true);
      expect(calls.length).toBeLessThanOrEqual(audience?.attempts_allowed ?? 0);
      expect(Object.keys(input_data)).toEqual(audience?.columns.map(({ key }) => key));
      if (status === 0) expect(calls).toEqual([]);
    }
  }
  await store.close();
});

it('gives an audience its sizes, columns, people and outcomes', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  const store = await openEphemeral({ scenarioDir: dir });
  const list = store.view().leads(5001);
  const leads = Array.from({ length: list.size }, (_, place) => list.at(place));
  expect([0, 1, 2, 3].map((status) => leads.filter((lead) => lead.status === status).length)).toEqual([30, 20, 5, 10]);
  expect(leads.every(({ input_data }) => /\p{Script=Han}/u.test(JSON.stringify(input_data['city'])))).toBe(true);
  const settled = leads.filter(({ status }) => status === 1).map(({ calls }) => calls.at(-1)?.disposition);
  expect(new Set(settled)).toEqual(new Set(['Bought', 'Refused']));
  const numbers = [5001, 5002, 5003, 5004, 5006]
    .map((id) => store.view().leads(id))
    .flatMap((other) => Array.from({ length: other.size }, (_, place) => other.at(place).mobile_no));
  expect(new Set(numbers).size).toBe(numbers.length);
  const [forced] = [...store.view().all('audiences')].filter(({ halted }) => halted !== null);
  expect(store.view().get('campaigns', forced?.id ?? 0)?.status).toBe('force_completed');
});

it('writes the same bytes from the same seed, and others from another', async () => {
  const [one, same, other] = [await emptyFolder(), await emptyFolder(), await emptyFolder()];
  await writeScenario(plan, one, { baseDir: empty });
  await writeScenario(plan, same, { baseDir: empty });
  await writeScenario({ ...plan, seed: 6 }, other, { baseDir: empty });
  expect(await filesIn(same)).toEqual(await filesIn(one));
  expect(await filesIn(other)).not.toEqual(await filesIn(one));
});

it.each([3, 12, 17])(
  'goes on after a run that was killed at batch %i, to the same folder as one that was not',
  async (at) => {
    const [whole, broken] = [await emptyFolder(), await emptyFolder()];
    await writeScenario(plan, whole, { baseDir: empty });
    let batches = 0;
    const onProgress = (): void => {
      if (++batches === at) throw new Error('killed');
    };
    await expect(writeScenario(plan, broken, { baseDir: empty, onProgress })).rejects.toThrow('killed');
    expect(await writeScenario(plan, broken, { baseDir: empty })).toBe('made');
    expect(await filesIn(broken)).toEqual(await filesIn(whole));
  },
);

it('does not write a file of records again that an earlier run had finished', async () => {
  const dir = await emptyFolder();
  const isStopped = () => existsSync(join(dir, 'leads', '5002.json'));
  expect(await writeScenario(plan, dir, { baseDir: empty, isStopped })).toBe('stopped');
  expect(await writeScenario(plan, dir, { baseDir: empty })).toBe('made');
  const ledger = await readFile(scenarioLedger(dir), 'utf8');
  const begun = [5001, 5002, 5003].map((id) => ledger.split(`"sending","key":"leads/${id}.json"`).length - 1);
  // The third had been begun, and not finished.
  expect(begun).toEqual([1, 1, 2]);
});

it('makes nothing the second time', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  const before = await filesIn(dir);
  expect(await writeScenario(plan, dir, { baseDir: empty })).toBe('there already');
  expect(await filesIn(dir)).toEqual(before);
});

it('refuses another plan in the same folder, and a folder that holds something else', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  await expect(writeScenario({ ...plan, seed: 6 }, dir, { baseDir: empty })).rejects.toThrow(LedgerError);
  const other = await emptyFolder();
  await writeFile(join(other, 'notes.txt'), 'mine');
  await expect(writeScenario(plan, other, { baseDir: empty })).rejects.toThrow(
    /is not empty, and seed did not write it/,
  );
});

it('adds to the scenario that it begins as, and leaves that its records', async () => {
  const dir = await emptyFolder();
  const small: SeedPlan = { agents: [{ status: 'published' }], campaigns: [{ audience: { fresh: 2 } }] };
  await writeScenario(resolvePlan(small), dir, { baseDir: join(packageRoot(), 'fixtures', 'default') });
  const store = await openEphemeral({ scenarioDir: dir });
  expect([store.view().count('agents'), store.view().count('campaigns')]).toEqual([11, 8]);
  expect([store.view().leads(5001).size, store.view().leads(5008).size]).toEqual([250, 2]);
  expect(store.nextId('leads')).toBeGreaterThan(store.view().leads(5008).at(1).id);
});

it('takes back what it wrote, and nothing else', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  await writeFile(join(dir, 'notes.txt'), 'mine');
  expect(await removeScenario(new SeedLedger(scenarioLedger(dir)))).toEqual([]);
  expect(await readdir(dir)).toEqual(['notes.txt']);
});

it('maps the keys of the plan to ids in the ledger', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  const lines = (await readFile(scenarioLedger(dir), 'utf8')).split('\n').filter((line) => line.includes('"made"'));
  const ids = Object.fromEntries(
    lines.map((line) => JSON.parse(line) as { key: string; ids: object }).map((line) => [line.key, line.ids]),
  );
  expect(ids['workspaces[0].users#1']).toEqual({ users: '5' });
  expect(ids['agents[1]#0-2']).toEqual({ agents: '1005-1007' });
  expect(ids['campaigns[0].audience#1:0-64']).toEqual({ leads: '200066-200130' });
});

it('keeps tokens out of the ledger', async () => {
  const dir = await emptyFolder();
  await writeScenario(plan, dir, { baseDir: empty });
  const tokens = JSON.parse(await readFile(join(dir, 'api-tokens.json'), 'utf8')) as { readonly id: string }[];
  const ledger = await readFile(scenarioLedger(dir), 'utf8');
  expect(tokens.filter(({ id }) => ledger.includes(id))).toEqual([]);
});

function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'seeded-'));
}

async function filesIn(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const files = names.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const file = join(parentPath, name);
    return [file.slice(dir.length), await readFile(file, 'utf8')];
  });
  return Object.fromEntries((await Promise.all(files)).sort());
}
