import type { ApiResponse } from '../../../src/deployment/transport.ts';
import type { OperationId } from '../../../src/document/names.gen.ts';
import { afterwards, instead, opening, showingAgent, showingField, showingLeads } from '../breaks.ts';
import type { Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

/** Gives an answer again for two seconds, unless something else was done meanwhile. */
const cached = (operation: OperationId, isStale: (call: Call, since: readonly Call[]) => boolean) => (): Break => {
  const kept = new Map<string, { readonly response: ApiResponse; readonly at: number; readonly seen: number }>();
  return {
    before: async (call) => {
      if (!call.is(operation) || !call.isOwn) return;
      const key = JSON.stringify(call.request.query);
      const last = kept.get(key);
      const isKept = last !== undefined && Date.now() - last.at < 2000;
      if (isKept && isStale(call, call.past.slice(last.seen))) return last.response;
      const response = await call.correct(call.request);
      if (response.status === 200) kept.set(key, { response, at: Date.now(), seen: call.past.length });
      return response;
    },
  };
};

/** A campaign that was counted before it was completed is counted on, where the agent was read twice. */
function countedOn(): Break {
  const kept = new Map<number, unknown[]>();
  return showingAgent((data, call) => {
    const reads = call.past.filter((each) => each.is('getAgent') && each.agent === call.agent);
    if (!call.isCompleted()) kept.set(call.agent, [data.campaigns, data.campaign_count]);
    else if (reads.length >= 2) [data.campaigns, data.campaign_count] = kept.get(call.agent) ?? [];
  });
}

/** A completion leaves the records that wait, where the campaign was given another status before. */
function leavingInqueue(): Break {
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
}

/** A number that an agent had when it was deleted from the status of a published one. */
const isKeptNumber = (call: Call): boolean =>
  call.past.some(
    ({ agent, numbers, status }) =>
      status === 200 &&
      numbers.some((number) => call.numbers.includes(number)) &&
      call.statuses(agent).slice(-2).join() === '1,2',
  );

/** What shows only after certain requests. */
export const histories = faultsOf({
  'create-agent.delete.releases-numbers: a deleted agent that was published keeps its numbers': instead(
    'createAgentOrUpdate',
    isKeptNumber,
    'createagentorupdate.phone-numbers.available',
  ),
  'create-agent.create.draft: every third agent is created active': showingAgent(({ basic_details }, call) => {
    if (call.made.indexOf(call.agent) % 3 === 2 && call.lastStatus() === undefined) basic_details.status = 1;
  }),
  'create-agent.update.partial: a new prompt unpublishes a published agent': afterwards(
    'createAgent',
    (call) =>
      call.isChange && call.sent.prompt !== undefined && call.lastStatus() === 1 && { agent_id: call.agent, status: 3 },
  ),
  'get-token.most-recent: from the third time on get-token gives the older token': showingField(
    'getToken',
    'token',
    (token, call) => (call.count('getToken') >= 2 ? 'ac3d'.repeat(16) : token),
  ),
  'campaign.force-complete: after a force completion a campaign is still counted where it was read twice': countedOn,
  'campaign.force-complete.halts: force completion after another status halts Fresh records alone': leavingInqueue,
  'token.form: from the second time on the token ends in a line break': showingField(
    'getToken',
    'token',
    (token, call) => (call.count('getToken') > 0 ? `${token}\n` : token),
  ),
  'create-agent.update.partial: created_on is set anew by the second update': showingAgent(
    ({ basic_details }, call) => {
      if (call.written().length > 2) basic_details.created_on = basic_details.updated_on;
    },
  ),
  'agent-update.effect: what agent/update changed shows two seconds later': cached('getAgent', (_, since) =>
    since.every((each) => !each.is('createAgent', 'createAgentOrUpdate')),
  ),
  'create-agent.unpublish: an unpublished agent shows two seconds later': cached('getAgent', ({ agent }, since) =>
    since.some((each) => each.sets(3) && each.agent === agent),
  ),
  'agent.deleted.not-returned: an agent that is deleted while it is published shows for two seconds': cached(
    'getAgent',
    (call, since) => call.statuses().includes(1) && since.some((each) => each.sets(2) && each.agent === call.agent),
  ),
  'campaign.force-complete.halts: a list that was read shortly before the force completion stays': cached(
    'listAudience',
    (call) => call.isCompleted(Number(call.query('campaign_id'))),
  ),
  'voice-list.unauthorized: an expired token lists voices right after a valid one': opening(
    'listVoices',
    /^dead/,
    (call) => {
      const last = call.past.at(-1);
      return last?.is('listVoices') === true && last.status === 200;
    },
  ),
});
