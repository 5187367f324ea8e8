import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { afterwards, asking, hasField, instead, losing, losingParts, refusing, storing, withQuery } from '../breaks.ts';
import { broken, faultsOf, fields, isUpdate, query, type Fault } from '../fault.ts';

/** A field that is lost if others are sent with it. */
const lostBeside: readonly (readonly [ClauseId, OperationId, lost: string, ...beside: string[]])[] = [
  ['create-agent.field.description', 'createAgent', 'description', 'prompt'],
  ['agent.basic-details.voice-id', 'createAgent', 'voice', 'speech_to_text'],
  ['create-agent.field.agent-name', 'createAgent', 'agent_name', 'configurations', 'agent_id'],
  ['create-agent.field.prompt', 'createAgent', 'prompt', 'llm', 'greeting'],
  ['create-agent.update', 'createAgent', 'description', 'status'],
  ['createagentorupdate.denials', 'createAgentOrUpdate', 'denials[denied_topics]', 'denials[denied_words]'],
  ['createagentorupdate.phone-numbers', 'createAgentOrUpdate', 'phone_numbers', 'FILE_KNOWLEDGE_BASES'],
  [
    'createagentorupdate.knowledge-base.tools',
    'createAgentOrUpdate',
    'knowledge_base[sub_agents]',
    'knowledge_base[tools]',
  ],
  ['createagentorupdate.metadata-config', 'createAgentOrUpdate', 'metadata_config', 'dispositions_config'],
  [
    'createagentorupdate.basic-details',
    'createAgentOrUpdate',
    'basic_details[description]',
    'basic_details[category]',
    'basic_details[purpose]',
  ],
  ['audience-list.filter.status', 'listAudience', 'status', 'mobile_no'],
  ['audience-list.filter.attempt', 'listAudience', 'attempt', 'last_status'],
  ['audience-list.filter.last-status', 'listAudience', 'last_status', 'first_status'],
  ['audience-list.filter.call-status', 'listAudience', 'call_status', 'status=2'],
  ['audience-list.filter.mobile-no', 'listAudience', 'mobile_no', 'attempt'],
  ['audience-list.is-new', 'listAudience', 'is_new', 'call_status'],
  ['audience-list.pagination', 'listAudience', 'limit', 'is_new=true'],
];

/** What shows only where two things come together. */
export const combinations: readonly Fault[] = [
  ...lostBeside.map(([clause, operation, lost, ...beside]) =>
    broken(
      `${operation}: ${lost} is lost beside ${beside.join(' and ')}`,
      clause,
      losing(operation, lost, ({ request }) => beside.every((each) => hasField(request, each))),
    ),
  ),
  ...faultsOf({
    'create-agent.update.partial': {
      'a time zone and a greeting together clear the description': afterwards(
        'createAgent',
        ({ agent, sent }) =>
          sent.timezone && sent.greeting && sent.description === undefined && { agent_id: agent, description: '' },
      ),
    },
    'create-agent.agent-id.places': {
      'a prompt is lost where agent_id comes in the query': storing(
        'createAgent',
        (body, call) => query(call, 'agent_id') !== undefined && delete body.prompt,
      ),
    },
    'createagentorupdate.basic-details.agent-privacy': {
      'agent_privacy is lost beside the type of a chat': losingParts(
        /\[agent_privacy\]/,
        (call) => fields(call, /\[agent_type\]/)[0] === '2',
      ),
    },
    'createagentorupdate.basic-details.chatbot-image': {
      'two files and a picture are refused': refusing(
        'createAgentOrUpdate',
        (call) => fields(call, /^FILE_/).length === 2 && fields(call, /chatbot_image/).length > 0,
      ),
    },
    'voice-list.limit': {
      'the limit of voices falls back beside a page token': asking(
        'listVoices',
        (call) => query(call, 'page_token') !== undefined && withQuery(call.request, 'limit', '10'),
      ),
    },
    'agent-update.effect': {
      'agent/update does nothing with a name and a language': storing('updateAgent', (body) => {
        if (typeof body.name !== 'string' || typeof body.language !== 'string') return;
        delete body.name;
        delete body.language;
      }),
    },
    'auth.token-header': {
      'a read with the token in both headers is refused': instead(
        'getAgent',
        ({ request: { headers } }) =>
          headers['token'] !== undefined && headers['token'] === headers['api_access_token'],
        'get-by-id.unauthorized',
      ),
    },
    'auth.api-access-token': {
      'api_access_token is not taken for an update': instead(
        'createAgent',
        (call) => isUpdate(call) && isAccessAlone(call.request.headers),
        'create-agent.unauthorized',
      ),
      'api_access_token is not taken for the second page': instead(
        'listVoices',
        (call) => isAccessAlone(call.request.headers) && query(call, 'page_token') !== undefined,
        'voice-list.unauthorized',
      ),
    },
  }),
];

function isAccessAlone(headers: Readonly<Record<string, string>>): boolean {
  return headers['api_access_token'] !== undefined && headers['token'] === undefined;
}
