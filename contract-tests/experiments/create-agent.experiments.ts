import { memberOf } from '../../src/judge/api.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import { agentTokenForm } from '../../src/judge/learn/readings.ts';
import { absentAgent } from '../absent-ids.ts';
import { createAgent, readAgent, updateAgent } from '../agents.ts';
import { either, isDone, isRefused, lastAnswer, messageOf, unknownToken } from './answers.ts';

/** How create-agent answers, and what it makes of a request that is out of the ordinary. */
export const createAgentExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'an agent is created and updated',
      effect: 'reversible',
      decides: ['create-agent.success.status', 'create-agent.created.message', 'create-agent.updated.message'],
    },
    async (api, findings) => {
      const created = await api.call('createAgent', { json: { agent_name: api.newName('answer') } });
      if (!isDone(created)) api.notVerified(`create-agent answered ${created.status}`);
      findings.decide(
        'create-agent.success.status',
        created.status === 201 ? 'created' : created.status === 200 ? 'ok' : undefined,
        created,
      );
      findings.value('create-agent.created.message', messageOf(created), created);
      const updated = await updateAgent(api, Number(memberOf(created.body, 'data.agent_id')), { description: 'Hello' });
      if (isDone(updated)) findings.value('create-agent.updated.message', messageOf(updated), updated);
    },
  ),
  experiment(
    {
      title: 'a new agent is read',
      effect: 'reversible',
      decides: [
        'create-agent.create.agent-type',
        'create-agent.create.agent-privacy',
        'agent.token',
        'agent.last-modified.before',
      ],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'new');
      const { basic_details: details, last_modified: before } = await readAgent(api, id);
      const answer = lastAnswer(api);
      const types = { 1: 'voice', 2: 'chat', 3: 'telephony', 4: 'general' } as const;
      findings.decide('create-agent.create.agent-type', types[details.agent_type], answer);
      const privacies = { 0: 'private', 1: 'public' } as const;
      findings.decide('create-agent.create.agent-privacy', privacies[details.agent_privacy], answer);
      findings.decide('agent.token', agentTokenForm(details.agent_token), answer);
      findings.decide('agent.last-modified.before', before === '' ? 'empty' : 'age', answer);
    },
  ),
  experiment(
    {
      title: 'the statuses that create-agent refuses',
      effect: 'reversible',
      decides: ['create-agent.status.without-agent'],
      refusals: ['create-agent.status.invalid', 'create-agent.agent-id.required'],
    },
    async (api, findings) => {
      const id = await createAgent(api, 'status');
      findings.refused('create-agent.status.invalid', await updateAgent(api, id, { status: 9 }));
      const misplaced = await api.call('createAgent', { json: { agent_name: api.newName('status'), status: 3 } });
      findings.decide('create-agent.status.without-agent', either(misplaced, 'ignored', 'refused'), misplaced);
      findings.refused('create-agent.agent-id.required', misplaced);
    },
  ),
  experiment(
    {
      title: 'the agents that create-agent does not find, and callers that it does not know',
      effect: 'reversible',
      decides: ['errors.shape.createAgent', 'errors.code.createAgent'],
      refusals: ['create-agent.not-found', 'create-agent.unauthorized', 'create-agent.validation'],
    },
    async (api, findings) => {
      findings.refused('create-agent.not-found', await updateAgent(api, await absentAgent(api), { description: 'x' }));
      const id = await createAgent(api, 'refused');
      findings.refused('create-agent.validation', await updateAgent(api, id, { voice: 5 }));
      const json = { agent_name: api.newName('unauthorized') };
      findings.refused('create-agent.unauthorized', await api.call('createAgent', { json, token: unknownToken }));
    },
  ),
  experiment(
    { title: 'an unknown member of create-agent', effect: 'reversible', decides: ['create-agent.field.unknown'] },
    async (api, findings) => {
      const answer = await updateAgent(api, await createAgent(api, 'unknown'), { color: 'red' });
      findings.decide('create-agent.field.unknown', either(answer, 'ignored', 'refused'), answer);
    },
  ),
  experiment(
    { title: 'a status that is sent as a text', effect: 'reversible', decides: ['create-agent.status.text'] },
    async (api, findings) => {
      const id = await createAgent(api, 'text');
      const answer = await updateAgent(api, id, { status: '2' });
      const gone = isRefused(await api.call('getAgent', { query: { agent_id: id } }));
      const decided = isRefused(answer) && !gone ? 'refused' : isDone(answer) && gone ? 'taken' : undefined;
      findings.decide('create-agent.status.text', decided, answer);
    },
  ),
];
