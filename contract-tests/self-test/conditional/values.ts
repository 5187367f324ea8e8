import { withQuery, type Body, type ProviderFault } from '../provider-fault.ts';
import { asking, instead, refused, showing, storing, storingParts, withToken } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import { fields, isUpdate, query, tokenOf, ownToken, type Call } from './call.ts';

/** Stores a text of create-agent in another way. */
const text = (member: string, change: (text: string) => string): Break =>
  storing('createAgent', (body) => {
    if (typeof body[member] === 'string') body[member] = change(body[member]);
  });

/** Refuses what create-agent must take. */
const refusing = (when: (body: Body) => unknown): Break =>
  instead('createAgent', ({ sent }) => when(sent), refused(422, 'This is not taken.'));

const part = (name: RegExp, change: (text: string) => string): Break =>
  storingParts((each) =>
    name.test(each.name) && typeof each.value === 'string' ? { ...each, value: change(each.value) } : each,
  );

const filter = (name: string, change: (value: string, call: Call) => string): Break =>
  asking('listAudience', (call) => {
    const value = query(call, name);
    return value !== undefined && withQuery(call.request, name, change(value, call));
  });

const without = (name: string, value: string): Break =>
  asking('listAudience', ({ request }) => ({
    ...request,
    query: request.query.filter((each) => each[0] !== name || each[1] !== value),
  }));

/** What shows only with certain values. */
export const values: readonly ProviderFault[] = [
  broken(
    'a description ends before the first emoji',
    'create-agent.field.description',
    text('description', (value) => value.replace(/\p{Extended_Pictographic}.*/su, '')),
  ),
  broken(
    'a quote in a name is doubled',
    'create-agent.field.agent-name',
    text('agent_name', (value) => value.replaceAll("'", "''")),
  ),
  broken(
    'a name is cut after 63 characters',
    'create-agent.field.agent-name',
    text('agent_name', (value) => value.slice(0, 63)),
  ),
  broken(
    'a prompt is cut after 255 characters',
    'create-agent.field.prompt',
    text('prompt', (value) => value.slice(0, 255)),
  ),
  broken(
    'markup in a prompt is escaped',
    'create-agent.field.prompt',
    text('prompt', (value) => value.replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
  ),
  broken(
    'a description that begins with a blank ends before its second word',
    'create-agent.field.description',
    text('description', (value) => (value.startsWith(' ') ? value.slice(0, endOfFirstWord(value)) : value)),
  ),
  broken(
    'a description of digits loses its leading zeros',
    'create-agent.field.description',
    text('description', (value) => (/^\d+$/.test(value) ? String(Number(value)) : value)),
  ),
  broken(
    'an empty description counts as omitted',
    'create-agent.field.description',
    storing('createAgent', (body) => body.description === '' && delete body.description),
  ),
  broken(
    'a name that another agent has gets a number',
    'create-agent.field.agent-name',
    storing('createAgent', (body, call) => {
      const isThere = call.past.some(({ sent, agent }) => agent !== call.agent && sent?.agent_name === body.agent_name);
      if (isThere && body.agent_name !== undefined) body.agent_name = `${body.agent_name} (2)`;
    }),
  ),
  broken(
    'a voice_id is cut after 18 characters',
    'agent.basic-details.voice-id',
    storing('createAgent', ({ voice }) => {
      if (typeof voice?.voice_id === 'string') voice.voice_id = voice.voice_id.slice(0, 18);
    }),
  ),
  broken(
    'the last agent_type is stored as the first',
    'createagentorupdate.basic-details.agent-type',
    part(/\[agent_type\]$/, (value) => (value === '4' ? '1' : value)),
  ),
  broken(
    'a fraction of a status is cut off',
    'create-agent.status.invalid',
    storing('createAgent', (body) => {
      if (body.status > 1 && body.status < 4) body.status = Math.trunc(body.status);
    }),
  ),
  broken(
    'a negative status counts as none',
    'create-agent.status.invalid',
    storing('createAgent', (body, call) => isUpdate(call) && body.status < 0 && delete body.status),
  ),
  broken(
    'an agent_id beyond 32 bits ends in a failure',
    'get-by-id.not-found',
    instead('getAgent', ({ agent }) => agent > 2 ** 31 - 1, refused(500, 'Internal server error')),
  ),
  broken('a provider beyond ASCII is told otherwise', 'voice-list.provider-id.unsupported', {
    after: (call, body, status) => {
      if (call.operation === 'listVoices' && status === 400 && query(call, 'provider_id') !== undefined) {
        body.message = String(body.message).replaceAll(/[^ -~]/gu, '?');
      }
    },
  }),
  broken(
    'a provider in upper case is taken',
    'voice-list.provider-id',
    asking('listVoices', (call) => {
      const id = query(call, 'provider_id') ?? '';
      return /^PROVIDER_[A-D]$/i.test(id) && withQuery(call.request, 'provider_id', id.toLowerCase());
    }),
  ),
  broken(
    'mobile_no with the plus matches nothing',
    'audience-list.filter.mobile-no',
    filter('mobile_no', (value) => (value.startsWith('+') ? 'none' : value)),
  ),
  broken(
    'mobile_no is cut after 6 characters',
    'audience-list.filter.mobile-no',
    filter('mobile_no', (value) => value.slice(0, 6)),
  ),
  broken('the status 0 is no filter', 'audience-list.filter.status', without('status', '0')),
  broken('the attempt 0 is no filter', 'audience-list.filter.attempt', without('attempt', '0')),
  broken(
    'a campaign status in upper case is taken',
    'campaign.status.values',
    storing('forceCompleteCampaign', (body) => {
      if (/^(?:DRAFT|INPROGRESS|HOLD|PAUSE)$/i.test(body.campaign_status)) {
        body.campaign_status = body.campaign_status.toLowerCase();
      }
    }),
  ),
  broken(
    'blanks around a campaign status are taken',
    'campaign-force-completed.campaign-status',
    storing('forceCompleteCampaign', (body) => {
      if (typeof body.campaign_status === 'string') body.campaign_status = body.campaign_status.trim();
    }),
  ),
  broken(
    'a campaign_id that is a text of digits is taken',
    'campaign-force-completed.campaign-id',
    storing('forceCompleteCampaign', (body) => {
      if (/^\d+$/.test(body.campaign_id)) body.campaign_id = Number(body.campaign_id);
    }),
  ),
  broken('a token is compared by its first half', 'verify.unauthorized', {
    before: (call) => {
      const isAlike = call.operation === 'verifyToken' && tokenOf(call).startsWith(ownToken.slice(0, 32));
      return isAlike && withToken(call.request, ownToken);
    },
  }),
  broken('a login token with an ending is taken', 'get-token.invalid-login-token', {
    before: (call) => {
      const isAlike = call.operation === 'getToken' && tokenOf(call).startsWith('login-acme');
      return isAlike && withToken(call.request, 'login-acme');
    },
  }),
  broken(
    'a description of the form ends before the first emoji',
    'createagentorupdate.basic-details',
    part(/\[description\]$/, (value) => value.replace(/\p{Extended_Pictographic}.*/su, '')),
  ),
  broken('a denied word with a comma becomes several', 'createagentorupdate.denials', {
    before: ({ request }) =>
      request.body.kind === 'form' && {
        ...request,
        body: {
          kind: 'form',
          parts: request.body.parts.flatMap((each) =>
            each.name.includes('denied_words') && typeof each.value === 'string'
              ? each.value.split(',').map((value) => ({ ...each, value }))
              : each,
          ),
        },
      },
  }),
  broken(
    'denied topics that differ by case alone are one',
    'createagentorupdate.denials',
    storingParts((each, call) => {
      const topics = fields(call, /denied_topics/);
      const first = topics.find((topic) => topic.toLowerCase() === String(each.value).toLowerCase());
      return each.name.includes('denied_topics') && first !== each.value ? null : each;
    }),
  ),
  broken(
    'a second tool that is switched off is switched on',
    'createagentorupdate.knowledge-base.tools',
    part(/\[tools\]\[1\]\[isEnabled\]/, () => 'true'),
  ),
  broken('a file of two dots is refused', 'createagentorupdate.files.types', {
    before: ({ request }) =>
      request.body.kind === 'form' &&
      request.body.parts.some(({ file }) => (file?.name.split('.').length ?? 0) > 2) &&
      refused(422, 'The type of the file is not taken.'),
  }),
  broken('a file of exactly 10 MB is refused', 'createagentorupdate.files.size', {
    before: ({ request }) =>
      request.body.kind === 'form' &&
      request.body.parts.some(({ value }) => value.length === 10 * 2 ** 20) &&
      refused(422, 'The file is too large.'),
  }),
  broken(
    'a time zone of three parts is refused',
    'create-agent.field.timezone',
    refusing(({ timezone }) => String(timezone).split('/').length === 3),
  ),
  broken(
    'a web address with a query is refused',
    'create-agent.field.session-data-webhook',
    refusing(({ session_data_webhook }) => String(session_data_webhook).includes('?')),
  ),
  broken(
    'a confidence of 0 is refused',
    'create-agent.field.configurations',
    refusing(({ configurations }) => configurations?.confidence_threshold === 0),
  ),
  broken(
    'an empty greeting is refused',
    'create-agent.field.greeting',
    refusing(({ greeting }) => greeting === ''),
  ),
  broken(
    'an empty speech_to_text is refused',
    'create-agent.field.speech-to-text',
    refusing(({ speech_to_text }) => speech_to_text && Object.keys(speech_to_text).length === 0),
  ),
  broken(
    'a model alone is refused',
    'create-agent.field.llm',
    refusing(({ llm }) => llm?.model !== undefined && llm.llm === undefined),
  ),
  broken(
    'agent/update with a quote in the name ends in a failure',
    'agent-update.body',
    instead('updateAgent', ({ sent }) => String(sent.name).includes("'"), refused(500, 'Internal server error')),
  ),
  broken(
    'agent/update refuses a language of more than two letters',
    'agent-update.body',
    instead('updateAgent', ({ sent }) => sent.language?.length > 2, refused(422, 'The language is not taken.')),
  ),
  broken(
    'an input column of Chinese characters is left out',
    'audience-list.item.input-data',
    showing('listAudience', ({ datalist }) => {
      for (const { input_data } of datalist) if (/\p{Script=Han}/u.test(input_data?.city)) delete input_data.city;
    }),
  ),
  broken(
    'an hour before ten has one digit',
    'audience-list.item.last-attempt',
    showing('listAudience', ({ datalist }) => {
      for (const lead of datalist) lead.last_attempt = lead.last_attempt?.replace(' 09:4', ' 9:4');
    }),
  ),
];

function endOfFirstWord(value: string): number {
  const word = value.search(/\S/);
  const length = value.slice(word).search(/\s/);
  return word < 0 || length < 0 ? value.length : word + length;
}
