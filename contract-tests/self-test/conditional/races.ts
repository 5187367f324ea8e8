import { jsonOf } from '../../../src/deployment/transport.ts';
import {
  losing,
  mixedUp,
  pretended,
  racing,
  showing,
  showingAgent,
  slowly,
  withChanged,
  withJson,
  withQuery,
  withToken,
  withoutField,
} from '../breaks.ts';
import {
  faultsOf,
  fields,
  isChange,
  isCompleted,
  isCreation,
  isForm,
  isOf,
  isOwn,
  isStatus,
  isUpdate,
  json,
  ownToken,
  query,
  tokenOf,
  type Body,
  type Break,
  type Call,
} from '../fault.ts';

const isFor = (other: Call, call: Call): boolean => other.agent === call.agent;
const isOtherUpdate = (other: Call, call: Call): boolean => isUpdate(other) && isFor(other, call);

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

/** What shows only where requests are under way at the same time. */
export const races = faultsOf({
  'create-agent.update.partial': {
    'of two updates at once one loses its description': racing(isUpdate, isOtherUpdate, ({ request }) =>
      withJson(request, (body) => delete body.description),
    ),
    'of two updates at once one undoes the prompt of the other': (): Break => {
      const prompts = new Map<number, string>();
      const race = racing(isUpdate, isOtherUpdate, ({ request, agent }) =>
        withJson(request, (body) => (body.prompt ??= prompts.get(agent))),
      );
      return {
        ...race,
        ...showingAgent(({ basic_details }) => prompts.set(basic_details.id, basic_details.agent_prompt)),
      };
    },
  },
  'create-agent.create': {
    'two agents created at once have one id': () => sameId(isCreation),
  },
  'createagentorupdate.success.agent-id': {
    'two forms at once give one id': () => sameId(isForm),
  },
  'createagentorupdate.phone-numbers': {
    'of two forms at once one loses its numbers': racing(isForm, isForm, ({ request }) =>
      withoutField(request, 'phone_numbers'),
    ),
    'of two forms that ask for one number at once neither gets it': racing(
      isForm,
      (other, call) =>
        fields(other, /^phone_numbers/).some((number) => fields(call, /^phone_numbers/).includes(number)),
      ({ refusal }) => refusal('createagentorupdate.phone-numbers.available'),
    ),
  },
  'agent.phone-numbers': {
    'a number that two forms ask for at once is attached twice': () => {
      const twice = new Set<string>();
      const race = racing(isForm, isForm, (call, other) => {
        const numbers = fields(other, /^phone_numbers/);
        for (const number of fields(call, /^phone_numbers/)) if (numbers.includes(number)) twice.add(number);
      });
      const shown = showingAgent((data) => {
        data.phone_numbers = data.phone_numbers.flatMap((number: string) =>
          twice.has(number) ? [number, number] : number,
        );
      });
      return { ...race, ...shown };
    },
  },
  'create-agent.delete': {
    'an agent that is updated while it is deleted stays': racing((call) => isStatus(call, 2), isOtherUpdate, pretended),
  },
  'create-agent.update': {
    'an update while the agent is unpublished is lost': racing(
      isChange,
      (other, call) => isStatus(other, 3) && isFor(other, call),
      pretended,
    ),
  },
  'agent-update.effect': {
    'agent/update is lost beside an update of the same agent': racing(
      isOf('updateAgent'),
      isOtherUpdate,
      (call) => isOwn(call) && Number.isInteger(call.agent) && call.success(),
    ),
  },
  'get-by-id.envelope': {
    'an agent cannot be read while it is updated': {
      before: (call) =>
        call.operation === 'getAgent' &&
        call.beside().some((other) => isUpdate(other) && isFor(other, call)) &&
        call.refusal('get-by-id.not-found'),
    },
  },
  'agent.basic-details.id': {
    'two agents that are read at once are mixed up': mixedUp(
      'getAgent',
      (call, other) =>
        other.agent !== call.agent &&
        tokenOf(call) === tokenOf(other) &&
        withQuery(call.request, 'agent_id', String(other.agent)),
    ),
  },
  'voice-list.data': {
    'two providers that are listed at once are mixed up': mixedUp('listVoices', (call, other) =>
      withChanged(call, 'provider_id', (own) => query(other, 'provider_id') ?? own),
    ),
  },
  'audience-list.own-records': {
    'two audiences that are listed at once are mixed up': mixedUp('listAudience', (call, other) =>
      withChanged(call, 'campaign_id', (own) => query(other, 'campaign_id') ?? own),
    ),
  },
  'get-token.success': {
    'two login tokens that come at once are mixed up': mixedUp('getToken', (call, other) =>
      withToken(call.request, tokenOf(other)),
    ),
  },
  'verify.unauthorized': {
    'any token is valid while a valid one is verified': mixedUp(
      'verifyToken',
      (call, other) => isOwn(other) && withToken(call.request, ownToken),
    ),
  },
  'createagentorupdate.basic-details': {
    'a form at the same time as a creation loses its description': losing(
      'createAgentOrUpdate',
      'basic_details[description]',
      (call) => isForm(call) && call.beside().some(isCreation),
    ),
  },
  'campaign.force-complete.halts': {
    'a list that is asked for during the force completion is kept': () => {
      const kept = new Map<string, Body>();
      const key = ({ request }: Call): string => JSON.stringify(request.query);
      return {
        ...slowly('forceCompleteCampaign'),
        ...showing('listAudience', (body, call) => {
          const isDuring = call.beside().some((other) => other.sent.campaign_status === 'force_completed');
          if (isDuring && !isCompleted(call)) kept.set(key(call), structuredClone(body));
          else if (isCompleted(call) && kept.has(key(call))) Object.assign(body, kept.get(key(call)));
        }),
      };
    },
  },
});
