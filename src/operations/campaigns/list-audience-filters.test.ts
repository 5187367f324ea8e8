import { describe, expect, it } from 'vitest';
import { prepareMocks, type ApiHarness, type SuccessBody } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

describe('a filter', () => {
  it.each(['%zz', '%', '%FF', '%E0%A4'])(
    'may be %s, which is not percent-encoding, and leaves nothing',
    async (text) => {
      const { pagination } = await list(freshMock(), `campaign_id=5001&mobile_no=${text}`);
      expect(pagination.totalRecords).toBe(0);
    },
  );

  it.each([
    { status: 0, label: 'Fresh', count: 100 },
    { status: 1, label: 'Completed', count: 60 },
    { status: 2, label: 'Halted', count: 30 },
    { status: 3, label: 'Inqueue', count: 60 },
  ])('by status $status leaves what is $label', async ({ status, label, count }) => {
    const { datalist, pagination } = await list(freshMock(), `campaign_id=5001&limit=1000&status=${status}`);
    expect(pagination.totalRecords).toBe(count);
    expect(new Set(datalist.map((record) => record['status']))).toEqual(new Set([label]));
  });

  it.each([
    { name: 'status', values: ['1', '3'] },
    { name: 'attempt', values: ['1', '3'] },
    { name: 'call_status', values: ['completed', 'busy'] },
    { name: 'first_status', values: ['no-answer', 'busy'] },
    { name: 'last_status', values: ['completed', 'failed'] },
  ])('by $name takes an array in every spelling', async ({ name, values }) => {
    const api = freshMock();
    const [one = '', other = ''] = values;
    const query = 'campaign_id=5001&limit=1000';
    const expected = await list(api, `${query}&${name}=${one}&${name}=${other}`);
    const single = await list(api, `${query}&${name}=${one}`);
    expect(expected.pagination.totalRecords).toBeGreaterThan(single.pagination.totalRecords);
    for (const spelling of [
      `${name}[]=${one}&${name}[]=${other}`,
      `${name}%5B%5D=${one}&${name}%5B%5D=${other}`,
      `${name}[0]=${one}&${name}[1]=${other}`,
      `${name}[1]=${one}&${name}[0]=${other}`,
      `${name}=${one}&${name}[]=${other}`,
      `${name}=${other}&${name}=&${name}=${one}&${name}=${one}`,
    ]) {
      expect(await list(api, `${query}&${spelling}`)).toEqual(expected);
    }
    expect(await list(api, `${query}&${name}[]=${one}`)).toEqual(single);
    expect(await list(api, `${query}&${name}[0]=${one}`)).toEqual(single);
  });

  it.each([
    { name: 'status', values: ['1', '3'] },
    { name: 'attempt', values: ['0', '2'] },
  ])('by $name, a number, takes an array with commas too', async ({ name, values }) => {
    const api = freshMock();
    const query = 'campaign_id=5001&limit=1000';
    const expected = await list(api, `${query}&${name}=${values.join(`&${name}=`)}`);
    expect(await list(api, `${query}&${name}=${values.join(',')}`)).toEqual(expected);
    expect(await list(api, `${query}&${name}[]=${values.join('%2C')}`)).toEqual(expected);
  });

  it('by a text takes a comma as part of the text', async () => {
    expect((await list(freshMock(), 'campaign_id=5001&call_status=completed,busy')).datalist).toEqual([]);
  });

  it.each(['first_status', 'last_status', 'call_status'])('by %s looks at calls exactly', async (name) => {
    const api = freshMock();
    const source = api.mock.worlds.default.store.view().leads(5001);
    const leads = Array.from({ length: source.size }, (_, position) => source.at(position));
    const looked = {
      first_status: (calls: readonly string[]) => calls.slice(0, 1),
      last_status: (calls: readonly string[]) => calls.slice(-1),
      call_status: (calls: readonly string[]) => calls,
    }[name];
    const statuses = new Set(leads.flatMap(({ calls }) => calls.map(({ call_status }) => call_status)));
    expect(statuses.size).toBeGreaterThan(2);
    for (const status of statuses) {
      const expected = leads
        .filter(({ calls }) => looked?.(calls.map(({ call_status }) => call_status)).includes(status))
        .map(({ id }) => id);
      const { datalist } = await list(api, `campaign_id=5001&limit=1000&${name}=${encodeURIComponent(status)}`);
      expect(datalist.map(({ id }) => id)).toEqual(expected);
      const capitals = await list(api, `campaign_id=5001&${name}=${encodeURIComponent(status.toUpperCase())}`);
      expect(capitals.datalist).toEqual([]);
    }
  });

  it.each(['nobody-has-this', 'constructor', '__proto__'])('by the call status %s leaves nothing', async (status) => {
    const { datalist, pagination } = await list(freshMock(), `campaign_id=5001&call_status=${status}`);
    expect(datalist).toEqual([]);
    expect(pagination).toEqual({ totalRecords: 0, totalPages: 0, currentPage: 1, limit: 10 });
  });

  it.each([0, 1, 2, 3])('by attempt %i leaves what was called so often', async (attempt) => {
    const { datalist } = await list(freshMock(), `campaign_id=5001&limit=1000&attempt=${attempt}`);
    expect(datalist.length).toBeGreaterThan(0);
    expect(new Set(datalist.map((record) => record['total_attempt']))).toEqual(new Set([`${attempt}/3`]));
  });

  it('is and-ed with every other', async () => {
    const api = freshMock();
    const ids = async (filter: string) =>
      new Set((await list(api, `campaign_id=5001&limit=1000&${filter}`)).datalist.map(({ id }) => id));
    const filters = ['status=1&status=3', 'attempt=2', 'call_status=no-answer', 'mobile_no=5'];
    const each = await Promise.all(filters.map(ids));
    const both = await ids(filters.join('&'));
    const expected = [...(each[0] ?? [])].filter((id) => each.every((found) => found.has(id)));
    expect([...both]).toEqual(expected);
    expect(both.size).toBeGreaterThan(0);
    expect(both.size).toBeLessThan(Math.min(...each.map((found) => found.size)));
  });
});

describe('the filter by number', () => {
  it.each([
    { of: 'the whole number', part: (number: string) => encodeURIComponent(number) },
    { of: 'its beginning', part: (number: string) => encodeURIComponent(number.slice(0, 6)) },
    { of: 'its middle', part: (number: string) => number.slice(4, 9) },
    { of: 'its end', part: (number: string) => number.slice(-5) },
    { of: 'a plus sign left unencoded', part: (number: string) => number },
    { of: 'a blank in the place of the plus sign', part: (number: string) => number.replace('+', '%20') },
  ])('matches $of', async ({ part }) => {
    const api = freshMock();
    const { id, mobile_no: number } = api.mock.worlds.default.store.view().leads(5001).at(7);
    const { datalist } = await list(api, `campaign_id=5001&limit=1000&mobile_no=${part(number)}`);
    expect(datalist.map((record) => record.id)).toContain(id);
    const plain = decodeURIComponent(part(number)).replace(/^ /, '+');
    expect(datalist.every((record) => record.mobile_no.includes(plain))).toBe(true);
  });

  it.each(['999999999999', '+1 555', '%2B%2B1', 'x'])('leaves nothing for %s', async (part) => {
    expect((await list(freshMock(), `campaign_id=5001&mobile_no=${part}`)).datalist).toEqual([]);
  });

  it('takes its characters as they are, not as a pattern', async () => {
    expect((await list(freshMock(), 'campaign_id=5001&mobile_no=.*')).datalist).toEqual([]);
  });
});

function list(api: ApiHarness, query: string): Promise<SuccessBody<'listAudience'>> {
  return api.succeed('listAudience', { query });
}
