import type { Script } from '../src/judge/script.ts';
import type { Step } from '../src/judge/steps.ts';
import { agent, createByForm, file, form, look, named, read, rename, send, update, only, scriptsOf } from './steps.ts';

const owned = { $number: ['owned', 0] };
const secondOwned = { $number: ['owned', 1] };
const shared = { $number: ['shared', 0] };
const inactive = { $number: ['inactive', 0] };

const halfDone = {
  ...named,
  agent_id: agent,
  'basic_details[description]': 'Half done',
  'phone_numbers[]': '',
  'denials[denied_words][]': 'half',
};

/** Creates an agent with these numbers. */
function createWithNumbers(...numbers: readonly unknown[]): Step {
  return createByForm({ 'phone_numbers[]': numbers });
}

/** Publishes an agent that the settings name for it, and takes it back where that went through. */
function tried(draft: string): readonly Step[] {
  const id = { $setting: `agents.${draft}` };
  return [read(id), update({ status: 1 }, id), look];
}

/**
 * All that attaches numbers, in one list: the settings' numbers are few, and a number is attached to one agent at a
 * time, so that these must not run beside each other.
 */
export const numberScripts: readonly Script[] = scriptsOf({
  // Before anything else is published: see agent-detail.scripts.ts.
  'agent.deleted.not-returned: nor is one that was published': [
    createWithNumbers(owned),
    ...[1, 2].map((status) => update({ status })),
    read({ $in: 'deleted' }),
  ],
  'createagentorupdate.phone-numbers, agent.phone-numbers': [
    createByForm(),
    createWithNumbers(owned),
    read({ $agent: 1 }),
    look,
  ],
  'create-agent.publish, agent.status.active, agent.status.draft, create-agent.unpublish': [
    createWithNumbers(owned),
    ...[0, 1].flatMap(() => [update({ status: 1 }), read(), update({ status: 3 }), read()]),
    send('createAgent', { query: { agent_id: agent }, json: { status: 1 } }),
    read(),
  ],
  'create-agent.publish: a number that an update attached counts': [
    createByForm(),
    form({ ...named, agent_id: agent, 'phone_numbers[]': owned }),
    read(),
    update({ status: 1 }),
    look,
  ],
  'create-agent.status.alone, create-agent.publish: publishing and unpublishing change the status alone': [
    createByForm({ 'phone_numbers[]': owned, 'denials[denied_words][]': 'refund' }),
    update({ description: 'Stays', prompt: 'You stay.' }),
    read(),
    ...[1, 3].flatMap((status) => [update({ status }), look]),
  ],
  'create-agent.update.partial, createagentorupdate.basic-details: a published agent stays it': [
    createWithNumbers(owned),
    update({ status: 1 }),
    read(),
    update({ description: 'Another', prompt: 'You stay.' }),
    look,
    form({ ...named, agent_id: agent, 'basic_details[description]': 'A third one' }),
    look,
  ],
  'agent-update.effect: a published agent is renamed as a draft is, and stays published': [
    createWithNumbers(owned),
    read(),
    ...[update({ status: 1 }), update({ status: 1 })].flatMap((publish) => [rename(), publish]),
    rename(),
    look,
  ],
  'create-agent.status.invalid: an invalid status leaves a published agent published': [
    createWithNumbers(owned),
    update({ status: 1 }),
    read(),
    ...[0, 4, 99].flatMap((status) => [update({ status }), look]),
  ],
  'create-agent.publish.global-provider, create-agent.publish.shared-do-not-count': [
    createWithNumbers(shared),
    read(),
    ...[1, 1, 2].flatMap((status) => [update({ status }), look]),
    // One that is active stays so.
    createWithNumbers(owned),
    update({ status: 1 }),
    form({ ...named, agent_id: agent, 'phone_numbers[]': shared }),
    read(),
    update({ status: 1 }),
    look,
  ],
  'create-agent.publish.global-provider, create-agent.publish.shared-do-not-count: the draft with a shared number is not published':
    tried('draft_with_shared_number'),
  'create-agent.publish.no-number: the draft with an inactive number is not published':
    tried('draft_with_inactive_number'),
  'create-agent.publish.inactive-number': only('', tried('draft_with_inactive_number')),
  'create-agent.publish.no-number: an agent with inactive numbers only is not published': [
    createWithNumbers(inactive),
    read(),
    update({ status: 1 }),
    look,
  ],
  'create-agent.publish.mixed': [
    createWithNumbers(shared, owned),
    update({ status: 1 }),
    update({ status: 2 }),
    createWithNumbers(owned, shared),
    update({ status: 1 }),
    look,
  ],
  'create-agent.publish.mixed: one own number is enough beside an inactive one': [
    createWithNumbers(inactive, owned),
    update({ status: 1 }),
    look,
  ],
  'create-agent.publish.again': [
    createByForm({ 'phone_numbers[]': owned, 'basic_details[agent_prompt]': 'You stay.' }),
    createByForm({ 'basic_details[description]': 'a bystander' }),
    ...[1, 1, 1].map((status) => update({ status })),
    look,
  ],
  'create-agent.delete.releases-numbers, create-agent.delete': [[], [update({ status: 1 })]].flatMap((published) => [
    createWithNumbers(owned, secondOwned),
    ...published,
    update({ status: 2 }),
    createWithNumbers(owned, secondOwned),
    look,
    update({ status: 2 }),
  ]),
  'create-agent.delete.releases-numbers: an agent that comes back from deletion has no number': [
    createWithNumbers(owned),
    update({ status: 2 }),
    update({ status: 3 }, { $in: 'deleted' }),
    look,
    createWithNumbers(owned),
    look,
  ],
  'create-agent.publish.no-number: an agent that comes back from deletion is not published': [
    createWithNumbers(owned),
    update({ status: 2 }),
    update({ status: 3 }, { $in: 'deleted' }),
    read(),
    update({ status: 1 }),
    look,
  ],
  'create-agent.delete: a deletion leaves the numbers of other agents attached': [
    createWithNumbers(owned),
    read(),
    createByForm(),
    update({ status: 2 }, { $agent: 1 }),
    look,
  ],
  'createagentorupdate.atomic: a form that is refused leaves its numbers free and creates no agent': [
    form({ ...named, 'phone_numbers[]': owned }, 'own', [file('setup.exe')]),
    createByForm({ 'phone_numbers[]': [owned, 'no number'] }),
    createByForm({ 'phone_numbers[]': owned, 'basic_details[category]': 'abc' }),
    createWithNumbers(owned),
    look,
  ],
  'createagentorupdate.atomic: an update that is refused leaves the agent, its name and its numbers as before': [
    createByForm({ 'phone_numbers[]': owned, 'basic_details[description]': 'Before' }),
    form({ ...named, agent_id: agent }),
    read(),
    form({ ...halfDone, 'basic_details[category]': 'not a number' }),
    form(halfDone, 'own', [file('setup.exe')]),
    look,
  ],
  'createagentorupdate.phone-numbers.replace': only('/data/phone_numbers /data/basic_details/status', [
    createWithNumbers(owned),
    update({ status: 1 }),
    form({ ...named, agent_id: agent, 'phone_numbers[]': '' }),
    read(),
  ]),
  // No number has so many digits: nobody's is asked for.
  'createagentorupdate.phone-numbers.available': only('', [
    createWithNumbers(owned, secondOwned),
    ...[owned, '+15550009001000000000', 'no number'].map((number) => createByForm({ 'phone_numbers[]': number })),
  ]),
});
