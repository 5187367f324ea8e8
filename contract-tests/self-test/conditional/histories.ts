import type { ApiResponse } from '../../../src/deployment/transport.ts';
import type { OperationId } from '../../../src/document/names.gen.ts';
import {
  afterwards,
  instead,
  losing,
  opening,
  pretending,
  takingAs,
  showing,
  showingAgent,
  showingField,
  showingLeads,
  storing,
} from '../breaks.ts';
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
  'create-agent.update: an update after a refused publish is lost': pretending(
    (call) =>
      call.isChange &&
      call.past.findLast((each) => each.is('createAgent') && each.agent === call.agent)?.status === 400,
  ),
  'create-agent.delete.releases-numbers: a deleted agent that was published keeps its numbers': instead(
    'createAgentOrUpdate',
    isKeptNumber,
    'createagentorupdate.phone-numbers.available',
  ),
  'create-agent.publish: an agent that was unpublished cannot be published again': instead(
    'createAgent',
    (call) => call.sets(1) && call.statuses().join().endsWith('1,3'),
    'create-agent.publish.no-number',
  ),
  'create-agent.create.draft: every third agent is created active': showingAgent(({ basic_details }, call) => {
    if (call.made.indexOf(call.agent) % 3 === 2 && call.lastStatus() === undefined) basic_details.status = 1;
  }),
  'create-agent.field.description: the second update of a description is lost': losing(
    'createAgent',
    'description',
    (call) => call.written().filter(({ sent }) => sent.agent_id && sent.description !== undefined).length % 2 === 1,
  ),
  'create-agent.field.agent-name: a name that the agent had before is not taken again': takingAs(
    'createAgent',
    'agent_name',
    (name, call) => {
      const names = call.written().flatMap(({ sent }) => sent.agent_name ?? []);
      return names.includes(name) && names.at(-1) !== name ? undefined : name;
    },
  ),
  'agent-update.effect: agent/update after a publish does nothing': storing('updateAgent', (body, call) => {
    if (!call.isOwn || call.lastStatus() !== 1) return;
    delete body.name;
    delete body.language;
  }),
  'get-by-id.envelope: the read after a refused update fails': instead(
    'getAgent',
    ({ past, agent }) => {
      const last = past.at(-1);
      return last?.is('createAgent') === true && last.status === 422 && last.agent === agent;
    },
    'errors.server.elsewhere',
  ),
  'create-agent.delete: an agent that was unpublished is not deleted': pretending(
    (call) => call.sets(2) && call.lastStatus() === 3,
  ),
  'create-agent.update.partial: a new prompt unpublishes a published agent': afterwards(
    'createAgent',
    (call) =>
      call.isChange && call.sent.prompt !== undefined && call.lastStatus() === 1 && { agent_id: call.agent, status: 3 },
  ),
  'createagentorupdate.denials: the third form loses its denied words': losing(
    'createAgentOrUpdate',
    'denials[denied_words]',
    (call) => call.count('createAgentOrUpdate') % 3 === 2,
  ),
  'createagentorupdate.phone-numbers: a form after a refused form loses its numbers': losing(
    'createAgentOrUpdate',
    'phone_numbers',
    (call) => call.last('createAgentOrUpdate')?.status === 422,
  ),
  'get-token.most-recent: from the third time on get-token gives the older token': showingField(
    'getToken',
    'token',
    (token, call) => (call.count('getToken') >= 2 ? 'ac3d'.repeat(16) : token),
  ),
  'verify.valid: verify refuses a valid token after an invalid one': instead(
    'verifyToken',
    (call) => call.last('verifyToken')?.status === 401,
    'verify.unauthorized',
  ),
  'voice-list.pagination: after a refused list of voices a page token begins at the start': losing(
    'listVoices',
    'page_token',
    (call) => (call.last('listVoices')?.status ?? 200) >= 400,
  ),
  'campaign.force-complete: after a force completion a campaign is still counted where it was read twice': countedOn,
  'campaign.force-complete.halts: force completion after another status halts Fresh records alone': leavingInqueue,
  'campaign-force-completed.success: a status that the campaign has already is answered without a message':
    showingField('forceCompleteCampaign', 'message', (message, { past, sent }) => {
      const last = past.findLast((each) => each.sent.campaign_id === sent.campaign_id && each.status === 200);
      return last?.sent.campaign_status === sent.campaign_status ? null : message;
    }),
  'token.form: from the second time on the token ends in a line break': showingField(
    'getToken',
    'token',
    (token, call) => (call.count('getToken') > 0 ? `${token}\n` : token),
  ),
  'create-agent.success: from the sixth agent on the id is a text': showing('createAgent', ({ data }, call) => {
    if (call.isCreation && call.made.length >= 5) data.agent_id = String(data.agent_id);
  }),
  'createagentorupdate.success: from the fourth form on the id is a text': showingField(
    'createAgentOrUpdate',
    'data.agent_id',
    (id, call) => (call.count('createAgentOrUpdate') >= 3 ? String(id) : id),
  ),
  'create-agent.update.partial: created_on is set anew by the second update': showingAgent(
    ({ basic_details }, call) => {
      if (call.written().length > 2) basic_details.created_on = basic_details.updated_on;
    },
  ),
  'agent.basic-details.timestamps: after agent/update updated_on is in local time': showingField(
    'getAgent',
    'data.basic_details.updated_on',
    (time, call) => (call.written().at(-1)?.is('updateAgent') === true ? time.replace('Z', '+02:00') : time),
  ),
  'agent.basic-details.timestamps: agents that a form made were created at a day alone': showingField(
    'getAgent',
    'data.basic_details.created_on',
    (time, call) => (call.isOfForm ? time.slice(0, 10) : time),
  ),
  'get-by-id.envelope: from the twentieth read on the timestamp is in seconds': showingField(
    'getAgent',
    'timestamp',
    (time, call) => (call.count('getAgent') >= 20 ? Math.trunc(time / 1000) : time),
  ),
  'agent.last-modified: after the third change last_modified is a timestamp': showingAgent((data, call) => {
    if (call.written().length > 3) data.last_modified = data.basic_details.updated_on;
  }),
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
  'audience-list.response: the token expires for the audience after 25 lists': instead(
    'listAudience',
    (call) => call.count('listAudience') >= 25,
    'audience-list.unauthorized',
  ),
  'verify.valid: the token expires for verify after five times': instead(
    'verifyToken',
    (call) => call.count('verifyToken') >= 5,
    'verify.unauthorized',
  ),
  'voice-list.unauthorized: an expired token lists voices right after a valid one': opening(
    'listVoices',
    /^dead/,
    (call) => {
      const last = call.past.at(-1);
      return last?.is('listVoices') === true && last.status === 200;
    },
  ),
  'get-token.invalid-login-token: an expired login token gets the token right after a valid one': opening(
    'getToken',
    /^login-expired$/,
    (call) => call.last('getToken')?.status === 200,
  ),
  'audience-list.item.updated-by: updated_by is left out where the force completion halted': showingLeads(
    (lead, call) => {
      const isHalted = call.isCompleted(Number(call.query('campaign_id'))) && lead.total_attempt?.startsWith('0/');
      if (isHalted) delete lead.updated_by;
    },
  ),
  'voice-list.envelope: the timestamp of an empty list of voices is a text': showing('listVoices', (body) => {
    if (body.data.voices.length === 0) body.timestamp = String(body.timestamp);
  }),
});
