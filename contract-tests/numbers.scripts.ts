import type { Script } from '../src/judge/script.ts';
import type { Step } from '../src/judge/steps.ts';
import { agent, createByForm, file, form, look, named, read, update } from './steps.ts';

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
export const numberScripts: readonly Script[] = [
  {
    clauses: ['createagentorupdate.phone-numbers', 'agent.phone-numbers'],
    steps: [createByForm(), createWithNumbers(owned), read({ $agent: 1 }), look],
  },
  {
    clauses: ['create-agent.publish', 'agent.status.active', 'agent.status.draft', 'create-agent.unpublish'],
    steps: [
      createWithNumbers(owned),
      ...[0, 1].flatMap(() => [update({ status: 1 }), read(), update({ status: 3 }), read()]),
    ],
  },
  {
    title: 'publishing and unpublishing change the status alone',
    clauses: ['create-agent.status.alone', 'create-agent.publish'],
    steps: [
      createByForm({ 'phone_numbers[]': owned, 'denials[denied_words][]': 'refund' }),
      update({ description: 'Stays', prompt: 'You stay.' }),
      read(),
      ...[1, 3].flatMap((status) => [update({ status }), look]),
    ],
  },
  {
    title: 'an update of a published agent leaves it published, its number attached',
    clauses: ['create-agent.update.partial'],
    steps: [createWithNumbers(owned), update({ status: 1 }), read(), update({ description: 'Another' }), look],
  },
  {
    title: 'an invalid status leaves a published agent published',
    clauses: ['create-agent.status.invalid'],
    steps: [
      createWithNumbers(owned),
      update({ status: 1 }),
      read(),
      ...[0, 4, 99].flatMap((status) => [update({ status }), look]),
    ],
  },
  {
    clauses: ['create-agent.publish.global-provider', 'create-agent.publish.shared-do-not-count'],
    steps: [createWithNumbers(shared), read(), update({ status: 1 }), update({ status: 1 }), look],
  },
  {
    title: 'the draft with a shared number is not published',
    clauses: ['create-agent.publish.global-provider', 'create-agent.publish.shared-do-not-count'],
    steps: tried('draft_with_shared_number'),
  },
  {
    title: 'the draft with an inactive number is not published',
    clauses: ['create-agent.publish.no-number'],
    steps: tried('draft_with_inactive_number'),
  },
  { clauses: ['create-agent.publish.inactive-number'], steps: tried('draft_with_inactive_number'), shows: [] },
  {
    title: 'an agent with inactive numbers only is not published',
    clauses: ['create-agent.publish.no-number'],
    steps: [createWithNumbers(inactive), read(), update({ status: 1 }), look],
  },
  {
    clauses: ['create-agent.publish.mixed'],
    steps: [
      createWithNumbers(shared, owned),
      update({ status: 1 }),
      update({ status: 2 }),
      createWithNumbers(owned, shared),
      update({ status: 1 }),
      look,
    ],
  },
  {
    title: 'one own number is enough beside an inactive one',
    clauses: ['create-agent.publish.mixed'],
    steps: [createWithNumbers(inactive, owned), update({ status: 1 }), look],
  },
  {
    clauses: ['create-agent.publish.again'],
    steps: [createWithNumbers(owned), update({ status: 1 }), update({ status: 1 }), update({ status: 1 }), look],
  },
  {
    clauses: ['create-agent.delete.releases-numbers', 'create-agent.delete'],
    steps: [[], [update({ status: 1 })]].flatMap((published) => [
      createWithNumbers(owned, secondOwned),
      ...published,
      update({ status: 2 }),
      createWithNumbers(owned, secondOwned),
      look,
      update({ status: 2 }),
    ]),
  },
  {
    title: 'an agent that comes back from deletion has no number',
    clauses: ['create-agent.delete.releases-numbers'],
    steps: [
      createWithNumbers(owned),
      update({ status: 2 }),
      update({ status: 3 }, { $in: 'deleted' }),
      look,
      createWithNumbers(owned),
      look,
    ],
  },
  {
    title: 'a deletion leaves the numbers of other agents attached',
    clauses: ['create-agent.delete'],
    steps: [createWithNumbers(owned), read(), createByForm(), update({ status: 2 }, { $agent: 1 }), look],
  },
  {
    title: 'a form that is refused leaves its numbers free and creates no agent',
    clauses: ['createagentorupdate.atomic'],
    steps: [
      form({ ...named, 'phone_numbers[]': owned }, 'own', [file('setup.exe')]),
      createByForm({ 'phone_numbers[]': [owned, 'no number'] }),
      createByForm({ 'phone_numbers[]': owned, 'basic_details[category]': 'abc' }),
      createWithNumbers(owned),
      look,
    ],
  },
  {
    title: 'an update that is refused leaves the agent, its name and its numbers as before',
    clauses: ['createagentorupdate.atomic'],
    steps: [
      createByForm({ 'phone_numbers[]': owned, 'basic_details[description]': 'Before' }),
      form({ ...named, agent_id: agent }),
      read(),
      form({ ...halfDone, 'basic_details[category]': 'not a number' }),
      form(halfDone, 'own', [file('setup.exe')]),
      look,
    ],
  },
  {
    clauses: ['createagentorupdate.phone-numbers.replace'],
    steps: [
      createWithNumbers(owned),
      update({ status: 1 }),
      form({ ...named, agent_id: agent, 'phone_numbers[]': '' }),
      read(),
    ],
    shows: ['/data/phone_numbers', '/data/basic_details/status'],
  },
  {
    clauses: ['createagentorupdate.phone-numbers.available'],
    // No number has so many digits: nobody's is asked for.
    steps: [
      createWithNumbers(owned, secondOwned),
      ...[owned, '+15550009001000000000', 'no number'].map((number) => createByForm({ 'phone_numbers[]': number })),
    ],
    shows: [],
  },
];
