/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import { memberOf, type Api } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import { absentAgent, expectNoNamesake, isAbsentAgent } from './absent-ids.ts';
import {
  createAgent,
  createByForm,
  createdByForm,
  createdId,
  expectUnchanged,
  field,
  readAgent,
  sendForm,
  updateAgent,
} from './agents.ts';

export const createAgentChecks: readonly Check[] = [
  check(
    { clauses: ['create-agent.create', 'create-agent.success'], effect: 'reversible' },
    'a request without agent_id creates an agent, each time another',
    async (api) => {
      const names = [api.newName('created'), api.newName('created')];
      const ids: number[] = [];
      for (const agent_name of names) {
        const answer = await api.call('createAgent', { json: { agent_name } });
        const id = createdId(api, answer);
        api.equal(memberOf(answer.body, 'data.agent_name'), agent_name, {
          clause: 'create-agent.success',
          what: 'the name sent',
          answer,
          path: '/data/agent_name',
        });
        api.equal(typeof memberOf(answer.body, 'success'), 'boolean', {
          clause: 'create-agent.success',
          what: 'the type of success',
          answer,
          path: '/success',
        });
        const { basic_details } = await readAgent(api, id, 'create-agent.create');
        api.equal(basic_details.agent_name, agent_name, {
          clause: 'create-agent.create',
          what: 'the name sent',
          answer: undefined,
          path: '/data/basic_details/agent_name',
        });
        ids.push(id);
      }
      api.holds(ids[0] !== ids[1], {
        clause: 'create-agent.create',
        expected: 'two agents',
        came: `the same id ${ids[0] ?? ''} twice`,
      });
    },
  ),
  check(
    { clauses: ['create-agent.success'], effect: 'reversible' },
    'an update is answered as a creation is',
    async (api) => {
      const id = await createAgent(api, 'success');
      const agent_name = api.newName('renamed');
      const answer = await updateAgent(api, id, { agent_name });
      api.answered(answer, { status: [200, 201] }, 'create-agent.success');
      api.equal(memberOf(answer.body, 'data.agent_id'), id, {
        clause: 'create-agent.success',
        what: 'agent_id',
        answer,
        path: '/data/agent_id',
      });
      api.equal(memberOf(answer.body, 'data.agent_name'), agent_name, {
        clause: 'create-agent.success',
        what: 'agent_name',
        answer,
        path: '/data/agent_name',
      });
      const alone = await updateAgent(api, id, { status: 3 });
      api.equal(memberOf(alone.body, 'data.agent_name'), agent_name, {
        clause: 'create-agent.success',
        what: 'agent_name',
        answer: alone,
        path: '/data/agent_name',
      });
    },
  ),
  check(
    { clauses: ['create-agent.success.status'], effect: 'reversible' },
    'creation and update are answered with 200',
    async (api) => {
      const answer = await api.call('createAgent', { json: { agent_name: api.newName('status') } });
      api.answered(answer, { status: 200 }, 'create-agent.success.status');
      api.answered(
        await updateAgent(api, createdId(api, answer), { description: 'x' }),
        { status: 200 },
        'create-agent.success.status',
      );
    },
  ),
  check(
    {
      clauses: ['create-agent.create.draft', 'agent.status.draft', 'agent.basic-details.status'],
      effect: 'reversible',
    },
    'a new agent is a draft',
    async (api) => {
      const { basic_details } = await readAgent(api, await createAgent(api, 'draft'));
      api.equal(basic_details.status, 3, {
        clause: ['create-agent.create.draft', 'agent.status.draft'],
        what: 'status',
        answer: undefined,
        path: '/data/basic_details/status',
      });
    },
  ),
  check(
    { clauses: ['create-agent.create.defaults'], effect: 'reversible' },
    'a new agent is of type 3, private, without numbers',
    async (api) => {
      const { basic_details, phone_numbers } = await readAgent(api, await createAgent(api, 'defaults'));
      const { agent_type, agent_privacy, status } = basic_details;
      const expected = { agent_type: 3, agent_privacy: 0, status: 3, phone_numbers: [] };
      api.equal({ agent_type, agent_privacy, status, phone_numbers }, expected, {
        clause: 'create-agent.create.defaults',
        what: 'the defaults',
      });
    },
  ),
  check(
    { clauses: ['create-agent.create.name-required'], effect: 'reversible' },
    'creating needs a name',
    async (api) => {
      for (const json of [{}, { description: 'nameless' }]) {
        api.answered(await api.call('createAgent', { json }), { status: 422 }, 'create-agent.create.name-required');
      }
    },
  ),
  check(
    {
      clauses: [
        'create-agent.update',
        'create-agent.field.agent-name',
        'create-agent.field.description',
        'create-agent.field.prompt',
      ],
      effect: 'reversible',
    },
    'a request with agent_id updates that agent',
    async (api) => {
      const id = await createAgent(api, 'before', { description: 'before', prompt: 'before' });
      const other = await readAgent(api, await createAgent(api, 'bystander'));
      const agent_name = api.newName('after');
      const answer = await updateAgent(api, id, { agent_name, description: 'after', prompt: 'You are after.' });
      api.answered(answer, { status: [200, 201] }, 'create-agent.update');
      api.equal(memberOf(answer.body, 'data.agent_id'), id, {
        clause: 'create-agent.update',
        what: 'the same agent_id',
        answer,
        path: '/data/agent_id',
      });
      const { basic_details } = await readAgent(api, id);
      api.equal(basic_details.agent_name, agent_name, {
        clause: ['create-agent.update', 'create-agent.field.agent-name'],
        what: 'agent_name',
        answer: undefined,
        path: '/data/basic_details/agent_name',
      });
      api.equal(basic_details.description, 'after', {
        clause: ['create-agent.update', 'create-agent.field.description'],
        what: 'description',
        answer: undefined,
        path: '/data/basic_details/description',
      });
      api.equal(basic_details.agent_prompt, 'You are after.', {
        clause: ['create-agent.update', 'create-agent.field.prompt'],
        what: 'agent_prompt',
        answer: undefined,
        path: '/data/basic_details/agent_prompt',
      });
      await expectUnchanged(api, other.basic_details.id, other, 'create-agent.update');
      // Again, to tell a state that sticks from one that is shown once.
      api.equal((await readAgent(api, id)).basic_details.agent_name, agent_name, {
        clause: 'create-agent.update',
        what: 'agent_name at the second look',
      });
      const text = 'Grüße, 你好, "quotes", \\ and\nlines';
      await updateAgent(api, id, { description: text });
      api.equal((await readAgent(api, id)).basic_details.description, text, {
        clause: 'create-agent.update',
        what: 'description',
        answer: undefined,
        path: '/data/basic_details/description',
      });
    },
  ),
  check(
    {
      clauses: ['create-agent.create', 'create-agent.field.description', 'create-agent.field.prompt'],
      effect: 'reversible',
    },
    'the fields of a creation are kept',
    async (api) => {
      const id = await createAgent(api, 'fields', { description: 'Kept', prompt: 'You are kept.' });
      const { basic_details } = await readAgent(api, id, 'create-agent.create');
      api.equal(basic_details.description, 'Kept', {
        clause: ['create-agent.create', 'create-agent.field.description'],
        what: 'description',
        answer: undefined,
        path: '/data/basic_details/description',
      });
      api.equal(basic_details.agent_prompt, 'You are kept.', {
        clause: ['create-agent.create', 'create-agent.field.prompt'],
        what: 'agent_prompt',
        answer: undefined,
        path: '/data/basic_details/agent_prompt',
      });
    },
  ),
  check(
    { clauses: ['create-agent.agent-id.places'], effect: 'reversible' },
    'agent_id may be given in the body or in the query',
    async (api) => {
      const id = await createAgent(api, 'places');
      for (const place of ['body', 'query'] as const) {
        const description = `by ${place}`;
        const answer =
          place === 'body'
            ? await updateAgent(api, id, { description })
            : await api.call('createAgent', { query: { agent_id: id }, json: { description } });
        api.answered(answer, { status: [200, 201] }, 'create-agent.agent-id.places');
        api.equal(memberOf(answer.body, 'data.agent_id'), id, {
          clause: 'create-agent.agent-id.places',
          what: 'the agent named',
          answer,
          path: '/data/agent_id',
        });
        const { basic_details } = await readAgent(api, id);
        api.equal(basic_details.description, description, {
          clause: 'create-agent.agent-id.places',
          what: 'description',
          answer: undefined,
          path: '/data/basic_details/description',
        });
      }
    },
  ),
  check(
    { clauses: ['create-agent.agent-id.body-wins'], effect: 'reversible' },
    'the agent_id of the body goes before that of the query',
    async (api) => {
      const [id, other] = [await createAgent(api, 'body'), await createAgent(api, 'query')];
      await api.call('createAgent', { query: { agent_id: other }, json: { agent_id: id, description: 'body wins' } });
      api.equal((await readAgent(api, id)).basic_details.description, 'body wins', {
        clause: 'create-agent.agent-id.body-wins',
        what: 'description',
      });
    },
  ),
  check(
    { clauses: ['create-agent.agent-id.invalid'], effect: 'reversible' },
    'an agent_id that is not a positive integer is refused with 422',
    async (api) => {
      const id = await createAgent(api, 'invalid-id');
      // Read leniently, each of these is the agent just made, or none: then one is made, under the name.
      const between = (await absentAgent(api)) + 0.5;
      const wrong: unknown[] = [String(id), ` ${id}`, `0x${id.toString(16)}`, -id, between, null, {}, []];
      if (await isAbsentAgent(api, 0)) wrong.push(0);
      for (const agent_id of wrong) {
        const json = { agent_id, agent_name: api.newName('invalid-id'), description: 'x' };
        const answer = await api.call('createAgent', { json });
        api.answered(answer, { status: 422 }, 'create-agent.agent-id.invalid');
      }
    },
  ),
  check(
    { clauses: ['create-agent.update.exists', 'create-agent.not-found'], effect: 'reversible' },
    'an agent that does not exist cannot be updated',
    async (api) => {
      const absent = await absentAgent(api);
      for (const fields of [
        { description: 'nobody' },
        { agent_name: 'nobody' },
        { status: 3 },
        { status: 1 },
        { status: 2 },
      ]) {
        const answer = await updateAgent(api, absent, fields);
        api.refused(answer, 'create-agent.update.exists', 'there is no such agent');
        api.refusedBy(answer, 'create-agent.not-found');
      }
      const queried = await api.call('createAgent', {
        query: { agent_id: absent },
        json: { description: 'nobody' },
      });
      api.refusedBy(queried, 'create-agent.not-found');
    },
  ),
  check(
    {
      clauses: ['workspace.isolation', 'create-agent.update.exists', 'create-agent.not-found'],
      needs: ['second_workspace.token'],
      effect: 'reversible',
    },
    'an agent of another workspace cannot be changed',
    async (api) => {
      const token = api.need(api.settings.second_workspace?.token, 'second_workspace.token');
      const id = await createAgent(api, 'own');
      const before = await readAgent(api, id);
      await expectNoNamesake(api, id, before.basic_details.agent_name, token);
      for (const fields of [{ agent_name: 'taken over' }, { status: 2 }, { status: 1 }]) {
        const answer = await api.call('createAgent', { json: { agent_id: id, ...fields }, token });
        await expectUnchanged(api, id, before, 'workspace.isolation');
        api.refused(answer, 'create-agent.update.exists', 'the agent belongs to another workspace');
        api.refusedBy(answer, 'create-agent.not-found');
      }
    },
  ),
  check(
    { clauses: ['create-agent.status.invalid', 'create-agent.field.status'], effect: 'reversible' },
    'a status other than 1, 2 and 3 is refused with 400 and changes nothing',
    async (api) => {
      const id = await createAgent(api, 'status');
      const before = await readAgent(api, id);
      for (const status of [0, 4, 5, 99, -1]) {
        const answer = await updateAgent(api, id, { status });
        api.refusedBy(answer, 'create-agent.status.invalid', [
          'create-agent.status.invalid',
          'create-agent.field.status',
        ]);
        await expectUnchanged(api, id, before, ['create-agent.status.invalid', 'create-agent.field.status']);
      }
      api.refused(await updateAgent(api, id, { status: 7 }), 'create-agent.field.status', 'status is 1, 2 or 3');
    },
  ),
  check(
    {
      clauses: ['create-agent.status.invalid.any-type', 'create-agent.status.refused-changes-nothing'],
      effect: 'reversible',
    },
    'a status of another type is refused likewise, and nothing of the request is kept',
    async (api) => {
      const id = await createAgent(api, 'any-type');
      const before = await readAgent(api, id);
      for (const status of ['1', null, true, {}, [], 1.5, 'published']) {
        const answer = await updateAgent(api, id, { status, description: 'half done' });
        api.refusedBy(answer, 'create-agent.status.invalid', 'create-agent.status.invalid.any-type');
        await expectUnchanged(api, id, before, 'create-agent.status.refused-changes-nothing');
      }
      const created = await api.call('createAgent', { json: { agent_name: api.newName('status'), status: 9 } });
      api.refusedBy(created, 'create-agent.status.invalid', 'create-agent.status.invalid.any-type');
    },
  ),
  check(
    { clauses: ['create-agent.agent-id.required'], effect: 'reversible' },
    'a status alone, without agent_id, is refused with 400',
    async (api) => {
      for (const status of [1, 2, 3]) {
        const answer = await api.call('createAgent', { json: { status } });
        // A request that is read as a creation without a name may be refused as such.
        if (answer.status === 422) api.notVerified('the missing name is found first');
        api.refusedBy(answer, 'create-agent.agent-id.required');
      }
    },
  ),
  check(
    { clauses: ['create-agent.agent-id.required.status', 'create-agent.order'], effect: 'reversible' },
    'a status without agent_id is refused, whatever else is sent',
    async (api) => {
      const answer = await api.call('createAgent', { json: { agent_name: api.newName('misplaced'), status: 3 } });
      api.refusedBy(answer, 'create-agent.agent-id.required', 'create-agent.agent-id.required.status');
      const absent = await absentAgent(api);
      const unknown = await updateAgent(api, absent, { status: 9 });
      api.refusedBy(unknown, 'create-agent.status.invalid', 'create-agent.order');
      const missing = await updateAgent(api, absent, { description: 5 });
      api.answered(missing, { status: 404 }, 'create-agent.order');
    },
  ),
  check(
    { clauses: ['create-agent.delete', 'agent.status.deleted'], effect: 'reversible' },
    'status 2 deletes the agent',
    async (api) => {
      const id = await createAgent(api, 'deleted');
      await readAgent(api, id);
      const other = await readAgent(api, await createAgent(api, 'bystander'));
      api.answered(await updateAgent(api, id, { status: 2 }), { status: [200, 201] }, 'create-agent.delete');
      await expectGone(api, id);
      await expectUnchanged(api, other.basic_details.id, other, 'create-agent.delete');
      await expectGone(api, id);
    },
  ),
  check(
    { clauses: ['create-agent.unpublish', 'agent.status.draft'], effect: 'reversible' },
    'status 3 leaves a draft a draft',
    async (api) => {
      const id = await createAgent(api, 'draft');
      api.answered(await updateAgent(api, id, { status: 3 }), { status: [200, 201] }, 'create-agent.unpublish');
      api.equal((await readAgent(api, id, 'create-agent.unpublish')).basic_details.status, 3, {
        clause: ['create-agent.unpublish', 'agent.status.draft'],
        what: 'status',
        answer: undefined,
        path: '/data/basic_details/status',
      });
    },
  ),
  check(
    { clauses: ['create-agent.status.alone'], effect: 'reversible' },
    'a status that is sent alone changes nothing else',
    async (api) => {
      const id = await createByForm(api, 'alone');
      await updateAgent(api, id, { description: 'Stays', prompt: 'You stay.' });
      const before = await readAgent(api, id);
      api.answered(await updateAgent(api, id, { status: 3 }), { status: [200, 201] }, 'create-agent.status.alone');
      await expectUnchanged(api, id, before, 'create-agent.status.alone');
      const queried = await api.call('createAgent', { query: { agent_id: id }, json: { status: 3 } });
      api.answered(queried, { status: [200, 201] }, 'create-agent.status.alone');
      await expectUnchanged(api, id, before, 'create-agent.status.alone');
    },
  ),
  check(
    { clauses: ['create-agent.publish.no-number', 'create-agent.publish'], effect: 'reversible' },
    'an agent without a number is not published, and nothing changes',
    async (api) => {
      const id = await createByForm(api, 'no-number');
      const before = await readAgent(api, id);
      for (let time = 0; time < 2; time += 1) {
        const answer = await updateAgent(api, id, { status: 1 });
        const message = 'Add at least 1 phone number to your agent';
        api.answered(answer, { status: 400, message }, 'create-agent.publish.no-number');
        await expectUnchanged(api, id, before, 'create-agent.publish.no-number');
      }
    },
  ),
  check(
    { clauses: ['create-agent.publish.every-type'], effect: 'reversible' },
    'the publish rules hold for an agent of any type',
    async (api) => {
      for (const agent_type of ['1', '2', '4']) {
        const created = await sendForm(api, 'type', [field('basic_details[agent_type]', agent_type)]);
        const id = createdByForm(api, created);
        const answer = await updateAgent(api, id, { status: 1 });
        api.answered(answer, { status: 400 }, 'create-agent.publish.every-type');
      }
    },
  ),
  check(
    { clauses: ['create-agent.restore'], effect: 'reversible' },
    'status 3 restores a deleted agent to draft',
    async (api) => {
      const id = await createAgent(api, 'restored', { description: 'Restored' });
      await updateAgent(api, id, { status: 2 });
      api.answered(await updateAgent(api, id, { status: 3 }), { status: 200 }, 'create-agent.restore');
      const { basic_details } = await readAgent(api, id, 'create-agent.restore');
      api.equal(basic_details.status, 3, { clause: 'create-agent.restore', what: 'status' });
      api.equal(basic_details.description, 'Restored', { clause: 'create-agent.restore', what: 'description' });
    },
  ),
  check(
    { clauses: ['create-agent.update.partial', 'create-agent.update'], effect: 'reversible' },
    'parallel updates of different fields all stick',
    async (api) => {
      const id = await createAgent(api, 'parallel', { description: 'before', prompt: 'before' });
      const agent_name = api.newName('parallel-after');
      for (let round = 0; round < 3; round += 1) {
        const [description, prompt] = [`description ${round}`, `prompt ${round}`];
        const changes = [
          { agent_name },
          { description },
          { prompt },
          { greeting: `Hello ${round}` },
          { timezone: 'Europe/Berlin' },
        ];
        const answers = await Promise.all(changes.map((fields) => updateAgent(api, id, fields)));
        for (const answer of answers) api.answered(answer, { status: [200, 201] }, 'create-agent.update');
        const { basic_details: details } = await readAgent(api, id);
        const came = { agent_name: details.agent_name, description: details.description, prompt: details.agent_prompt };
        api.equal(
          came,
          { agent_name, description, prompt },
          { clause: 'create-agent.update.partial', what: 'what was sent in parallel' },
        );
      }
    },
  ),
  check(
    { clauses: ['create-agent.create'], effect: 'reversible' },
    'parallel creations make as many agents',
    async (api) => {
      const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const ids = await Promise.all(labels.map((label) => createAgent(api, `parallel-${label}`)));
      api.equal(new Set(ids).size, labels.length, { clause: 'create-agent.create', what: 'different agents' });
    },
  ),
  check({ clauses: ['payload.json'], effect: 'reversible' }, 'a JSON payload is read', async (api) => {
    const text = JSON.stringify({ agent_name: api.newName('json'), description: 'as JSON' });
    const answer = await api.call('createAgent', { raw: { contentType: 'application/json; charset=utf-8', text } });
    api.answered(answer, { status: [200, 201] }, 'payload.json');
  }),
];

async function expectGone(api: Api, id: number): Promise<void> {
  const answer = await api.call('getAgent', { query: { agent_id: id } });
  api.refused(answer, ['create-agent.delete', 'agent.status.deleted'], 'the agent is deleted');
}
