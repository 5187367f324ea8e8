/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { Api } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { FormPart } from '../src/deployment/transport.ts';
import {
  contains,
  createByForm,
  createdByForm,
  expectUnchanged,
  field,
  readAgent,
  sendForm,
  updateAgent,
} from './agents.ts';

const NO_NUMBER = 'Add at least 1 phone number to your agent';
const GLOBAL_PROVIDER =
  'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.';
const ok = { status: [200, 201] };

/**
 * All that attaches numbers, in one file: the settings' numbers are few, and a number is attached to one agent at a
 * time, so that these checks must not run beside each other.
 */
export const numberChecks: readonly Check[] = [
  check(
    {
      clauses: ['createagentorupdate.phone-numbers', 'agent.phone-numbers'],
      needs: ['numbers.owned'],
      effect: 'reversible',
    },
    'a number that is sent is attached to the agent',
    async (api) => {
      const number = owned(api);
      const other = await readAgent(api, await createByForm(api, 'bystander'));
      const id = await createByForm(api, 'number', numbers(number));
      const { phone_numbers } = await readAgent(api, id);
      api.holds(contains(phone_numbers, number), {
        clause: 'createagentorupdate.phone-numbers',
        expected: `${number} among the numbers`,
        came: phone_numbers,
        answer: undefined,
        path: '/data/phone_numbers',
      });
      api.equal(phone_numbers.length, 1, {
        clause: 'agent.phone-numbers',
        what: 'the attached numbers alone',
        answer: undefined,
        path: '/data/phone_numbers',
      });
      await expectUnchanged(api, other.basic_details.id, other, 'agent.phone-numbers');
    },
  ),
  check(
    {
      clauses: ['create-agent.publish', 'agent.status.active', 'agent.status.draft', 'create-agent.unpublish'],
      needs: ['numbers.owned'],
      effect: 'reversible',
    },
    'an agent of type 3 with an own active number is published and unpublished',
    async (api) => {
      const id = await createByForm(api, 'published', numbers(owned(api)));
      for (let round = 0; round < 2; round += 1) {
        api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
        await expectStatus(api, id, 1, 'create-agent.publish');
        await expectStatus(api, id, 1, 'create-agent.publish');
        api.answered(await updateAgent(api, id, { status: 3 }), ok, 'create-agent.unpublish');
        await expectStatus(api, id, 3, 'create-agent.unpublish');
      }
    },
  ),
  check(
    { clauses: ['create-agent.status.alone', 'create-agent.publish'], needs: ['numbers.owned'], effect: 'reversible' },
    'publishing and unpublishing change the status alone',
    async (api) => {
      const id = await createByForm(api, 'status-alone', [
        ...numbers(owned(api)),
        field('denials[denied_words][]', 'refund'),
      ]);
      await updateAgent(api, id, { description: 'Stays', prompt: 'You stay.' });
      const before = await readAgent(api, id);
      for (const status of [1, 3]) {
        api.answered(await updateAgent(api, id, { status }), ok, 'create-agent.status.alone');
        await expectUnchanged(api, id, before, 'create-agent.status.alone', ['/basic_details/status']);
      }
    },
  ),
  check(
    { clauses: ['create-agent.update.partial'], needs: ['numbers.owned'], effect: 'reversible' },
    'an update of a published agent leaves it published, its number attached',
    async (api) => {
      const id = await createByForm(api, 'published-update', numbers(owned(api)));
      api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
      const before = await readAgent(api, id);
      api.answered(await updateAgent(api, id, { description: 'Another' }), ok, 'create-agent.update');
      await expectUnchanged(api, id, before, 'create-agent.update.partial', ['/basic_details/description']);
    },
  ),
  check(
    { clauses: ['create-agent.status.invalid'], needs: ['numbers.owned'], effect: 'reversible' },
    'an invalid status leaves a published agent published',
    async (api) => {
      const id = await createByForm(api, 'invalid-status', numbers(owned(api)));
      api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
      const before = await readAgent(api, id);
      for (const status of [0, 4, 99]) {
        const answer = await updateAgent(api, id, { status });
        api.refusedBy(answer, 'create-agent.status.invalid');
        await expectUnchanged(api, id, before, 'create-agent.status.invalid');
      }
    },
  ),
  check(
    {
      clauses: ['create-agent.publish.global-provider', 'create-agent.publish.shared-do-not-count'],
      needs: ['numbers.shared'],
      effect: 'reversible',
    },
    'an agent with numbers of a shared provider only is not published, and nothing changes',
    async (api) => {
      const number = first(api, api.settings.numbers?.shared, 'numbers.shared');
      const answer = await sendForm(api, 'shared', [field('basic_details[agent_type]', '3'), ...numbers(number)]);
      if (answer.status !== 200) api.notVerified(`${number} could not be attached`, 'numbers.shared');
      const id = createdByForm(api, answer);
      const before = await readAgent(api, id);
      if (!contains(before.phone_numbers, number)) api.notVerified(`${number} could not be attached`, 'numbers.shared');
      for (let time = 0; time < 2; time += 1) {
        const publish = await updateAgent(api, id, { status: 1 });
        await expectUnchanged(api, id, before, 'create-agent.publish.shared-do-not-count');
        api.refused(publish, 'create-agent.publish.shared-do-not-count', 'the only number is a shared one');
        api.refusedBy(publish, 'create-agent.publish.global-provider');
      }
    },
  ),
  check(
    {
      clauses: ['create-agent.publish.global-provider', 'create-agent.publish.shared-do-not-count'],
      needs: ['agents.draft_with_shared_number'],
      effect: 'reversible',
    },
    'the draft with a shared number is not published',
    async (api) => {
      const id = api.need(api.settings.agents?.draft_with_shared_number, 'agents.draft_with_shared_number');
      await expectNotPublished(api, id, GLOBAL_PROVIDER, 'create-agent.publish.global-provider');
    },
  ),
  check(
    {
      clauses: ['create-agent.publish.no-number', 'create-agent.publish'],
      needs: ['agents.draft_with_inactive_number'],
      effect: 'reversible',
    },
    'the draft with an inactive number is not published',
    async (api) => {
      const id = api.need(api.settings.agents?.draft_with_inactive_number, 'agents.draft_with_inactive_number');
      await expectNotPublished(api, id, NO_NUMBER, 'create-agent.publish.no-number');
    },
  ),
  check(
    {
      clauses: ['create-agent.publish.inactive-number'],
      needs: ['agents.draft_with_inactive_number'],
      effect: 'reversible',
    },
    'inactive numbers count as none',
    async (api) => {
      const id = api.need(api.settings.agents?.draft_with_inactive_number, 'agents.draft_with_inactive_number');
      await expectNotPublished(api, id, NO_NUMBER, 'create-agent.publish.inactive-number');
    },
  ),
  check(
    {
      clauses: ['create-agent.publish.no-number', 'create-agent.publish'],
      needs: ['numbers.inactive'],
      effect: 'reversible',
    },
    'an agent with inactive numbers only is not published',
    async (api) => {
      const number = first(api, api.settings.numbers?.inactive, 'numbers.inactive');
      const answer = await sendForm(api, 'inactive', [field('basic_details[agent_type]', '3'), ...numbers(number)]);
      if (answer.status !== 200) api.notVerified(`${number} could not be attached`, 'numbers.inactive');
      const id = createdByForm(api, answer);
      const before = await readAgent(api, id);
      const refused = await updateAgent(api, id, { status: 1 });
      api.refusedBy(refused, 'create-agent.publish.no-number');
      await expectUnchanged(api, id, before, 'create-agent.publish.no-number');
    },
  ),
  check(
    { clauses: ['create-agent.publish.mixed'], needs: ['numbers.owned', 'numbers.shared'], effect: 'reversible' },
    'one own number is enough beside a shared one',
    async (api) => {
      await expectPublishedBeside(api, first(api, api.settings.numbers?.shared, 'numbers.shared'), 'numbers.shared');
    },
  ),
  check(
    { clauses: ['create-agent.publish.mixed'], needs: ['numbers.owned', 'numbers.inactive'], effect: 'reversible' },
    'one own number is enough beside an inactive one',
    async (api) => {
      const inactive = first(api, api.settings.numbers?.inactive, 'numbers.inactive');
      await expectPublishedBeside(api, inactive, 'numbers.inactive');
    },
  ),
  check(
    { clauses: ['create-agent.publish.again'], needs: ['numbers.owned'], effect: 'reversible' },
    'a published agent may be published again, and nothing changes',
    async (api) => {
      const id = await createByForm(api, 'again', numbers(owned(api)));
      api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
      const before = await readAgent(api, id);
      for (let time = 0; time < 2; time += 1) {
        api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish.again');
        await expectStatus(api, id, 1, 'create-agent.publish.again');
      }
      await expectUnchanged(api, id, before, 'create-agent.publish.again');
    },
  ),
  check(
    {
      clauses: ['create-agent.delete.releases-numbers', 'create-agent.delete'],
      needs: ['numbers.owned'],
      effect: 'reversible',
    },
    'deleting an agent releases its numbers for another one',
    async (api) => {
      const all = api.need(api.settings.numbers?.owned, 'numbers.owned');
      for (const publish of [false, true]) {
        const id = await createByForm(api, 'released', numbers(...all));
        if (publish) api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
        api.answered(await updateAgent(api, id, { status: 2 }), ok, 'create-agent.delete');
        const gone = await api.call('getAgent', { query: { agent_id: id } });
        api.refused(gone, 'create-agent.delete', 'the agent is deleted');
        const next = await sendForm(api, 'next', [field('basic_details[agent_type]', '3'), ...numbers(...all)]);
        api.answered(next, { status: 200 }, 'create-agent.delete.releases-numbers');
        const nextId = createdByForm(api, next);
        const { phone_numbers } = await readAgent(api, nextId);
        for (const number of all) {
          api.holds(contains(phone_numbers, number), {
            clause: 'create-agent.delete.releases-numbers',
            expected: `${number} free to be attached`,
            came: phone_numbers,
            answer: undefined,
            path: '/data/phone_numbers',
          });
        }
        api.answered(await updateAgent(api, nextId, { status: 2 }), ok, 'create-agent.delete');
      }
    },
  ),
  check(
    { clauses: ['create-agent.delete.releases-numbers'], needs: ['numbers.owned'], effect: 'reversible' },
    'an agent that comes back from deletion has no number',
    async (api) => {
      const number = owned(api);
      const id = await createByForm(api, 'back', numbers(number));
      api.answered(await updateAgent(api, id, { status: 2 }), ok, 'create-agent.delete');
      const restored = await updateAgent(api, id, { status: 3 });
      const read = await api.call('getAgent', { query: { agent_id: id } });
      // Whether a deleted agent can come back is not shown: where it cannot, its numbers cannot be seen.
      if (restored.status >= 300 || read.status !== 200) return;
      const { phone_numbers } = await readAgent(api, id);
      api.holds(!contains(phone_numbers, number), {
        clause: 'create-agent.delete.releases-numbers',
        expected: 'no number attached',
        came: phone_numbers,
        answer: read,
        path: '/data/phone_numbers',
      });
    },
  ),
  check(
    { clauses: ['create-agent.delete.releases-numbers'], needs: ['numbers.owned'], effect: 'reversible' },
    'a deletion leaves the numbers of other agents attached',
    async (api) => {
      const number = owned(api);
      const kept = await createByForm(api, 'kept', numbers(number));
      const before = await readAgent(api, kept);
      const id = await createByForm(api, 'other');
      api.answered(await updateAgent(api, id, { status: 2 }), ok, 'create-agent.delete');
      await expectUnchanged(api, kept, before, 'create-agent.delete.releases-numbers');
    },
  ),
  check(
    { clauses: ['createagentorupdate.atomic'], needs: ['numbers.owned'], effect: 'reversible' },
    'a form that is refused leaves its numbers free and creates no agent',
    async (api) => {
      const number = owned(api);
      const id = await createByForm(api, 'anchor');
      const file: FormPart = {
        name: 'FILE_KNOWLEDGE_BASES',
        value: 'MZ no document',
        file: { name: 'setup.exe', type: 'application/x-msdownload' },
      };
      const label = api.newName('half-done');
      const parts = [
        field('basic_details[agent_name]', label),
        field('basic_details[agent_type]', '3'),
        ...numbers(number),
        file,
      ];
      const refused = await api.call('createAgentOrUpdate', { form: parts });
      api.refused(refused, 'createagentorupdate.atomic', 'one of its files is not a document');
      const next = await sendForm(api, 'after', [field('basic_details[agent_type]', '3'), ...numbers(number)]);
      api.answered(next, { status: 200 }, 'createagentorupdate.atomic');
      const nextId = createdByForm(api, next);
      const { phone_numbers } = await readAgent(api, nextId);
      api.holds(contains(phone_numbers, number), {
        clause: 'createagentorupdate.atomic',
        expected: `${number} still free`,
        came: phone_numbers,
        answer: next,
        path: '/data/phone_numbers',
      });
      await expectNoTrace(api, id, nextId, label);
    },
  ),
  check(
    { clauses: ['createagentorupdate.atomic'], needs: ['numbers.owned'], effect: 'reversible' },
    'a form that names a number that does not exist attaches none of its numbers',
    async (api) => {
      const number = owned(api);
      const anchor = await createByForm(api, 'anchor');
      const label = api.newName('half-attached');
      const parts = [
        field('basic_details[agent_name]', label),
        field('basic_details[agent_type]', '3'),
        ...numbers(number, 'no number'),
      ];
      const refused = await api.call('createAgentOrUpdate', { form: parts });
      // Which numbers a deployment refuses is not shown: where it takes this one, nothing failed.
      if (refused.status < 300) api.notVerified('the deployment takes any text as a number');
      const next = await sendForm(api, 'after', [field('basic_details[agent_type]', '3'), ...numbers(number)]);
      api.answered(next, { status: 200 }, 'createagentorupdate.atomic');
      await expectNoTrace(api, anchor, createdByForm(api, next), label);
    },
  ),
  check(
    { clauses: ['createagentorupdate.atomic'], needs: ['numbers.owned'], effect: 'reversible' },
    'an update that is refused leaves the agent, its name and its numbers as before',
    async (api) => {
      const number = owned(api);
      const id = await createByForm(api, 'atomic', [...numbers(number), field('basic_details[description]', 'Before')]);
      await expectUpdatable(api, id);
      const before = await readAgent(api, id);
      for (const broken of [
        { name: 'FILE_KNOWLEDGE_BASES', value: 'MZ', file: { name: 'setup.exe', type: 'application/x-msdownload' } },
        field('basic_details[category]', 'not a number'),
      ]) {
        const parts = [
          field('agent_id', String(id)),
          field('basic_details[description]', 'Half done'),
          field('phone_numbers[]', ''),
          field('denials[denied_words][]', 'half'),
          broken,
        ];
        api.refused(await sendForm(api, 'half-done', parts), 'createagentorupdate.atomic', `${broken.name} is wrong`);
        await expectUnchanged(api, id, before, 'createagentorupdate.atomic');
      }
    },
  ),
  check(
    { clauses: ['createagentorupdate.phone-numbers.replace'], needs: ['numbers.owned'], effect: 'reversible' },
    'phone_numbers replaces the numbers, and a published agent without any stays published',
    async (api) => {
      const id = await createByForm(api, 'replace', numbers(owned(api)));
      api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish');
      const answer = await sendForm(api, 'replace', [field('agent_id', String(id)), field('phone_numbers[]', '')]);
      api.answered(answer, { status: 200 }, 'createagentorupdate.phone-numbers.replace');
      const { phone_numbers, basic_details } = await readAgent(api, id);
      api.equal(phone_numbers, [], { clause: 'createagentorupdate.phone-numbers.replace', what: 'the numbers' });
      api.equal(basic_details.status, 1, { clause: 'createagentorupdate.phone-numbers.replace', what: 'the status' });
    },
  ),
  check(
    { clauses: ['createagentorupdate.phone-numbers.available'], needs: ['numbers.owned'], effect: 'reversible' },
    'a number that is attached elsewhere or unknown is refused with 422 that names it',
    async (api) => {
      const number = owned(api);
      await createByForm(api, 'holder', numbers(number));
      // No number has so many digits: nobody's is asked for.
      for (const wrong of [number, `${number}000000000`, 'no number']) {
        const answer = await sendForm(api, 'taker', numbers(wrong));
        api.answered(answer, { status: 422 }, 'createagentorupdate.phone-numbers.available');
        api.holds(answer.text.includes(wrong), {
          clause: 'createagentorupdate.phone-numbers.available',
          expected: `a message that names ${wrong}`,
          came: answer.text,
          answer,
        });
      }
    },
  ),
];

function owned(api: Api): string {
  return first(api, api.settings.numbers?.owned, 'numbers.owned');
}

function first(api: Api, numbersGiven: readonly string[] | undefined, setting: string): string {
  return api.need(numbersGiven?.[0], setting);
}

function numbers(...list: readonly string[]): FormPart[] {
  return list.map((number) => field('phone_numbers[]', number));
}

/** An agent with an own number and this one is published; each order of the two is tried. */
async function expectPublishedBeside(
  api: Api,
  other: string,
  setting: 'numbers.shared' | 'numbers.inactive',
): Promise<void> {
  for (const list of [
    [other, owned(api)],
    [owned(api), other],
  ]) {
    const answer = await sendForm(api, 'mixed', [field('basic_details[agent_type]', '3'), ...numbers(...list)]);
    if (answer.status !== 200) api.notVerified(`${other} could not be attached`, setting);
    const id = createdByForm(api, answer);
    const { phone_numbers } = await readAgent(api, id);
    if (!contains(phone_numbers, other)) api.notVerified(`${other} could not be attached`, setting);
    api.answered(await updateAgent(api, id, { status: 1 }), ok, 'create-agent.publish.mixed');
    await expectStatus(api, id, 1, 'create-agent.publish.mixed');
    // The next one needs them.
    api.answered(await updateAgent(api, id, { status: 2 }), ok, 'create-agent.delete');
  }
}

async function expectStatus(
  api: Api,
  id: number,
  status: number,
  clause:
    'create-agent.publish' | 'create-agent.unpublish' | 'create-agent.publish.again' | 'create-agent.publish.mixed',
): Promise<void> {
  const clauses = [clause, status === 1 ? ('agent.status.active' as const) : ('agent.status.draft' as const)];
  const { basic_details } = await readAgent(api, id, clauses);
  api.equal(basic_details.status, status, {
    clause: clauses,
    what: 'status',
    answer: undefined,
    path: '/data/basic_details/status',
  });
}

/** Tries a publish on an agent that the settings name for it; one that goes through is taken back. */
async function expectNotPublished(
  api: Api,
  id: number,
  message: string,
  clause:
    'create-agent.publish.no-number' | 'create-agent.publish.global-provider' | 'create-agent.publish.inactive-number',
): Promise<void> {
  const before = await readAgent(api, id);
  if (before.basic_details.status !== 3) api.notVerified(`agent ${id} is not a draft`, 'agents');
  const answer = await updateAgent(api, id, { status: 1 });
  try {
    api.answered(answer, { status: 400, message }, clause);
    await expectUnchanged(api, id, before, clause);
  } catch (error) {
    await updateAgent(api, id, { status: 3 });
    throw error;
  }
}

/** Whether a form with agent_id updates that agent is not shown: ends the check where it does not. */
async function expectUpdatable(api: Api, id: number): Promise<void> {
  const answer = await sendForm(api, 'updatable', [field('agent_id', String(id))]);
  const body = answer.body as { data?: { agent_id?: unknown } } | undefined;
  if (answer.status !== 200 || body?.data?.agent_id !== id) {
    api.notVerified('the deployment does not update an agent that the form names');
  }
}

/** Looks at the ids between two creations: none may be an agent of the refused request. */
async function expectNoTrace(api: Api, from: number, to: number, label: string): Promise<void> {
  for (let id = from + 1; id < to && id < from + 10; id += 1) {
    const answer = await api.call('getAgent', { query: { agent_id: id } });
    api.holds(!answer.text.includes(label), {
      clause: 'createagentorupdate.atomic',
      expected: 'no agent of the refused request',
      came: `agent ${id} with its name`,
      answer,
    });
  }
}
