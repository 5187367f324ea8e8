import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { renamedBody } from '../../src/judge/learn/readings.ts';
import { absentAgent } from '../absent-ids.ts';
import { createAgent } from '../agents.ts';
import { either, isDone, unknownToken, uuidOf } from './answers.ts';

/** What agent/update answers. */
export const agentRenamingExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'agents that agent/update changes',
      effect: 'reversible',
      needs: ['agents.uuid'],
      decides: ['agent-update.success', 'agent-update.field.type'],
      refusals: ['agent-update.validation'],
    },
    async (api, findings) => {
      const agent_id = uuidOf(api, await createAgent(api, 'renamed'));
      const answer = await api.call('updateAgent', { json: { agent_id, language: 'de' } });
      if (!isDone(answer)) return api.notVerified(`agent/update answered ${answer.status}`);
      findings.decide('agent-update.success', renamedBody(answer), answer);
      const number = await api.call('updateAgent', { json: { agent_id, language: 57 } });
      findings.decide('agent-update.field.type', either(number, 'converted', 'refused'), number);
      const list = await api.call('updateAgent', { json: { agent_id, language: ['a'] } });
      findings.refused('agent-update.validation', list);
    },
  ),
  experiment(
    {
      title: 'agents that agent/update does not find',
      effect: 'reversible',
      decides: ['agent-update.agent-id.invalid.answer', 'errors.shape.updateAgent', 'errors.code.updateAgent'],
      refusals: ['agent-update.agent-id.invalid', 'agent-update.unauthorized'],
    },
    async (api, findings) => {
      const invalid = await api.call('updateAgent', { json: { agent_id: 'not-a-uuid' } });
      const missing = await api.call('updateAgent', { json: {} });
      const names = { 422: 'unprocessable', 400: 'bad-request', 404: 'not-found' } as const;
      const decided = names[invalid.status as keyof typeof names];
      findings.decide('agent-update.agent-id.invalid.answer', either(invalid, undefined, decided), invalid);
      findings.refused('agent-update.agent-id.invalid', invalid, missing);
      const json = { agent_id: 'not-a-uuid' };
      findings.refused('agent-update.unauthorized', await api.call('updateAgent', { json, token: unknownToken }));
    },
  ),
  experiment(
    {
      title: 'an agent that is not there',
      effect: 'reversible',
      needs: ['agents.uuid'],
      decides: [],
      refusals: ['agent-update.not-found'],
    },
    async (api, findings) => {
      const json = { agent_id: uuidOf(api, await absentAgent(api)), language: 'de' };
      findings.refused('agent-update.not-found', await api.call('updateAgent', { json }));
    },
  ),
];
