import {
  afterwards,
  asking,
  instead,
  losingParts,
  pretended,
  pretending,
  showing,
  showingAgent,
  showingLeads,
  storing,
  withJson,
  withoutQuery,
} from '../breaks.ts';
import {
  count,
  faultsOf,
  fields,
  isChange,
  isCompleted,
  isOf,
  isOwn,
  isStatus,
  lastOf,
  made,
  statusOf,
  statuses,
  written,
} from '../fault.ts';

/** What shows only after certain requests. */
export const histories = faultsOf({
  'create-agent.update': {
    'an update after a refused publish is lost': instead(
      'createAgent',
      (call) => {
        const last = call.past.findLast(({ operation, agent }) => operation === 'createAgent' && agent === call.agent);
        return isChange(call) && last?.status === 400;
      },
      pretended,
    ),
  },
  'create-agent.delete.releases-numbers': {
    'a deleted agent that was published keeps its numbers': {
      before: (call) => {
        const numbers = fields(call, /^phone_numbers/);
        const isKept = call.past.some(
          (each) =>
            each.status === 200 &&
            fields(each, /^phone_numbers/).some((number) => numbers.includes(number)) &&
            statuses({ ...each, past: call.past })
              .slice(-2)
              .join() === '1,2',
        );
        return isKept && call.refusal('createagentorupdate.phone-numbers.available');
      },
    },
  },
  'create-agent.publish': {
    'an agent that was unpublished cannot be published again': instead(
      'createAgent',
      (call) => isStatus(call, 1) && statuses(call).join().endsWith('1,3'),
      'create-agent.publish.no-number',
    ),
  },
  'create-agent.create.draft': {
    'every third agent is created active': showingAgent(({ basic_details }, call) => {
      if (made(call).indexOf(call.agent) % 3 === 2 && statusOf(call) === undefined) basic_details.status = 1;
    }),
  },
  'create-agent.field.description': {
    'the second update of a description is lost': storing('createAgent', (body, call) => {
      const before = written(call).filter(({ sent }) => sent.agent_id && sent.description !== undefined);
      if (before.length % 2 === 1) delete body.description;
    }),
  },
  'create-agent.field.agent-name': {
    'a name that the agent had before is not taken again': storing('createAgent', (body, call) => {
      const names = written(call).flatMap(({ sent }) => sent.agent_name ?? []);
      if (names.includes(body.agent_name) && names.at(-1) !== body.agent_name) delete body.agent_name;
    }),
  },
  'agent-update.effect': {
    'agent/update after a publish does nothing': {
      before: (call) =>
        isOf('updateAgent')(call) &&
        isOwn(call) &&
        statusOf(call) === 1 &&
        withJson(call.request, (body) => {
          delete body.name;
          delete body.language;
        }),
    },
  },
  'get-by-id.envelope': {
    'the read after a refused update fails': instead(
      'getAgent',
      (call) => {
        const last = call.past.at(-1);
        return last?.operation === 'createAgent' && last.status === 422 && last.agent === call.agent;
      },
      'errors.server.elsewhere',
    ),
  },
  'create-agent.delete': {
    'an agent that was unpublished is not deleted': pretending((call) => isStatus(call, 2) && statusOf(call) === 3),
  },
  'create-agent.update.partial': {
    'a new prompt unpublishes a published agent': afterwards(
      'createAgent',
      (call) =>
        isChange(call) && call.sent.prompt !== undefined && statusOf(call) === 1 && { agent_id: call.agent, status: 3 },
    ),
  },
  'createagentorupdate.denials': {
    'the third form loses its denied words': losingParts(
      /denied_words/,
      (call) => count(call, 'createAgentOrUpdate') % 3 === 2,
    ),
  },
  'createagentorupdate.phone-numbers': {
    'a form after a refused form loses its numbers': losingParts(
      /^phone_numbers/,
      (call) => lastOf(call, 'createAgentOrUpdate')?.status === 422,
    ),
  },
  'get-token.most-recent': {
    'from the third time on get-token gives the older token': showing('getToken', (body, call) => {
      if (count(call, 'getToken') >= 2) body.token = 'ac3d'.repeat(16);
    }),
  },
  'verify.valid': {
    'verify refuses a valid token after an invalid one': instead(
      'verifyToken',
      (call) => lastOf(call, 'verifyToken')?.status === 401,
      'verify.unauthorized',
    ),
  },
  'voice-list.pagination': {
    'after a refused list of voices a page token begins at the start': asking('listVoices', (call) => {
      const isAfterRefusal = (lastOf(call, 'listVoices')?.status ?? 200) >= 400;
      return isAfterRefusal && withoutQuery(call.request, 'page_token');
    }),
  },
  'campaign.force-complete': {
    'after a force completion a campaign is still counted where it was read twice': () => {
      const kept = new Map<number, unknown[]>();
      return showingAgent((data, call) => {
        const reads = call.past.filter(({ operation, agent }) => operation === 'getAgent' && agent === call.agent);
        if (!isCompleted(call)) kept.set(call.agent, [data.campaigns, data.campaign_count]);
        else if (reads.length >= 2) [data.campaigns, data.campaign_count] = kept.get(call.agent) ?? [];
      });
    },
  },
  'campaign.force-complete.halts': {
    'force completion after another status halts Fresh records alone': () => {
      const waiting = new Set<number>();
      return {
        before: async (call) => {
          const isLater = call.past.some(
            ({ sent, status }) => status === 200 && sent.campaign_id === call.sent.campaign_id && sent.campaign_status,
          );
          if (call.sent.campaign_status !== 'force_completed' || !isLater) return;
          const query = Object.entries({ campaign_id: String(call.sent.campaign_id), status: '3', limit: '1000' });
          const list = { ...call.request, operation: 'listAudience', query, body: { kind: 'none' } } as const;
          for (const { id } of JSON.parse((await call.correct(list)).text).datalist ?? []) waiting.add(id);
        },
        ...showingLeads((lead) => waiting.has(lead.id) && lead.status === 'Halted' && (lead.status = 'Inqueue')),
      };
    },
  },
});
