import supertest from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../app.ts';
import { tokens } from '../testing/well-known.ts';

const counts = ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'status', 'unchanged', 'refused', 'published'];
const shown = Object.fromEntries(counts.map((kind) => [`/data/${kind}`, { counted: [kind] }]));
const rules = { ...shown, '/data/revision': { counted: ['createAgent', 'refused'], plus: 1 } };
const target = "$.paths[*][?@.operationId == 'getAgent'].responses['200']";
const showing = { target, update: { 'x-shown': rules } };
const counting = { target: "$['x-values']", update: { 'counts-requests': true } };

/** What an agent shows that is created, changed, not changed, refused a publish, renamed, saved by a form, and published. */
async function shownAfter(actions: readonly object[]) {
  const mock = await createMock({ profile: { overlay: '1.1.0', info: { title: 'counting', version: '1' }, actions } });
  const save = (body: object) =>
    supertest(mock.app).post('/api/v1/global/create-agent').set('token', tokens.acme).send(body);
  const { body } = await save({ agent_name: 'Counted', greeting: 'Hi' });
  const { agent_id } = (body as { data: { agent_id: number } }).data;
  const form = (name: string, value: string) =>
    supertest(mock.app)
      .post('/api/agent/createagentorupdate')
      .set('token', tokens.acme)
      .field('agent_id', String(agent_id))
      .field('basic_details[agent_name]', 'Counted again')
      .field(name, value);
  await save({ agent_id, greeting: 'Hello' });
  await save({ agent_id, greeting: 'Hello' });
  await save({ agent_id, status: 1 });
  await supertest(mock.app)
    .post('/v1/agent/update')
    .set('authorization', `Bearer ${tokens.acme}`)
    .send({ agent_id: `00000000-0000-4000-8000-${String(agent_id).padStart(12, '0')}`, name: 'Renamed' })
    .expect(200);
  await form('phone_numbers[]', '+15550009001');
  await save({ agent_id, status: 1 });
  const read = await supertest(mock.app)
    .get(`/api/v1/global/agents/get-by-id?agent_id=${agent_id}`)
    .set('token', tokens.acme);
  await mock.close();
  return (read.body as { data: object }).data;
}

it('counts the requests about an agent by their kinds, where the profile says so', async () => {
  expect(await shownAfter([showing, counting])).toMatchObject({
    ...{ createAgent: 2, createAgentOrUpdate: 1, updateAgent: 1 },
    ...{ status: 2, unchanged: 1, refused: 1, published: 1, revision: 4 },
  });
  expect(await shownAfter([showing])).toMatchObject({ createAgent: 0, refused: 0, revision: 1 });
});
