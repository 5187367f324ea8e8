import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { agentTransitions } from '../../domain/agents/agent-status.ts';
import { campaignTransitions, decideCampaignStatus } from '../../domain/campaigns/campaign-status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { components } from '../../document/control-types.gen.ts';

let mock: Mock;
let token: string;
beforeAll(async () => {
  mock = await createMock();
  token = mock.accounts[0]?.api_token ?? '';
});
afterAll(() => mock.close());
beforeEach(() => request(mock.app).post('/__mock/reset'));

const coverage = async () =>
  (await request(mock.app).get('/__mock/coverage')).body as components['schemas']['Coverage'];
const createAgent = (body: object) =>
  request(mock.app).post('/api/v1/global/create-agent').set('token', token).send(body);

test('without traffic nothing is covered, and everything is missing', async () => {
  const document = loadContractDocument();
  const statuses = [...document.operations.values()].flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => `${id} ${status}`),
  );
  const report = await coverage();
  expect(report).toMatchObject({
    operations: { covered: 0, total: 9, percent: 0, missing: [...document.operations.keys()] },
    statuses: { covered: 0, total: statuses.length, percent: 0, missing: statuses },
    transitions: { covered: 0, total: agentTransitions.length + campaignTransitions().length },
    clauses: { covered: 0, percent: 0, decided: [], shown: [] },
    assumed: { clauses: [], answers: 0 },
  });
});

test('what is requested is covered: operation, status, transition and clause', async () => {
  await createAgent({ agent_name: 'Ada' });
  await createAgent({ agent_name: 'Ada', status: 1 });
  const report = await coverage();
  expect(report.operations).toMatchObject({ covered: 1, percent: 11 });
  expect(report.statuses.by_operation).toEqual([
    { operation: 'createAgent', status: 200, count: 1 },
    { operation: 'createAgent', status: 400, count: 1 },
  ]);
  expect(report.transitions.seen).toEqual([{ transition: 'agent: new asked none -> draft', count: 1 }]);
  expect(report.clauses.decided).toEqual([
    { clause: 'create-agent.create', count: 1 },
    { clause: 'create-agent.agent-id.required', count: 1 },
  ]);
  expect(report.clauses.shown).toContain('create-agent.success');
  expect(report.clauses.missing).not.toContain('create-agent.create');
  expect(report.clauses.missing).toContain('create-agent.publish');
});

test('assumed clauses are counted apart', async () => {
  await createAgent({});
  expect((await coverage()).assumed).toEqual({ clauses: ['create-agent.create.name-required'], answers: 1 });
});

test('a fault or a preference covers the status, and no clause', async () => {
  await request(mock.app).get('/api/v1/global/agents/get-by-id').set('prefer', 'code=404');
  const report = await coverage();
  expect(report.statuses.by_operation).toEqual([{ operation: 'getAgent', status: 404, count: 1 }]);
  expect(report.clauses.decided).toEqual([]);
});

test('every transition of a campaign is seen by what it does', async () => {
  const complete = (campaign_status: string) =>
    request(mock.app)
      .post('/api/v1/global/campaign-force-completed')
      .set('authorization', token)
      .send({ campaign_id: 5001, campaign_status });
  for (const status of ['hold', 'draft', 'force_completed', 'pause', 'force_completed', 'hold']) await complete(status);
  const names = ((await coverage()).transitions.seen ?? []).map(({ transition }) => transition);
  expect(names.toSorted()).toEqual([
    'campaign: draft -> pause',
    'campaign: draft -> refused (campaign.running)',
    'campaign: force_completed -> refused (campaign.completed)',
    'campaign: hold -> draft',
    'campaign: inprogress -> hold',
    'campaign: pause -> force_completed',
  ]);
});

test('coverage is counted anew when told to', async () => {
  await createAgent({ agent_name: 'Ada' });
  expect((await request(mock.app).delete('/__mock/coverage')).status).toBe(204);
  expect((await coverage()).operations.covered).toBe(0);
});

const present = ['draft', 'inprogress', 'hold', 'pause', 'force_completed'] as const;
const statuses = [...present, 'deleted'] as const;

test.each(present.flatMap((from) => statuses.map((to) => ({ from, to }))))(
  'the list of campaign transitions says what is decided from $from to $to',
  ({ from, to }) => {
    const isListed = campaignTransitions().some((row) => row.from === from && 'to' in row && row.to === to);
    const decide = () => decideCampaignStatus(from, to);
    try {
      expect(decide().status).toBe(to);
      expect(isListed).toBe(from !== to);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expect(isListed).toBe(false);
      const isRefusalListed = campaignTransitions().some(
        (row) => row.from === from && 'refusal' in row && row.refusal === error.clause,
      );
      expect(isRefusalListed).toBe(true);
    }
  },
);
