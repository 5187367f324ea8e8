/* eslint-disable max-lines -- a list of faults, each to be read by itself */
import type { ClauseId } from '../../src/document/names.gen.ts';
import type { ApiRequest, Transport, FormPart } from '../../src/deployment/transport.ts';
import {
  agentIdOf,
  answering,
  editing,
  json,
  requesting,
  ruleOf,
  sent,
  set,
  withJson,
  withParts,
  type ProviderFault,
} from './provider-fault.ts';

const knownToken = 'ac3e'.repeat(16);
const noNumber = 'Add at least 1 phone number to your agent';
const saved = (id: number, agent_name = ''): ReturnType<typeof json> =>
  json(200, { success: true, message: 'Agent updated successfully', data: { agent_id: id, agent_name } });

const isCreate = (request: ApiRequest): boolean =>
  request.operation === 'createAgent' && Number.isNaN(agentIdOf(request));
const isUpdate = (request: ApiRequest): boolean =>
  request.operation === 'createAgent' && !Number.isNaN(agentIdOf(request));
const isStatus = (request: ApiRequest, status: unknown): boolean =>
  isUpdate(request) && sent(request).status === status;

function rule(name: string, clause: ProviderFault['clause'], wrap: ProviderFault['wrap']): ProviderFault {
  return { name, clause, kind: 'rules', wrap };
}

/** Carries out the request and another one behind it. */
function also(
  when: (request: ApiRequest) => boolean,
  other: (request: ApiRequest) => ApiRequest,
): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (when(request)) await transport(other(request));
    return response;
  };
}

/** Says that it is done, and does nothing. */
function pretended(when: (request: ApiRequest) => boolean): ProviderFault['wrap'] {
  return (transport) => (request) =>
    when(request) ? Promise.resolve(saved(agentIdOf(request), sent(request).agent_name)) : transport(request);
}

function jsonTo(request: ApiRequest, value: unknown): ApiRequest {
  return { ...request, query: [], body: { kind: 'json', value } };
}

/** Keeps what an answer says of an agent, and gives it again instead of a refusal. */
function remembering(): ProviderFault['wrap'] {
  return (transport) => {
    const known = new Map<number, ReturnType<typeof json>>();
    return async (request) => {
      const response = await transport(request);
      if (request.operation !== 'getAgent') return response;
      const id = agentIdOf(request);
      if (response.status === 200) known.set(id, json(200, JSON.parse(response.text)));
      return response.status === 404 ? (known.get(id) ?? response) : response;
    };
  };
}

/** A publish that is refused for this reason goes through, and is shown. */
function publishedDespite(rule: ClauseId): ProviderFault['wrap'] {
  return (transport) => {
    const published = new Set<number>();
    return async (request) => {
      const response = await transport(request);
      const body = JSON.parse(response.text || 'null');
      const id = agentIdOf(request);
      if (request.operation === 'createAgent' && ruleOf(response) === rule) {
        published.add(id);
        return saved(id);
      }
      if (isUpdate(request) && sent(request).status !== undefined) published.delete(id);
      if (request.operation !== 'getAgent' || response.status !== 200 || !published.has(id)) return response;
      body.data.basic_details.status = 1;
      return json(200, body);
    };
  };
}

/** A refused request that changes something before it is refused. */
function halfDone(
  when: (request: ApiRequest, rule: string | undefined) => boolean,
  change: Record<string, unknown>,
): ProviderFault['wrap'] {
  return (transport) => async (request) => {
    const response = await transport(request);
    if (response.status < 400 || !when(request, ruleOf(response))) return response;
    await transport(jsonTo(request, { agent_id: agentIdOf(request), ...change }));
    return response;
  };
}

/** Answers a second request for an agent without doing it, while a first one is under way. */
const lostUpdate: ProviderFault['wrap'] = (transport) => {
  const busy = new Set<number>();
  return async (request) => {
    const id = agentIdOf(request);
    if (!isUpdate(request)) return transport(request);
    if (busy.has(id)) return saved(id, sent(request).agent_name);
    busy.add(id);
    return transport(request).finally(() => busy.delete(id));
  };
};

/** Deletes by hiding: the agent is gone, its numbers stay attached. */
const keptNumbers: ProviderFault['wrap'] = (transport) => {
  const hidden = new Set<number>();
  return async (request) => {
    const id = agentIdOf(request);
    if (isStatus(request, 2)) {
      hidden.add(id);
      return saved(id);
    }
    if (isStatus(request, 3)) hidden.delete(id);
    if (request.operation === 'getAgent' && hidden.has(id)) {
      return json(404, { error: true, message: 'Agent not found' });
    }
    return transport(request);
  };
};

/** A deletion that takes the agent made before along. */
const deletedAnother: ProviderFault['wrap'] = (transport) => {
  const made: number[] = [];
  return async (request) => {
    const response = await transport(request);
    const body = JSON.parse(response.text || 'null');
    if (isCreate(request) && response.status === 200) made.push(body.data.agent_id as number);
    if (isStatus(request, 2)) {
      const other = made.filter((id) => id !== agentIdOf(request)).at(-1);
      if (other !== undefined) await transport(jsonTo(request, { agent_id: other, status: 2 }));
    }
    return response;
  };
};

const sameId: ProviderFault['wrap'] = (transport) => {
  let first: number | undefined;
  return async (request) => {
    const response = await transport(request);
    if (!isCreate(request) || response.status !== 200) return response;
    const body = JSON.parse(response.text);
    first ??= body.data.agent_id as number;
    return json(200, { ...body, data: { ...body.data, agent_id: first } });
  };
};

/** What a refused form would have made without its wrong parts is made all the same. */
const halfForm: ProviderFault['wrap'] = (transport) => async (request) => {
  const response = await transport(request);
  if (request.operation !== 'createAgentOrUpdate' || response.status !== 422) return response;
  const rest = withParts(request, (name) => !/FILE_|category|agent_name\]\[/.test(name));
  if (rest.body.kind === 'form' && rest.body.parts.some(({ name }) => name === 'basic_details[agent_name]')) {
    await transport({
      ...rest,
      body: { kind: 'form', parts: rest.body.parts.filter(({ value }) => value !== 'no number') },
    });
  }
  return response;
};

/** A refused form whose numbers stay attached to nobody. */
const swallowedNumbers: ProviderFault['wrap'] = (transport) => {
  const gone = new Set<string>();
  const numbersOf = (request: ApiRequest): string[] =>
    request.body.kind === 'form'
      ? request.body.parts.filter(({ name }) => name.startsWith('phone_numbers')).map(({ value }) => String(value))
      : [];
  return async (request) => {
    if (request.operation !== 'createAgentOrUpdate') return transport(request);
    if (numbersOf(request).some((number) => gone.has(number))) {
      return json(422, { error: true, code: 'VALIDATION_ERROR', message: 'The number is not free.', data: {} });
    }
    const response = await transport(request);
    if (response.status === 422) numbersOf(request).forEach((number) => gone.add(number));
    return response;
  };
};

function withoutJsonField(name: string): ProviderFault['wrap'] {
  return requesting('createAgent', (request) => withJson(request, (value) => delete value?.[name]));
}

function dropped(...names: readonly RegExp[]): ProviderFault['wrap'] {
  return requesting('createAgentOrUpdate', (request) =>
    withParts(request, (name) => !names.some((each) => each.test(name))),
  );
}

function partsChanged(change: (part: FormPart) => FormPart): ProviderFault['wrap'] {
  return requesting('createAgentOrUpdate', (request) =>
    request.body.kind === 'form'
      ? { ...request, body: { kind: 'form', parts: request.body.parts.map(change) } }
      : request,
  );
}

function refusingForms(when: (parts: readonly FormPart[]) => boolean): ProviderFault['wrap'] {
  return (transport: Transport) => (request) =>
    request.body.kind === 'form' && request.headers['token'] === knownToken && when(request.body.parts)
      ? Promise.resolve(json(422, { error: true, code: 'VALIDATION_ERROR', message: 'This is not taken.', data: {} }))
      : transport(request);
}

const fileParts = (parts: readonly FormPart[]): readonly FormPart[] =>
  parts.filter(({ name }) => name === 'FILE_KNOWLEDGE_BASES');
const accepted = { status: 200, text: '{"message":"Agent updated successfully","data":{"agent_id":1004}}' };
const created = {
  status: 200,
  text: '{"success":true,"message":"Agent updated","data":{"agent_id":1004,"agent_name":"x"}}',
};

export const agentRuleFaults: readonly ProviderFault[] = [
  ...(
    [
      ['agent.status.active', 1, 4],
      ['agent.status.draft', 3, 1],
    ] as const
  ).map(([clause, status, other]) =>
    rule(
      `agents of status ${status} show ${other}`,
      clause,
      editing(
        { operation: 'getAgent', status: 200, when: (_, body) => body.data.basic_details.status === status },
        set('data.basic_details.status', other),
      ),
    ),
  ),
  rule('deleted agents are returned with status 2', 'agent.status.deleted', remembering()),
  rule(
    'get-by-id gives a list',
    'get-by-id.one-agent',
    editing({ operation: 'getAgent', status: 200 }, (body) => ({ ...body, data: [body.data] })),
  ),
  rule(
    'get-by-id gives another agent',
    'agent.basic-details.id',
    editing({ operation: 'getAgent', status: 200 }, set('data.basic_details.id', 1004)),
  ),
  rule('deleted agents are returned', 'agent.deleted.not-returned', remembering()),
  rule(
    'agents of other workspaces are returned',
    'workspace.isolation',
    requesting('getAgent', (request) => ({
      ...request,
      headers: request.headers['token']?.startsWith('910b') === true ? { token: knownToken } : request.headers,
    })),
  ),
  rule(
    'agents of other workspaces can be changed',
    'workspace.isolation',
    requesting('createAgent', (request) => ({
      ...request,
      headers: request.headers['token']?.startsWith('910b') === true ? { token: knownToken } : request.headers,
    })),
  ),
  rule(
    'agents of other workspaces can be changed by form',
    'workspace.isolation',
    requesting('createAgentOrUpdate', (request) => ({
      ...request,
      headers: request.headers['token']?.startsWith('910b') === true ? { token: knownToken } : request.headers,
    })),
  ),
  rule('every creation gives the first id', 'create-agent.create', sameId),
  rule(
    'a creation is not carried out',
    'create-agent.create',
    (transport) => (request) =>
      isCreate(request) && request.headers['token'] === knownToken
        ? Promise.resolve(saved(2_000_000_000, sent(request).agent_name))
        : transport(request),
  ),
  rule(
    'a creation loses the description',
    'create-agent.field.description',
    (transport) => (request) =>
      transport(isCreate(request) ? withJson(request, (value) => delete value?.description) : request),
  ),
  rule(
    'a new agent is active',
    'create-agent.create.draft',
    editing(
      { operation: 'getAgent', status: 200, when: (_, body) => body.data.phone_numbers.length === 0 },
      set('data.basic_details.status', 1),
    ),
  ),
  rule(
    'the creation answers with another name',
    'create-agent.success',
    editing({ operation: 'createAgent', status: 200 }, set('data.agent_name', 'Agent')),
  ),
  rule(
    'creation answers 202',
    'create-agent.success',
    answering({ operation: 'createAgent', status: 200 }, { status: 202 }),
  ),
  rule(
    'updates are not carried out',
    'create-agent.update',
    pretended((request) => isUpdate(request) && sent(request).status === undefined),
  ),
  rule(
    'updates create another agent',
    'create-agent.update',
    (transport) => (request) =>
      transport(
        isUpdate(request) && sent(request).agent_name !== undefined
          ? withJson(request, (value) => delete value.agent_id)
          : request,
      ),
  ),
  rule(
    'agent_name is ignored on update',
    'create-agent.field.agent-name',
    (transport) => (request) =>
      transport(isUpdate(request) ? withJson(request, (value) => delete value?.agent_name) : request),
  ),
  rule('description is ignored', 'create-agent.field.description', withoutJsonField('description')),
  rule('prompt is ignored', 'create-agent.field.prompt', withoutJsonField('prompt')),
  rule('a voice is ignored', 'agent.basic-details.voice-id', withoutJsonField('voice')),
  rule(
    'agent_id is not taken from the query',
    'create-agent.agent-id.places',
    requesting('createAgent', (request) => ({ ...request, query: [] })),
  ),
  rule(
    'agent_id is not taken from the body',
    'create-agent.agent-id.places',
    (transport) => (request) =>
      isUpdate(request) && sent(request).status === undefined && request.query.length === 0
        ? Promise.resolve(json(400, { error: true, message: 'Agent ID is required' }))
        : transport(request),
  ),
  rule(
    'an update clears the description',
    'create-agent.update.partial',
    (transport) => (request) =>
      transport(
        isUpdate(request)
          ? withJson(request, (value) => (value.status === undefined ? (value.description ??= '') : undefined))
          : request,
      ),
  ),
  rule(
    'an update clears the prompt',
    'create-agent.update.partial',
    (transport) => (request) =>
      transport(
        isUpdate(request)
          ? withJson(request, (value) => (value.status === undefined ? (value.prompt ??= '') : undefined))
          : request,
      ),
  ),
  rule(
    'an update of the greeting renames',
    'create-agent.update.partial',
    also(
      (request) => isUpdate(request) && sent(request).greeting !== undefined,
      (request) => jsonTo(request, { agent_id: agentIdOf(request), agent_name: 'Renamed' }),
    ),
  ),
  rule(
    'an update needs a name',
    'create-agent.update.partial',
    (transport) => (request) =>
      isUpdate(request) && sent(request).status === undefined && sent(request).agent_name === undefined
        ? Promise.resolve(json(422, { error: true, message: 'agent_name is required' }))
        : transport(request),
  ),
  rule(
    'an update unpublishes',
    'create-agent.update.partial',
    also(
      (request) => isUpdate(request) && sent(request).status === undefined,
      (request) => jsonTo(request, { agent_id: agentIdOf(request), status: 3 }),
    ),
  ),
  rule('parallel updates are lost', 'create-agent.update.partial', lostUpdate),
  rule(
    'an update of an unknown agent is answered with 200',
    'create-agent.update.exists',
    answering({ operation: 'createAgent', rule: 'create-agent.not-found' }, created),
  ),
  rule(
    'a status that is sent alone renames',
    'create-agent.status.alone',
    also(
      (request) => isStatus(request, 3),
      (request) => jsonTo(request, { agent_id: agentIdOf(request), agent_name: 'Renamed' }),
    ),
  ),
  rule(
    'a publish clears the prompt',
    'create-agent.status.alone',
    also(
      (request) => isStatus(request, 1),
      (request) => jsonTo(request, { agent_id: agentIdOf(request), prompt: '' }),
    ),
  ),
  rule(
    'a publish is not carried out',
    'create-agent.publish',
    pretended((request) => isStatus(request, 1)),
  ),
  rule(
    'a publish is refused in spite of an own number',
    'create-agent.publish',
    (transport) => (request) =>
      isStatus(request, 1) ? Promise.resolve(json(400, { error: true, message: noNumber })) : transport(request),
  ),
  rule(
    'an agent without numbers is published',
    'create-agent.publish.no-number',
    publishedDespite('create-agent.publish.no-number'),
  ),
  rule(
    'a refused publish deletes',
    'create-agent.publish.no-number',
    halfDone((request, rule) => isStatus(request, 1) && rule === 'create-agent.publish.no-number', {
      description: 'refused',
    }),
  ),
  rule(
    'shared numbers count for a publish',
    'create-agent.publish.shared-do-not-count',
    publishedDespite('create-agent.publish.global-provider'),
  ),
  rule(
    'shared numbers get the refusal for no number',
    'create-agent.publish.global-provider',
    editing({ operation: 'createAgent', rule: 'create-agent.publish.global-provider' }, set('message', noNumber)),
  ),
  rule(
    'an unpublish is not carried out',
    'create-agent.unpublish',
    pretended((request) => isStatus(request, 3)),
  ),
  rule(
    'an unpublish deletes',
    'create-agent.unpublish',
    requesting('createAgent', (request) =>
      isStatus(request, 3) ? withJson(request, (value) => (value.status = 2)) : request,
    ),
  ),
  rule(
    'a deletion is not carried out',
    'create-agent.delete',
    pretended((request) => isStatus(request, 2)),
  ),
  rule('a deletion takes another agent along', 'create-agent.delete', deletedAnother),
  rule('a deleted agent keeps its numbers', 'create-agent.delete.releases-numbers', keptNumbers),
  rule(
    'an invalid status is taken as draft',
    'create-agent.status.invalid',
    requesting('createAgent', (request) =>
      isUpdate(request) && ![undefined, 1, 2, 3].includes(sent(request).status)
        ? withJson(request, (value) => (value.status = 3))
        : request,
    ),
  ),
  rule(
    'an invalid status is ignored',
    'create-agent.field.status',
    requesting('createAgent', (request) =>
      isUpdate(request) && ![undefined, 1, 2, 3].includes(sent(request).status)
        ? withJson(request, (value) => delete value.status)
        : request,
    ),
  ),
  rule(
    'an invalid status changes the description',
    'create-agent.status.invalid',
    halfDone((_, rule) => rule === 'create-agent.status.invalid', { description: 'refused' }),
  ),
  rule(
    'status 0 counts as none',
    'create-agent.status.invalid',
    requesting('createAgent', (request) =>
      sent(request).status === 0 ? withJson(request, (value) => delete value.status) : request,
    ),
  ),
  rule(
    'a status without agent_id creates an agent',
    'create-agent.agent-id.required',
    answering({ operation: 'createAgent', rule: 'create-agent.agent-id.required' }, created),
  ),
  rule(
    'wrong types are taken',
    'create-agent.validation',
    answering({ operation: 'createAgent', status: 422 }, created),
  ),
  rule(
    'wrong types are refused with 400',
    'create-agent.validation',
    answering({ operation: 'createAgent', status: 422 }, { status: 400 }),
  ),
  rule(
    'wrong types change the other fields',
    'create-agent.validation',
    halfDone((request) => isUpdate(request) && sent(request).status === undefined, { prompt: 'refused' }),
  ),
  rule(
    'voice takes a text',
    'create-agent.field.voice',
    requesting('createAgent', (request) =>
      withJson(request, (value) => (typeof value?.voice === 'string' ? delete value.voice : undefined)),
    ),
  ),
  rule(
    'speech_to_text takes a text',
    'create-agent.field.speech-to-text',
    requesting('createAgent', (request) =>
      withJson(request, (value) =>
        typeof value?.speech_to_text === 'string' ? delete value.speech_to_text : undefined,
      ),
    ),
  ),
  rule(
    'llm takes a text',
    'create-agent.field.llm',
    requesting('createAgent', (request) =>
      withJson(request, (value) => (typeof value?.llm === 'string' ? delete value.llm : undefined)),
    ),
  ),
  rule(
    'configurations takes a text',
    'create-agent.field.configurations',
    requesting('createAgent', (request) =>
      withJson(request, (value) =>
        typeof value?.configurations === 'string' ? delete value.configurations : undefined,
      ),
    ),
  ),
  ...(['timezone', 'greeting', 'session_data_webhook'] as const).map((name) =>
    rule(
      `${name} is refused`,
      name === 'timezone'
        ? 'create-agent.field.timezone'
        : name === 'greeting'
          ? 'create-agent.field.greeting'
          : 'create-agent.field.session-data-webhook',
      (transport) => (request) =>
        typeof sent(request)?.[name] === 'string'
          ? Promise.resolve(json(422, { error: true, message: `${name} is not taken` }))
          : transport(request),
    ),
  ),
  rule(
    'the form gives an id that is none',
    'createagentorupdate.success.agent-id',
    editing({ operation: 'createAgentOrUpdate', status: 200 }, (body) =>
      set('data.agent_id', Number(body.data.agent_id) + 1)(body),
    ),
  ),
  rule(
    'the form answers 201',
    'createagentorupdate.success',
    answering({ operation: 'createAgentOrUpdate', status: 200 }, { status: 201 }),
  ),
  rule(
    'the form needs more than a name',
    'createagentorupdate.only-name-required',
    refusingForms((parts) => parts.length === 1),
  ),
  rule(
    'forms are not read',
    'createagentorupdate.multipart',
    answering({ operation: 'createAgentOrUpdate' }, { status: 415 }),
  ),
  rule(
    'basic_details may be left out',
    'createagentorupdate.basic-details.required',
    answering({ operation: 'createAgentOrUpdate', rule: 'createagentorupdate.basic-details.required' }, accepted),
  ),
  rule(
    'the name may be left out',
    'createagentorupdate.agent-name.missing',
    answering({ operation: 'createAgentOrUpdate', rule: 'createagentorupdate.agent-name.missing' }, accepted),
  ),
  rule(
    'malformed names are taken',
    'createagentorupdate.agent-name.invalid',
    answering({ operation: 'createAgentOrUpdate', rule: 'createagentorupdate.agent-name.invalid' }, accepted),
  ),
  rule('a refused form is half done', 'createagentorupdate.atomic', halfForm),
  rule('a refused form takes its numbers', 'createagentorupdate.atomic', swallowedNumbers),
  rule('the description of the form is ignored', 'createagentorupdate.basic-details', dropped(/\[description\]$/)),
  rule('the prompt of the form is ignored', 'createagentorupdate.basic-details', dropped(/\[agent_prompt\]/)),
  rule('the category of the form is ignored', 'createagentorupdate.basic-details', dropped(/\[category\]/)),
  rule('agent_type of the form is ignored', 'createagentorupdate.basic-details.agent-type', dropped(/\[agent_type\]/)),
  rule(
    'agent_privacy of the form is ignored',
    'createagentorupdate.basic-details.agent-privacy',
    dropped(/\[agent_privacy\]/),
  ),
  rule(
    'a text is taken as an integer',
    'createagentorupdate.validation',
    partsChanged((part) => (part.value === 'abc' ? { ...part, value: '1' } : part)),
  ),
  rule(
    'a picture as a file is refused',
    'createagentorupdate.basic-details.chatbot-image',
    refusingForms((parts) => parts.some(({ name, file }) => name.includes('chatbot_image') && file !== undefined)),
  ),
  rule(
    'configuration is refused',
    'createagentorupdate.configuration',
    refusingForms((parts) => parts.length > 1 && parts.some(({ name }) => name.startsWith('configuration'))),
  ),
  rule('tools are ignored', 'createagentorupdate.knowledge-base.tools', dropped(/\[tools\]/)),
  rule('sub-agents are ignored', 'createagentorupdate.knowledge-base.tools', dropped(/\[sub_agents\]/)),
  rule(
    'texts of a knowledge base are refused',
    'createagentorupdate.knowledge-base.text',
    refusingForms((parts) => parts.some(({ name }) => name.includes('text_knowledge_bases'))),
  ),
  rule('phone numbers are ignored', 'createagentorupdate.phone-numbers', dropped(/^phone_numbers/)),
  rule('denied words are ignored', 'createagentorupdate.denials', dropped(/denied_words/)),
  rule(
    'of the denied topics only the last one is kept',
    'createagentorupdate.denials',
    requesting('createAgentOrUpdate', (request) => {
      if (request.body.kind !== 'form') return request;
      const topics = request.body.parts.filter(({ name }) => name.includes('denied_topics'));
      return {
        ...request,
        body: { kind: 'form', parts: request.body.parts.filter((part) => !topics.slice(0, -1).includes(part)) },
      };
    }),
  ),
  rule('dispositions are ignored', 'createagentorupdate.dispositions', dropped(/^dispositions_config/)),
  rule(
    'guardrails end in a failure',
    'createagentorupdate.guardrails',
    (transport) => (request) =>
      request.body.kind === 'form' && request.body.parts.some(({ name }) => name.startsWith('guardrails'))
        ? Promise.resolve(json(500, { error: true, message: 'Internal server error' }))
        : transport(request),
  ),
  rule('metadata is ignored', 'createagentorupdate.metadata-config', dropped(/^metadata_config/)),
  rule('files are ignored', 'createagentorupdate.files.field', dropped(/^FILE_/)),
  rule(
    'DOCX files are refused',
    'createagentorupdate.files.types',
    refusingForms((parts) => parts.some(({ file }) => file?.name.endsWith('.docx') === true)),
  ),
  rule(
    'any file is taken',
    'createagentorupdate.files.types',
    partsChanged((part) =>
      part.file !== undefined && /exe|txt|png|zip/.test(part.file.name) && part.name.startsWith('FILE')
        ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } }
        : part,
    ),
  ),
  rule(
    'four files are taken',
    'createagentorupdate.files.count',
    requesting('createAgentOrUpdate', (request) =>
      request.body.kind === 'form' && fileParts(request.body.parts).length > 3
        ? { ...request, body: { kind: 'form', parts: request.body.parts.slice(0, -1) } }
        : request,
    ),
  ),
  rule(
    'three files are refused',
    'createagentorupdate.files.count',
    refusingForms((parts) => fileParts(parts).length === 3),
  ),
  rule(
    'larger files are taken',
    'createagentorupdate.files.size',
    partsChanged((part) => (part.value.length > 10_000_000 ? { ...part, value: part.value.slice(0, 100) } : part)),
  ),
  rule(
    'files over 5 MB are refused',
    'createagentorupdate.files.size',
    refusingForms((parts) => parts.some(({ value }) => value.length > 5_000_000)),
  ),
  rule(
    'agent/update takes any agent_id',
    'agent-update.body',
    answering({ operation: 'updateAgent', status: 422 }, { status: 200, text: '{"message":"done"}' }),
  ),
  rule(
    'agent/update refuses a language',
    'agent-update.body',
    (transport) => (request) =>
      request.operation === 'updateAgent' && typeof sent(request).language === 'string'
        ? Promise.resolve(json(422, { error: true, message: 'language is not taken' }))
        : transport(request),
  ),
];
