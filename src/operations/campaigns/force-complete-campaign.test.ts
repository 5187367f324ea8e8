import { describe, expect, it } from 'vitest';
import type { CampaignStatus } from '../../domain/records.ts';
import { prepareMocks, testTime, type ApiHarness, type SuccessBody } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();
const statuses: readonly CampaignStatus[] = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];
const others = statuses.filter((status) => status !== 'force_completed');

const idRequired = 'Campaign ID is required';
const idInvalid = 'Campaign ID is invalid';
const statusRequired = 'Campaign status is required';
const statusInvalid = 'Invalid campaign status';

it.each([
  { of: 'nothing', body: {}, message: idRequired },
  { of: 'a campaign_id that is null', body: { campaign_id: null, campaign_status: 'hold' }, message: idRequired },
  { of: 'an empty campaign_id', body: { campaign_id: '', campaign_status: 'hold' }, message: idRequired },
  { of: 'no campaign_id and a wrong status', body: { campaign_status: 'over' }, message: idRequired },
  { of: 'a campaign_id as text', body: { campaign_id: '5001', campaign_status: 'hold' }, message: idInvalid },
  { of: 'a campaign_id that is true', body: { campaign_id: true, campaign_status: 'hold' }, message: idInvalid },
  { of: 'a campaign_id in a list', body: { campaign_id: [5001], campaign_status: 'hold' }, message: idInvalid },
  { of: 'a wrong campaign_id and no status', body: { campaign_id: {} }, message: idInvalid },
  { of: 'no status', body: { campaign_id: 5001 }, message: statusRequired },
  { of: 'a status that is null', body: { campaign_id: 5001, campaign_status: null }, message: statusRequired },
  { of: 'an empty status', body: { campaign_id: 5001, campaign_status: '' }, message: statusRequired },
  { of: 'no status for nobody', body: { campaign_id: 1 }, message: statusRequired },
  { of: 'an unknown status', body: { campaign_id: 5001, campaign_status: 'completed' }, message: statusInvalid },
  { of: 'a status in capitals', body: { campaign_id: 5001, campaign_status: 'HOLD' }, message: statusInvalid },
  { of: 'a status as number', body: { campaign_id: 5001, campaign_status: 1 }, message: statusInvalid },
  { of: 'the status constructor', body: { campaign_id: 5001, campaign_status: 'constructor' }, message: statusInvalid },
  { of: 'an unknown status for nobody', body: { campaign_id: 1, campaign_status: 'over' }, message: statusInvalid },
])('refuses $of with 400 and "$message"', async ({ body, message }) => {
  await freshMock().refuse('forceCompleteCampaign', { body }, { status: 400, message });
});

it('refuses a request without a body', async () => {
  await freshMock().refuse('forceCompleteCampaign', {}, { status: 400, message: idRequired });
});

it.each([
  { of: 'nobody', id: 4711 },
  { of: 'a negative number', id: -5001 },
  { of: 'zero', id: 0 },
  { of: 'a fraction', id: 5001.5 },
  { of: 'a huge number', id: 1e300 },
  { of: 'a campaign of another workspace', id: 5005 },
  { of: 'a deleted campaign', id: 5007 },
])('answers 404 for $of, whatever the status', async ({ id }) => {
  for (const campaign_status of statuses) {
    const body = { campaign_id: id, campaign_status };
    await freshMock().refuse('forceCompleteCampaign', { body }, { status: 404, message: 'Campaign not found' });
  }
});

it('refuses to complete a draft', async () => {
  const body = { campaign_id: 5003, campaign_status: 'force_completed' };
  await freshMock().refuse('forceCompleteCampaign', { body }, { status: 400, message: 'Campaign is not running' });
});

describe('a completed campaign', () => {
  it.each(statuses)('stays as it is when %s is asked for', async (campaign_status) => {
    const body = { campaign_id: 5004, campaign_status };
    const expected = { status: 400, message: 'Campaign is already completed' };
    await freshMock().refuse('forceCompleteCampaign', { body }, expected);
  });

  it('is completed once and for ever', async () => {
    const api = freshMock();
    await complete(api, 5001);
    for (const campaign_status of statuses) {
      const body = { campaign_id: 5001, campaign_status };
      const expected = { status: 400, message: 'Campaign is already completed' };
      await api.refuse('forceCompleteCampaign', { body }, expected);
    }
  });
});

it.each([
  { id: 5001, of: 'inprogress', counts: { Fresh: 0, Completed: 60, Halted: 190, Inqueue: 0 } },
  { id: 5002, of: 'hold', counts: { Fresh: 0, Completed: 4, Halted: 8, Inqueue: 0 } },
  { id: 5006, of: 'pause', counts: { Fresh: 0, Completed: 3, Halted: 5, Inqueue: 0 } },
])('completes a campaign that is $of: Fresh and Inqueue become Halted', async ({ id, counts }) => {
  const api = freshMock();
  expect(await complete(api, id)).toEqual({ message: 'Campaign force completed successfully' });
  expect(campaign(api, id)).toMatchObject({ status: 'force_completed', updated_on: testTime.toISOString() });
  expect(countByStatus(await audience(api, id))).toEqual(counts);
});

it('changes of a halted record its status and who changed it, of any other nothing', async () => {
  const api = freshMock();
  const before = await audience(api, 5001);
  await complete(api, 5001);
  const after = await audience(api, 5001);
  expect(after).toEqual(
    before.map((record) =>
      record.status === 'Fresh' || record.status === 'Inqueue'
        ? { ...record, status: 'Halted', updated_by: 'Amara Okafor' }
        : record,
    ),
  );
  expect(before.some(({ status, updated_by }) => status === 'Halted' && updated_by !== 'Amara Okafor')).toBe(true);
});

it('touches no other campaign and no other audience', async () => {
  const api = freshMock();
  const others = [5002, 5004, 5006];
  const before = await Promise.all(others.map((id) => audience(api, id)));
  const stored = others.map((id) => campaign(api, id));
  await complete(api, 5001);
  expect(await Promise.all(others.map((id) => audience(api, id)))).toEqual(before);
  expect(others.map((id) => campaign(api, id))).toEqual(stored);
});

it('shows the effect in the filter by status', async () => {
  const api = freshMock();
  await complete(api, 5001);
  for (const [status, total] of [
    [0, 0],
    [1, 60],
    [2, 190],
    [3, 0],
  ] as const) {
    const page = await api.succeed('listAudience', { query: { campaign_id: 5001, status } });
    expect(page.pagination.totalRecords).toBe(total);
  }
});

it('names the user of the token that completed the campaign', async () => {
  const api = freshMock();
  const body = { campaign_id: 5005, campaign_status: 'force_completed' };
  await api.succeed('forceCompleteCampaign', { body, token: tokens.globex });
  const page = await api.succeed('listAudience', { query: { campaign_id: 5005, status: 2 }, token: tokens.globex });
  expect(page.datalist.map((record) => record['updated_by'])).toEqual(['Bruno Lima', 'Bruno Lima', 'Bruno Lima']);
});

describe.each([
  { id: 5001, from: 'inprogress' },
  { id: 5002, from: 'hold' },
  { id: 5003, from: 'draft' },
  { id: 5006, from: 'pause' },
])('a campaign that is $from', ({ id }) => {
  it.each(others)('becomes %s, and its audience stays as it is', async (campaign_status) => {
    const api = freshMock();
    const { leads, records } = await api.records();
    const answer = await api.succeed('forceCompleteCampaign', { body: { campaign_id: id, campaign_status } });
    expect(answer).toEqual({ message: 'Campaign status updated successfully' });
    expect(campaign(api, id)?.status).toBe(campaign_status);
    const after = await api.records();
    expect(after.leads).toEqual(leads);
    expect(after.records.audiences).toEqual(records.audiences);
  });
});

it('can be completed after a draft was started', async () => {
  const api = freshMock();
  await api.succeed('forceCompleteCampaign', { body: { campaign_id: 5003, campaign_status: 'inprogress' } });
  await complete(api, 5003);
  expect(campaign(api, 5003)?.status).toBe('force_completed');
  expect(await audience(api, 5003)).toEqual([]);
});

it('deletes a campaign as finally as it completes one', async () => {
  const api = freshMock();
  await api.succeed('forceCompleteCampaign', { body: { campaign_id: 5001, campaign_status: 'deleted' } });
  const notFound = { status: 404, message: 'Campaign not found' };
  for (const campaign_status of statuses) {
    await api.refuse('forceCompleteCampaign', { body: { campaign_id: 5001, campaign_status } }, notFound);
  }
  await api.refuse('listAudience', { query: { campaign_id: 5001 } }, notFound);
});

it('lets one of many at once complete the campaign', async () => {
  const api = freshMock();
  const body = { campaign_id: 5001, campaign_status: 'force_completed' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.call('forceCompleteCampaign', { body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
});

it('answers a request with an unknown member, and warns', async () => {
  const body = { campaign_id: 5001, campaign_status: 'hold', reason: 'lunch' };
  const { status, headers } = await freshMock().call('forceCompleteCampaign', { body });
  expect(status).toBe(200);
  expect(headers['x-contract-warning']).toBe('unknown-body-member: reason');
});

function complete(api: ApiHarness, campaign_id: number): Promise<SuccessBody<'forceCompleteCampaign'>> {
  return api.succeed('forceCompleteCampaign', { body: { campaign_id, campaign_status: 'force_completed' } });
}

function campaign(api: ApiHarness, id: number) {
  return api.mock.worlds.default.store.view().get('campaigns', id);
}

async function audience(api: ApiHarness, campaign_id: number) {
  return (await api.succeed('listAudience', { query: { campaign_id, limit: 1000 } })).datalist;
}

function countByStatus(records: readonly object[]): Record<string, number> {
  const counts: Record<string, number> = { Fresh: 0, Completed: 0, Halted: 0, Inqueue: 0 };
  for (const record of records) {
    const status = 'status' in record ? String(record.status) : '';
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
