import {
  afterwards,
  answering,
  decidedBy,
  halfDone,
  instead,
  losing,
  opening,
  pretending,
  showingAgent,
  showingField,
  storing,
} from '../breaks.ts';
import { json, type Body, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';

const isInvalidStatus = (call: Call): boolean => call.isUpdate && ![undefined, 1, 2, 3].includes(call.sent.status);
const isRepublish = (call: Call): boolean => call.sets(1) && call.lastStatus() === 1;

/** Keeps what an answer says of an agent, and gives it again instead of a refusal. */
function remembering(): Break {
  const known = new Map<number, Body>();
  return {
    after: (call, body, status) => {
      if (!call.is('getAgent')) return undefined;
      if (status === 200) known.set(call.agent, structuredClone(body));
      return status === 404 && known.has(call.agent) && json(200, known.get(call.agent));
    },
  };
}

/** Deletes by hiding: the agent is gone, its numbers stay attached. */
function keptNumbers(): Break {
  const hidden = new Set<number>();
  return {
    before: (call) => {
      if (call.sets(2)) {
        hidden.add(call.agent);
        return call.success();
      }
      if (call.sets(3)) hidden.delete(call.agent);
      return call.is('getAgent') && hidden.has(call.agent) && call.refusal('get-by-id.not-found');
    },
  };
}

/** After a form with a shared number no publish is taken. */
function refusingMixed(): Break {
  let isShared = false;
  return {
    before: (call) => {
      if (call.parts.length > 0) isShared = call.parts.some(({ value }) => value === '+15550009002');
      return isShared && call.sets(1) && call.refusal('create-agent.publish.global-provider');
    },
  };
}

/** What an update that says nothing of it makes of a field. */
const cleared: Readonly<Record<string, object>> = {
  'an update clears the description': { description: '' },
  'an update clears the prompt': { prompt: '' },
  'an update without voice sets another voice': { voice: { voice_id: 'default' } },
  'an update without voice resets its settings': { voice: { settings: { speed: 1, stability: 1 } } },
  'an update without voice forgets the provider': { voice: { provider: 'none' } },
  'an update without a name renames': { agent_name: 'New' },
  'an update unpublishes': { status: 3 },
};

const updateToo = (other: (call: Call) => object | false | undefined): Break => afterwards('createAgent', other);

/** Of agents and their status, by create-agent, agent/update and get-by-id. */
export const agentFaults: readonly Fault[] = [
  ...Object.entries(cleared).map(([name, fields]) =>
    broken(
      name,
      'create-agent.update.partial',
      storing('createAgent', (body, call) => call.isChange && Object.assign(body, { ...fields, ...body })),
    ),
  ),
  ...faultsOf({
    'agent.status.active: published agents show another status': showingField(
      'getAgent',
      'data.basic_details.status',
      (status) => (status === 1 ? 4 : status),
    ),
    'agent.status.draft: drafts show that they are published': showingField(
      'getAgent',
      'data.basic_details.status',
      (status) => (status === 3 ? 1 : status),
    ),
    'agent.status.deleted: deleted agents are returned as they were': remembering,
    'agent.deleted.not-returned: deleted agents are returned': remembering,
    'get-by-id.one-agent: get-by-id gives a list': showingField('getAgent', 'data', (agent) => [agent]),
    'create-agent.create: a creation is not carried out': {
      before: (call) =>
        call.isCreation &&
        call.isOwn && { ...call.success(), text: call.success().text.replace(/\d{4}/, '2000000000') },
    },
    'create-agent.create.draft: a new agent is active': showingAgent(
      (data) => data.phone_numbers.length === 0 && (data.basic_details.status = 1),
    ),
    'create-agent.update: updates are not carried out': pretending((call) => call.isChange),
    'create-agent.update.partial: an update needs a name': instead(
      'createAgent',
      (call) => call.isChange && call.sent.agent_name === undefined,
      'create-agent.create.name-required',
    ),
    'create-agent.update.partial: parallel updates are lost': {
      before: (call) =>
        call.isUpdate &&
        call.beside().some(({ isUpdate, agent }) => isUpdate && agent === call.agent) &&
        call.success(),
    },
    'create-agent.update.exists: an update of an unknown agent is answered as done': answering(
      decidedBy('create-agent.not-found'),
      'success',
    ),
    'create-agent.status.alone: a status that is sent alone renames': updateToo(
      (call) => call.sets(3) && { agent_id: call.agent, agent_name: 'Renamed' },
    ),
    'create-agent.status.alone: a publish clears the prompt': updateToo(
      (call) => call.sets(1) && { agent_id: call.agent, prompt: '' },
    ),
    'create-agent.publish: a publish is not carried out': pretending((call) => call.sets(1)),
    'create-agent.publish: a publish is refused in spite of an own number': instead(
      'createAgent',
      (call) => call.sets(1),
      'create-agent.publish.no-number',
    ),
    'create-agent.publish.no-number: a refused publish changes the description': halfDone(
      decidedBy('create-agent.publish.no-number'),
      () => ({ description: 'refused' }),
    ),
    'create-agent.publish.shared-do-not-count: shared numbers count for a publish': answering(
      decidedBy('create-agent.publish.global-provider'),
      'success',
    ),
    'create-agent.publish.again: a published agent cannot be published again': instead(
      'createAgent',
      isRepublish,
      'create-agent.status.invalid',
    ),
    'create-agent.publish.again: publishing again unpublishes': storing(
      'createAgent',
      (body, call) => isRepublish(call) && (body.status = 3),
    ),
    'create-agent.publish.mixed: one shared number keeps an agent from being published': refusingMixed,
    'create-agent.unpublish: an unpublish is not carried out': pretending((call) => call.sets(3)),
    'create-agent.unpublish: an unpublish deletes': storing(
      'createAgent',
      (body, call) => call.sets(3) && (body.status = 2),
    ),
    'create-agent.delete: a deletion is not carried out': pretending((call) => call.sets(2)),
    'create-agent.delete: a deletion takes another agent along': {
      after: async (call) => {
        const other = call.made.findLast((id) => id !== call.agent);
        if (call.sets(2) && other !== undefined) await call.change({ agent_id: other, status: 2 });
      },
    },
    'create-agent.delete.releases-numbers: a deleted agent keeps its numbers': keptNumbers,
    'create-agent.status.invalid: an invalid status changes the description': halfDone(
      decidedBy('create-agent.status.invalid'),
      () => ({ description: 'refused' }),
    ),
    'create-agent.status.invalid: status 0 counts as none': losing(
      'createAgent',
      'status',
      ({ sent }) => sent.status === 0,
    ),
    'create-agent.field.status: an invalid status is ignored': losing('createAgent', 'status', isInvalidStatus),
    'create-agent.validation: wrong types change the other fields': halfDone(
      (call) => call.isChange,
      () => ({ prompt: 'refused' }),
    ),
    'agent-update.body: agent/update takes any agent_id': answering(
      (call) => call.is('updateAgent') && call.status === 422,
      'success',
    ),
    'agent-update.effect: agent/update says that it is done, and does nothing': pretending(
      (call) => call.is('updateAgent') && call.isOwn,
    ),
    'agent-update.effect: agent/update clears the description': afterwards('updateAgent', ({ agent }) => ({
      agent_id: agent,
      description: '',
    })),
    'agent-update.effect: agent/update renames the agent before as well': afterwards('updateAgent', ({ agent }) => ({
      agent_id: agent - 1,
      agent_name: 'Renamed',
    })),
    'agent-update.bearer: bearer tokens are not taken': instead(
      'updateAgent',
      ({ request }) => 'authorization' in request.headers,
      'agent-update.unauthorized',
    ),
    'get-token.login-token: get-token takes API tokens': opening('getToken', /^ac3e/),
    'verify.valid: verify refuses valid tokens': answering(isVerified, 'verify.unauthorized'),
    'verify.valid: verify answers 204': instead(
      'verifyToken',
      () => true,
      () => ({ ...json(204, null), text: '' }),
    ),
    'verify.body: verify refuses an empty object': answering(isVerified, () => json(400, {})),
  }),
];

function isVerified(call: Call): boolean {
  return call.is('verifyToken') && call.status === 200;
}
