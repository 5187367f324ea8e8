import { showing, showingAgent, showingLeads } from '../breaks.ts';
import { count, faultsOf, isCompleted, isCreation, made, query, statusOf } from '../fault.ts';

/** Members whose type is wrong, or that are missing, with certain contents alone. */
export const types = faultsOf({
  'agent.configuration.voice-config': {
    'a speed over 1.5 is a number': showingAgent(({ configuration: { voice_config } }) => {
      if (Number(voice_config.speed) > 1.5) voice_config.speed = Number(voice_config.speed);
    }),
  },
  'create-agent.success': {
    'from the sixth agent on the id is a text': showing('createAgent', ({ data }, call) => {
      if (isCreation(call) && made(call).length >= 5) data.agent_id = String(data.agent_id);
    }),
  },
  'createagentorupdate.success': {
    'from the fourth form on the id is a text': showing('createAgentOrUpdate', ({ data }, call) => {
      if (count(call, 'createAgentOrUpdate') >= 3) data.agent_id = String(data.agent_id);
    }),
  },
  'agent.guardrails': {
    'the agent_id of the guardrails is a text where they have no id and the agent no description': showingAgent(
      ({ guardrails, basic_details }) => {
        if (guardrails.id === null && !basic_details.description) guardrails.agent_id = String(guardrails.agent_id);
      },
    ),
  },
  'agent.dispositions-config': {
    'a disposition_model that is null is left out where there are dispositions': showingAgent(
      ({ dispositions, dispositions_config }) => {
        if (dispositions.length > 0 && dispositions_config.disposition_model === null) {
          delete dispositions_config.disposition_model;
        }
      },
    ),
  },
  'agent.metadata-config': {
    'metadata_output is left out where it is empty beside metadata_input': showingAgent(({ metadata_config }) => {
      const { metadata_input, metadata_output } = metadata_config;
      if (metadata_output.length === 0 && metadata_input.length > 0) delete metadata_config.metadata_output;
    }),
  },
  'agent.knowledge-base': {
    'files are left out where there are tools alone': showingAgent(({ knowledge_base }) => {
      if (knowledge_base.tools.length > 0 && knowledge_base.files.length === 0) delete knowledge_base.files;
    }),
  },
  'agent.denials': {
    'denied topics are null where there are denied words alone': showingAgent(({ denials, tools }) => {
      if (denials.denied_words.length === 0 || denials.denied_topics.length > 0) return;
      denials.denied_topics = null;
      tools.denials.denied_topics = null;
    }),
  },
  'agent.tools.denials': {
    'of two denied words the tools show the first one': showingAgent(({ denials, tools }) => {
      if (denials.denied_words.length === 2) tools.denials.denied_words = denials.denied_words.slice(0, 1);
    }),
  },
  'agent.phone-numbers': {
    'a single number of a draft is not in a list': showingAgent((data) => {
      if (data.phone_numbers.length === 1 && data.basic_details.status === 3) [data.phone_numbers] = data.phone_numbers;
    }),
  },
  'agent.basic-details.description': {
    'a description of digits is a number': showingAgent(({ basic_details }) => {
      if (/^\d+$/.test(basic_details.description)) basic_details.description = Number(basic_details.description);
    }),
  },
  'agent.basic-details.agent-name': {
    'a name that is the word for a boolean is one': showingAgent(({ basic_details }) => {
      if (/^(?:true|false|null|\d+)$/.test(basic_details.agent_name)) {
        basic_details.agent_name = JSON.parse(basic_details.agent_name.replace(/^0+(?=\d)/, ''));
      }
    }),
  },
  'agent.basic-details.agent-prompt': {
    'an empty prompt of a published agent is null': showingAgent(({ basic_details }, call) => {
      if (basic_details.agent_prompt === '' && statusOf(call) === 1) basic_details.agent_prompt = null;
    }),
  },
  'agent.basic-details.agent-type-description': {
    'the label of the fourth agent_type is null': showingAgent(({ basic_details }) => {
      if (basic_details.agent_type === 4) basic_details.agent_type_description.label = null;
    }),
  },
  'audience-list.item.duration': {
    'the duration of a record that waits uncalled is null': showingLeads(
      (lead) => lead.status === 'Inqueue' && lead.duration === '' && (lead.duration = null),
    ),
  },
  'audience-list.item.total-attempt': {
    'where both of two attempts were made total_attempt is one number': showingLeads(
      (lead) => lead.total_attempt === '2/2' && (lead.total_attempt = '2'),
    ),
  },
  'audience-list.item.last-disposition': {
    'the disposition of a failed call is null': showingLeads(
      (lead) => lead.last_call_status === 'failed' && (lead.last_disposition = null),
    ),
  },
  'audience-list.item.updated-by': {
    'updated_by is left out where the force completion halted': showing('listAudience', ({ datalist }, call) => {
      if (!isCompleted(call, Number(query(call, 'campaign_id')))) return;
      for (const lead of datalist) if (lead.total_attempt?.startsWith('0/')) delete lead.updated_by;
    }),
  },
  'audience-list.is-new.item': {
    'beyond 100 records the simplified id is a text': showing(
      'listAudience',
      ({ datalist, metadata, pagination: { currentPage, limit } }) => {
        if (metadata !== undefined && currentPage * limit > 100) for (const lead of datalist) lead.id = String(lead.id);
      },
    ),
  },
  'audience-list.is-new.metadata': {
    'metadata is null where a simplified list is empty': showing('listAudience', (body) => {
      if (body.metadata !== undefined && body.datalist.length === 0) body.metadata = null;
    }),
  },
  'voice.category': {
    'the category of a Chinese voice is null': showing('listVoices', ({ data }) => {
      for (const voice of data.voices) if (voice.language === 'zh-CN') voice.category = null;
    }),
  },
  'errors.shape': {
    'the message of a refusal is a list where several members are wrong': {
      after: (call, body, status) => {
        const wrong = Object.values((call.sent ?? {}) as object).filter(
          (value) => value === null || value === 7 || value === true,
        );
        if (call.operation === 'createAgent' && status === 422 && wrong.length > 1) body.message = [body.message];
      },
    },
  },
  'campaign-force-completed.success': {
    'a status that the campaign has already is answered without a message': showing(
      'forceCompleteCampaign',
      (body, { past, sent }) => {
        const last = past.findLast((each) => each.sent.campaign_id === sent.campaign_id && each.status === 200);
        if (last?.sent.campaign_status === sent.campaign_status) body.message = null;
      },
    ),
  },
  'token.form': {
    'from the second time on the token ends in a line break': showing('getToken', (body, call) => {
      if (count(call, 'getToken') > 0) body.token = `${body.token}\n`;
    }),
  },
});
