import type { ClauseId } from '../src/document/names.gen.ts';
import type { Script } from '../src/judge/script.ts';
import { create, createByForm, form, inputColumn, look, named, read, send, update, only, scriptsOf } from './steps.ts';

/** The rules of single fields, which the document's schema and the judge compare every answer with. */
const fieldClauses: readonly [ClauseId, ...ClauseId[]] = [
  'agent.basic-details.id',
  'agent.basic-details.workspace-id',
  'agent.basic-details.agent-name',
  'agent.basic-details.description',
  'agent.basic-details.category',
  'agent.basic-details.category-description',
  'agent.basic-details.purpose',
  'agent.basic-details.purpose-description',
  'agent.basic-details.agent-type',
  'agent.basic-details.agent-type-description',
  'agent.basic-details.agent-prompt',
  'agent.basic-details.agent-privacy',
  'agent.basic-details.status',
  'agent.basic-details.voice-id',
  'agent.basic-details.agent-token',
  'agent.basic-details.providers',
  'agent.basic-details.calling-type',
  'agent.basic-details.company-id',
  'agent.basic-details.timestamps',
  'agent.configuration.ids',
  'agent.configuration.context-awareness',
  'agent.configuration.temperature',
  'agent.configuration.models',
  'agent.configuration.call-recording',
  'agent.configuration.durations',
  'agent.configuration.voice-config',
  'agent.configuration.transcript-status',
  'agent.configuration.skills',
  'agent.configuration.nudges',
  'agent.configuration.trigger',
  'agent.knowledge-base',
  'agent.tools',
  'agent.tools.denials',
  'agent.phone-numbers',
  'agent.dispositions',
  'agent.dispositions-config',
  'agent.denials',
  'agent.creator',
  'agent.guardrails',
  'agent.metadata-config',
  'agent.last-modified',
  'agent.voice-analysis',
  'agent.campaign-count',
  'agent.campaigns',
  'agent.is-campaign-on-hold',
  'agent.is-draft',
  'agent.is-audience',
  'agent.webhook-url',
  'get-by-id.envelope',
  'get-by-id.one-agent',
];

const sections = {
  'basic_details[description]': 'With sections',
  'denials[denied_words][]': 'refund',
  'denials[denied_topics][]': 'politics',
  ...inputColumn,
};
const updated = update({ description: 'updated', prompt: 'updated' });

/** What get-by-id shows of an agent, and how the operations refuse. */
export const agentDetailScripts: readonly Script[] = [
  {
    title: 'a new agent has every field of the details, each of its type',
    clauses: fieldClauses,
    // Without a look at others, so that a setting about one of them leaves this verified.
    steps: [create(), read(), updated, read()],
  },

  {
    title: 'agents in use have every field of the details, each of its type',
    clauses: fieldClauses,
    steps: [read({ $setting: 'agents.read.0.id' }), look],
  },

  {
    title: 'an agent with all sections has every field of the details, each of its type',
    clauses: fieldClauses,
    steps: [createByForm(sections), read(), look],
  },
  ...scriptsOf({
    'get-by-id.one-agent, agent.basic-details.id, agent.basic-details.workspace-id': [
      create(),
      create(),
      read(),
      read({ $agent: 1 }),
    ],
    'get-by-id.agent-id.missing': [send('getAgent'), send('getAgent', { query: { id: 1 } })],
    'get-by-id.agent-id.empty': [read('')],
    'get-by-id.agent-id.invalid': ['abc', '0', '-1', '1.5', '1e3', '0x10', ' 1', '2147483600abc'].map((id) => read(id)),
    'get-by-id.not-found': [read({ $absent: 0 }), read({ $absent: 1 })],
    'agent.deleted.not-returned': [create(), update({ status: 2 }), read({ $in: 'deleted' }), look],
    'agent.last-modified.first-update': only('/data/last_modified', [
      create(),
      read(),
      updated,
      read(),
      read({ $setting: 'agents.read.0.id' }),
    ]),
    'agent.basic-details.agent-token.signed': only('/data/basic_details/agent_token', [create(), read()]),
    'agent.campaigns.active, agent.is-audience.any-status, agent.is-draft.any-other': only(
      '/data/campaigns /data/campaign_count /data/is_audience /data/is_draft',
      [read({ $setting: 'agents.read.0.id' }), look],
    ),
    'errors.shape': [
      read({ $absent: 0 }),
      update({ description: 'nobody' }, { $absent: 0 }),
      form({ 'configuration[memory_recall]': 'true' }),
      form({ ...named, 'basic_details[category]': 'abc' }),
      send('listVoices', { query: { provider_id: 'nobody-speaks' } }),
      send('listAudience', { query: { campaign_id: { $absent: 0 } } }),
      send('forceCompleteCampaign', { json: { campaign_id: { $absent: 0 }, campaign_status: 'finished' } }),
      ...(['getAgent', 'listVoices', 'listAudience'] as const).map((operation) => send(operation)),
      send('getToken', { as: 'none' }),
      form({}, 'none'),
      send('createAgent', { as: 'unknown', json: {} }),
      send('verifyToken', { as: 'unknown', json: {} }),
    ],
    'errors.shape.full, errors.code.integer': [read({ $absent: 0 }), send('listVoices')],
    'payload.json': [
      send('createAgent', {
        raw: {
          contentType: 'application/json; charset=utf-8',
          text: { $jsonOf: { agent_name: { $name: 'json' }, description: 'as JSON' } },
        },
      }),
      update({ description: 'json' }),
      createByForm(),
      look,
      send('listVoices', { query: { provider_id: { $setting: 'providers.listed.0' } } }),
      send('getToken', { as: 'login' }),
      send('listAudience', { query: { campaign_id: { $campaign: 'read' } } }),
    ],
    'addresses.prefixes, versioning.prefix': [
      // A wrong token is refused where the operation is; elsewhere the address is unknown.
      send('getAgent', { as: 'unknown' }),
      send('updateAgent', { as: 'unknown', json: {} }),
      form({}, 'unknown'),
      create(),
      read(),
      createByForm(),
    ],
  }),
];
