import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';

let mock: Mock;
let token: string;
beforeAll(async () => {
  mock = await createMock();
  token = mock.accounts[0]?.api_token ?? '';
});
afterAll(() => mock.close());

const get = (path: string, query: object = {}) => request(mock.app).get(path).query(query).set('token', token);
const { clauses } = loadContractDocument();

test('every rule is told with its section, its kind and the operations that it governs', async () => {
  const { body } = await get('/__mock/rules');
  expect((body as { rules: { id: string }[] }).rules.map(({ id }) => id)).toEqual([...clauses.keys()]);
  expect((await get('/__mock/rules/create-agent.publish.again')).body).toEqual({
    id: 'create-agent.publish.again',
    section: clauses.get('create-agent.publish.again')?.section,
    kind: 'stated',
    operations: ['createAgent'],
    sentence: clauses.get('create-agent.publish.again')?.sentence,
    rule: 'A published agent may be published again: the request succeeds, and the agent stays published.',
  });
  expect((await get('/__mock/rules/addresses.unknown')).body).toHaveProperty('operations.length', 9);
});

test('rules are found by operation and kind', async () => {
  const { body } = await get('/__mock/rules', { operation: 'getToken', kind: 'stated' });
  const rules = (body as { rules: { kind: string; operations: string[] }[] }).rules;
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.every(({ kind, operations }) => kind === 'stated' && operations.includes('getToken'))).toBe(true);
});

test.each([
  ['/__mock/rules/create-agent.publishing.again', 404, 'id', /Did you mean create-agent.publish.again/],
  ['/__mock/rules?operation=none', 400, 'operation', /take getAgent/],
  ['/__mock/rules?kind=guessed', 400, 'kind', /stated or assumed/],
])('%s is refused with what there is', async (path, status, field, message) => {
  const answer = await get(path);
  expect(answer).toMatchObject({ status, body: { data: { field } } });
  expect((answer.body as { message: string }).message).toMatch(message);
});

const createAgent = (body: object) =>
  request(mock.app).post('/api/v1/global/create-agent').set('token', token).send(body);
const rule = async (answering: request.Test) => String((await answering).headers['x-mock-rule']);

test('an agent that goes through its life names the clause of each step', async () => {
  const form = request(mock.app)
    .post('/api/agent/createagentorupdate')
    .set('token', token)
    .field('basic_details[agent_name]', 'Ada')
    .field('phone_numbers[]', '+15550009001');
  const { body } = await form;
  const id = (body as { data: { agent_id: number } }).data.agent_id;
  const steps: [object, string][] = [
    [{ agent_id: id, status: 1 }, 'create-agent.publish'],
    [{ agent_id: id, status: 1 }, 'create-agent.publish.again'],
    [{ agent_id: id, status: 3 }, 'create-agent.unpublish'],
    [{ agent_id: id, status: 2 }, 'create-agent.delete.releases-numbers'],
    [{ agent_id: id, status: 2 }, 'create-agent.delete'],
    [{ agent_id: id, status: 1 }, 'create-agent.publish.no-number'],
    [{ agent_id: id, status: 3 }, 'create-agent.restore'],
    [{ agent_id: id, status: 4 }, 'create-agent.status.invalid'],
    [{ agent_id: id, agent_name: 'Bob' }, 'create-agent.update.partial'],
    [{ agent_name: 'Bob' }, 'create-agent.create'],
    [{ agent_id: 1008, status: 3 }, 'create-agent.unpublish'],
    [{ agent_id: 1008, status: 1 }, 'create-agent.publish.mixed'],
  ];
  for (const [change, clause] of steps) expect(await rule(createAgent(change))).toBe(clause);
});

test.each<[object, string]>([
  [{}, 'audience-list.response'],
  [{ is_new: true }, 'audience-list.is-new'],
  [{ page: 10_000 }, 'audience-list.pages'],
  [{ mobile_no: '5' }, 'audience-list.filter.mobile-no'],
  [{ status: 0 }, 'audience-list.filter.status'],
  [{ attempt: 1, is_new: true }, 'audience-list.filter.attempt'],
  [{ call_status: 'x' }, 'audience-list.filter.call-status'],
  [{ first_status: 'x' }, 'audience-list.filter.first-status'],
  [{ last_status: 'x' }, 'audience-list.filter.last-status'],
  [{ last_status: 'x', status: 0 }, 'audience-list.filter.algebra'],
])('an audience listed with %j names %s', async (query, clause) => {
  const answering = get('/api/v1/global/audience-list', { campaign_id: 5001, ...query });
  expect(await rule(answering.set('authorization', token))).toBe(clause);
});

test('voices listed name the page, the size or the default', async () => {
  const list = (query: object) => get('/api/v1/global/voice-list', { provider_id: 'provider_a', ...query });
  const first = await list({ limit: 1 });
  const next = (first.body as { data: { next_page_token: string } }).data.next_page_token;
  expect(first.headers['x-mock-rule']).toBe('voice-list.limit');
  expect(await rule(list({}))).toBe('voice-list.default-limit');
  expect(await rule(list({ limit: 1, page_token: next }))).toBe('voice-list.pagination');
});
