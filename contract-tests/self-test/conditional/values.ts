import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import { hasField, instead, losing, opening, showing, storing, storingParts, takingAs } from '../breaks.ts';
import { ownToken, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';
import { isLater } from './conditions.ts';

type Named = `${ClauseId}: ${string}`;

/** Values that are read as others: a part of a value, and what is read in its place; undefined: as if nothing was sent. */
const replaced: Readonly<Record<Named, readonly [part: RegExp, by?: string]>> = {
  'create-agent.field.description: createAgent description loses its emoji': [/\p{Extended_Pictographic}/gu, ''],
  'create-agent.field.description: createAgent description of blank and text ends after a letter': [
    /^(\s+\S).*/su,
    '$1',
  ],
  'create-agent.field.description: createAgent description of digits loses a leading zero': [/^0(?=\d+$)/, ''],
  'create-agent.field.description: createAgent description that is empty counts as omitted': [/^$/],
  'create-agent.field.agent-name: createAgent agent_name has its quotes doubled': [/'/g, "''"],
  'create-agent.field.agent-name: createAgent agent_name is cut after 63 characters': [/^(.{63}).*/su, '$1'],
  'create-agent.field.prompt: createAgent prompt is cut after 255 characters': [/^(.{255}).*/su, '$1'],
  'create-agent.field.prompt: createAgent prompt has its markup escaped': [/</g, '&lt;'],
  'createagentorupdate.basic-details: createAgentOrUpdate basic_details[description] loses its emoji': [
    /\p{Extended_Pictographic}/gu,
    '',
  ],
  'createagentorupdate.basic-details.agent-type: createAgentOrUpdate basic_details[agent_type] of 4 is 1': [/^4$/, '1'],
  'createagentorupdate.knowledge-base.tools: createAgentOrUpdate knowledge_base[tools][1][isEnabled] is true': [
    /^.*$/,
    'true',
  ],
  'audience-list.filter.mobile-no: listAudience mobile_no with the plus matches nothing': [/^\+.*/, 'none'],
  'audience-list.filter.mobile-no: listAudience mobile_no is cut after 6 characters': [/^(.{6}).*/, '$1'],
  'audience-list.filter.status: listAudience status of 0 is no filter': [/^0$/],
  'audience-list.filter.attempt: listAudience attempt of 0 is no filter': [/^0$/],
  'campaign-force-completed.campaign-status: forceCompleteCampaign campaign_status in another form is taken': [
    /^paused$/,
    'pause',
  ],
};

/** Fields that are lost if others are sent with them. */
const lostBeside: readonly `${Named} beside ${string}`[] = [
  'create-agent.field.description: createAgent description beside prompt',
  'agent.basic-details.voice-id: createAgent voice beside speech_to_text',
  'create-agent.field.agent-name: createAgent agent_name beside configurations agent_id',
  'create-agent.field.prompt: createAgent prompt beside llm greeting',
  'create-agent.update: createAgent description beside status',
  'create-agent.agent-id.places: createAgent prompt beside ?agent_id',
  'createagentorupdate.denials: createAgentOrUpdate denials[denied_topics] beside denials[denied_words]',
  'createagentorupdate.phone-numbers: createAgentOrUpdate phone_numbers beside FILE_KNOWLEDGE_BASES',
  'createagentorupdate.knowledge-base.tools: createAgentOrUpdate knowledge_base[sub_agents] beside knowledge_base[tools]',
  'createagentorupdate.metadata-config: createAgentOrUpdate metadata_config beside dispositions_config',
  'createagentorupdate.basic-details: createAgentOrUpdate basic_details[description] beside basic_details[category] basic_details[purpose]',
  'createagentorupdate.basic-details.agent-privacy: createAgentOrUpdate basic_details[agent_privacy] beside basic_details[agent_type]=2',
  'audience-list.filter.status: listAudience status beside mobile_no',
  'audience-list.filter.attempt: listAudience attempt beside last_status',
  'audience-list.filter.last-status: listAudience last_status beside first_status',
  'audience-list.filter.call-status: listAudience call_status beside status=2',
  'audience-list.filter.mobile-no: listAudience mobile_no beside attempt',
  'audience-list.is-new: listAudience is_new beside call_status',
  'audience-list.pagination: listAudience limit beside is_new=true',
  'voice-list.limit: listVoices limit beside page_token',
];

/** The rule, the operation and the field that a fault's name begins with, and what follows. */
function brokenPlace(name: Named): readonly [ClauseId, OperationId, field: string, ...string[]] {
  return name.replace(': ', ' ').split(' ') as [ClauseId, OperationId, string, ...string[]];
}

const failing = (operation: OperationId, when: (call: Call) => unknown): Break =>
  instead(operation, when, 'errors.server.elsewhere');
const isDenied = ({ name }: { readonly name: string }): boolean => name.startsWith('denials[');

/** What shows only with certain values, or with certain fields together. */
export const values: readonly Fault[] = [
  ...(Object.entries(replaced) as [Named, readonly [RegExp, string?]][]).map(([name, [part, by]]) => {
    const [clause, operation, field] = brokenPlace(name);
    const change = (value: string): string | undefined =>
      by === undefined ? (part.test(value) ? undefined : value) : value.replace(part, by);
    return broken(name.slice(clause.length + 2), clause, takingAs(operation, field, change));
  }),
  ...lostBeside.map((name) => {
    const [clause, operation, field, , ...others] = brokenPlace(name);
    const isBeside = ({ request }: Call): boolean => others.every((each) => hasField(request, each));
    return broken(`${name.slice(clause.length + 2)} is lost`, clause, losing(operation, field, isBeside));
  }),
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
    'voice-list.pagination: after a refused list of voices a page token begins at the start': losing(
      'listVoices',
      'page_token',
      (call) => (call.last('listVoices')?.status ?? 200) >= 400,
    ),
    'voice-list.limit: the page size falls back on later pages': losing('listVoices', 'limit', isLater),
    'audience-list.filter.status: the second page forgets the status': losing('listAudience', 'status', isLater),
    'errors.shape: the message of a refusal is a list where several fields are wrong': {
      of: (call) => call.is('createAgent') && call.status === 422,
      after: ({ sent }, body) => {
        const wrong = Object.values(sent as object).filter((value) => value === null || value === 7 || value === true);
        if (wrong.length > 1) body.message = [body.message];
      },
    },
  }),
];
