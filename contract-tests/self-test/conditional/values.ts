import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import {
  hasField,
  instead,
  losing,
  opening,
  showing,
  showingField,
  showingVoices,
  storing,
  storingParts,
  takingAs,
} from '../breaks.ts';
import { ownToken, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';
import { isLater } from './conditions.ts';

/** A part of a value, and what is read in its place; undefined: as if nothing was sent. */
type Replaced = readonly [part: RegExp, by: string | undefined];

/** Values of a field that are read as others. */
const replaced: readonly (readonly [ClauseId, OperationId, field: string, Readonly<Record<string, Replaced>>])[] = [
  [
    'create-agent.field.description',
    'createAgent',
    'description',
    {
      'loses its emoji': [/\p{Extended_Pictographic}/gu, ''],
      'that begins with a blank ends after its first letter': [/^(\s+\S).*/su, '$1'],
      'of digits loses a leading zero': [/^0(?=\d+$)/, ''],
      'that is empty counts as omitted': [/^$/, undefined],
    },
  ],
  [
    'create-agent.field.agent-name',
    'createAgent',
    'agent_name',
    { 'has its quotes doubled': [/'/g, "''"], 'is cut after 63 characters': [/^(.{63}).*/su, '$1'] },
  ],
  [
    'create-agent.field.prompt',
    'createAgent',
    'prompt',
    { 'is cut after 255 characters': [/^(.{255}).*/su, '$1'], 'has its markup escaped': [/</g, '&lt;'] },
  ],
  [
    'createagentorupdate.basic-details',
    'createAgentOrUpdate',
    'basic_details[description]',
    { 'loses its emoji': [/\p{Extended_Pictographic}/gu, ''] },
  ],
  [
    'createagentorupdate.basic-details.agent-type',
    'createAgentOrUpdate',
    'basic_details[agent_type]',
    { 'that is the last one is stored as the first': [/^4$/, '1'] },
  ],
  [
    'createagentorupdate.knowledge-base.tools',
    'createAgentOrUpdate',
    'knowledge_base[tools][1][isEnabled]',
    { 'of the second tool is true': [/^.*$/, 'true'] },
  ],
  [
    'audience-list.filter.mobile-no',
    'listAudience',
    'mobile_no',
    { 'with the plus matches nothing': [/^\+.*/, 'none'], 'is cut after 6 characters': [/^(.{6}).*/, '$1'] },
  ],
  ['audience-list.filter.status', 'listAudience', 'status', { 'of 0 is no filter': [/^0$/, undefined] }],
  ['audience-list.filter.attempt', 'listAudience', 'attempt', { 'of 0 is no filter': [/^0$/, undefined] }],
  [
    'campaign-force-completed.campaign-status',
    'forceCompleteCampaign',
    'campaign_status',
    { 'in another form of the word is taken': [/^paused$/, 'pause'] },
  ],
];

/** A field that is lost if others are sent with it. */
const lostBeside: readonly (readonly [ClauseId, OperationId, lost: string, ...beside: string[]])[] = [
  ['create-agent.field.description', 'createAgent', 'description', 'prompt'],
  ['agent.basic-details.voice-id', 'createAgent', 'voice', 'speech_to_text'],
  ['create-agent.field.agent-name', 'createAgent', 'agent_name', 'configurations', 'agent_id'],
  ['create-agent.field.prompt', 'createAgent', 'prompt', 'llm', 'greeting'],
  ['create-agent.update', 'createAgent', 'description', 'status'],
  ['create-agent.agent-id.places', 'createAgent', 'prompt', '?agent_id'],
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
  [
    'createagentorupdate.basic-details.agent-privacy',
    'createAgentOrUpdate',
    'basic_details[agent_privacy]',
    'basic_details[agent_type]=2',
  ],
  ['audience-list.filter.status', 'listAudience', 'status', 'mobile_no'],
  ['audience-list.filter.attempt', 'listAudience', 'attempt', 'last_status'],
  ['audience-list.filter.last-status', 'listAudience', 'last_status', 'first_status'],
  ['audience-list.filter.call-status', 'listAudience', 'call_status', 'status=2'],
  ['audience-list.filter.mobile-no', 'listAudience', 'mobile_no', 'attempt'],
  ['audience-list.is-new', 'listAudience', 'is_new', 'call_status'],
  ['audience-list.pagination', 'listAudience', 'limit', 'is_new=true'],
  ['voice-list.limit', 'listVoices', 'limit', 'page_token'],
];

const failing = (operation: OperationId, when: (call: Call) => unknown): Break =>
  instead(operation, when, 'errors.server.elsewhere');
const isDenied = ({ name }: { readonly name: string }): boolean => name.startsWith('denials[');

/** What shows only with certain values, or with certain fields together. */
export const values: readonly Fault[] = [
  ...replaced.flatMap(([clause, operation, field, ways]) =>
    Object.entries(ways).map(([how, [part, by]]) =>
      broken(
        `${operation}: a ${field} ${how}`,
        clause,
        takingAs(operation, field, (value) =>
          by === undefined ? (part.test(value) ? undefined : value) : value.replace(part, by),
        ),
      ),
    ),
  ),
  ...lostBeside.map(([clause, operation, lost, ...beside]) =>
    broken(
      `${operation}: ${lost} is lost beside ${beside.join(' and ')}`,
      clause,
      losing(operation, lost, ({ request }) => beside.every((each) => hasField(request, each))),
    ),
  ),
  ...faultsOf({
    'agent.basic-details.voice-id: a voice_id is cut after 18 characters': storing('createAgent', ({ voice }) => {
      if (typeof voice?.voice_id === 'string') voice.voice_id = voice.voice_id.slice(0, 18);
    }),
    'create-agent.field.agent-name: a name that another agent has gets a number': takingAs(
      'createAgent',
      'agent_name',
      (name, call) =>
        call.past.some(({ sent, agent }) => agent !== call.agent && sent?.agent_name === name) ? `${name} (2)` : name,
    ),
    'create-agent.status.invalid: a fraction of a status is cut off': storing('createAgent', (body) => {
      if (body.status > 1 && body.status < 4) body.status = Math.trunc(body.status);
    }),
    'create-agent.status.invalid: a negative status counts as none': storing(
      'createAgent',
      (body, call) => call.isUpdate && body.status < 0 && delete body.status,
    ),
    'get-by-id.not-found: an agent_id beyond 32 bits ends in a failure': failing(
      'getAgent',
      ({ agent }) => agent >= 2 ** 31,
    ),
    'voice-list.provider-id.unsupported: a provider beyond ASCII is told otherwise': {
      of: (call) => call.is('listVoices') && call.status === 400 && call.query('provider_id') !== undefined,
      after: (_, body) => {
        body.message = String(body.message).replaceAll(/[^ -~]/gu, '?');
      },
    },
    'voice-list.provider-id: a provider in upper case is taken': takingAs('listVoices', 'provider_id', (id) =>
      id.replace(/^PROVIDER_[A-D]$/i, (known) => known.toLowerCase()),
    ),
    'campaign.status.values: a campaign status in upper case ends in a failure': failing(
      'forceCompleteCampaign',
      ({ sent }) => /^[A-Z]/.test(sent.campaign_status),
    ),
    'campaign-force-completed.campaign-id: a campaign_id that is a text of digits ends in a failure': failing(
      'forceCompleteCampaign',
      ({ sent }) => typeof sent.campaign_id === 'string' && /^\d+$/.test(sent.campaign_id),
    ),
    'verify.unauthorized: a token is compared by its first half': opening(
      'verifyToken',
      new RegExp(`^${ownToken.slice(0, 32)}`),
    ),
    'get-token.invalid-login-token: a login token with an ending is taken': opening('getToken', /^login-acme/),
    'createagentorupdate.denials: a denied word ends before a comma': storingParts((part) =>
      isDenied(part) ? { ...part, value: String(part.value).replace(/,.*/su, '') } : part,
    ),
    'createagentorupdate.denials: denied topics that differ by case alone are one': storingParts((part, call) => {
      const topics = call.texts(/denied_topics/);
      const first = topics.find((topic) => topic.toLowerCase() === String(part.value).toLowerCase());
      return part.name.includes('denied_topics') && first !== part.value ? null : part;
    }),
    'audience-list.is-new.metadata: metadata is null where a simplified list is empty': showing(
      'listAudience',
      (body) => body.metadata !== undefined && body.datalist.length === 0 && (body.metadata = null),
    ),
    'audience-list.headers: a filter that leaves nothing leaves no headers': showing(
      'listAudience',
      (body) => body.datalist.length === 0 && (body.headers = []),
    ),
    'voice-list.envelope: the timestamp of an empty list of voices is a text': showing(
      'listVoices',
      (body) => body.data.voices.length === 0 && (body.timestamp = String(body.timestamp)),
    ),
    "voice-list.next-page-token: the last page that a token leads to has the next token ''": showingField(
      'listVoices',
      'data.next_page_token',
      (token, call) => (isLater(call) ? (token ?? '') : token),
    ),
    'voice-list.pagination: a page that holds every voice lacks the last one': showingVoices(
      (data, call) => !isLater(call) && data.has_more === false && data.voices.pop(),
    ),
    'voice-list.pagination: after a refused list of voices a page token begins at the start': losing(
      'listVoices',
      'page_token',
      (call) => (call.last('listVoices')?.status ?? 200) >= 400,
    ),
    'voice-list.limit: the page size falls back on later pages': losing('listVoices', 'limit', isLater),
    'audience-list.filter.status: the second page forgets the status': losing('listAudience', 'status', isLater),
    'audience-list.is-new: later pages forget is_new': losing('listAudience', 'is_new', isLater),
    'errors.shape: the message of a refusal is a list where several fields are wrong': {
      of: (call) => call.is('createAgent') && call.status === 422,
      after: ({ sent }, body) => {
        const wrong = Object.values(sent as object).filter((value) => value === null || value === 7 || value === true);
        if (wrong.length > 1) body.message = [body.message];
      },
    },
  }),
];
