import {
  asking,
  instead,
  opening,
  refusing,
  showingLeads,
  storing,
  storingParts,
  storingText,
  withQuery,
} from '../breaks.ts';
import { faultsOf, fields, isUpdate, ownToken, partsOf, query, type Body, type Break, type Call } from '../fault.ts';

/** Stores a text of create-agent in another way. */
const text = (member: string, change: (text: string) => string): Break =>
  storing('createAgent', (body) => {
    if (typeof body[member] === 'string') body[member] = change(body[member]);
  });

/** Refuses what create-agent must take. */
const refusingBody = (when: (body: Body) => unknown): Break => refusing('createAgent', ({ sent }) => when(sent));

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
export const values = faultsOf({
  'create-agent.field.description': {
    'a description ends before the first emoji': text('description', (value) =>
      value.replace(/\p{Extended_Pictographic}.*/su, ''),
    ),
    'a description that begins with a blank ends before its second word': text('description', (value) =>
      value.startsWith(' ') ? value.slice(0, endOfFirstWord(value)) : value,
    ),
    'a description of digits loses its leading zeros': text('description', (value) =>
      /^\d+$/.test(value) ? String(Number(value)) : value,
    ),
    'an empty description counts as omitted': storing(
      'createAgent',
      (body) => body.description === '' && delete body.description,
    ),
  },
  'create-agent.field.agent-name': {
    'a quote in a name is doubled': text('agent_name', (value) => value.replaceAll("'", "''")),
    'a name is cut after 63 characters': text('agent_name', (value) => value.slice(0, 63)),
    'a name that another agent has gets a number': storing('createAgent', (body, call) => {
      const isThere = call.past.some(({ sent, agent }) => agent !== call.agent && sent?.agent_name === body.agent_name);
      if (isThere && body.agent_name !== undefined) body.agent_name = `${body.agent_name} (2)`;
    }),
  },
  'create-agent.field.prompt': {
    'a prompt is cut after 255 characters': text('prompt', (value) => value.slice(0, 255)),
    'markup in a prompt is escaped': text('prompt', (value) => value.replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
  },
  'agent.basic-details.voice-id': {
    'a voice_id is cut after 18 characters': storing('createAgent', ({ voice }) => {
      if (typeof voice?.voice_id === 'string') voice.voice_id = voice.voice_id.slice(0, 18);
    }),
  },
  'createagentorupdate.basic-details.agent-type': {
    'the last agent_type is stored as the first': storingText(/\[agent_type\]$/, (value) =>
      value === '4' ? '1' : value,
    ),
  },
  'create-agent.status.invalid': {
    'a fraction of a status is cut off': storing('createAgent', (body) => {
      if (body.status > 1 && body.status < 4) body.status = Math.trunc(body.status);
    }),
    'a negative status counts as none': storing(
      'createAgent',
      (body, call) => isUpdate(call) && body.status < 0 && delete body.status,
    ),
  },
  'get-by-id.not-found': {
    'an agent_id beyond 32 bits ends in a failure': instead(
      'getAgent',
      ({ agent }) => agent > 2 ** 31 - 1,
      'errors.server.elsewhere',
    ),
  },
  'voice-list.provider-id.unsupported': {
    'a provider beyond ASCII is told otherwise': {
      after: (call, body, status) => {
        if (call.operation === 'listVoices' && status === 400 && query(call, 'provider_id') !== undefined) {
          body.message = String(body.message).replaceAll(/[^ -~]/gu, '?');
        }
      },
    },
  },
  'voice-list.provider-id': {
    'a provider in upper case is taken': asking('listVoices', (call) => {
      const id = query(call, 'provider_id') ?? '';
      return /^PROVIDER_[A-D]$/i.test(id) && withQuery(call.request, 'provider_id', id.toLowerCase());
    }),
  },
  'audience-list.filter.mobile-no': {
    'mobile_no with the plus matches nothing': filter('mobile_no', (value) => (value.startsWith('+') ? 'none' : value)),
    'mobile_no is cut after 6 characters': filter('mobile_no', (value) => value.slice(0, 6)),
  },
  'audience-list.filter.status': {
    'the status 0 is no filter': without('status', '0'),
  },
  'audience-list.filter.attempt': {
    'the attempt 0 is no filter': without('attempt', '0'),
  },
  'campaign.status.values': {
    'a campaign status in upper case is taken': storing('forceCompleteCampaign', (body) => {
      if (/^(?:DRAFT|INPROGRESS|HOLD|PAUSE)$/i.test(body.campaign_status)) {
        body.campaign_status = body.campaign_status.toLowerCase();
      }
    }),
  },
  'campaign-force-completed.campaign-status': {
    'blanks around a campaign status are taken': storing('forceCompleteCampaign', (body) => {
      if (typeof body.campaign_status === 'string') body.campaign_status = body.campaign_status.trim();
    }),
  },
  'campaign-force-completed.campaign-id': {
    'a campaign_id that is a text of digits is taken': storing('forceCompleteCampaign', (body) => {
      if (/^\d+$/.test(body.campaign_id)) body.campaign_id = Number(body.campaign_id);
    }),
  },
  'verify.unauthorized': {
    'a token is compared by its first half': opening('verifyToken', new RegExp(`^${ownToken.slice(0, 32)}`)),
  },
  'get-token.invalid-login-token': {
    'a login token with an ending is taken': opening('getToken', /^login-acme/),
  },
  'createagentorupdate.basic-details': {
    'a description of the form ends before the first emoji': storingText(/\[description\]$/, (value) =>
      value.replace(/\p{Extended_Pictographic}.*/su, ''),
    ),
  },
  'createagentorupdate.denials': {
    'a denied word with a comma becomes several': {
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
    },
    'denied topics that differ by case alone are one': storingParts((each, call) => {
      const topics = fields(call, /denied_topics/);
      const first = topics.find((topic) => topic.toLowerCase() === String(each.value).toLowerCase());
      return each.name.includes('denied_topics') && first !== each.value ? null : each;
    }),
  },
  'createagentorupdate.knowledge-base.tools': {
    'a second tool that is switched off is switched on': storingText(/\[tools\]\[1\]\[isEnabled\]/, () => 'true'),
  },
  'createagentorupdate.files.types': {
    'a file of two dots is refused': refusing('createAgentOrUpdate', (call) =>
      partsOf(call).some(({ file }) => (file?.name.split('.').length ?? 0) > 2),
    ),
  },
  'createagentorupdate.files.size': {
    'a file of exactly 10 MB is refused': refusing('createAgentOrUpdate', (call) =>
      partsOf(call).some(({ value }) => value.length === 10 * 2 ** 20),
    ),
  },
  'create-agent.field.timezone': {
    'a time zone of three parts is refused': refusingBody(({ timezone }) => String(timezone).split('/').length === 3),
  },
  'create-agent.field.session-data-webhook': {
    'a web address with a query is refused': refusingBody(({ session_data_webhook }) =>
      String(session_data_webhook).includes('?'),
    ),
  },
  'create-agent.field.configurations': {
    'a confidence of 0 is refused': refusingBody(({ configurations }) => configurations?.confidence_threshold === 0),
  },
  'create-agent.field.greeting': {
    'an empty greeting is refused': refusingBody(({ greeting }) => greeting === ''),
  },
  'create-agent.field.speech-to-text': {
    'an empty speech_to_text is refused': refusingBody(
      ({ speech_to_text }) => speech_to_text && Object.keys(speech_to_text).length === 0,
    ),
  },
  'create-agent.field.llm': {
    'a model alone is refused': refusingBody(({ llm }) => llm?.model !== undefined && llm.llm === undefined),
  },
  'agent-update.body': {
    'agent/update with a quote in the name ends in a failure': instead(
      'updateAgent',
      ({ sent }) => String(sent.name).includes("'"),
      'errors.server.elsewhere',
    ),
    'agent/update refuses a language of more than two letters': refusing(
      'updateAgent',
      ({ sent }) => sent.language?.length > 2,
    ),
  },
  'audience-list.item.input-data': {
    'an input column of Chinese characters is left out': showingLeads(
      ({ input_data }) => /\p{Script=Han}/u.test(input_data?.city) && delete input_data.city,
    ),
  },
  'audience-list.item.last-attempt': {
    'a minute before ten has one digit after noon': showingLeads((lead) => {
      lead.last_attempt = lead.last_attempt?.replace(' 12:0', ' 12:');
    }),
  },
});

function endOfFirstWord(value: string): number {
  const word = value.search(/\S/);
  const length = value.slice(word).search(/\s/);
  return word < 0 || length < 0 ? value.length : word + length;
}
