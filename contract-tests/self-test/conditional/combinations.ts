import { queryOf, withQuery, withoutQuery, type ProviderFault } from '../provider-fault.ts';
import { afterwards, asking, losingParts, refused, storing } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import { fields, isUpdate, partsOf, query } from './call.ts';

/** Loses a member of create-agent if all of the others are sent with it. */
const losing = (member: string, ...others: readonly string[]): Break =>
  storing('createAgent', (body) => {
    if (others.every((name) => body[name] !== undefined)) Reflect.deleteProperty(body as object, member);
  });

/** Loses fields of the form if others are sent with them. */
const losingBeside = (name: RegExp, ...others: readonly RegExp[]): Break =>
  losingParts(name, (call) => others.every((other) => partsOf(call).some((part) => other.test(part.name))));

/** Loses a filter of audience-list if another is sent with it. */
const losingFilter = (name: string, other: RegExp): Break =>
  asking('listAudience', ({ request }) =>
    request.query.some((each) => other.test(each.join('='))) ? withoutQuery(request, name) : request,
  );

/** What shows only where two things come together. */
export const combinations: readonly ProviderFault[] = [
  broken('a description is lost beside a prompt', 'create-agent.field.description', losing('description', 'prompt')),
  broken('a voice is lost beside speech_to_text', 'agent.basic-details.voice-id', losing('voice', 'speech_to_text')),
  broken('a name is lost beside configurations', 'create-agent.field.agent-name', {
    before: (call) => (isUpdate(call) ? losing('agent_name', 'configurations').before?.(call) : undefined),
  }),
  broken('a prompt is lost beside llm and greeting', 'create-agent.field.prompt', losing('prompt', 'llm', 'greeting')),
  broken('a description is lost beside a status', 'create-agent.update', losing('description', 'status')),
  broken(
    'a time zone and a greeting together clear the description',
    'create-agent.update.partial',
    afterwards(
      'createAgent',
      ({ agent, sent }) =>
        sent.timezone && sent.greeting && sent.description === undefined && { agent_id: agent, description: '' },
    ),
  ),
  broken(
    'a prompt is lost where agent_id comes in the query',
    'create-agent.agent-id.places',
    storing('createAgent', (body, { request }) => queryOf(request, 'agent_id') !== undefined && delete body.prompt),
  ),
  broken(
    'denied topics are lost beside denied words',
    'createagentorupdate.denials',
    losingBeside(/denied_topics/, /denied_words/),
  ),
  broken(
    'agent_privacy is lost beside the type of a chat',
    'createagentorupdate.basic-details.agent-privacy',
    losingParts(/\[agent_privacy\]/, (call) => fields(call, /\[agent_type\]/)[0] === '2'),
  ),
  broken(
    'numbers are lost beside a file',
    'createagentorupdate.phone-numbers',
    losingBeside(/^phone_numbers/, /^FILE_/),
  ),
  broken(
    'sub-agents are lost beside tools',
    'createagentorupdate.knowledge-base.tools',
    losingBeside(/\[sub_agents\]/, /\[tools\]/),
  ),
  broken(
    'metadata is lost beside dispositions',
    'createagentorupdate.metadata-config',
    losingBeside(/^metadata_config/, /^dispositions_config/),
  ),
  broken(
    'a description of the form is lost beside category and purpose',
    'createagentorupdate.basic-details',
    losingBeside(/\[description\]$/, /\[category\]/, /\[purpose\]/),
  ),
  broken('two files and a picture are refused', 'createagentorupdate.basic-details.chatbot-image', {
    before: (call) =>
      fields(call, /^FILE_/).length === 2 &&
      fields(call, /chatbot_image/).length > 0 &&
      refused(422, 'Too many files.'),
  }),
  broken('status is ignored beside mobile_no', 'audience-list.filter.status', losingFilter('status', /^mobile_no=/)),
  broken(
    'attempt is ignored beside last_status',
    'audience-list.filter.attempt',
    losingFilter('attempt', /^last_status/),
  ),
  broken(
    'last_status is ignored beside first_status',
    'audience-list.filter.last-status',
    losingFilter('last_status', /^first_status/),
  ),
  broken(
    'call_status is ignored beside the status Halted',
    'audience-list.filter.call-status',
    losingFilter('call_status', /^status.*=2$/),
  ),
  broken(
    'mobile_no is ignored beside an attempt',
    'audience-list.filter.mobile-no',
    losingFilter('mobile_no', /^attempt/),
  ),
  broken('is_new is ignored beside a call status', 'audience-list.is-new', losingFilter('is_new', /^call_status/)),
  broken('limit is ignored beside is_new', 'audience-list.pagination', losingFilter('limit', /^is_new=true$/)),
  broken(
    'the limit of voices falls back beside a page token',
    'voice-list.limit',
    asking('listVoices', (call) => query(call, 'page_token') !== undefined && withQuery(call.request, 'limit', '10')),
  ),
  broken(
    'agent/update does nothing with a name and a language',
    'agent-update.effect',
    storing('updateAgent', (body) => {
      if (typeof body.name !== 'string' || typeof body.language !== 'string') return;
      delete body.name;
      delete body.language;
    }),
  ),
  broken('a read with the token in both headers is refused', 'auth.token-header', {
    before: ({ operation, request: { headers } }) =>
      operation === 'getAgent' &&
      headers['token'] !== undefined &&
      headers['token'] === headers['api_access_token'] &&
      refused(401, 'Invalid Auth Key or Session Expired'),
  }),
  broken('api_access_token is not taken for an update', 'auth.api-access-token', {
    before: (call) =>
      isUpdate(call) &&
      call.request.headers['api_access_token'] !== undefined &&
      call.request.headers['token'] === undefined &&
      refused(401, 'Invalid Auth Key or Session Expired'),
  }),
  broken('api_access_token is not taken for the second page', 'auth.api-access-token', {
    before: (call) =>
      call.operation === 'listVoices' &&
      call.request.headers['api_access_token'] !== undefined &&
      query(call, 'page_token') !== undefined &&
      refused(401, 'Invalid Auth Key or Session Expired'),
  }),
];
