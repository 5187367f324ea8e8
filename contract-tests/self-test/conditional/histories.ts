import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import {
  also,
  changing,
  halfDone,
  instead,
  meanwhile,
  repeating,
  showing,
  showingAgent,
  storingParts,
  takingAs,
  takingNumbers,
  withJson,
} from '../breaks.ts';
import { uuidShown, type Call, broken, faultsOf, type Break, type Fault } from '../fault.ts';

/** Gives an answer again for two seconds, where that is stale. */
const cached = (operation: OperationId, isStale: (call: Call, since: readonly Call[]) => boolean): (() => Break) =>
  repeating(
    [operation],
    (call, since, age) => call.isOwn && age < 2000 && isStale(call, since),
    ({ isOwn }) => isOwn,
  );

/** What shows only after certain requests. */
export const histories = faultsOf({
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
});

/** The agent that was made last, before the one that a request names. */
const before = (call: Call): number | undefined => call.made.findLast((id) => id < call.agent);
/** What is done to one, and shows at another. */
export const isolation = faultsOf({
  'create-agent.update: a rename takes along an agent that had the same name': also((call) => {
    if (!call.isUpdate || call.status !== 200 || call.sent.agent_name === undefined) return;
    const nameOf = (agent: number): string =>
      String(call.written(agent).findLast(({ sent }) => sent.agent_name !== undefined)?.sent.agent_name);
    const twin = call.made.find((id) => id !== call.agent && nameOf(id) === nameOf(call.agent));
    return twin !== undefined && changing({ agent_id: twin, agent_name: call.sent.agent_name });
  }),
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
});

/** Requests that are refused, and leave something behind. */
export const atomicity = faultsOf({
  'create-agent.validation: a publish that is refused for another field publishes': halfDone(
    (call) => call.isOwn && call.status === 422 && call.sets(1),
    { status: 1 },
  ),
  'createagentorupdate.atomic: of the numbers of a refused form the good ones are taken': takingNumbers(
    ({ numbers }) => numbers.length > 1,
  ),
  'campaign.status.values: a refused campaign status that speaks of completion completes': also(
    (call) =>
      call.is('forceCompleteCampaign') &&
      call.status === 400 &&
      /complete/i.test(call.sent.campaign_status) &&
      withJson(call.request, (body) => (body.campaign_status = 'force_completed')),
  ),
});

/** What shows only with certain values that are no texts of an agent. */
export const values = faultsOf({
  'campaign-force-completed.campaign-status: a status of a campaign in another form is taken': takingAs(
    'forceCompleteCampaign',
    'campaign_status',
    (value) => value.replace(/^paused$/, 'pause'),
  ),
  'create-agent.field.agent-name: a name that another agent has gets a number': takingAs(
    'createAgent',
    'agent_name',
    (name, call) =>
      call.past.some(({ sent, agent }) => agent !== call.agent && sent?.agent_name === name) ? `${name} (2)` : name,
  ),
  'get-by-id.not-found: an agent_id beyond 32 bits ends in a failure': instead(
    'getAgent',
    ({ agent }) => agent >= 2 ** 31,
    'errors.server.elsewhere',
  ),
  'createagentorupdate.denials: denied topics that differ by case alone are one': storingParts((part, call) => {
    const topics = call.texts(/denied_topics/);
    const first = topics.find((topic) => topic.toLowerCase() === String(part.value).toLowerCase());
    return part.name.includes('denied_topics') && first !== part.value ? null : part;
  }),
});

/** A list that was asked for while a campaign was completed stays as it was. */
const keptList = (): Break => ({
  before: async (call) => {
    if (call.is('forceCompleteCampaign')) await meanwhile(call);
  },
  ...repeating(
    ['listAudience'],
    (call) => call.isCompleted(),
    (call) => !call.isCompleted() && call.beside().some(({ sent }) => sent.campaign_status === 'force_completed'),
  )(),
});

/** Operations of which two that are asked at once are mixed up, and the rule that says what each must answer. */
const mixedUp: Partial<Readonly<Record<OperationId, ClauseId>>> = {
  getAgent: 'agent.basic-details.id',
  listVoices: 'voice-list.data',
  listAudience: 'audience-list.own-records',
  getToken: 'get-token.success',
  verifyToken: 'verify.unauthorized',
};

/** What shows only where requests are under way at the same time, and is no plain fault under that condition. */
export const races: readonly Fault[] = [
  ...Object.entries(mixedUp).map(([operation, clause]) =>
    broken(`${operation}: two requests at once are mixed up`, clause, {
      before: (call) =>
        call.operation === operation && call.beside().find((each) => each.operation === operation)?.request,
    }),
  ),
  ...faultsOf({
    'createagentorupdate.phone-numbers: of two forms that ask for one number at once neither gets it': {
      before: async (call) => {
        const others = call.isForm ? await meanwhile(call) : [];
        const isTaken = others.some(({ numbers }) => numbers.some((number) => call.numbers.includes(number)));
        return isTaken && call.refusal('createagentorupdate.phone-numbers.available');
      },
    },
    'campaign.force-complete.halts: a list that is asked for during the force completion is kept': keptList,
  }),
];
