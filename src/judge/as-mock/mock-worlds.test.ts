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
