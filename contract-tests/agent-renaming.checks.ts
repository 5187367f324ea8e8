import { check, type Check } from '../src/judge/check.ts';
import type { Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { absentAgent, expectNoNamesake } from './absent-ids.ts';
import { contains, createAgent, expectUnchanged, readAgent, updateAgent } from './agents.ts';
import { uuidOf } from './experiments/answers.ts';

export const agentRenamingChecks: readonly Check[] = [
  check(
    { clauses: ['agent-update.body'], needs: ['agents.uuid'], effect: 'reversible' },
    'agent/update takes agent_id, name and language',
    async (api) => {
      const agent_id = await ownUuid(api);
      for (const json of [
        { agent_id, name: api.newName('renamed'), language: 'en' },
        { agent_id, name: api.newName('renamed') },
        { agent_id, language: 'en' },
      ]) {
        const answer = await api.call('updateAgent', { json });
        expectFound(api, answer);
        const isDone = answer.status >= 200 && answer.status < 300;
        api.holds(isDone, {
          clause: 'agent-update.body',
          expected: 'a success',
          came: `${answer.status} ${answer.text}`,
          answer,
        });
      }
    },
  ),
  check(
    { clauses: ['agent-update.body'], effect: 'reversible' },
    'agent/update refuses an agent_id that is not a UUID',
    async (api) => {
      const id = await createAgent(api, 'no-uuid');
      const before = await readAgent(api, id);
      for (const agent_id of ['not-a-uuid', String(id), id, `${uuidOf(api, id)}0`, {}, null]) {
        const answer = await api.call('updateAgent', { json: { agent_id, name: api.newName('renamed') } });
        api.refused(answer, 'agent-update.body', 'agent_id is not a UUID');
      }
      api.refused(
        await api.call('updateAgent', { json: { name: 'nobody' } }),
        'agent-update.body',
        'agent_id is missing',
      );
      await expectUnchanged(api, id, before, 'agent-update.body');
    },
  ),
  check(
    { clauses: ['agent-update.body'], needs: ['agents.uuid'], effect: 'reversible' },
    'agent/update refuses a name or language that is an object',
    async (api) => {
      const agent_id = await ownUuid(api);
      for (const wrong of [{ name: { first: 'x' } }, { name: ['x'] }, { language: { code: 'en' } }]) {
        api.refused(
          await api.call('updateAgent', { json: { agent_id, ...wrong } }),
          'agent-update.body',
          'name and language are texts',
        );
      }
    },
  ),
  check(
    { clauses: ['agent-update.effect'], needs: ['agents.uuid'], effect: 'reversible' },
    'agent/update changes the agent that it names, and no other one',
    async (api) => {
      const other = await readAgent(api, await createAgent(api, 'bystander'));
      const id = await createAgent(api, 'by-uuid', { description: 'Stays', prompt: 'You stay.' });
      const before = await readAgent(api, id);
      const name = api.newName('renamed');
      const answer = await api.call('updateAgent', { json: { agent_id: uuidOf(api, id), name, language: 'en' } });
      expectFound(api, answer);
      const isDone = answer.status >= 200 && answer.status < 300;
      api.holds(isDone, {
        clause: 'agent-update.effect',
        expected: 'a success',
        came: `${answer.status} ${answer.text}`,
        answer,
      });
      const after = await readAgent(api, id, 'agent-update.effect');
      // Which member shows the name is not told.
      api.holds(contains(after, name), {
        clause: 'agent-update.effect',
        expected: `${name} in the agent`,
        came: 'no such text',
        answer,
      });
      for (const member of ['description', 'agent_prompt'] as const) {
        const [came, wanted] = [after.basic_details[member], before.basic_details[member]];
        api.equal(came, wanted, { clause: 'agent-update.effect', what: member, answer });
      }
      await expectUnchanged(api, other.basic_details.id, other, 'agent-update.effect');
    },
  ),
  check(
    { clauses: ['workspace.isolation'], needs: ['agents.uuid', 'second_workspace.token'], effect: 'reversible' },
    'agent/update touches no agent of another workspace',
    async (api) => {
      const token = api.need(api.settings.second_workspace?.token, 'second_workspace.token');
      const id = await createAgent(api, 'own');
      const before = await readAgent(api, id);
      await expectNoNamesake(api, id, before.basic_details.agent_name, token);
      const json = { agent_id: uuidOf(api, id), name: api.newName('taken-over'), language: 'en' };
      const answer = await api.call('updateAgent', { json, token });
      api.refused(answer, 'workspace.isolation', 'the agent belongs to another workspace');
      await expectUnchanged(api, id, before, 'workspace.isolation');
    },
  ),
  check(
    { clauses: ['agent-update.bearer'], needs: ['agents.uuid'], effect: 'reversible' },
    'agent/update takes Authorization: Bearer',
    async (api) => {
      const json = { agent_id: await ownUuid(api), name: api.newName('bearer') };
      const answer = await api.call('updateAgent', { json, auth: { authorization: `Bearer ${api.settings.token}` } });
      expectFound(api, answer);
      const isDone = answer.status >= 200 && answer.status < 300;
      api.holds(isDone, {
        clause: 'agent-update.bearer',
        expected: 'a success',
        came: `${answer.status} ${answer.text}`,
        answer,
      });
    },
  ),
  check(
    { clauses: ['agent-update.bearer'], effect: 'reversible' },
    'agent/update refuses a wrong or missing bearer token',
    async (api) => {
      const id = await createAgent(api, 'bearer');
      const before = await readAgent(api, id);
      const json = { agent_id: uuidOf(api, id), name: api.newName('taken-over') };
      for (const auth of [
        {},
        { authorization: '' },
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${'f00d'.repeat(16)}` },
      ]) {
        const answer = await api.call('updateAgent', { json, auth });
        api.refused(answer, 'agent-update.bearer', 'the token is missing or wrong');
      }
      await expectUnchanged(api, id, before, 'agent-update.bearer');
    },
  ),
  check(
    { clauses: ['agent-update.read-back', 'agent-update.success'], needs: ['agents.uuid'], effect: 'reversible' },
    'name becomes agent_name; with neither name nor language nothing changes',
    async (api) => {
      const id = await createAgent(api, 'read-back');
      const name = api.newName('renamed');
      const answer = await api.call('updateAgent', { json: { agent_id: uuidOf(api, id), name } });
      api.answered(answer, { status: 200 }, 'agent-update.success');
      const before = await readAgent(api, id);
      api.equal(before.basic_details.agent_name, name, { clause: 'agent-update.read-back', what: 'agent_name' });
      api.answered(
        await api.call('updateAgent', { json: { agent_id: uuidOf(api, id) } }),
        { status: 200 },
        'agent-update.success',
      );
      await expectUnchanged(api, id, before, 'agent-update.success');
    },
  ),
  check(
    {
      clauses: ['agent-update.agent-id.invalid', 'agent-update.validation'],
      needs: ['agents.uuid'],
      effect: 'reversible',
    },
    'what is wrong is refused with 422',
    async (api) => {
      const id = await createAgent(api, 'invalid-uuid');
      for (const json of [{}, { agent_id: id }, { agent_id: String(id) }, { agent_id: 'x' }]) {
        api.answered(await api.call('updateAgent', { json }), { status: 422 }, 'agent-update.agent-id.invalid');
      }
      const agent_id = await ownUuid(api);
      for (const wrong of [{ name: 5 }, { name: '' }, { language: 5 }, { language: null }]) {
        api.answered(
          await api.call('updateAgent', { json: { agent_id, ...wrong } }),
          { status: 422 },
          'agent-update.validation',
        );
      }
    },
  ),
  check(
    {
      clauses: ['agent-update.not-found', 'agent.deleted.missing-elsewhere'],
      needs: ['agents.uuid'],
      effect: 'reversible',
    },
    'an unknown or deleted agent is answered with 404',
    async (api) => {
      const json = { agent_id: uuidOf(api, await absentAgent(api)), name: 'nobody' };
      const unknown = await api.call('updateAgent', { json });
      api.refusedBy(unknown, 'agent-update.not-found');
      const id = await createAgent(api, 'deleted');
      await updateAgent(api, id, { status: 2 });
      const deleted = await api.call('updateAgent', { json: { agent_id: uuidOf(api, id), name: 'nobody' } });
      api.refusedBy(deleted, 'agent-update.not-found', 'agent.deleted.missing-elsewhere');
    },
  ),
];

/** Where agents have other UUIDs than the settings say, an update finds none: that breaks no rule. */
function expectFound(api: Api, answer: CheckedAnswer): void {
  if (answer.status === 404) api.notVerified('no agent has this UUID', 'agents.uuid');
}

async function ownUuid(api: Api): Promise<string> {
  return uuidOf(api, await createAgent(api, 'by-uuid'));
}
