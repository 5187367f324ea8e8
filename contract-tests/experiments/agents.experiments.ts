import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import type { CampaignStatus, ReadableAgent } from '../../src/deployment/configuration/settings-file.ts';
import { ageWords, campaignItemForm } from '../../src/judge/learn/readings.ts';
import { absentAgent } from '../absent-ids.ts';
import { contains, createAgent, readAgent } from '../agents.ts';
import { isRefused, lastAnswer, likeWhich, noteRefusalOrMissing, unknownToken } from './answers.ts';

/** What get-by-id shows and refuses. */
export const agentExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'the refusals of get-by-id',
      effect: 'none',
      decides: [
        'get-by-id.agent-id.empty',
        'get-by-id.agent-id.invalid.answer',
        'errors.shape.getAgent',
        'errors.code.getAgent',
      ],
      refusals: [
        'get-by-id.agent-id.missing',
        'get-by-id.agent-id.invalid',
        'get-by-id.unauthorized',
        'get-by-id.not-found',
      ],
    },
    async (api, findings) => {
      const ask = (agent_id: string | number) => api.call('getAgent', { query: { agent_id } });
      const absent = await absentAgent(api);
      const missing = await api.call('getAgent');
      const unknown = await ask(absent);
      const invalid = await ask('abc');
      findings.refused('get-by-id.agent-id.missing', missing);
      findings.refused('get-by-id.not-found', unknown);
      findings.refused(
        'get-by-id.unauthorized',
        await api.call('getAgent', { query: { agent_id: absent }, token: unknownToken }),
      );
      if (!isRefused(invalid)) api.notVerified(`an agent_id that is not a number is answered with ${invalid.status}`);
      noteRefusalOrMissing(findings, 'get-by-id.agent-id.invalid', 'bad-request', [invalid, await ask(-1)], unknown);
      const empty = await ask('');
      findings.decide('get-by-id.agent-id.empty', likeWhich(empty, [missing, 'missing'], [invalid, 'invalid']), empty);
    },
  ),
  experiment(
    { title: 'how an age is said', effect: 'none', needs: ['agents.read'], decides: ['agent.last-modified.words'] },
    async (api, findings) => {
      for (const { id } of api.settings.agents?.read ?? []) {
        const { last_modified: age } = await readAgent(api, id);
        const words = ageWords(age);
        // An age of less than a minute may be said without a number.
        if (words === undefined && !/\d/.test(age)) continue;
        findings.decide('agent.last-modified.words', words, lastAnswer(api), JSON.stringify(age));
      }
      findings.unseen('agent.last-modified.words', 'no agent was updated some time ago', 'agents.read');
    },
  ),
  experiment(
    { title: 'how moments are written', effect: 'reversible', decides: ['agent.timestamps'] },
    async (api, findings) => {
      const { created_on: moment } = (await readAgent(api, await createAgent(api, 'moments'))).basic_details;
      const forms = { milliseconds: /\.\d{3}Z$/, seconds: /:\d\dZ$/, offset: /:\d\d\+00:00$/ } as const;
      const names = ['milliseconds', 'seconds', 'offset'] as const;
      const form = names.find((name) => forms[name].test(moment));
      findings.decide('agent.timestamps', form, lastAnswer(api), JSON.stringify(moment));
    },
  ),
  experiment(
    {
      title: 'the campaigns of agents',
      effect: 'none',
      needs: ['agents.read'],
      decides: ['agent.campaigns.active', 'agent.campaigns.items', 'agent.is-audience.campaigns'],
    },
    async (api, findings) => {
      const named = (api.settings.agents?.read ?? []).filter(({ campaigns }) => campaigns !== undefined);
      const shown = new Map<CampaignStatus, boolean>();
      for (const agent of named) {
        const { campaigns: items, is_audience: hasAudience } = await readAgent(api, agent.id);
        const last = lastAnswer(api);
        for (const [id, status] of Object.entries(agent.campaigns ?? {})) {
          shown.set(
            status,
            items.some((item) => contains(item, Number(id))),
          );
        }
        for (const item of items)
          findings.decide('agent.campaigns.items', campaignItemForm(item), last, JSON.stringify(item));
        if (isDeletedOnly(agent)) {
          findings.decide('agent.is-audience.campaigns', hasAudience ? 'every' : 'not-deleted', last);
        }
      }
      findings.unseen('agent.campaigns.items', 'no agent has an active campaign', 'agents.read');
      findings.unseen(
        'agent.is-audience.campaigns',
        'no agent has deleted campaigns alone, with an audience',
        'agents.read',
      );
      if (!['draft', 'inprogress', 'pause'].every((status) => shown.has(status as CampaignStatus))) {
        const reason = 'a draft, a paused and a running campaign are needed to see which count as active';
        findings.unseen('agent.campaigns.active', reason, 'agents.read');
        return;
      }
      const active = [...shown]
        .filter(([, isShown]) => isShown)
        .map(([status]) => status)
        .sort()
        .join(' ');
      const sets = {
        'inprogress pause': 'inprogress-or-pause',
        inprogress: 'inprogress',
        'draft inprogress pause': 'not-ended',
      } as const;
      findings.decide(
        'agent.campaigns.active',
        sets[active as keyof typeof sets],
        lastAnswer(api),
        `active: ${active}`,
      );
    },
  ),
];

function isDeletedOnly({ campaigns = {}, has_audience: hasAudience }: ReadableAgent): boolean {
  const statuses = Object.values(campaigns);
  return hasAudience === true && statuses.length > 0 && statuses.every((status) => status === 'deleted');
}
