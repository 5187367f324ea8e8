import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../deployment/configuration/settings.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { amendDocument } from '../../clauses/amend-document.ts';
import { checkProfile } from '../../clauses/profile.ts';
import { overlayOf, startInProcessTarget } from '../as-mock/mock-worlds.ts';
import { openSession } from '../session.ts';
import type { Step } from '../steps.ts';
import { ask } from './experiment.ts';
import { learn } from './learn.ts';

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

it('knows the tools, sub-agents and voices that the configuration names wherever a request names one', async () => {
  const document = loadContractDocument();
  const target = await startInProcessTarget();
  const values = { tools: [7], sub_agents: [3], voice: { voice_id: 'ava' } };
  const given = { ...throwAwaySettings(target.addresses), values, new_agent: { voice: { voice_id: 'eva' } } };
  // It holds other records than the mock.
  const settings = { ...given, isDefaultScenario: false };
  const plan = {
    settings,
    addresses: target.addresses,
    withAssumptions: false,
    effects: ['none'] as const,
    run: 'told',
  };
  const { lessons } = await learn({ document, plan, scripts: [], experiments: [], now: () => new Date() });
  await target.close();
  const lesson = lessons.get('references');
  const actions = lesson?.kind === 'decided' ? lesson.actions : [];
  const profile = checkProfile(overlayOf('told', { actions }), document.choices);
  const { operations } = amendDocument(document, profile);
  const known = { tools: [7], sub_agents: [3], voices: ['ava', 'eva'] };
  expect([...operations.values()].filter(({ reading }) => reading.known['voices']).map(({ id }) => id)).toEqual([
    'createAgent',
    'createAgentOrUpdate',
  ]);
  expect(operations.get('createAgent')?.reading.known).toEqual(known);
});
