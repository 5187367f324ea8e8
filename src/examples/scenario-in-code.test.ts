/**
 * An example: a scenario made in code by the factories, for a mock in the process or written as a folder. In a project of
 * yours the imports read `from 'voice-agent-mock'` and `from 'voice-agent-mock/seed'`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock } from '../index.ts';
import {
  buildAgentWithNumbers,
  buildCampaignWithAudience,
  createFactories,
  saveScenario,
  type Scenario,
} from '../seed.ts';

const token = 'ac3d'.repeat(16);

const factories = createFactories({ seed: 7, firstIds: { agent: 2001, campaign: 6001 } });
const { agent, numbers } = buildAgentWithNumbers(
  factories,
  { workspace_id: 101, status: 1 },
  { profile: 'plan-renewal' },
);
const mix = { fresh: 20, completed: 5, halted: 0, inqueue: 5 };
const { campaign, audience, leads } = buildCampaignWithAudience(factories, agent, mix, { status: 'inprogress' });

const scenario: Scenario = {
  agents: [agent],
  phone_numbers: numbers,
  campaigns: [campaign],
  audiences: [audience],
  leads: { [campaign.id]: leads },
};

async function freshRecords(options: { readonly scenario: Scenario | string }): Promise<unknown> {
  const mock = await createMock(options);
  try {
    const { url } = await mock.listen(0);
    const address = `${url}/api/v1/global/audience-list?campaign_id=6001&status=0`;
    const { pagination } = (await (await fetch(address, { headers: { token } })).json()) as { pagination?: unknown };
    return pagination;
  } finally {
    await mock.close();
  }
}

const page = { totalRecords: 20, totalPages: 2, currentPage: 1, limit: 10 };

it('is what a mock begins as', async () => {
  expect(await freshRecords({ scenario })).toEqual(page);
});

it('can be written as a folder, for serve --scenario, again and again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'scenario-in-code-'));
  try {
    await saveScenario({ ...scenario, base: 'default' }, dir);
    await saveScenario(scenario, dir);
    expect(await freshRecords({ scenario: dir })).toEqual(page);
  } finally {
    await rm(dir, { recursive: true });
  }
});

it('goes back to its beginning when it is reset', async () => {
  const mock = await createMock({ scenario });
  try {
    const { url } = await mock.listen(0);
    await fetch(`${url}/api/v1/global/create-agent`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id: 2001, status: 3 }),
    });
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    const read = await fetch(`${url}/api/v1/global/agents/get-by-id?agent_id=2001`, { headers: { token } });
    expect(await read.json()).toMatchObject({ data: { basic_details: { status: 1 } } });
  } finally {
    await mock.close();
  }
});

it('is refused with the place of what does not fit', async () => {
  const homeless: Scenario = { agents: [{ ...agent, workspace_id: 999 }] };
  await expect(createMock({ scenario: homeless })).rejects.toThrow(
    /^records\/agents\/0\/workspace_id is 999: there is no such record in workspaces/,
  );
  await expect(saveScenario(homeless, join(tmpdir(), 'never-written'))).rejects.toThrow('workspace_id is 999');
  await expect(createMock({ scenario: { base: 'nonsense' } })).rejects.toThrow('there is no scenario nonsense');
  await expect(createMock({ scenario, dataDir: join(tmpdir(), 'never-made') })).rejects.toThrow('saveScenario');
});

it('is not written over what is no scenario', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'scenario-in-code-'));
  try {
    await writeFile(join(dir, 'thesis.txt'), '');
    await expect(saveScenario(scenario, dir)).rejects.toThrow('holds thesis.txt and is not a scenario');
  } finally {
    await rm(dir, { recursive: true });
  }
});

it('has its audiences in the place of those of its base', async () => {
  const [own] = leads;
  if (own === undefined) throw new Error('The audience has records.');
  const mock = await createMock({ scenario: { base: 'default', leads: { 5001: [own] } } });
  try {
    const records = await (await fetch(`${(await mock.listen(0)).url}/__mock/import/audiences/5001`)).json();
    expect(records).toMatchObject({ size: 1, records: [{ id: own.id, mobile_no: own.mobile_no }] });
  } finally {
    await mock.close();
  }
});
