import { withJson, withQuery, type ProviderFault } from '../provider-fault.ts';
import { afterwards, change, instead, refused, showing, showingAgent, withToken } from './breaks.ts';
import { broken } from './broken-provider.ts';
import {
  fields,
  isCompleted,
  isStatus,
  isUpdate,
  made,
  query,
  statusOf,
  tokenOf,
  written,
  otherToken,
  ownToken,
  type Call,
} from './call.ts';

/** The agent that was made last, before the one that a request names. */
const before = (call: Call): number | undefined => made(call).findLast((id) => id < call.agent);
const isForeign = (call: Call): boolean => tokenOf(call) === otherToken;

/** What is done to one, and shows at another. */
export const isolation: readonly ProviderFault[] = [
  broken('a rename takes along an agent that had the same name', 'create-agent.update', {
    after: async (call, _, status) => {
      if (!isUpdate(call) || status !== 200 || call.sent.agent_name === undefined) return;
      const names = (agent: number): string =>
        String(written({ ...call, agent }).findLast(({ sent }) => sent?.agent_name !== undefined)?.sent.agent_name);
      const old = names(call.agent);
      const twin = made(call).find((id) => id !== call.agent && names(id) === old);
      if (twin !== undefined) await change(call, { agent_id: twin, agent_name: call.sent.agent_name });
    },
  }),
  broken(
    'a new description goes to the agent made before too if it has none',
    'create-agent.update',
    afterwards('createAgent', (call) => {
      const other = isUpdate(call) && call.sent.description !== undefined ? before(call) : undefined;
      const isBare =
        other !== undefined && written({ ...call, agent: other }).every(({ sent }) => sent?.description === undefined);
      return isBare && { agent_id: other, description: call.sent.description };
    }),
  ),
  broken('a published agent can be read from the other workspace', 'workspace.isolation', {
    before: (call) =>
      call.operation === 'getAgent' && isForeign(call) && statusOf(call) === 1 && withToken(call.request, ownToken),
  }),
  broken('the other workspace can update an agent that the query names', 'workspace.isolation', {
    before: (call) =>
      isUpdate(call) && isForeign(call) && query(call, 'agent_id') !== undefined && withToken(call.request, ownToken),
  }),
  broken('an agent that was read twice can be read from the other workspace', 'workspace.isolation', {
    before: (call) => {
      const reads = call.past.filter((each) => each.agent === call.agent && each.operation === 'getAgent');
      return call.operation === 'getAgent' && isForeign(call) && reads.length >= 2 && withToken(call.request, ownToken);
    },
  }),
  broken('an agent made by the form can be changed from the other workspace', 'workspace.isolation', {
    before: (call) =>
      isUpdate(call) &&
      isForeign(call) &&
      written(call)[0]?.operation === 'createAgentOrUpdate' &&
      withToken(call.request, ownToken),
  }),
  broken(
    'a deletion unpublishes another published agent',
    'create-agent.delete',
    afterwards('createAgent', (call) => {
      const other = made(call).find((agent) => agent !== call.agent && statusOf({ ...call, agent }) === 1);
      return isStatus(call, 2) && other !== undefined && { agent_id: other, status: 3 };
    }),
  ),
  broken(
    'a deletion of an agent without numbers releases those of the agent made before',
    'create-agent.delete.releases-numbers',
    showingAgent((data, call) => {
      const isReleased = call.past.some(
        (each) =>
          isStatus(each, 2) &&
          each.status === 200 &&
          before({ ...each, past: call.past }) === call.agent &&
          written(each).every((one) => fields(one, /^phone_numbers/).length === 0),
      );
      if (isReleased) data.phone_numbers = [];
    }),
  ),
  broken('a force completion halts the last record of another campaign', 'campaign.force-complete.own-campaign', {
    ...showing('listAudience', ({ datalist, pagination }, call) => {
      if (!isCompleted(call) || isCompleted(call, Number(query(call, 'campaign_id')))) return;
      const isLast = pagination.currentPage === pagination.totalPages;
      const last = datalist.at(-1);
      if (isLast && ['Fresh', 'Inqueue'].includes(last?.status)) last.status = 'Halted';
    }),
  }),
  broken(
    'a force completion unpublishes the agent if the campaign was listed before',
    'campaign.force-complete.own-campaign',
    showingAgent(({ basic_details }, call) => {
      const completed = call.past.findIndex(
        ({ sent, status }) => sent?.campaign_status === 'force_completed' && status === 200,
      );
      const campaign = String(call.past[completed]?.sent.campaign_id);
      const isListed = call.past.slice(0, completed).some((each) => query(each, 'campaign_id') === campaign);
      if (completed >= 0 && isListed && basic_details.status === 1) basic_details.status = 3;
    }),
  ),
  broken('agent/update of an agent made by the form goes to the agent made before', 'agent-update.effect', {
    before: (call) => {
      const other = call.operation === 'updateAgent' && tokenOf(call) === ownToken ? before(call) : undefined;
      const isFormed = written(call)[0]?.operation === 'createAgentOrUpdate';
      const agent_id = `00000000-0000-4000-8000-${String(other).padStart(12, '0')}`;
      return other !== undefined && isFormed && withJson(call.request, (body) => (body.agent_id = agent_id));
    },
  }),
  broken(
    'a form without denied words gets those of the form before',
    'createagentorupdate.denials',
    showingAgent((data, call) => {
      const forms = call.past.filter(({ operation, status }) => operation === 'createAgentOrUpdate' && status === 200);
      const own = forms.findIndex(({ agent }) => agent === call.agent);
      if (data.denials.denied_words.length > 0 || own < 1) return;
      const words = fields(forms[own - 1] as Call, /denied_words/);
      data.denials.denied_words = words;
      data.tools.denials.denied_words = words;
    }),
  ),
  broken(
    "after a request of the other workspace voice_analysis is that workspace's",
    'agent.voice-analysis',
    showingAgent((data, call) => {
      const last = call.past.at(-1);
      if (last !== undefined && isForeign(last) && !isForeign(call)) data.voice_analysis = false;
    }),
  ),
  broken(
    "verify refuses the other workspace's token after the own one",
    'verify.valid',
    instead(
      'verifyToken',
      (call) => isForeign(call) && call.past.findLast(({ operation }) => operation === 'verifyToken')?.status === 200,
      refused(401, 'Invalid token'),
    ),
  ),
  broken("a list of the other workspace's campaign is answered after an own one", 'audience-list.own-records', {
    before: (call) => {
      const last = call.past.findLast(({ operation, status }) => operation === 'listAudience' && status === 200);
      const foreign = call.operation === 'listAudience' && query(call, 'campaign_id') === '5005';
      const campaign = last && query(last, 'campaign_id');
      return foreign && campaign !== undefined && withQuery(call.request, 'campaign_id', campaign);
    },
  }),
];
