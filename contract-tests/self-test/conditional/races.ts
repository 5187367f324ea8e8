import { jsonOf } from '../../../src/deployment/transport.ts';
import { json, withJson, withQuery, type Body, type ProviderFault } from '../provider-fault.ts';
import { pretended, racing, refused, showing, showingAgent, slowly, withToken } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import {
  fields,
  isCompleted,
  isCreation,
  isStatus,
  isUpdate,
  partsOf,
  query,
  tokenOf,
  ownToken,
  type Call,
} from './call.ts';

const isFor = (other: Call, call: Call): boolean => other.agent === call.agent;
const isOtherUpdate = (other: Call, call: Call): boolean => isUpdate(other) && isFor(other, call);
const isOf =
  (operation: Call['operation']) =>
  (call: Call): boolean =>
    call.operation === operation;
const isForm = (call: Call): boolean => isOf('createAgentOrUpdate')(call) && Number.isNaN(call.agent);

/** Of two creations at once the second one's answer gives the first one's id. */
function sameId(isMaking: (call: Call) => boolean): Break {
  let first: { readonly call: Call; readonly id: Promise<unknown> } | undefined;
  return {
    before: async (call) => {
      if (!isMaking(call)) return;
      if (first !== undefined && call.beside().includes(first.call)) {
        const agent_id = await first.id;
        return json(200, {
          success: true,
          message: 'Agent updated',
          data: { agent_id, agent_name: call.sent.agent_name },
        });
      }
      const answer = call.correct(call.request);
      first = { call, id: answer.then((response) => (jsonOf(response) as Body).data?.agent_id) };
      return answer;
    },
  };
}

/** What shows only where requests are under way at the same time. */
export const races: readonly ProviderFault[] = [
  broken(
    'of two updates at once one loses its description',
    'create-agent.update.partial',
    racing(isUpdate, isOtherUpdate, ({ request }) => withJson(request, (body) => delete body.description)),
  ),
  broken('of two updates at once one undoes the prompt of the other', 'create-agent.update.partial', (): Break => {
    const prompts = new Map<number, string>();
    const race = racing(isUpdate, isOtherUpdate, ({ request, agent }) =>
      withJson(request, (body) => (body.prompt ??= prompts.get(agent))),
    );
    return {
      ...race,
      ...showingAgent(({ basic_details }) => prompts.set(basic_details.id, basic_details.agent_prompt)),
    };
  }),
  broken('two agents created at once have one id', 'create-agent.create', () => sameId(isCreation)),
  broken('two forms at once give one id', 'createagentorupdate.success.agent-id', () => sameId(isForm)),
  broken(
    'of two forms at once one loses its numbers',
    'createagentorupdate.phone-numbers',
    racing(isForm, isForm, ({ request }) => {
      const parts = request.body.kind === 'form' ? request.body.parts : [];
      const kept = parts.filter(({ name }) => !name.startsWith('phone_numbers'));
      return { ...request, body: { kind: 'form', parts: kept } };
    }),
  ),
  broken('a number that two forms ask for at once is attached twice', 'agent.phone-numbers', () => {
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
  }),
  broken(
    'of two forms that ask for one number at once neither gets it',
    'createagentorupdate.phone-numbers',
    racing(
      isForm,
      (other, call) =>
        fields(other, /^phone_numbers/).some((number) => fields(call, /^phone_numbers/).includes(number)),
      () => refused(422, 'The phone number is busy.'),
    ),
  ),
  broken(
    'an agent that is updated while it is deleted stays',
    'create-agent.delete',
    racing((call) => isStatus(call, 2), isOtherUpdate, pretended),
  ),
  broken(
    'an update while the agent is unpublished is lost',
    'create-agent.update',
    racing(
      (call) => isUpdate(call) && call.sent.status === undefined,
      (other, call) => isStatus(other, 3) && isFor(other, call),
      pretended,
    ),
  ),
  broken(
    'agent/update is lost beside an update of the same agent',
    'agent-update.effect',
    racing(isOf('updateAgent'), isOtherUpdate, ({ agent, sent, request }) => {
      const message = 'Agent updated successfully';
      return tokenOf({ request } as Call) === ownToken && Number.isInteger(agent)
        ? json(200, { message, data: { agent_id: sent.agent_id } })
        : request;
    }),
  ),
  broken('an agent cannot be read while it is updated', 'get-by-id.envelope', {
    before: (call) =>
      call.operation === 'getAgent' &&
      call.beside().some((other) => isUpdate(other) && isFor(other, call)) &&
      refused(404, 'Agent not found'),
  }),
  broken('two agents that are read at once are mixed up', 'agent.basic-details.id', {
    before: (call) => {
      const other = call.beside().find((each) => each.operation === 'getAgent' && each.agent !== call.agent);
      const isMixed = call.operation === 'getAgent' && other !== undefined && tokenOf(call) === tokenOf(other);
      return isMixed && withQuery(call.request, 'agent_id', String(other.agent));
    },
  }),
  broken('two providers that are listed at once are mixed up', 'voice-list.data', {
    before: (call) => {
      const other = call.beside().find(({ operation }) => operation === 'listVoices');
      const provider = other && query(other, 'provider_id');
      return (
        call.operation === 'listVoices' && provider !== undefined && withQuery(call.request, 'provider_id', provider)
      );
    },
  }),
  broken('two audiences that are listed at once are mixed up', 'audience-list.own-records', {
    before: (call) => {
      const other = call.beside().find(({ operation }) => operation === 'listAudience');
      const campaign = other && query(other, 'campaign_id');
      return (
        call.operation === 'listAudience' && campaign !== undefined && withQuery(call.request, 'campaign_id', campaign)
      );
    },
  }),
  broken('two login tokens that come at once are mixed up', 'get-token.success', {
    before: (call) => {
      const other = call.beside().find(({ operation }) => operation === 'getToken');
      return call.operation === 'getToken' && other !== undefined && withToken(call.request, tokenOf(other));
    },
  }),
  broken('any token is valid while a valid one is verified', 'verify.unauthorized', {
    before: (call) => {
      const isBeside = call.beside().some((other) => other.operation === 'verifyToken' && tokenOf(other) === ownToken);
      return call.operation === 'verifyToken' && isBeside && withToken(call.request, ownToken);
    },
  }),
  broken('a form at the same time as a creation loses its description', 'createagentorupdate.basic-details', {
    before: (call) => {
      const parts = partsOf(call).filter(({ name }) => name !== 'basic_details[description]');
      return isForm(call) && call.beside().some(isCreation) && { ...call.request, body: { kind: 'form', parts } };
    },
  }),
  broken('a list that is asked for during the force completion is kept', 'campaign.force-complete.halts', () => {
    const kept = new Map<string, Body>();
    const key = ({ request }: Call): string => JSON.stringify(request.query);
    return {
      ...slowly('forceCompleteCampaign'),
      ...showing('listAudience', (body, call) => {
        const isDuring = call.beside().some((other) => other.sent?.campaign_status === 'force_completed');
        if (isDuring && !isCompleted(call)) kept.set(key(call), structuredClone(body));
        else if (isCompleted(call) && kept.has(key(call))) Object.assign(body, kept.get(key(call)));
      }),
    };
  }),
];
