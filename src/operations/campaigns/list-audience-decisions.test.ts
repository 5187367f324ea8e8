import { describe, expect, it } from 'vitest';
import { audienceHeaders } from '../../domain/audiences/audience-format.ts';
import { checked, prepareWorlds, type HandlerWorld } from '../../testing/handler-world.ts';
import type { OperationAnswer, QueryOf } from '../handler.ts';
import { listAudience } from './campaigns.ts';

const freshWorld = await prepareWorlds();
const missing = 'audience-list.not-found';
type Filters = Partial<Omit<QueryOf<'listAudience'>, 'campaign_id'>>;

describe('the answer names', () => {
  it.each<[string, Filters]>([
    ['audience-list.response', {}],
    ['audience-list.response', { page: 2 }],
    ['audience-list.pages', { page: 26 }],
    ['audience-list.is-new', { is_new: true }],
    ['audience-list.is-new', { is_new: true, page: 26 }],
    ['audience-list.filter.mobile-no', { mobile_no: '555' }],
    ['audience-list.filter.mobile-no', { mobile_no: '555', page: 1000 }],
    ['audience-list.filter.status', { status: [0] }],
    ['audience-list.filter.status', { status: [0, 1] }],
    ['audience-list.filter.call-status', { call_status: ['busy'] }],
    ['audience-list.filter.first-status', { first_status: ['busy'] }],
    ['audience-list.filter.last-status', { last_status: ['busy'] }],
    ['audience-list.filter.attempt', { attempt: [2] }],
    ['audience-list.filter.attempt', { attempt: [2], is_new: true }],
    ['audience-list.filter.algebra', { attempt: [2], status: [0] }],
    ['audience-list.filter.algebra', { mobile_no: '555', last_status: ['busy'] }],
    ['audience-list.filter.algebra', { call_status: ['busy'], first_status: ['busy'], status: [1] }],
  ])('%s for %j', async (clause, filters) => {
    expect((await list(freshWorld(), 5001, filters)).clause).toBe(clause);
  });

  it('the response where an empty list has no further page', async () => {
    expect((await list(freshWorld(), 5003, { page: 2 })).clause).toBe('audience-list.response');
  });
});

it('takes each filter for itself', async () => {
  const world = freshWorld();
  const totals = await Promise.all(
    (
      [
        {},
        { mobile_no: '+1' },
        { mobile_no: '' },
        { status: [0] },
        { status: [] },
        { call_status: ['busy'] },
        { first_status: ['busy'] },
        { last_status: ['busy'] },
        { attempt: [2] },
      ] satisfies Filters[]
    ).map((filters) => totalOf(world, filters)),
  );
  const source = world.store.view().leads(5001);
  const leads = Array.from({ length: source.size }, (_, position) => source.at(position));
  const count = (test: (lead: (typeof leads)[number]) => boolean) => leads.filter(test).length;
  expect(totals).toEqual([
    250,
    count(({ mobile_no }) => mobile_no.includes('+1')),
    250,
    count(({ status }) => status === 0),
    250,
    count(({ calls }) => calls.some(({ call_status }) => call_status === 'busy')),
    count(({ calls }) => calls[0]?.call_status === 'busy'),
    count(({ calls }) => calls.at(-1)?.call_status === 'busy'),
    count(({ calls }) => calls.length === 2),
  ]);
  expect(new Set(totals).size).toBeGreaterThan(5);
});

it.each([
  { of: 'a number', one: { status: 1 }, list: { status: [1] } },
  { of: 'a text', one: { call_status: 'busy' }, list: { call_status: ['busy'] } },
] as const)('takes $of like a list of it', async (row) => {
  const world = freshWorld();
  expect(await list(world, 5001, row.one as Filters)).toEqual(await list(world, 5001, row.list as unknown as Filters));
});

it('leaves what one filter or another leaves, if so chosen', async () => {
  const world = freshWorld({ 'audience-list.filter.several': 'any' });
  const source = world.store.view().leads(5001);
  const leads = Array.from({ length: source.size }, (_, position) => source.at(position));
  const { mobile_no } = source.at(7);
  const either = leads.filter((lead) => lead.mobile_no === mobile_no || lead.status === 1 || lead.calls.length === 2);
  expect(await totalOf(world, { mobile_no, status: [1], attempt: [2] })).toBe(either.length);
  const numbered = leads.filter((lead) => lead.mobile_no === mobile_no || lead.status === 1);
  expect(await totalOf(world, { mobile_no, status: [1] })).toBe(numbered.length);
  expect(await totalOf(world, { status: [1] })).toBe(leads.filter(({ status }) => status === 1).length);
  expect(await totalOf(world, { mobile_no })).toBe(1);
  expect(await totalOf(world, {})).toBe(250);
});

it('takes a blank at the beginning of a number as a plus sign, unless so chosen', async () => {
  expect(await totalOf(freshWorld(), { mobile_no: ' ' })).toBe(250);
  const world = freshWorld({ 'audience-list.filter.mobile-no.blank': 'blank' });
  expect(await totalOf(world, { mobile_no: ' ' })).toBe(0);
});

describe('the full format', () => {
  it('has its headers, records and pages', async () => {
    const { body } = await list(freshWorld(), 5001, { limit: 3, page: 2 });
    expect(body.headers).toEqual(audienceHeaders);
    expect(body).not.toHaveProperty('metadata');
    expect(body.datalist).toHaveLength(3);
    expect(body.pagination).toEqual({ totalRecords: 250, totalPages: 84, currentPage: 2, limit: 3 });
    expect(body.headers[0]).not.toBe(audienceHeaders[0]);
  });

  it('shows the halt of a completed campaign', async () => {
    const { body } = await list(freshWorld(), 5004, { limit: 100 });
    const statuses = new Set(body.datalist.map((item) => Reflect.get(item, 'status') as string));
    expect(statuses.has('Halted')).toBe(true);
    expect(statuses.has('Fresh')).toBe(false);
    expect((await list(freshWorld(), 5004, { status: [0] })).body.datalist).toEqual([]);
  });
});

it('filters a halted audience by what its records are since', async () => {
  const world = freshWorld();
  const view = world.store.view();
  const audience = view.get('audiences', 5001);
  if (audience === undefined) throw new Error('The scenario has no audience 5001.');
  const record = { ...audience, halted: { by: 'Ada', on: '2026-11-20T11:00:00.000Z' } };
  await world.store.commit([world.store.view().put('audiences', record)]);
  expect([await totalOf(world, { status: [0] }), await totalOf(world, { status: [2] })]).toEqual([0, 190]);
});

describe('the simplified format', () => {
  it('has a column for each of the input, and the metadata of the agent', async () => {
    const world = freshWorld();
    const { body } = await list(world, 5001, { is_new: true, limit: 2 });
    expect(body).toMatchObject({ datalist: [{}, {}], pagination: { totalPages: 125, currentPage: 1, limit: 2 } });
    expect(body.headers.map(({ key }) => key)).toEqual(['mobile_no', 'name', 'city', 'plan']);
    const fields = world.store.view().get('agents', 1004)?.metadata_config.metadata_input ?? [];
    expect(fields.length).toBeGreaterThan(0);
    expect(body).toHaveProperty(
      'metadata',
      fields.map(({ key, description }) => ({ key, label: description })),
    );
  });

  it('has no metadata of an agent that is gone', async () => {
    const world = freshWorld();
    const view = world.store.view();
    const get = view.get.bind(view);
    view.get = (collection, id) => (collection === 'agents' ? undefined : get(collection, id));
    const store = Object.assign(world.store.fork(), { view: () => view });
    const { body } = await list({ ...world, store }, 5001, { is_new: true });
    expect(body).toHaveProperty('metadata', []);
  });
});

describe('a page past the end', () => {
  it('is empty, unless so chosen', async () => {
    const { body } = await list(freshWorld(), 5001, { page: 26 });
    expect(body.datalist).toEqual([]);
    expect(body.pagination).toEqual({ totalRecords: 250, totalPages: 25, currentPage: 26, limit: 10 });
  });

  it('is not found, if so chosen', async () => {
    const world = freshWorld({ 'audience-list.pages.past-the-end': 'not-found' });
    await expect(list(world, 5001, { page: 26 })).rejects.toMatchObject({
      clause: 'audience-list.not-found',
      case: { kind: 'page', value: 26 },
    });
    expect((await list(world, 5001, { page: 25 })).body.datalist).toHaveLength(10);
    expect((await list(world, 5003, {})).body.datalist).toEqual([]);
  });

  it('is the last, if so chosen', async () => {
    const world = freshWorld({ 'audience-list.pages.past-the-end': 'last' });
    const answer = await list(world, 5001, { page: 99, limit: 60 });
    expect(answer.clause).toBe('audience-list.pages');
    expect(answer.body).toEqual((await list(world, 5001, { page: 5, limit: 60 })).body);
    expect(answer.body.datalist).toHaveLength(10);
    expect((await list(world, 5003, { page: 3 })).body.pagination).toEqual({
      totalRecords: 0,
      totalPages: 0,
      currentPage: 1,
      limit: 10,
    });
    expect((await list(world, 5001, { page: 4, limit: 60 })).body.pagination.currentPage).toBe(4);
  });
});

describe('a campaign', () => {
  it('without an audience lists nothing', async () => {
    const { body } = await list(freshWorld(), 5003, { is_new: true });
    expect(body).toMatchObject({ datalist: [], headers: [{ key: 'mobile_no' }] });
    expect(body.headers).toHaveLength(1);
  });

  it('without an audience has one page, if so chosen', async () => {
    const world = freshWorld({ 'audience-list.pages.none': 'one' });
    expect((await list(world, 5003, {})).body.pagination.totalPages).toBe(1);
    expect((await list(freshWorld(), 5003, {})).body.pagination.totalPages).toBe(0);
  });

  it('that does not exist is not found', async () => {
    await expect(list(freshWorld(), 4711, {})).rejects.toThrow(missing);
  });

  it('of another workspace is not found, and says so to the answer', async () => {
    await expect(list(freshWorld(), 5005, {})).rejects.toThrow(missing);
    await expect(list(freshWorld(), 5005, {})).rejects.toMatchObject({ case: { kind: 'foreign', value: 5005 } });
    await expect(list(freshWorld(), 4711, {})).rejects.toMatchObject({ case: { kind: 'absent', value: 4711 } });
  });

  it.each([
    ['empty', 4711],
    ['empty', 5005],
    ['empty-if-absent', 4711],
  ] as const)('that is not found has an empty list, if so chosen: %s, %d', async (chosen, id) => {
    const world = freshWorld({ 'audience-list.not-found.answer': chosen });
    const { datalist, pagination } = (await list(world, id, {})).body;
    expect([datalist, pagination.totalRecords]).toEqual([[], 0]);
    expect((await list(world, id, { is_new: true })).body).toMatchObject({ datalist: [], metadata: [] });
  });

  it('of another workspace is refused where only one that does not exist has an empty list', async () => {
    const world = freshWorld({ 'audience-list.not-found.answer': 'empty-if-absent' });
    await expect(list(world, 5005, {})).rejects.toThrow(missing);
  });

  it('that is deleted is not found, or listed if so chosen', async () => {
    await expect(list(freshWorld(), 5007, {})).rejects.toThrow(missing);
    const world = freshWorld({ 'campaign.deleted.audience': 'listed' });
    expect((await list(world, 5007, {})).body.datalist.length).toBeGreaterThan(0);
  });
});

async function totalOf(world: HandlerWorld, filters: Filters): Promise<number> {
  return (await list(world, 5001, filters)).body.pagination.totalRecords;
}

async function list(world: HandlerWorld, id: number, filters: Filters): Promise<OperationAnswer<'listAudience'>> {
  const { caller } = world;
  const query = checked({ campaign_id: id, page: 1, limit: 10, is_new: false, ...filters });
  return listAudience({ caller, query, body: checked({}), files: {}, messages: {}, mockAddress: '' }, world);
}
