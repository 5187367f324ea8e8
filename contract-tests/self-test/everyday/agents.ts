import {
  afterwards,
  asking,
  change,
  halfDone,
  instead,
  losing,
  opening,
  pretending,
  showing,
  showingAgent,
  storing,
  withoutField,
  withoutQuery,
} from '../breaks.ts';
import {
  broken,
  faultsOf,
  isChange,
  isCreation,
  isOf,
  isOwn,
  isStatus,
  isUpdate,
  json,
  made,
  query,
  statusOf,
  type Body,
  type Break,
  type Call,
  type Fault,
} from '../fault.ts';

const isText =
  (field: string) =>
  ({ sent }: Call): boolean =>
    typeof sent[field] === 'string';
const isInvalidStatus = (call: Call): boolean => isUpdate(call) && ![undefined, 1, 2, 3].includes(call.sent.status);

/** Keeps what an answer says of an agent, and gives it again instead of a refusal. */
function remembering(): Break {
  const known = new Map<number, Body>();
  return {
    after: (call, body, status) => {
      if (!isOf('getAgent')(call)) return undefined;
      if (status === 200) known.set(call.agent, structuredClone(body));
      return status === 404 && known.has(call.agent) && json(200, known.get(call.agent));
    },
  };
}

/** A publish that is refused for this reason goes through, and is shown. */
const publishedDespite = (rule: string) => (): Break => {
  const published = new Set<number>();
  return {
    after: (call, body, status) => {
      if (call.rule === rule) {
        published.add(call.agent);
        return call.success();
      }
      if (call.sent.status !== undefined) published.delete(call.agent);
      if (isOf('getAgent')(call) && status === 200 && published.has(call.agent)) body.data.basic_details.status = 1;
      return undefined;
    },
  };
};

/** Answers a second request for an agent without doing it, while a first one is under way. */
const lostUpdate: Break = {
  before: (call) =>
    isUpdate(call) && call.beside().some((other) => isUpdate(other) && other.agent === call.agent) && call.success(),
};

/** Deletes by hiding: the agent is gone, its numbers stay attached. */
const keptNumbers = (): Break => {
  const hidden = new Set<number>();
  return {
    before: (call) => {
      if (isStatus(call, 2)) {
        hidden.add(call.agent);
        return call.success();
      }
      if (isStatus(call, 3)) hidden.delete(call.agent);
      return isOf('getAgent')(call) && hidden.has(call.agent) && call.refusal('get-by-id.not-found');
    },
  };
};

const update = (other: (call: Call) => object | false | undefined): Break => afterwards('createAgent', other);
const withVoice = (voice: object): Break =>
  storing('createAgent', (body, call) => isChange(call) && (body.voice ??= voice));

/** Of agents and their status, by create-agent, agent/update and get-by-id. */
export const agentFaults: readonly Fault[] = [
  ...(['getAgent', 'createAgent', 'createAgentOrUpdate', 'updateAgent'] as const).map((operation) =>
    broken(`${operation}: agents of other workspaces are taken`, 'workspace.isolation', opening(operation, /^910b/)),
  ),
  ...(['voice', 'speech_to_text', 'llm', 'configurations'] as const).map((field) => {
    const clause = `create-agent.field.${field === 'speech_to_text' ? 'speech-to-text' : field}` as const;
    return broken(`${field} takes a text`, clause, losing('createAgent', field, isText(field)));
  }),
  ...faultsOf({
    'agent.status.active': {
      'published agents show another status': showingAgent(
        ({ basic_details }) => basic_details.status === 1 && (basic_details.status = 4),
      ),
    },
    'agent.status.draft': {
      'drafts show that they are published': showingAgent(
        ({ basic_details }) => basic_details.status === 3 && (basic_details.status = 1),
      ),
    },
    'agent.status.deleted': { 'deleted agents are returned as they were': remembering },
    'agent.deleted.not-returned': { 'deleted agents are returned': remembering },
    'get-by-id.one-agent': { 'get-by-id gives a list': showing('getAgent', (body) => (body.data = [body.data])) },
    'create-agent.create': {
      'every creation gives the first id': showing('createAgent', ({ data }, call) => {
        if (isCreation(call)) data.agent_id = made(call)[0] ?? data.agent_id;
      }),
      'a creation is not carried out': {
        before: (call) =>
          isCreation(call) &&
          isOwn(call) && { ...call.success(), text: call.success().text.replace(/\d{4}/, '2000000000') },
      },
    },
    'create-agent.field.description': {
      'a creation loses the description': losing('createAgent', 'description', isCreation),
    },
    'create-agent.create.draft': {
      'a new agent is active': showingAgent(
        (data) => data.phone_numbers.length === 0 && (data.basic_details.status = 1),
      ),
    },
    'create-agent.update': {
      'updates are not carried out': pretending(isChange),
      'updates create another agent': {
        before: (call) =>
          isUpdate(call) && call.sent.agent_name !== undefined && withoutField(call.request, 'agent_id'),
      },
    },
    'create-agent.field.agent-name': {
      'agent_name is ignored on update': losing('createAgent', 'agent_name', isUpdate),
    },
    'create-agent.agent-id.places': {
      'agent_id is not taken from the query': asking('createAgent', ({ request }) => withoutQuery(request, 'agent_id')),
      'agent_id is not taken from the body': instead(
        'createAgent',
        (call) => isChange(call) && query(call, 'agent_id') === undefined,
        'create-agent.agent-id.required',
      ),
    },
    'create-agent.update.partial': {
      'an update clears the description': storing(
        'createAgent',
        (body, call) => isChange(call) && (body.description ??= ''),
      ),
      'an update clears the prompt': storing('createAgent', (body, call) => isChange(call) && (body.prompt ??= '')),
      'an update of the greeting renames': update(
        (call) => isUpdate(call) && call.sent.greeting !== undefined && { agent_id: call.agent, agent_name: 'Renamed' },
      ),
      'an update needs a name': instead(
        'createAgent',
        (call) => isChange(call) && call.sent.agent_name === undefined,
        'create-agent.create.name-required',
      ),
      'an update unpublishes': update((call) => isChange(call) && { agent_id: call.agent, status: 3 }),
      'parallel updates are lost': lostUpdate,
      'an update without voice sets another voice': withVoice({ voice_id: 'default' }),
      'an update without voice resets its settings': withVoice({ settings: { speed: 1, stability: 1 } }),
      'an update without voice forgets the provider': withVoice({ provider: 'none' }),
    },
    'create-agent.update.exists': {
      'an update of an unknown agent is answered as done': {
        after: (call) => call.rule === 'create-agent.not-found' && call.success(),
      },
    },
    'create-agent.status.alone': {
      'a status that is sent alone renames': update(
        (call) => isStatus(call, 3) && { agent_id: call.agent, agent_name: 'Renamed' },
      ),
      'a publish clears the prompt': update((call) => isStatus(call, 1) && { agent_id: call.agent, prompt: '' }),
    },
    'create-agent.publish': {
      'a publish is not carried out': pretending((call) => isStatus(call, 1)),
      'a publish is refused in spite of an own number': instead(
        'createAgent',
        (call) => isStatus(call, 1),
        'create-agent.publish.no-number',
      ),
    },
    'create-agent.publish.no-number': {
      'an agent without numbers is published': publishedDespite('create-agent.publish.no-number'),
      'a refused publish changes the description': halfDone(
        ({ rule }) => rule === 'create-agent.publish.no-number',
        () => ({ description: 'refused' }),
      ),
    },
    'create-agent.publish.shared-do-not-count': {
      'shared numbers count for a publish': publishedDespite('create-agent.publish.global-provider'),
    },
    'create-agent.publish.global-provider': {
      'shared numbers get the refusal for no number': {
        after: (call) =>
          call.rule === 'create-agent.publish.global-provider' && call.refusal('create-agent.publish.no-number'),
      },
    },
    'create-agent.publish.again': {
      'a published agent cannot be published again': instead(
        'createAgent',
        (call) => isStatus(call, 1) && statusOf(call) === 1,
        'create-agent.status.invalid',
      ),
      'publishing again unpublishes': storing(
        'createAgent',
        (body, call) => isStatus(call, 1) && statusOf(call) === 1 && (body.status = 3),
      ),
    },
    'create-agent.publish.mixed': {
      'one shared number keeps an agent from being published': () => {
        let isShared = false;
        return {
          before: (call) => {
            if (call.request.body.kind === 'form') {
              isShared = call.request.body.parts.some(({ value }) => value === '+15550009002');
            }
            return isShared && isStatus(call, 1) && call.refusal('create-agent.publish.global-provider');
          },
        };
      },
    },
    'create-agent.unpublish': {
      'an unpublish is not carried out': pretending((call) => isStatus(call, 3)),
      'an unpublish deletes': storing('createAgent', (body, call) => isStatus(call, 3) && (body.status = 2)),
    },
    'create-agent.delete': {
      'a deletion is not carried out': pretending((call) => isStatus(call, 2)),
      'a deletion takes another agent along': {
        after: async (call) => {
          const other = made(call).findLast((id) => id !== call.agent);
          if (isStatus(call, 2) && other !== undefined) await change(call, { agent_id: other, status: 2 });
        },
      },
    },
    'create-agent.delete.releases-numbers': { 'a deleted agent keeps its numbers': keptNumbers },
    'create-agent.status.invalid': {
      'an invalid status is taken as draft': storing(
        'createAgent',
        (body, call) => isInvalidStatus(call) && (body.status = 3),
      ),
      'an invalid status changes the description': halfDone(
        ({ rule }) => rule === 'create-agent.status.invalid',
        () => ({ description: 'refused' }),
      ),
      'status 0 counts as none': losing('createAgent', 'status', ({ sent }) => sent.status === 0),
    },
    'create-agent.field.status': {
      'an invalid status is ignored': losing('createAgent', 'status', isInvalidStatus),
    },
    'create-agent.validation': {
      'wrong types change the other fields': halfDone(isChange, () => ({ prompt: 'refused' })),
    },
    'agent-update.body': {
      'agent/update takes any agent_id': {
        after: (call, _, status) => isOf('updateAgent')(call) && status === 422 && call.success(),
      },
    },
    'agent-update.effect': {
      'agent/update says that it is done, and does nothing': pretending(
        (call) => isOf('updateAgent')(call) && isOwn(call),
      ),
      'agent/update clears the description': afterwards('updateAgent', ({ agent }) => ({
        agent_id: agent,
        description: '',
      })),
      'agent/update renames the agent before as well': afterwards('updateAgent', ({ agent }) => ({
        ...{ agent_id: agent - 1, agent_name: 'Renamed' },
      })),
    },
    'agent-update.bearer': {
      'bearer tokens are not taken': {
        before: (call) =>
          isOf('updateAgent')(call) &&
          'authorization' in call.request.headers &&
          call.refusal('agent-update.unauthorized'),
      },
    },
  }),
];
