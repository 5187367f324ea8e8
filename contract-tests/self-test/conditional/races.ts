import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { jsonOf } from '../../../src/deployment/transport.ts';
import { meanwhile, repeating } from '../breaks.ts';
import { json, type Body, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';

/** Of two creations at once the second one's answer gives the first one's id. */
function sameId(isMaking: (call: Call) => boolean): Break {
  let first: { readonly call: Call; readonly id: Promise<unknown> } | undefined;
  return {
    before: async (call) => {
      if (!isMaking(call)) return;
      if (first !== undefined && call.beside().includes(first.call)) {
        const body: Body = jsonOf(call.success());
        return json(200, { ...body, data: { ...body.data, agent_id: await first.id } });
      }
      const answer = call.correct(call.request);
      first = { call, id: answer.then((response) => (jsonOf(response) as Body).data?.agent_id) };
      return answer;
    },
  };
}

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
    'create-agent.create: two agents created at once have one id': () => sameId((call) => call.isCreation),
    'createagentorupdate.success.agent-id: two forms at once give one id': () => sameId((call) => call.isForm),
    'createagentorupdate.phone-numbers: of two forms that ask for one number at once neither gets it': {
      before: async (call) => {
        const others = call.isForm ? await meanwhile(call) : [];
        const isTaken = others.some(({ numbers }) => numbers.some((number) => call.numbers.includes(number)));
        return isTaken && call.refusal('createagentorupdate.phone-numbers.available');
      },
    },
    'get-by-id.envelope: an agent cannot be read while it is updated': {
      before: (call) =>
        call.is('getAgent') &&
        call.beside().some((other) => other.isUpdate && other.agent === call.agent) &&
        call.refusal('get-by-id.not-found'),
    },
    'campaign.force-complete.halts: a list that is asked for during the force completion is kept': keptList,
  }),
];
