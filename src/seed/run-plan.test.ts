import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { readDeploymentSettings } from '../deployment/configuration/read-settings.ts';
import { runPlan, undoRun } from './run-plan.ts';

const mocks: Mock[] = [];
afterEach(() => Promise.all(mocks.splice(0).map((mock) => mock.close())));

async function begin(): Promise<{ readonly mock: Mock; readonly url: string; readonly ledger: string }> {
  const mock = await createMock();
  mocks.push(mock);
  const { url } = await mock.listen(0);
  return { mock, url, ledger: join(await mkdtemp(join(tmpdir(), 'run-plan-')), 'ledger.ndjson') };
}

it('fills a running mock from code, gives tokens that work, and takes it all back', async () => {
  const { mock, url, ledger } = await begin();
  const plan = { workspaces: [{ key: 'north' }], agents: [{ count: 2, status: 'published' as const }] };
  const { outcome, ids, tokens, isWhole } = await runPlan(plan, { mock: url }, { ledger });
  expect([outcome, isWhole, ids]).toEqual(['made', true, { workspaces: '104', users: '4', agents: '1011-1012' }]);
  const token = tokens.find(({ kind }) => kind === 'api_token')?.token ?? '';
  const answer = await fetch(`${url}/api/v1/global/agents/get-by-id?agent_id=1011`, { headers: { token } });
  expect(answer.status).toBe(200);
  expect((await runPlan(plan, { mock: url }, { ledger })).outcome).toBe('there already');
  await undoRun(ledger);
  expect(mock.worlds.default.store.view().count('agents')).toBe(10);
});

it.each([
  [{}, 'it asks for nothing'],
  [{ agents: [{ status: 'live' as 'draft' }] }, 'agents[0].status: must be draft, published or deleted'],
])('refuses %j before it sends anything', async (plan, message) => {
  await expect(runPlan(plan, { mock: 'http://127.0.0.1:1' })).rejects.toThrow(message);
});

it('says of a deployment that not every agent is there as planned', async () => {
  const { url, ledger } = await begin();
  const file = `${ledger}.yaml`;
  await writeFile(file, `base_url: ${url}/api/v1/global\ntoken: ${'ac3d'.repeat(16)}\n`);
  const deployment = readDeploymentSettings(file, {});
  const published = { agents: [{ status: 'published' as const }] };
  const made = await runPlan(published, { deployment }, { ledger });
  expect(made).toMatchObject({ outcome: 'made', isWhole: false, ids: { agents: '1011' } });
  expect(made.left).toEqual([expect.stringContaining('numbers.owned has 0 left for it, and it stays a draft')]);
  const draft = await runPlan({ agents: [{}] }, { deployment }, { ledger: `${ledger}.2` });
  expect([draft.isWhole, draft.left]).toEqual([true, []]);
});
