import type { OperationId } from '../../../src/document/names.gen.ts';
import {
  instead,
  opening,
  takingAs,
  refusingRequest,
  showing,
  showingAgent,
  showingField,
  showingLeads,
  showingVoices,
  storing,
  storingParts,
} from '../breaks.ts';
import { ownToken, type Body, type Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

/** Stores a text of create-agent in another way. */
const text = (field: string, change: (text: string) => string | undefined): Break =>
  takingAs('createAgent', field, change);

/** Refuses what create-agent must take. */
const refusingBody = (when: (body: Body) => unknown): Break => refusingRequest('createAgent', ({ sent }) => when(sent));

/** Shows a field as what is made of it, where the agent meets a condition. */
const agentField = (path: string, change: (value: Body) => unknown, when: (data: Body, call: Call) => unknown): Break =>
  showingAgent((data, call) => {
    const steps = path.split('.');
    const holder = steps.slice(0, -1).reduce((at: Body, step) => at[step], data);
    if (when(data, call)) holder[steps.at(-1) ?? ''] = change(holder[steps.at(-1) ?? '']);
  });

const leadField = (name: string, value: unknown, when: (lead: Body) => unknown): Break =>
  showingLeads((lead) => when(lead) && (lead[name] = value));

const isDigits = (value: unknown): boolean => /^\d+$/.test(String(value));
const untilEmoji = (value: string): string => value.replace(/\p{Extended_Pictographic}.*/su, '');
const filterTakenAs = (name: string, change: (value: string) => string | undefined): Break =>
  takingAs('listAudience', name, change);
const failing = (operation: OperationId, when: (call: Call) => unknown): Break =>
  instead(operation, when, 'errors.server.elsewhere');

/** What shows only with certain values. */
export const values = faultsOf({
  'create-agent.field.description: a description ends before the first emoji': text('description', untilEmoji),
  'create-agent.field.description: a description that begins with a blank ends before its second word': text(
    'description',
    (value) => (value.startsWith(' ') ? (/^\s+\S+/.exec(value)?.[0] ?? value) : value),
  ),
  'create-agent.field.description: a description of digits loses its leading zeros': text('description', (value) =>
    isDigits(value) ? String(Number(value)) : value,
  ),
  'create-agent.field.description: an empty description counts as omitted': text(
    'description',
    (value) => value || undefined,
  ),
  'create-agent.field.agent-name: a quote in a name is doubled': text('agent_name', (value) =>
    value.replaceAll("'", "''"),
  ),
  'create-agent.field.agent-name: a name is cut after 63 characters': text('agent_name', (value) => value.slice(0, 63)),
  'create-agent.field.agent-name: a name that another agent has gets a number': takingAs(
    'createAgent',
    'agent_name',
    (name, call) =>
      call.past.some(({ sent, agent }) => agent !== call.agent && sent?.agent_name === name) ? `${name} (2)` : name,
  ),
  'create-agent.field.prompt: a prompt is cut after 255 characters': text('prompt', (value) => value.slice(0, 255)),
  'create-agent.field.prompt: markup in a prompt is escaped': text('prompt', (value) =>
    value.replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ),
  'agent.basic-details.voice-id: a voice_id is cut after 18 characters': storing('createAgent', ({ voice }) => {
    if (typeof voice?.voice_id === 'string') voice.voice_id = voice.voice_id.slice(0, 18);
  }),
  'createagentorupdate.basic-details.agent-type: the last agent_type is stored as the first': takingAs(
    'createAgentOrUpdate',
    'basic_details[agent_type]',
    (value) => (value === '4' ? '1' : value),
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
    after: (call, body, status) => {
      if (call.is('listVoices') && status === 400 && call.query('provider_id') !== undefined) {
        body.message = String(body.message).replaceAll(/[^ -~]/gu, '?');
      }
    },
  },
  'voice-list.provider-id: a provider in upper case is taken': takingAs('listVoices', 'provider_id', (id) =>
    id.replace(/^PROVIDER_[A-D]$/i, (known) => known.toLowerCase()),
  ),
  'audience-list.filter.mobile-no: mobile_no with the plus matches nothing': filterTakenAs('mobile_no', (value) =>
    value.startsWith('+') ? 'none' : value,
  ),
  'audience-list.filter.mobile-no: mobile_no is cut after 6 characters': filterTakenAs('mobile_no', (value) =>
    value.slice(0, 6),
  ),
  'audience-list.filter.status: the status 0 is no filter': filterTakenAs('status', (value) =>
    value === '0' ? undefined : value,
  ),
  'audience-list.filter.attempt: the attempt 0 is no filter': filterTakenAs('attempt', (value) =>
    value === '0' ? undefined : value,
  ),
  'campaign.status.values: a campaign status in upper case ends in a failure': failing(
    'forceCompleteCampaign',
    ({ sent }) => /^[A-Z]/.test(sent.campaign_status),
  ),
  'campaign-force-completed.campaign-status: a campaign status in another form of the word is taken': takingAs(
    'forceCompleteCampaign',
    'campaign_status',
    (value) => (value === 'paused' ? 'pause' : value),
  ),
  'campaign-force-completed.campaign-id: a campaign_id that is a text of digits ends in a failure': failing(
    'forceCompleteCampaign',
    ({ sent }) => typeof sent.campaign_id === 'string' && isDigits(sent.campaign_id),
  ),
  'verify.unauthorized: a token is compared by its first half': opening(
    'verifyToken',
    new RegExp(`^${ownToken.slice(0, 32)}`),
  ),
  'get-token.invalid-login-token: a login token with an ending is taken': opening('getToken', /^login-acme/),
  'createagentorupdate.basic-details: a description of the form ends before the first emoji': takingAs(
    'createAgentOrUpdate',
    'basic_details[description]',
    untilEmoji,
  ),
  'createagentorupdate.denials: a denied word with a comma becomes several': {
    before: ({ request, parts }) =>
      request.body.kind === 'form' && {
        ...request,
        body: {
          kind: 'form',
          parts: parts.flatMap((each) =>
            each.name.includes('denied_words') && typeof each.value === 'string'
              ? each.value.split(',').map((value) => ({ ...each, value }))
              : each,
          ),
        },
      },
  },
  'createagentorupdate.denials: denied topics that differ by case alone are one': storingParts((each, call) => {
    const topics = call.texts(/denied_topics/);
    const first = topics.find((topic) => topic.toLowerCase() === String(each.value).toLowerCase());
    return each.name.includes('denied_topics') && first !== each.value ? null : each;
  }),
  'createagentorupdate.knowledge-base.tools: a second tool that is switched off is switched on': takingAs(
    'createAgentOrUpdate',
    'knowledge_base[tools][1][isEnabled]',
    () => 'true',
  ),
  'createagentorupdate.files.types: a file of two dots is refused': refusingRequest(
    'createAgentOrUpdate',
    ({ parts }) => parts.some(({ file }) => (file?.name.split('.').length ?? 0) > 2),
  ),
  'createagentorupdate.files.size: a file of exactly 10,000,000 bytes is refused': refusingRequest(
    'createAgentOrUpdate',
    ({ parts }) => parts.some(({ value }) => value.length === 10_000_000),
  ),
  'create-agent.field.timezone: a time zone of three parts is refused': refusingBody(
    ({ timezone }) => String(timezone).split('/').length === 3,
  ),
  'create-agent.field.session-data-webhook: a web address with a query is refused': refusingBody((body) =>
    String(body.session_data_webhook).includes('?'),
  ),
  'create-agent.field.configurations: a confidence of 0 is refused': refusingBody(
    ({ configurations }) => configurations?.confidence_threshold === 0,
  ),
  'create-agent.field.greeting: an empty greeting is refused': refusingBody(({ greeting }) => greeting === ''),
  'create-agent.field.speech-to-text: an empty speech_to_text is refused': refusingBody(
    (body) => body.speech_to_text && Object.keys(body.speech_to_text).length === 0,
  ),
  'create-agent.field.llm: a model alone is refused': refusingBody(
    ({ llm }) => llm?.model !== undefined && llm.llm === undefined,
  ),
  'agent-update.body: agent/update with a quote in the name ends in a failure': failing('updateAgent', ({ sent }) =>
    String(sent.name).includes("'"),
  ),
  'agent-update.body: agent/update refuses a language of more than two letters': refusingRequest(
    'updateAgent',
    ({ sent }) => sent.language?.length > 2,
  ),
  'audience-list.item.input-data: an input column of Chinese characters is left out': showingLeads(
    ({ input_data }) => /\p{Script=Han}/u.test(input_data?.city) && delete input_data.city,
  ),
  'audience-list.item.last-attempt: a minute before ten has one digit after noon': showingField(
    'listAudience',
    'datalist.[].last_attempt',
    (time) => time.replace(' 12:0', ' 12:'),
  ),
});

/** Fields whose type is wrong, or that are missing, with certain contents alone. */
export const types = faultsOf({
  'agent.configuration.voice-config: a speed over 1.5 is a number': showingField(
    'getAgent',
    'data.configuration.voice_config.speed',
    (speed) => (Number(speed) > 1.5 ? Number(speed) : speed),
  ),
  'agent.guardrails: the agent_id of the guardrails is a text where they have no id and the agent no description':
    agentField(
      'guardrails.agent_id',
      String,
      ({ guardrails, basic_details }) => guardrails.id === null && !basic_details.description,
    ),
  'agent.dispositions-config: a disposition_model that is null is left out where there are dispositions': agentField(
    'dispositions_config.disposition_model',
    () => undefined,
    ({ dispositions, dispositions_config }) =>
      dispositions.length > 0 && dispositions_config.disposition_model === null,
  ),
  'agent.metadata-config: metadata_output is left out where it is empty beside metadata_input': agentField(
    'metadata_config.metadata_output',
    () => undefined,
    ({ metadata_config: { metadata_input, metadata_output } }) =>
      metadata_output.length === 0 && metadata_input.length > 0,
  ),
  'agent.knowledge-base: files are left out where there are tools alone': agentField(
    'knowledge_base.files',
    () => undefined,
    ({ knowledge_base: { tools, files } }) => tools.length > 0 && files.length === 0,
  ),
  'agent.denials: denied topics are null where there are denied words alone': showingAgent(({ denials, tools }) => {
    if (denials.denied_words.length === 0 || denials.denied_topics.length > 0) return;
    denials.denied_topics = null;
    tools.denials.denied_topics = null;
  }),
  'agent.tools.denials: of two denied words the tools show the first one': showingField(
    'getAgent',
    'data.tools.denials.denied_words',
    (words) => (words.length === 2 ? words.slice(0, 1) : words),
  ),
  'agent.phone-numbers: a single number of a draft is not in a list': agentField(
    'phone_numbers',
    ([number]) => number,
    ({ phone_numbers, basic_details }) => phone_numbers.length === 1 && basic_details.status === 3,
  ),
  'agent.basic-details.description: a description of digits is a number': showingField(
    'getAgent',
    'data.basic_details.description',
    (value) => (isDigits(value) ? Number(value) : value),
  ),
  'agent.basic-details.agent-name: a name that is the word for a boolean is one': showingField(
    'getAgent',
    'data.basic_details.agent_name',
    (name) => (/^(?:true|false|null|\d+)$/.test(name) ? JSON.parse(name.replace(/^0+(?=\d)/, '')) : name),
  ),
  'agent.basic-details.agent-prompt: an empty prompt of a published agent is null': agentField(
    'basic_details.agent_prompt',
    () => null,
    ({ basic_details }, call) => basic_details.agent_prompt === '' && call.lastStatus() === 1,
  ),
  'agent.basic-details.agent-type-description: the label of the fourth agent_type is null': agentField(
    'basic_details.agent_type_description.label',
    () => null,
    ({ basic_details }) => basic_details.agent_type === 4,
  ),
  'audience-list.item.duration: the duration of a record that waits uncalled is null': leadField(
    'duration',
    null,
    ({ status, duration }) => status === 'Inqueue' && duration === '',
  ),
  'audience-list.item.total-attempt: where both of two attempts were made total_attempt is one number': leadField(
    'total_attempt',
    '2',
    ({ total_attempt }) => total_attempt === '2/2',
  ),
  'audience-list.item.last-disposition: the disposition of a failed call is null': leadField(
    'last_disposition',
    null,
    ({ last_call_status }) => last_call_status === 'failed',
  ),
  'audience-list.is-new.item: beyond 100 records the simplified id is a text': showing(
    'listAudience',
    ({ datalist, metadata, pagination: { currentPage, limit } }) => {
      if (metadata !== undefined && currentPage * limit > 100) for (const lead of datalist) lead.id = String(lead.id);
    },
  ),
  'audience-list.is-new.metadata: metadata is null where a simplified list is empty': showing(
    'listAudience',
    (body) => {
      if (body.metadata !== undefined && body.datalist.length === 0) body.metadata = null;
    },
  ),
  'voice.category: the category of a Chinese voice is null': showingVoices(({ voices }) => {
    for (const voice of voices) if (voice.language === 'zh-CN') voice.category = null;
  }),
  'errors.shape: the message of a refusal is a list where several fields are wrong': {
    after: (call, body, status) => {
      const wrong = Object.values(call.sent as object).filter(
        (value) => value === null || value === 7 || value === true,
      );
      if (call.is('createAgent') && status === 422 && wrong.length > 1) body.message = [body.message];
    },
  },
});
