import {
  doneDespiteExpiry,
  halfDone,
  opening,
  showing,
  showingAgent,
  showingField,
  takingNumbers,
  withJson,
  withQuery,
} from '../breaks.ts';
import { otherToken, uuidShown, type Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

/** The agent that was made last, before the one that a request names. */
const before = (call: Call): number | undefined => call.made.findLast((id) => id < call.agent);
const asOwn = (when: (call: Call) => unknown): Break => opening(null, new RegExp(otherToken), when);
/** What is done to one, and shows at another. */
export const isolation = faultsOf({
  'create-agent.update: a rename takes along an agent that had the same name': {
    after: async (call, _, status) => {
      if (!call.isUpdate || status !== 200 || call.sent.agent_name === undefined) return;
      const nameOf = (agent: number): string =>
        String(call.written(agent).findLast(({ sent }) => sent.agent_name !== undefined)?.sent.agent_name);
      const twin = call.made.find((id) => id !== call.agent && nameOf(id) === nameOf(call.agent));
      if (twin !== undefined) await call.change({ agent_id: twin, agent_name: call.sent.agent_name });
    },
  },
  'workspace.isolation: the other workspace can update an agent that the query names': asOwn(
    (call) => call.isUpdate && call.query('agent_id') !== undefined,
  ),
  'workspace.isolation: an agent made by the form can be changed from the other workspace': asOwn(
    (call) => call.isUpdate && call.isOfForm,
  ),
  'create-agent.delete.releases-numbers: a deletion of an agent without numbers releases those of the agent made before':
    showingAgent((data, call) => {
      const isReleased = call.past.some(
        (each) =>
          each.sets(2) &&
          each.status === 200 &&
          call.made.findLast((id) => id < each.agent) === call.agent &&
          call.written(each.agent).every(({ numbers }) => numbers.length === 0),
      );
      if (isReleased) data.phone_numbers = [];
    }),
  'campaign.force-complete.own-campaign: a force completion halts the last record of another campaign': showing(
    'listAudience',
    ({ datalist, pagination }, call) => {
      if (!call.isCompleted() || call.isCompleted(Number(call.query('campaign_id')))) return;
      const last = pagination.currentPage === pagination.totalPages ? datalist.at(-1) : undefined;
      if (['Fresh', 'Inqueue'].includes(last?.status)) last.status = 'Halted';
    },
  ),
  'campaign.force-complete.own-campaign: a force completion unpublishes the agent if the campaign was listed before':
    showingAgent(({ basic_details }, call) => {
      const completed = call.past.findIndex((each) => each.isCompletion);
      const campaign = String(call.past[completed]?.sent.campaign_id);
      const isListed = call.past.slice(0, completed).some((each) => each.query('campaign_id') === campaign);
      if (completed >= 0 && isListed && basic_details.status === 1) basic_details.status = 3;
    }),
  'agent-update.effect: agent/update of an agent made by the form goes to the agent made before': {
    before: (call) => {
      const other = call.is('updateAgent') && call.isOwn && call.isOfForm ? before(call) : undefined;
      return other !== undefined && withJson(call.request, (body) => (body.agent_id = uuidShown(other)));
    },
  },
  "agent.voice-analysis: after a request of the other workspace voice_analysis is that workspace's": showingField(
    'getAgent',
    'data.voice_analysis',
    (own, call) => (call.past.at(-1)?.isForeign === true && !call.isForeign ? false : own),
  ),
  "audience-list.own-records: a list of the other workspace's campaign is answered after an own one": {
    before: (call) => {
      const last = call.past.findLast((each) => each.is('listAudience') && each.status === 200);
      const campaign = call.is('listAudience') && call.query('campaign_id') === '5005' && last?.query('campaign_id');
      return typeof campaign === 'string' && withQuery(call.request, 'campaign_id', campaign);
    },
  },
});

const isRefusedUpdate = (call: Call): boolean => call.isUpdate && call.isOwn && call.status === 422;
const isRefusedForm = (call: Call): boolean => call.isOwn && call.status === 422;
const isGiven = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Requests that are refused, and leave something behind. */
export const atomicity = faultsOf({
  'create-agent.validation: an update that is refused for a field of an object keeps its description': halfDone(
    (call) => isRefusedUpdate(call) && Object.values(call.sent as object).some(isGiven),
    ({ sent }) => (typeof sent.description === 'string' ? { description: sent.description } : undefined),
  ),
  'create-agent.validation: a publish that is refused for another field publishes': halfDone(
    (call) => isRefusedUpdate(call) && call.sets(1),
    () => ({ status: 1 }),
  ),
  'create-agent.validation: a deletion that is refused for another field deletes': halfDone(
    (call) => isRefusedUpdate(call) && call.sets(2),
    () => ({ status: 2 }),
  ),
  'create-agent.status.invalid: an invalid status unpublishes a published agent': halfDone(
    (call) => call.isUpdate && call.isOwn && call.status === 400 && !call.sets(1) && call.lastStatus() === 1,
    () => ({ status: 3 }),
  ),
  'create-agent.unauthorized: an update with an expired token keeps its description': doneDespiteExpiry(
    (call) => call.isUpdate && call.sent.description !== undefined,
  ),
  'auth.unauthorized.everywhere: agent/update with an expired token is refused, and done': doneDespiteExpiry((call) =>
    call.is('updateAgent'),
  ),
  'auth.unauthorized.everywhere: a force completion with an expired token is refused, and done': doneDespiteExpiry(
    (call) => call.is('forceCompleteCampaign'),
  ),
  'createagentorupdate.atomic: of the numbers of a refused form the good ones are taken': takingNumbers(
    ({ numbers }) => numbers.length > 1,
  ),
  'createagentorupdate.atomic: a form that is refused for a file takes its numbers': takingNumbers(
    (call) => call.texts(/^FILE_/).length > 0,
  ),
  'createagentorupdate.atomic: a form that is refused for a tool keeps its name': halfDone(
    (call) => isRefusedForm(call) && call.texts(/\[tools\]/).length > 0,
    (call) => {
      const [agent_name] = call.texts(/\[agent_name\]$/);
      return agent_name === undefined ? undefined : { agent_name };
    },
  ),
  'campaign.status.values: a refused campaign status that speaks of completion completes': {
    after: async (call, _, status) => {
      const isMeant = status === 400 && /complete/i.test(call.sent.campaign_status);
      if (!call.is('forceCompleteCampaign') || !isMeant) return;
      await call.correct(withJson(call.request, (body) => (body.campaign_status = 'force_completed')));
    },
  },
});
