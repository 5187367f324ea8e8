import type { Script } from '../src/judge/script.ts';
import {
  create,
  createByForm,
  form,
  inputColumn,
  gone,
  look,
  named,
  read,
  remove,
  rename,
  send,
  update,
  only,
  rulesShownBy,
  scriptsOf,
} from './steps.ts';

const sections = {
  'basic_details[description]': 'With sections',
  'denials[denied_words][]': 'refund',
  'denials[denied_topics][]': 'politics',
  ...inputColumn,
};
const everyField = (what: string) =>
  `${rulesShownBy('getAgent')}: ${what} every field of the details, each of its type` as const;
const updated = update({ description: 'updated', prompt: 'updated' });

/** What get-by-id shows of an agent, and how the operations refuse. */
export const agentDetailScripts: readonly Script[] = scriptsOf({
  // Before anything else is made: where deleted agents are shown, nothing is seen to be gone, and no more are made.
  'agent.deleted.not-returned': [
    ...[create(), read(undefined, 'access'), remove, read(gone), read(gone, 'access'), look],
  ],
  'agent.deleted.not-returned: neither a change nor a new name brings a deleted agent back': [
    ...[create(), remove, update({ description: 'back' }, gone), read(gone)],
    ...[rename({ name: { $name: 'back' } }, { $uuidIn: 'deleted' }), read(gone)],
  ],
  // Without a look at others, so that a setting about one of them leaves this verified.
  [everyField('a new agent has')]: [create(), updated],
  [everyField('agents in use have')]: [read({ $setting: 'agents.read.0.id' }), look],
  [everyField('an agent with all sections has')]: [createByForm(sections), look],
  // It says what the other workspace has.
  "agent.voice-analysis: voice_analysis is that of the caller's workspace": [
    create(),
    create({ description: { $jsonOf: { $setting: 'second_workspace.voice_analysis' } } }, 'second'),
    read({ $foreign: 0 }, 'second'),
  ],
  'get-by-id.one-agent, agent.basic-details.id, agent.basic-details.workspace-id': [create(), create(), read()],
  'get-by-id.agent-id.missing': [send('getAgent'), send('getAgent', { query: { id: 1 } })],
  'get-by-id.agent-id.empty': [read('')],
  'get-by-id.agent-id.invalid': ['abc', '0', '-1', '1.5', '1e3', '0x10', ' 1', '2147483600abc'].map((id) => read(id)),
  'get-by-id.not-found': [{ $absent: 0 }, { $absent: 1 }, 99_999_999_999, 'abc'].map((id) => read(id)),
  'agent.last-modified.first-update': only('/data/last_modified', [
    create(),
    updated,
    form(named),
    read({ $setting: 'agents.read.0.id' }),
  ]),
  'agent.last-modified.first-update: nothing changes': only('/data/last_modified', [
    create({ description: 'Stays' }),
    ...[{ status: 3 }, { description: 'Stays' }].flatMap((same) => [update(same), read()]),
  ]),
  'agent.basic-details.agent-token.signed': only('/data/basic_details/agent_token', [create(), read()]),
  'agent.campaigns.active, agent.is-audience.any-status, agent.is-draft.any-other': only(
    '/data/campaigns /data/campaign_count /data/is_audience /data/is_draft',
    [read({ $setting: 'agents.read.0.id' }), look],
  ),
  'errors.shape.full, errors.code.integer': [read({ $absent: 0 }), send('listVoices')],
  'payload.json': [
    create(),
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
});
