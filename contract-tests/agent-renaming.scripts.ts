import type { Script } from '../src/judge/script.ts';
import type { Step } from '../src/judge/steps.ts';
import { agent, create, look, read, send, update, wait, type Sent } from './steps.ts';

const uuid = { $uuid: 0 };

function rename(fields: object, agent_id: unknown = uuid, sent: Sent = {}): Step {
  return send('updateAgent', { json: { agent_id, ...fields }, ...sent });
}

/** How agent/update renames agents. */
export const agentRenamingScripts: readonly Script[] = [
  {
    clauses: ['agent-update.body'],
    steps: [
      create(),
      rename({ name: { $name: 'renamed' }, language: 'en' }),
      rename({ name: { $name: 'renamed again' } }),
      rename({ language: 'en' }),
    ],
  },
  {
    title: 'agent/update refuses an agent_id that is not a UUID, and changes nothing',
    clauses: ['agent-update.body'],
    steps: [
      create(),
      read(),
      ...['not-a-uuid', { $written: ['text', agent] }, agent, {}, null].map((id) =>
        rename({ name: { $name: 'renamed' } }, id),
      ),
      send('updateAgent', { json: { name: 'nobody' } }),
      look,
    ],
  },
  {
    title: 'agent/update refuses a name or language that is an object',
    clauses: ['agent-update.body'],
    steps: [
      create(),
      ...[{ name: { first: 'x' } }, { name: ['x'] }, { language: { code: 'en' } }].map((each) => rename(each)),
    ],
  },
  {
    clauses: ['agent-update.effect'],
    steps: [
      create({ description: 'a bystander' }),
      create({ description: 'Stays', prompt: 'You stay.' }),
      wait,
      rename({ name: { $name: 'renamed' }, language: 'en' }, { $uuid: 1 }),
      rename({ name: { $name: 'renamed again' } }, { $uuid: 1 }),
      look,
    ],
  },
  {
    title: 'agent/update touches no agent of another workspace',
    clauses: ['workspace.isolation'],
    steps: [create(), read(), rename({ name: { $name: 'taken over' }, language: 'en' }, uuid, { as: 'second' }), look],
  },
  {
    title: 'agent/update takes Authorization: Bearer, and refuses a wrong or missing token',
    clauses: ['agent-update.bearer'],
    steps: [
      create(),
      rename({ name: { $name: 'bearer' } }),
      ...(['none', 'empty', 'unknown', 'expired'] as const).map((as) =>
        rename({ name: { $name: 'taken over' } }, uuid, { as }),
      ),
      look,
    ],
  },
  {
    clauses: ['agent-update.read-back', 'agent-update.success'],
    steps: [create(), rename({ name: { $name: 'renamed' } }), read(), rename({}), look],
    shows: ['/data/basic_details/agent_name', '/data/agent_id'],
  },
  {
    clauses: ['agent-update.agent-id.invalid', 'agent-update.validation'],
    steps: [
      create(),
      ...[undefined, agent, 'x'].map((id) => rename({}, id)),
      ...[{ name: 5 }, { name: '' }, { language: 5 }, { language: null }].map((wrong) => rename(wrong)),
    ],
    shows: [],
  },
  {
    clauses: ['agent-update.not-found', 'agent.deleted.missing-elsewhere'],
    steps: [
      rename({ name: 'nobody' }, { $absentUuid: 0 }),
      create(),
      update({ status: 2 }),
      rename({ name: 'nobody' }, { $uuidIn: 'deleted' }),
    ],
    shows: [],
  },
];
