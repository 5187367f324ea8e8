import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { openMockWorlds } from './mock-worlds.ts';

const [base_url, api_url, alt_url] = [
  'https://staging.example/v1',
  'https://staging.example',
  'https://staging.example',
];
const addresses = { base_url, api_url, alt_url };

it('sends a world the values that the configuration of a deployment with other data names', async () => {
  const llm = { llm: 'own', model: 'large' };
  const settings = { ...throwAwaySettings(addresses), isDefaultScenario: false, values: { llm } };
  const effects = ['none', 'reversible'] as const;
  const plan = { settings, addresses, withAssumptions: false, effects, run: 'worlds' };
  const worlds = await openMockWorlds(plan, loadContractDocument());
  try {
    const json = { agent_name: { $name: '' }, llm: { $setting: 'values.llm' } };
    const world = await worlds.deciding({ behaviours: {}, actions: [] });
    const sent = await world?.send([{ do: 'send', request: { operation: 'createAgent', as: 'own', json } }]);
    const [made] = sent?.steps.flat() ?? [];
    expect(made?.answer).toMatchObject({ status: 200, request: { body: { value: { llm } } } });
  } finally {
    await worlds.close();
  }
});

it('knows what a world has saved of the agent that an answer is about, and how often it was asked for it', async () => {
  const settings = throwAwaySettings(addresses);
  const plan = { settings, addresses, withAssumptions: false, effects: ['none', 'reversible'], run: 'worlds' } as const;
  const worlds = await openMockWorlds(plan, loadContractDocument());
  try {
    const world = await worlds.deciding({ behaviours: {}, actions: [] });
    const send = (json: object) => ({ do: 'send', request: { operation: 'createAgent', as: 'own', json } }) as const;
    const change = (json: object) => send({ agent_id: { $agent: 0 }, ...json });
    const changes = [{ greeting: 'Hi', timezone: 'UTC' }, { greeting: '' }, { greeting: '' }, { status: 1 }];
    const sent = await world?.send([send({ agent_name: { $name: 'desk' }, prompt: 'Help' }), ...changes.map(change)]);
    const saved = sent?.steps.map(([answer]) => answer?.saved);
    expect(saved?.[0]).toMatchObject({
      agent_name: '<run>walk desk',
      agent_prompt: 'Help',
      status: 3,
      updates: 0,
      versions: 1,
    });
    expect(saved?.[1]).toMatchObject({ greeting: 'Hi', timezone: 'UTC', updates: 1, counted: { createAgent: 1 } });
    expect(saved?.[3]).toMatchObject({ greeting: '', updates: 2, counted: { createAgent: 2, unchanged: 1 } });
    expect(sent?.steps.map(([answer]) => answer?.answer.status)).toEqual([200, 200, 200, 200, 400]);
  } finally {
    await worlds.close();
  }
});
