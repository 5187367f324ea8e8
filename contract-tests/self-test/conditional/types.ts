import type { ProviderFault, Body } from '../provider-fault.ts';
import { showing, showingAgent } from './breaks.ts';
import { broken, type Break } from './broken-provider.ts';
import { count, isCompleted, made, query, statusOf } from './call.ts';

const leads = (edit: (lead: Body) => unknown): Break =>
  showing('listAudience', ({ datalist }) => {
    for (const lead of datalist) edit(lead);
  });

/** Members whose type is wrong, or that are missing, with certain contents alone. */
export const types: readonly ProviderFault[] = [
  broken(
    'a speed over 1.5 is a number',
    'agent.configuration.voice-config',
    showingAgent(({ configuration: { voice_config } }) => {
      if (Number(voice_config.speed) > 1.5) voice_config.speed = Number(voice_config.speed);
    }),
  ),
  broken(
    'from the sixth agent on the id is a text',
    'create-agent.success',
    showing('createAgent', ({ data }, call) => {
      if (Number.isNaN(call.agent) && made(call).length >= 5) data.agent_id = String(data.agent_id);
    }),
  ),
  broken(
    'from the fourth form on the id is a text',
    'createagentorupdate.success',
    showing('createAgentOrUpdate', ({ data }, call) => {
      if (count(call, 'createAgentOrUpdate') >= 3) data.agent_id = String(data.agent_id);
    }),
  ),
  broken(
    'the agent_id of the guardrails is a text where they have no id and the agent no description',
    'agent.guardrails',
    showingAgent(({ guardrails, basic_details }) => {
      if (guardrails.id === null && !basic_details.description) guardrails.agent_id = String(guardrails.agent_id);
    }),
  ),
  broken(
    'a disposition_model that is null is left out where there are dispositions',
    'agent.dispositions-config',
    showingAgent(({ dispositions, dispositions_config }) => {
      if (dispositions.length > 0 && dispositions_config.disposition_model === null) {
        delete dispositions_config.disposition_model;
      }
    }),
  ),
  broken(
    'metadata_output is left out where it is empty beside metadata_input',
    'agent.metadata-config',
    showingAgent(({ metadata_config }) => {
      const { metadata_input, metadata_output } = metadata_config;
      if (metadata_output.length === 0 && metadata_input.length > 0) delete metadata_config.metadata_output;
    }),
  ),
  broken(
    'files are left out where there are tools alone',
    'agent.knowledge-base',
    showingAgent(({ knowledge_base }) => {
      if (knowledge_base.tools.length > 0 && knowledge_base.files.length === 0) delete knowledge_base.files;
    }),
  ),
  broken(
    'denied topics are null where there are denied words alone',
    'agent.denials',
    showingAgent(({ denials, tools }) => {
      if (denials.denied_words.length === 0 || denials.denied_topics.length > 0) return;
      denials.denied_topics = null;
      tools.denials.denied_topics = null;
    }),
  ),
  broken(
    'of two denied words the tools show the first one',
    'agent.tools.denials',
    showingAgent(({ denials, tools }) => {
      if (denials.denied_words.length === 2) tools.denials.denied_words = denials.denied_words.slice(0, 1);
    }),
  ),
  broken(
    'a single number of a draft is not in a list',
    'agent.phone-numbers',
    showingAgent((data) => {
      if (data.phone_numbers.length === 1 && data.basic_details.status === 3) [data.phone_numbers] = data.phone_numbers;
    }),
  ),
  broken(
    'a description of digits is a number',
    'agent.basic-details.description',
    showingAgent(({ basic_details }) => {
      if (/^\d+$/.test(basic_details.description)) basic_details.description = Number(basic_details.description);
    }),
  ),
  broken(
    'a name that is the word for a boolean is one',
    'agent.basic-details.agent-name',
    showingAgent(({ basic_details }) => {
      if (/^(?:true|false|null|\d+)$/.test(basic_details.agent_name)) {
        basic_details.agent_name = JSON.parse(basic_details.agent_name.replace(/^0+(?=\d)/, ''));
      }
    }),
  ),
  broken(
    'an empty prompt of a published agent is null',
    'agent.basic-details.agent-prompt',
    showingAgent(({ basic_details }, call) => {
      if (basic_details.agent_prompt === '' && statusOf(call) === 1) basic_details.agent_prompt = null;
    }),
  ),
  broken(
    'the label of the fourth agent_type is null',
    'agent.basic-details.agent-type-description',
    showingAgent(({ basic_details }) => {
      if (basic_details.agent_type === 4) basic_details.agent_type_description.label = null;
    }),
  ),
  broken(
    'the duration of a record that waits uncalled is null',
    'audience-list.item.duration',
    leads((lead) => lead.status === 'Inqueue' && lead.duration === '' && (lead.duration = null)),
  ),
  broken(
    'where both of two attempts were made total_attempt is one number',
    'audience-list.item.total-attempt',
    leads((lead) => lead.total_attempt === '2/2' && (lead.total_attempt = '2')),
  ),
  broken(
    'the disposition of a failed call is null',
    'audience-list.item.last-disposition',
    leads((lead) => lead.last_call_status === 'failed' && (lead.last_disposition = null)),
  ),
  broken(
    'updated_by is left out where the force completion halted',
    'audience-list.item.updated-by',
    showing('listAudience', ({ datalist }, call) => {
      if (!isCompleted(call, Number(query(call, 'campaign_id')))) return;
      for (const lead of datalist) if (lead.total_attempt?.startsWith('0/')) delete lead.updated_by;
    }),
  ),
  broken(
    'beyond 100 records the simplified id is a text',
    'audience-list.is-new.item',
    showing('listAudience', ({ datalist, metadata, pagination: { currentPage, limit } }) => {
      if (metadata !== undefined && currentPage * limit > 100) for (const lead of datalist) lead.id = String(lead.id);
    }),
  ),
  broken(
    'metadata is null where a simplified list is empty',
    'audience-list.is-new.metadata',
    showing('listAudience', (body) => {
      if (body.metadata !== undefined && body.datalist.length === 0) body.metadata = null;
    }),
  ),
  broken(
    'the category of a Chinese voice is null',
    'voice.category',
    showing('listVoices', ({ data }) => {
      for (const voice of data.voices) if (voice.language === 'zh-CN') voice.category = null;
    }),
  ),
  broken('the message of a refusal is a list where several members are wrong', 'errors.shape', {
    after: (call, body, status) => {
      const wrong = Object.values((call.sent ?? {}) as object).filter(
        (value) => value === null || value === 7 || value === true,
      );
      if (call.operation === 'createAgent' && status === 422 && wrong.length > 1) body.message = [body.message];
    },
  }),
  broken(
    'a status that the campaign has already is answered without a message',
    'campaign-force-completed.success',
    showing('forceCompleteCampaign', (body, { past, sent }) => {
      const last = past.findLast((each) => each.sent?.campaign_id === sent.campaign_id && each.status === 200);
      if (last?.sent.campaign_status === sent.campaign_status) body.message = null;
    }),
  ),
  broken(
    'from the second time on the token ends in a line break',
    'token.form',
    showing('getToken', (body, call) => {
      if (count(call, 'getToken') > 0) body.token = `${body.token}\n`;
    }),
  ),
];
