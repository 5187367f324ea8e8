import type { ProviderFault } from '../provider-fault.ts';
import { withJson, withoutQuery } from '../provider-fault.ts';
import {
  afterwards,
  asking,
  instead,
  losingParts,
  pretended,
  refused,
  showing,
  showingAgent,
  storing,
} from './breaks.ts';
import { broken } from './broken-provider.ts';
import {
  count,
  fields,
  isCompleted,
  isStatus,
  isUpdate,
  made,
  statusOf,
  tokenOf,
  written,
  ownToken,
  type Answered,
  type Call,
} from './call.ts';

/** The statuses that an agent was given, oldest first. */
const statuses = (call: Call): readonly number[] => written(call).flatMap(({ sent }) => sent.status ?? []);
const lastOf = (call: Call, ...operations: readonly Call['operation'][]): Answered | undefined =>
  call.past.findLast(({ operation }) => operations.includes(operation));

/** What shows only after certain requests. */
export const histories: readonly ProviderFault[] = [
  broken(
    'an update after a refused publish is lost',
    'create-agent.update',
    instead(
      'createAgent',
      (call) => {
        const last = call.past.findLast(({ operation, agent }) => operation === 'createAgent' && agent === call.agent);
        return isUpdate(call) && call.sent.status === undefined && last?.status === 400;
      },
      pretended,
    ),
  ),
  broken('a deleted agent that was published keeps its numbers', 'create-agent.delete.releases-numbers', {
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
      return isKept && refused(422, 'The phone number is attached to another agent.');
    },
  }),
  broken(
    'an agent that was unpublished cannot be published again',
    'create-agent.publish',
    instead(
      'createAgent',
      (call) => isStatus(call, 1) && statuses(call).join().endsWith('1,3'),
      refused(400, 'Add at least 1 phone number to your agent'),
    ),
  ),
  broken(
    'every third agent is created active',
    'create-agent.create.draft',
    showingAgent(({ basic_details }, call) => {
      if (made(call).indexOf(call.agent) % 3 === 2 && statusOf(call) === undefined) basic_details.status = 1;
    }),
  ),
  broken(
    'the second update of a description is lost',
    'create-agent.field.description',
    storing('createAgent', (body, call) => {
      const before = written(call).filter(({ sent }) => sent.agent_id && sent.description !== undefined);
      if (before.length % 2 === 1) delete body.description;
    }),
  ),
  broken(
    'a name that the agent had before is not taken again',
    'create-agent.field.agent-name',
    storing('createAgent', (body, call) => {
      const names = written(call).flatMap(({ sent }) => sent.agent_name ?? []);
      if (names.includes(body.agent_name) && names.at(-1) !== body.agent_name) delete body.agent_name;
    }),
  ),
  broken('agent/update after a publish does nothing', 'agent-update.effect', {
    before: (call) =>
      call.operation === 'updateAgent' &&
      tokenOf(call) === ownToken &&
      statusOf(call) === 1 &&
      withJson(call.request, (body) => {
        delete body.name;
        delete body.language;
      }),
  }),
  broken(
    'the read after a refused update fails',
    'get-by-id.envelope',
    instead(
      'getAgent',
      (call) => {
        const last = call.past.at(-1);
        return last?.operation === 'createAgent' && last.status === 422 && last.agent === call.agent;
      },
      refused(500, 'Internal server error'),
    ),
  ),
  broken('an agent that was unpublished is not deleted', 'create-agent.delete', {
    before: (call) => isStatus(call, 2) && statusOf(call) === 3 && pretended(call),
  }),
  broken(
    'a new prompt unpublishes a published agent',
    'create-agent.update.partial',
    afterwards(
      'createAgent',
      (call) =>
        isUpdate(call) &&
        call.sent.prompt !== undefined &&
        call.sent.status === undefined &&
        statusOf(call) === 1 && { agent_id: call.agent, status: 3 },
    ),
  ),
  broken(
    'the third form loses its denied words',
    'createagentorupdate.denials',
    losingParts(/denied_words/, (call) => count(call, 'createAgentOrUpdate') % 3 === 2),
  ),
  broken(
    'a form after a refused form loses its numbers',
    'createagentorupdate.phone-numbers',
    losingParts(/^phone_numbers/, (call) => lastOf(call, 'createAgentOrUpdate')?.status === 422),
  ),
  broken(
    'from the third time on get-token gives the older token',
    'get-token.most-recent',
    showing('getToken', (body, call) => {
      if (count(call, 'getToken') >= 2) body.token = 'ac3d'.repeat(16);
    }),
  ),
  broken(
    'verify refuses a valid token after an invalid one',
    'verify.valid',
    instead('verifyToken', (call) => lastOf(call, 'verifyToken')?.status === 401, refused(401, 'Invalid token')),
  ),
  broken(
    'after a refused list of voices a page token begins at the start',
    'voice-list.pagination',
    asking('listVoices', (call) => {
      const isAfterRefusal = (lastOf(call, 'listVoices')?.status ?? 200) >= 400;
      return isAfterRefusal && withoutQuery(call.request, 'page_token');
    }),
  ),
  broken(
    'after a force completion a campaign is still counted where it was read twice',
    'campaign.force-complete',
    () => {
      const kept = new Map<number, unknown[]>();
      return showingAgent((data, call) => {
        const reads = call.past.filter(({ operation, agent }) => operation === 'getAgent' && agent === call.agent);
        if (!isCompleted(call)) kept.set(call.agent, [data.campaigns, data.campaign_count]);
        else if (reads.length >= 2) [data.campaigns, data.campaign_count] = kept.get(call.agent) ?? [];
      });
    },
  ),
  broken('force completion after another status halts Fresh records alone', 'campaign.force-complete.halts', () => {
    const waiting = new Set<number>();
    return {
      before: async (call) => {
        const isLater = call.past.some(
          ({ sent, status }) => status === 200 && sent?.campaign_id === call.sent?.campaign_id && sent.campaign_status,
        );
        if (call.sent?.campaign_status !== 'force_completed' || !isLater) return;
        const query = [
          ['campaign_id', String(call.sent.campaign_id)],
          ['status', '3'],
          ['limit', '1000'],
        ] as const;
        const { text } = await call.correct({
          ...call.request,
          operation: 'listAudience',
          query,
          body: { kind: 'none' },
        });
        for (const { id } of JSON.parse(text).datalist ?? []) waiting.add(id);
      },
      ...showing('listAudience', ({ datalist }) => {
        for (const lead of datalist) if (waiting.has(lead.id) && lead.status === 'Halted') lead.status = 'Inqueue';
      }),
    };
  }),
];
