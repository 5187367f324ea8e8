import { afterwards, change, instead, showing, showingAgent, withJson, withQuery, withToken } from '../breaks.ts';
import {
  faultsOf,
  fields,
  isCompleted,
  isCompletion,
  isForeign,
  isOf,
  isOwn,
  isStatus,
  isUpdate,
  lastOf,
  made,
  ownToken,
  query,
  statusOf,
  uuidOf,
  written,
  type Break,
  type Call,
} from '../fault.ts';

/** The agent that was made last, before the one that a request names. */
const before = (call: Call): number | undefined => made(call).findLast((id) => id < call.agent);
const asOwn = (when: (call: Call) => unknown): Break => ({
  before: (call) => (isForeign(call) && when(call) ? withToken(call.request, ownToken) : undefined),
});

/** What is done to one, and shows at another. */
export const isolation = faultsOf({
  'create-agent.update': {
    'a rename takes along an agent that had the same name': {
      after: async (call, _, status) => {
        if (!isUpdate(call) || status !== 200 || call.sent.agent_name === undefined) return;
        const names = (agent: number): string =>
          String(written({ ...call, agent }).findLast(({ sent }) => sent.agent_name !== undefined)?.sent.agent_name);
        const old = names(call.agent);
        const twin = made(call).find((id) => id !== call.agent && names(id) === old);
        if (twin !== undefined) await change(call, { agent_id: twin, agent_name: call.sent.agent_name });
      },
    },
    'a new description goes to the agent made before too if it has none': afterwards('createAgent', (call) => {
      const other = isUpdate(call) && call.sent.description !== undefined ? before(call) : undefined;
      const isBare =
        other !== undefined && written({ ...call, agent: other }).every(({ sent }) => sent.description === undefined);
      return isBare && { agent_id: other, description: call.sent.description };
    }),
  },
  'workspace.isolation': {
    'a published agent can be read from the other workspace': asOwn(
      (call) => isOf('getAgent')(call) && statusOf(call) === 1,
    ),
    'the other workspace can update an agent that the query names': asOwn(
      (call) => isUpdate(call) && query(call, 'agent_id') !== undefined,
    ),
    'an agent that was read twice can be read from the other workspace': asOwn((call) => {
      const reads = call.past.filter((each) => each.agent === call.agent && isOf('getAgent')(each));
      return isOf('getAgent')(call) && reads.length >= 2;
    }),
    'an agent made by the form can be changed from the other workspace': asOwn(
      (call) => isUpdate(call) && written(call)[0]?.operation === 'createAgentOrUpdate',
    ),
  },
  'create-agent.delete': {
    'a deletion unpublishes another published agent': afterwards('createAgent', (call) => {
      const other = made(call).find((agent) => agent !== call.agent && statusOf({ ...call, agent }) === 1);
      return isStatus(call, 2) && other !== undefined && { agent_id: other, status: 3 };
    }),
  },
  'create-agent.delete.releases-numbers': {
    'a deletion of an agent without numbers releases those of the agent made before': showingAgent((data, call) => {
      const isReleased = call.past.some(
        (each) =>
          isStatus(each, 2) &&
          each.status === 200 &&
          before({ ...each, past: call.past }) === call.agent &&
          written(each).every((one) => fields(one, /^phone_numbers/).length === 0),
      );
      if (isReleased) data.phone_numbers = [];
    }),
  },
  'campaign.force-complete.own-campaign': {
    'a force completion halts the last record of another campaign': {
      ...showing('listAudience', ({ datalist, pagination }, call) => {
        if (!isCompleted(call) || isCompleted(call, Number(query(call, 'campaign_id')))) return;
        const isLast = pagination.currentPage === pagination.totalPages;
        const last = datalist.at(-1);
        if (isLast && ['Fresh', 'Inqueue'].includes(last?.status)) last.status = 'Halted';
      }),
    },
    'a force completion unpublishes the agent if the campaign was listed before': showingAgent(
      ({ basic_details }, call) => {
        const completed = call.past.findIndex((each) => isCompletion(each));
        const campaign = String(call.past[completed]?.sent.campaign_id);
        const isListed = call.past.slice(0, completed).some((each) => query(each, 'campaign_id') === campaign);
        if (completed >= 0 && isListed && basic_details.status === 1) basic_details.status = 3;
      },
    ),
  },
  'agent-update.effect': {
    'agent/update of an agent made by the form goes to the agent made before': {
      before: (call) => {
        const other = isOf('updateAgent')(call) && isOwn(call) ? before(call) : undefined;
        const isFormed = written(call)[0]?.operation === 'createAgentOrUpdate';
        return other !== undefined && isFormed && withJson(call.request, (body) => (body.agent_id = uuidOf(other)));
      },
    },
  },
  'createagentorupdate.denials': {
    'a form without denied words gets those of the form before': showingAgent((data, call) => {
      const forms = call.past.filter(({ operation, status }) => operation === 'createAgentOrUpdate' && status === 200);
      const own = forms.findIndex(({ agent }) => agent === call.agent);
      if (data.denials.denied_words.length > 0 || own < 1) return;
      const words = fields(forms[own - 1] as Call, /denied_words/);
      data.denials.denied_words = words;
      data.tools.denials.denied_words = words;
    }),
  },
  'agent.voice-analysis': {
    "after a request of the other workspace voice_analysis is that workspace's": showingAgent((data, call) => {
      const last = call.past.at(-1);
      if (last !== undefined && isForeign(last) && !isForeign(call)) data.voice_analysis = false;
    }),
  },
  'verify.valid': {
    "verify refuses the other workspace's token after the own one": instead(
      'verifyToken',
      (call) => isForeign(call) && lastOf(call, 'verifyToken')?.status === 200,
      'verify.unauthorized',
    ),
  },
  'audience-list.own-records': {
    "a list of the other workspace's campaign is answered after an own one": {
      before: (call) => {
        const last = call.past.findLast(({ operation, status }) => operation === 'listAudience' && status === 200);
        const foreign = call.operation === 'listAudience' && query(call, 'campaign_id') === '5005';
        const campaign = last && query(last, 'campaign_id');
        return foreign && campaign !== undefined && withQuery(call.request, 'campaign_id', campaign);
      },
    },
  },
});
