import { doneDespiteExpiry, halfDone, withJson, withToken } from '../breaks.ts';
import {
  faultsOf,
  fields,
  isChange,
  isExpired,
  isOf,
  isOwn,
  isStatus,
  isUpdate,
  ownToken,
  partsOf,
  statusOf,
  type Answered,
  type Break,
  type Call,
} from '../fault.ts';

/** A refused form whose numbers are taken all the same, under a condition. */
const takingNumbers = (when: (call: Call) => boolean) => (): Break => {
  const taken = new Set<string>();
  return {
    before: (call) =>
      fields(call, /^phone_numbers/).some((number) => taken.has(number)) &&
      call.refusal('createagentorupdate.phone-numbers.available'),
    after: (call, _, status) => {
      if (status === 422 && when(call)) for (const number of fields(call, /^phone_numbers/)) taken.add(number);
    },
  };
};

const isRefusedChange = (call: Answered): boolean => isUpdate(call) && isOwn(call) && call.status === 422;

/** Requests that are refused, and leave something behind. */
export const atomicity = faultsOf({
  'create-agent.validation': {
    'an update that is refused for a field of an object keeps its description': halfDone(
      (call) =>
        isRefusedChange(call) &&
        Object.values(call.sent as object).some((value) => typeof value === 'object' && value !== null),
      ({ sent }) => (typeof sent.description === 'string' ? { description: sent.description } : undefined),
    ),
    'an update that is refused for its last field keeps the first one': halfDone(
      (call) => isRefusedChange(call) && isChange(call),
      ({ sent }) => {
        const [name, value] = Object.entries(sent as object).find(([each]) => each !== 'agent_id') ?? [''];
        const isText = ['agent_name', 'description', 'prompt'].includes(name) && typeof value === 'string';
        return isText ? { [name]: value } : undefined;
      },
    ),
    'a publish that is refused for another field publishes': halfDone(
      (call) => isRefusedChange(call) && isStatus(call, 1),
      () => ({ status: 1 }),
    ),
    'a deletion that is refused for another field deletes': halfDone(
      (call) => isRefusedChange(call) && isStatus(call, 2),
      () => ({ status: 2 }),
    ),
  },
  'create-agent.status.invalid': {
    'an invalid status unpublishes a published agent': halfDone(
      (call) => isUpdate(call) && isOwn(call) && call.status === 400 && call.sent.status !== 1 && statusOf(call) === 1,
      () => ({ status: 3 }),
    ),
  },
  'create-agent.publish.global-provider': {
    'a publish that is refused for shared numbers clears the prompt': halfDone(
      (call) =>
        isStatus(call, 1) && isOwn(call) && call.status === 400 && Object.keys(call.sent as object).length === 2,
      () => ({ prompt: '' }),
    ),
  },
  'create-agent.unauthorized': {
    'an update with an expired token keeps its description': {
      after: async (call, _, status) => {
        const isKept = isUpdate(call) && status === 401 && isExpired(call) && call.sent.description !== undefined;
        if (isKept) await call.correct(withToken(call.request, ownToken));
      },
    },
  },
  'auth.unauthorized.everywhere': {
    'agent/update with an expired token is refused, and done': doneDespiteExpiry(isOf('updateAgent')),
    'a force completion with an expired token is refused, and done': doneDespiteExpiry(isOf('forceCompleteCampaign')),
  },
  'createagentorupdate.atomic': {
    'of the numbers of a refused form the good ones are taken': takingNumbers(
      (call) => fields(call, /^phone_numbers/).length > 1,
    ),
    'a form that is refused for a file takes its numbers': takingNumbers((call) => fields(call, /^FILE_/).length > 0),
    'a form with other sections that is refused takes its numbers': takingNumbers(
      (call) => fields(call, /^(?:metadata|guardrails|configuration|dispositions|knowledge)/).length > 0,
    ),
    'a form that is refused for a tool keeps its name': halfDone(
      (call) => isOwn(call) && call.status === 422 && fields(call, /\[tools\]/).length > 0,
      (call) => {
        const [agent_name] = fields(call, /\[agent_name\]$/);
        return agent_name === undefined ? undefined : { agent_name };
      },
    ),
    'a form that is refused for a file keeps its description': halfDone(
      (call) => isOwn(call) && call.status === 422 && partsOf(call).some(({ file }) => file !== undefined),
      (call) => ({ description: fields(call, /\[description\]$/)[0] ?? 'half done' }),
    ),
  },
  'campaign.status.values': {
    'a refused campaign status that speaks of completion completes': {
      after: async (call, _, status) => {
        const isMeant =
          isOf('forceCompleteCampaign')(call) && status === 400 && /complete/i.test(call.sent.campaign_status);
        if (isMeant) await call.correct(withJson(call.request, (body) => (body.campaign_status = 'force_completed')));
      },
    },
  },
});
