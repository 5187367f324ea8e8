import { jsonOf } from '../../../src/deployment/transport.ts';
import { mixedUp, racing, repeating, slowly, withQuery, withToken, withoutField } from '../breaks.ts';
import { json, ownToken, type Body, type Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

const isUpdate = (call: Call): boolean => call.isUpdate;
const isForm = (call: Call): boolean => call.isForm;
const isOtherUpdate = (other: Call, call: Call): boolean => other.isUpdate && other.agent === call.agent;
const pretended = (call: Call) => call.pretended();

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
  ...slowly('forceCompleteCampaign'),
  ...repeating(
    ['listAudience'],
    (call) => call.isCompleted(),
    (call) => !call.isCompleted() && call.beside().some(({ sent }) => sent.campaign_status === 'force_completed'),
  )(),
});

/** Asks for what another request asks for that is under way. */
const askingAlike = (name: string) => (call: Call, other: Call) =>
  withQuery(call.request, name, other.query(name) ?? call.query(name) ?? '');

/** What shows only where requests are under way at the same time. */
export const races = faultsOf({
  'create-agent.update.partial: of two updates at once one loses its description': racing(
    isUpdate,
    isOtherUpdate,
    ({ request }) => withoutField(request, 'description'),
  ),
  'create-agent.create: two agents created at once have one id': () => sameId((call) => call.isCreation),
  'createagentorupdate.success.agent-id: two forms at once give one id': () => sameId(isForm),
  'createagentorupdate.phone-numbers: of two forms at once one loses its numbers': racing(
    isForm,
    isForm,
    ({ request }) => withoutField(request, 'phone_numbers'),
  ),
  'createagentorupdate.phone-numbers: of two forms that ask for one number at once neither gets it': racing(
    isForm,
    (other, { numbers }) => other.numbers.some((number) => numbers.includes(number)),
    (call) => call.refusal('createagentorupdate.phone-numbers.available'),
  ),
  'create-agent.delete: an agent that is updated while it is deleted stays': racing(
    (call) => call.sets(2),
    isOtherUpdate,
    pretended,
  ),
  'create-agent.update: an update while the agent is unpublished is lost': racing(
    (call) => call.isChange,
    (other, { agent }) => other.sets(3) && other.agent === agent,
    pretended,
  ),
  'agent-update.effect: agent/update is lost beside an update of the same agent': racing(
    (call) => call.is('updateAgent'),
    isOtherUpdate,
    (call) => call.isOwn && Number.isInteger(call.agent) && call.success(),
  ),
  'get-by-id.envelope: an agent cannot be read while it is updated': {
    before: (call) =>
      call.is('getAgent') &&
      call.beside().some((other) => isOtherUpdate(other, call)) &&
      call.refusal('get-by-id.not-found'),
  },
  'agent.basic-details.id: two agents that are read at once are mixed up': mixedUp(
    'getAgent',
    (call, other) =>
      other.agent !== call.agent &&
      call.token === other.token &&
      withQuery(call.request, 'agent_id', String(other.agent)),
  ),
  'voice-list.data: two providers that are listed at once are mixed up': mixedUp(
    'listVoices',
    askingAlike('provider_id'),
  ),
  'audience-list.own-records: two audiences that are listed at once are mixed up': mixedUp(
    'listAudience',
    askingAlike('campaign_id'),
  ),
  'get-token.success: two login tokens that come at once are mixed up': mixedUp('getToken', (call, other) =>
    withToken(call.request, other.token),
  ),
  'verify.unauthorized: any token is valid while a valid one is verified': mixedUp(
    'verifyToken',
    (call, other) => other.isOwn && withToken(call.request, ownToken),
  ),
  'campaign.force-complete.halts: a list that is asked for during the force completion is kept': keptList,
});
