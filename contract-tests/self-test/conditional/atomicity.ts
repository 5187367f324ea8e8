import { withJson, type ProviderFault } from '../provider-fault.ts';
import { change, refused, withToken } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import { fields, isStatus, isUpdate, partsOf, statusOf, tokenOf, expiredToken, ownToken, type Call } from './call.ts';

/** A refused request that changes an agent all the same. */
const halfDone = (when: (call: Call, status: number) => unknown, value: (call: Call) => object | undefined): Break => ({
  after: async (call, _, status) => {
    const other = status >= 400 && when(call, status) && Number.isInteger(call.agent) && value(call);
    if (other) await change(call, { agent_id: call.agent, ...other });
  },
});

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isOwn = (call: Call): boolean => tokenOf(call) === ownToken;

/** A refused form whose numbers are taken all the same, under a condition. */
const takingNumbers = (when: (call: Call) => boolean) => (): Break => {
  const taken = new Set<string>();
  return {
    before: (call) =>
      fields(call, /^phone_numbers/).some((number) => taken.has(number)) &&
      refused(422, 'The phone number is attached to another agent.'),
    after: (call, _, status) => {
      if (status === 422 && when(call)) for (const number of fields(call, /^phone_numbers/)) taken.add(number);
    },
  };
};

/** Requests that are refused, and leave something behind. */
export const atomicity: readonly ProviderFault[] = [
  broken(
    'an update that is refused for a member of an object keeps its description',
    'create-agent.validation',
    halfDone(
      (call, status) =>
        isUpdate(call) && isOwn(call) && status === 422 && Object.values(call.sent as object).some(isNested),
      ({ sent }) => (typeof sent.description === 'string' ? { description: sent.description } : undefined),
    ),
  ),
  broken(
    'an update that is refused for its last member keeps the first one',
    'create-agent.validation',
    halfDone(
      (call, status) => isUpdate(call) && isOwn(call) && status === 422 && call.sent.status === undefined,
      ({ sent }) => {
        const [name, value] = Object.entries(sent as object).find(([each]) => each !== 'agent_id') ?? [''];
        return ['agent_name', 'description', 'prompt'].includes(name) && typeof value === 'string'
          ? { [name]: value }
          : undefined;
      },
    ),
  ),
  broken(
    'an invalid status unpublishes a published agent',
    'create-agent.status.invalid',
    halfDone(
      (call, status) =>
        isUpdate(call) && isOwn(call) && status === 400 && call.sent.status !== 1 && statusOf(call) === 1,
      () => ({ status: 3 }),
    ),
  ),
  broken(
    'a publish that is refused for another member publishes',
    'create-agent.validation',
    halfDone(
      (call, status) => isStatus(call, 1) && isOwn(call) && status === 422,
      () => ({ status: 1 }),
    ),
  ),
  broken(
    'a deletion that is refused for another member deletes',
    'create-agent.validation',
    halfDone(
      (call, status) => isStatus(call, 2) && isOwn(call) && status === 422,
      () => ({ status: 2 }),
    ),
  ),
  broken(
    'a publish that is refused for shared numbers clears the prompt',
    'create-agent.publish.global-provider',
    halfDone(
      (call, status) =>
        isStatus(call, 1) && isOwn(call) && status === 400 && Object.keys(call.sent as object).length === 2,
      () => ({ prompt: '' }),
    ),
  ),
  broken('an update with an expired token keeps its description', 'create-agent.unauthorized', {
    after: async (call, _, status) => {
      if (!isUpdate(call) || status !== 401 || tokenOf(call) !== expiredToken || call.sent.description === undefined) {
        return;
      }
      await call.correct(withToken(call.request, ownToken));
    },
  }),
  broken('agent/update with an expired token is refused, and done', 'auth.unauthorized.everywhere', {
    after: async (call, _, status) => {
      const isExpired = call.operation === 'updateAgent' && status === 401 && tokenOf(call) === expiredToken;
      if (isExpired) await call.correct(withToken(call.request, ownToken));
    },
  }),
  broken(
    'of the numbers of a refused form the good ones are taken',
    'createagentorupdate.atomic',
    takingNumbers((call) => fields(call, /^phone_numbers/).length > 1),
  ),
  broken(
    'a form that is refused for a file takes its numbers',
    'createagentorupdate.atomic',
    takingNumbers((call) => fields(call, /^FILE_/).length > 0),
  ),
  broken(
    'a form with other sections that is refused takes its numbers',
    'createagentorupdate.atomic',
    takingNumbers((call) => fields(call, /^(?:metadata|guardrails|configuration|dispositions|knowledge)/).length > 0),
  ),
  broken(
    'a form that is refused for a tool keeps its name',
    'createagentorupdate.atomic',
    halfDone(
      (call, status) => isOwn(call) && status === 422 && fields(call, /\[tools\]/).length > 0,
      (call) => {
        const [agent_name] = fields(call, /\[agent_name\]$/);
        return agent_name === undefined ? undefined : { agent_name };
      },
    ),
  ),
  broken(
    'a form that is refused for a file keeps its description',
    'createagentorupdate.atomic',
    halfDone(
      (call, status) => isOwn(call) && status === 422 && partsOf(call).some(({ file }) => file !== undefined),
      (call) => ({ description: fields(call, /\[description\]$/)[0] ?? 'half done' }),
    ),
  ),
  broken('a refused campaign status that speaks of completion completes', 'campaign.status.values', {
    after: async (call, _, status) => {
      const { campaign_status } = call.sent ?? {};
      const isMeant = call.operation === 'forceCompleteCampaign' && status === 400 && /complete/i.test(campaign_status);
      if (isMeant) await call.correct(withJson(call.request, (body) => (body.campaign_status = 'force_completed')));
    },
  }),
  broken('a force completion with an expired token is refused, and done', 'auth.unauthorized.everywhere', {
    after: async (call, _, status) => {
      const isExpired = call.operation === 'forceCompleteCampaign' && status === 401 && tokenOf(call) === expiredToken;
      if (isExpired) await call.correct(withToken(call.request, ownToken));
    },
  }),
];
