import type { Script } from '../src/judge/script.ts';
import { agent, spoken, beyondAscii, create, look, read, remove, rename, send, only, scriptsOf } from './steps.ts';

export const agentRenamingScripts: readonly Script[] = scriptsOf({
  'agent-update.body': [create(), rename(), rename({ name: { $name: 'renamed again' } })],
  'agent-update.body: agent/update takes a name and a language of the settings, and a language alone': [
    create(),
    ...['renamed', 'renamed again'].map((name) => rename({ name: { $name: name }, language: spoken })),
    rename({ language: spoken }),
  ],
  'agent-update.body: agent/update refuses ids that are no UUIDs, and objects, and changes nothing': [
    create(),
    ...['not-a-uuid', { $written: ['text', agent] }, agent, {}, null].map((id) =>
      rename({ name: { $name: 'renamed' } }, id),
    ),
    send('updateAgent', { json: { name: 'nobody' } }),
    ...[{ name: { first: 'x' } }, { name: ['x'] }, { language: { code: 'en' } }].map((each) => rename(each)),
    look,
  ],
  'agent-update.effect': [
    create({ description: 'a bystander' }),
    create({ description: 'Stays', prompt: 'You stay.' }),
    rename({ name: { $name: 'renamed' }, language: 'en' }, { $uuid: 1 }),
    ...['again', 'Zoë 你好', beyondAscii].map((name) => rename({ name: { $name: name } }, { $uuid: 1 })),
    look,
  ],
  'agent-update.read-back, agent-update.success': only('/data/basic_details/agent_name /data/agent_id', [
    ...[create(), rename(), read(), rename({}), look],
  ]),
  'agent-update.agent-id.invalid, agent-update.validation': only('', [
    create(),
    ...[undefined, agent, 'x'].map((id) => rename({}, id)),
    ...[{ name: 5 }, { name: '' }, { language: 5 }, { language: null }].map((wrong) => rename(wrong)),
  ]),
  'agent-update.not-found, agent.deleted.missing-elsewhere': only('', [
    rename({ name: 'nobody' }, { $absentUuid: 0 }),
    ...[create(), remove, rename({ name: 'nobody' }, { $uuidIn: 'deleted' })],
  ]),
});
