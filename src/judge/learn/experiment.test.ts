import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../as-mock/mock-worlds.ts';
import { openSession } from '../session.ts';
import type { Step } from '../steps.ts';
import { ask } from './experiment.ts';

const saving = (json: object): Step => ({ do: 'send', request: { operation: 'createAgent', as: 'own', json } });
const steps: readonly Step[] = [
  saving({ agent_name: { $name: '' } }),
  saving({ agent_id: { $agent: 0 }, llm: { $setting: 'values.llm' } }),
  saving({ agent_id: { $agent: 0 }, description: 'Stays' }),
];

it.each<[string, ClauseId, number]>([
  ['leaves out a step that the settings have nothing for, where only answers are looked at', 'payload.json', 2],
  ['asks nothing of a script whose steps belong together', 'create-agent.create', 0],
])('%s', async (_, clause, count) => {
  const document = loadContractDocument();
  const target = await startInProcessTarget();
  const settings = { ...throwAwaySettings(target.addresses), values: {} };
  const effects = ['none', 'reversible'] as const;
  const plan = { settings, addresses: target.addresses, withAssumptions: false, effects, run: 'asked' };
  const session = openSession({ document, plan });
  try {
    const scripts = [{ clauses: [clause] as const, steps }];
    const about = { document, plan, scripts, experiments: [], now: () => new Date() };
    const { asked } = await ask(about, session);
    expect(asked.flatMap(({ script }) => script.steps)).toHaveLength(count);
  } finally {
    session.close();
    await target.close();
  }
});
