import type { Script } from '../src/judge/script.ts';
import type { Step } from '../src/judge/steps.ts';
import {
  agent,
  changeByForm,
  createByForm,
  file,
  form,
  gone,
  look,
  named,
  only,
  publish,
  read,
  remove,
  rename,
  scriptsOf,
  send,
  unpublish,
  update,
} from './steps.ts';

const owned = { $number: ['owned', 0] };
const secondOwned = { $number: ['owned', 1] };
const shared = { $number: ['shared', 0] };
const inactive = { $number: ['inactive', 0] };
const secondInactive = { $number: ['inactive', 1] };

function attach(...numbers: readonly unknown[]): Step {
  const others = { 'basic_details[agent_prompt]': 'You stay.', 'denials[denied_words][]': 'refund' };
  return createByForm({ 'phone_numbers[]': numbers, ...others });
}

/** Publishes an agent that the settings name for it, and takes it back where that went through. */
function tried(draft: string): readonly Step[] {
  const id = { $setting: `agents.${draft}` };
  return [read(id), update({ status: 1 }, id), look];
}

/** In one list, because these must not run beside each other: the numbers are few, and each is attached to one agent at a time. */
export const numberScripts: readonly Script[] = scriptsOf({
  // Before anything else is published: see agent-detail.scripts.ts.
  'agent.deleted.not-returned: nor is one that was published': [attach(owned), publish, remove, read(gone)],
  'createagentorupdate.phone-numbers, agent.phone-numbers': [createByForm(), attach(owned), look],
  'create-agent.publish, agent.status.active, agent.status.draft, create-agent.unpublish, create-agent.status.alone': [
    attach(owned),
    ...[publish, unpublish, publish, update({ status: 3, description: 'Beside a status' })],
    ...[update({ status: 1, agent_name: { $name: 'published' } }), unpublish],
    send('createAgent', { query: { agent_id: agent }, json: { status: 1 } }),
  ],
  'create-agent.publish: a number that an update attached counts': [
    createByForm(),
    changeByForm({ 'phone_numbers[]': owned }),
    publish,
  ],
  'create-agent.update.partial, createagentorupdate.basic-details: a published agent stays it': [
    attach(owned),
    publish,
    update({ description: 'Another', prompt: 'You stay.' }),
    changeByForm({ 'basic_details[description]': 'A third one' }),
    look,
  ],
  'agent-update.effect: a published agent is renamed as a draft is, and stays published': [
    attach(owned),
    ...[publish, publish].flatMap((step) => [rename(), step]),
    rename(),
    look,
  ],
  'create-agent.status.invalid: an invalid status leaves a published agent published': [
    attach(owned),
    publish,
    ...[0, 4, 99].map((status) => update({ status })),
    look,
  ],
  'create-agent.publish.global-provider, create-agent.publish.shared-do-not-count': [
    ...[attach(shared), publish, look, publish, remove],
    ...[attach({ $number: ['shared', 1] }, shared), publish, remove],
    // One that is active stays so.
    ...[attach(owned), publish, changeByForm({ 'phone_numbers[]': shared }), publish, look],
  ],
  'create-agent.publish.global-provider, create-agent.publish.shared-do-not-count: the draft with a shared number is not published':
    tried('draft_with_shared_number'),
  'create-agent.publish.no-number: the draft with an inactive number is not published':
    tried('draft_with_inactive_number'),
  'create-agent.publish.inactive-number': only('', tried('draft_with_inactive_number')),
  'create-agent.publish.no-number, create-agent.publish.shared-do-not-count: an agent without a number that counts is not published':
    [[inactive], [inactive, secondInactive], [shared, inactive]].flatMap((numbers) => [
      attach(...numbers),
      publish,
      remove,
    ]),
  'create-agent.publish.mixed': [attach(shared, owned), publish, remove, attach(owned, shared), publish],
  'create-agent.publish.mixed: one own number is enough beside an inactive one, and the deletion releases both': [
    ...[attach(inactive, owned), publish, remove, update({ status: 3 }, gone), look],
  ],
  'create-agent.publish.again': [
    attach(owned),
    createByForm({ 'basic_details[description]': 'a bystander' }),
    ...[publish, publish, publish, look],
  ],
  'create-agent.delete.releases-numbers, create-agent.delete': [[], [publish]].flatMap((published) => [
    ...[attach(owned, secondOwned), ...published, remove],
    // Another agent has none: its deletion leaves them attached.
    ...[attach(owned, secondOwned), createByForm(), update({ status: 2 }, { $agent: 1 }), look, remove],
  ]),
  'create-agent.delete.releases-numbers: an agent that comes back from deletion has no number': [
    ...[attach(owned, secondOwned), remove, update({ status: 3 }, gone), look],
    // Where it does not come back, another one is there.
    ...[createByForm(), changeByForm({ 'phone_numbers[]': owned }), look],
  ],
  'workspace.isolation: another workspace does not see a published agent': [
    ...[attach(owned), publish, read(agent, 'second'), update({ status: 3 }, agent, 'second'), look],
  ],
  'create-agent.publish.no-number: an agent of another workspace needs a number too': [
    ...[createByForm({}, 'second'), read({ $foreign: 0 }, 'secondAccess')],
    ...[update({ status: 1 }, { $foreign: 0 }, 'second'), read({ $foreign: 0 }, 'second')],
  ],
  'create-agent.publish.no-number: an agent that comes back from deletion is not published': [
    ...[attach(owned), remove, update({ status: 3 }, gone), publish, look],
  ],
  'createagentorupdate.atomic: a form that is refused leaves its numbers free and creates no agent': [
    createByForm(),
    form({ ...named, 'phone_numbers[]': owned }, 'own', [file('setup.exe')]),
    attach(owned, 'no number'),
    createByForm({ 'phone_numbers[]': owned, 'basic_details[category]': 'abc' }),
    attach(owned),
    look,
  ],
  'createagentorupdate.atomic: an update that is refused leaves the agent, its name and its numbers as before': [
    ...[attach(owned), changeByForm()],
    changeByForm({ 'phone_numbers[]': '', 'basic_details[category]': 'not a number' }),
    changeByForm({ 'phone_numbers[]': '' }, file('setup.exe')),
    look,
  ],
  'createagentorupdate.phone-numbers.replace': only('/data/phone_numbers /data/basic_details/status', [
    ...[attach(owned), publish, changeByForm(), changeByForm({ 'phone_numbers[]': '' }), read()],
  ]),
  // No number has so many digits: nobody's is asked for.
  'createagentorupdate.phone-numbers.available': only('', [
    attach(owned, secondOwned),
    ...[owned, '+15550009001000000000', 'no number'].map((number) => attach(number)),
  ]),
});
