import { describe, expect, it } from 'vitest';
import { prepareMocks, type ApiHarness, type SuccessBody } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

type Page = SuccessBody<'listAudience'>;

describe('the parameters', () => {
  const positive = 'must be an integer of 1 or more.';
  const limits = 'limit must be an integer from 1 to 1000.';
  const codes = 'status must be one or several of 0, 1, 2 and 3.';
  const attempts = 'attempt must be one or several integers of 0 or more.';

  it.each([
    { query: '', message: 'Campaign ID is required' },
    { query: 'campaign_id=', message: 'Campaign ID is required' },
    { query: 'campaign_id=abc', message: 'Campaign ID is invalid' },
    { query: 'campaign_id=true', message: 'Campaign ID is invalid' },
    { query: 'campaign_id=5001&campaign_id=5002', message: 'Campaign ID is invalid' },
    { query: 'campaign_id[]=5001', message: 'Campaign ID is invalid' },
    { query: 'campaign_id=5001,5002', message: 'Campaign ID is invalid' },
    { query: 'campaign_id=5001&page=0', message: `page ${positive}` },
    { query: 'campaign_id=5001&page=-1', message: `page ${positive}` },
    { query: 'campaign_id=5001&page=1.5', message: `page ${positive}` },
    { query: 'campaign_id=5001&page=one', message: `page ${positive}` },
    { query: 'campaign_id=5001&page=1&page=2', message: `page ${positive}` },
    { query: 'campaign_id=5001&page[]=1', message: `page ${positive}` },
    { query: 'campaign_id=5001&limit=0', message: limits },
    { query: 'campaign_id=5001&limit=1001', message: limits },
    { query: 'campaign_id=5001&limit=-5', message: limits },
    { query: 'campaign_id=5001&limit=ten', message: limits },
    { query: 'campaign_id=5001&limit=2.5', message: limits },
    { query: 'campaign_id=5001&status=4', message: codes },
    { query: 'campaign_id=5001&status=-1', message: codes },
    { query: 'campaign_id=5001&status=0.5', message: codes },
    { query: 'campaign_id=5001&status=Fresh', message: codes },
    { query: 'campaign_id=5001&status=0&status=x', message: codes },
    { query: 'campaign_id=5001&status=0,4', message: codes },
    { query: 'campaign_id=5001&status[]=9', message: codes },
    { query: 'campaign_id=5001&attempt=-1', message: attempts },
    { query: 'campaign_id=5001&attempt=1.5', message: attempts },
    { query: 'campaign_id=5001&attempt=many', message: attempts },
    { query: 'campaign_id=5001&attempt=1,x', message: attempts },
    { query: 'campaign_id=5001&is_new=yes', message: 'is_new must be true or false.' },
    { query: 'campaign_id=5001&is_new=2', message: 'is_new must be true or false.' },
    { query: 'campaign_id=5001&is_new=true&is_new=true', message: 'is_new must be true or false.' },
    { query: 'page=0&limit=0', message: 'Campaign ID is required' },
  ])('$query is refused with 400', async ({ query, message }) => {
    await freshMock().refuse('listAudience', { query }, { status: 400, message });
  });

  it.each([
    { of: 'nobody', id: '1' },
    { of: 'a fraction', id: '5001.5' },
    { of: 'a negative number', id: '-5001' },
    { of: 'a campaign of another workspace', id: '5005' },
    { of: 'a deleted campaign', id: '5007' },
  ])('naming $of are answered with 404', async ({ id }) => {
    const expected = { status: 404, message: 'Campaign not found' };
    await freshMock().refuse('listAudience', { query: { campaign_id: id } }, expected);
  });

  it.each(['page=', 'limit=', 'is_new=', 'status=', 'status[]=', 'attempt=', 'call_status=', 'mobile_no='])(
    'that are empty count as absent: %s',
    async (part) => {
      const api = freshMock();
      expect(await list(api, `campaign_id=5001&${part}`)).toEqual(await list(api, 'campaign_id=5001'));
    },
  );
});

it('answers a campaign without an audience as an empty list', async () => {
  const page = await list(freshMock(), 'campaign_id=5003');
  expect(page.datalist).toEqual([]);
  expect(page.pagination).toEqual({ totalRecords: 0, totalPages: 0, currentPage: 1, limit: 10 });
});

it('answers a completed campaign', async () => {
  expect((await list(freshMock(), 'campaign_id=5004')).pagination.totalRecords).toBe(20);
});

describe('the full format', () => {
  it('answers each record in full', async () => {
    const api = freshMock();
    const source = api.mock.worlds.default.store.view().leads(5001);
    const { datalist } = await list(api, 'campaign_id=5001&limit=1000');
    const labels = ['Fresh', 'Completed', 'Halted', 'Inqueue'];
    expect(datalist).toHaveLength(250);
    expect(datalist).toEqual(
      Array.from({ length: source.size }, (_, position) => {
        const lead = source.at(position);
        const last = lead.calls.at(-1);
        return {
          id: lead.id,
          mobile_no: lead.mobile_no,
          input_data: lead.input_data,
          total_attempt: `${lead.calls.length}/3`,
          duration: last === undefined ? '' : new Date(last.duration * 1000).toISOString().slice(11, 19),
          last_attempt: last === undefined ? '' : last.started_on.replace('T', ' ').slice(0, 19),
          last_disposition: last?.disposition ?? '',
          last_call_status: last?.call_status ?? '',
          status: labels[lead.status],
          updated_by: lead.updated_by,
        };
      }),
    );
  });

  it('answers the nine headers in their order', async () => {
    expect((await list(freshMock(), 'campaign_id=5001&limit=1')).headers).toEqual([
      { key: 'mobile_no', label: 'Mobile Number' },
      { key: 'input_data', label: 'Input Data' },
      { key: 'status', label: 'Lead Status' },
      { key: 'total_attempt', label: 'Attempt' },
      { key: 'last_call_status', label: 'Call Status' },
      { key: 'duration', label: 'Duration' },
      { key: 'last_disposition', label: 'Disposition' },
      { key: 'last_attempt', label: 'Last Attempt' },
      { key: 'updated_by', label: 'Modified By' },
    ]);
  });

  it.each(['false', 'FALSE', '0'])('is what is_new=%s asks for', async (value) => {
    const api = freshMock();
    expect(await list(api, `campaign_id=5001&is_new=${value}`)).toEqual(await list(api, 'campaign_id=5001'));
    expect(await list(api, 'campaign_id=5001')).not.toHaveProperty('metadata');
  });
});

describe('the simplified format', () => {
  it.each(['true', 'TRUE', 'True', '1'])('is what is_new=%s asks for', async (value) => {
    const api = freshMock();
    const { datalist, ...rest } = await list(api, `campaign_id=5001&is_new=${value}&limit=3`);
    const source = api.mock.worlds.default.store.view().leads(5001);
    expect(datalist).toEqual(
      [0, 1, 2].map((position) => {
        const { id, mobile_no, input_data } = source.at(position);
        return { id, mobile_no, ...input_data };
      }),
    );
    const metadata = api.mock.worlds.default.store.view().get('agents', 1004)?.metadata_config.metadata_input ?? [];
    expect(metadata.length).toBeGreaterThan(0);
    expect(rest).toEqual({
      headers: [
        { key: 'mobile_no', label: 'Mobile Number' },
        { key: 'name', label: 'Name' },
        { key: 'city', label: 'City' },
        { key: 'plan', label: 'Plan' },
      ],
      metadata: metadata.map(({ key, description }) => ({ key, label: description })),
      pagination: { totalRecords: 250, totalPages: 84, currentPage: 1, limit: 3 },
    });
  });

  it('shows input columns called id and mobile_no under other names', async () => {
    const api = freshMock();
    await withColumns(api, ['id', 'mobile_no', 'city']);
    const { datalist, headers } = await list(api, 'campaign_id=5002&is_new=1&limit=1');
    const lead = api.mock.worlds.default.store.view().leads(5002).at(0);
    expect(headers.map(({ key }) => key)).toEqual(['mobile_no', 'input_id', 'input_mobile_no', 'city']);
    expect(datalist).toEqual([
      {
        id: lead.id,
        mobile_no: lead.mobile_no,
        input_id: '',
        input_mobile_no: '',
        city: lead.input_data['city'],
      },
    ]);
  });

  it('filters as the full format does', async () => {
    const api = freshMock();
    const query = 'campaign_id=5001&status=1,3&attempt=2&limit=1000';
    const full = await list(api, query);
    const simple = await list(api, `${query}&is_new=true`);
    expect(simple.datalist.map(({ id }) => id)).toEqual(full.datalist.map(({ id }) => id));
    expect(simple.pagination).toEqual(full.pagination);
  });
});

describe('pages', () => {
  it.each([
    { query: '', size: 10, pagination: { totalRecords: 250, totalPages: 25, currentPage: 1, limit: 10 } },
    { query: '&page=25', size: 10, pagination: { totalRecords: 250, totalPages: 25, currentPage: 25, limit: 10 } },
    { query: '&page=26', size: 0, pagination: { totalRecords: 250, totalPages: 25, currentPage: 26, limit: 10 } },
    { query: '&limit=1000', size: 250, pagination: { totalRecords: 250, totalPages: 1, currentPage: 1, limit: 1000 } },
    {
      query: '&limit=60&page=5',
      size: 10,
      pagination: { totalRecords: 250, totalPages: 5, currentPage: 5, limit: 60 },
    },
    {
      query: '&status=3&limit=25&page=3',
      size: 10,
      pagination: { totalRecords: 60, totalPages: 3, currentPage: 3, limit: 25 },
    },
    {
      query: '&attempt=0&status=0&page=9007199254740991',
      size: 0,
      pagination: { totalRecords: 100, totalPages: 10, currentPage: 9007199254740991, limit: 10 },
    },
  ])('"$query" hold $size records', async ({ query, size, pagination }) => {
    const page = await list(freshMock(), `campaign_id=5001${query}`);
    expect(page.datalist).toHaveLength(size);
    expect(page.pagination).toEqual(pagination);
  });

  it.each(['', '&status=0,3', '&attempt=1', '&status=1&call_status=completed'])(
    'with "%s" give every record once, ordered by id',
    async (filter) => {
      const api = freshMock();
      const all = (await list(api, `campaign_id=5001&limit=1000${filter}`)).datalist.map(({ id }) => id);
      const paged: number[] = [];
      for (let page = 1; paged.length < all.length; page += 1) {
        const { datalist } = await list(api, `campaign_id=5001&limit=17&page=${page}${filter}`);
        expect(datalist.length).toBeGreaterThan(0);
        paged.push(...datalist.map(({ id }) => id));
      }
      expect(paged).toEqual(all);
      expect(all).toEqual([...all].sort((one, other) => one - other));
    },
  );
});

it('answers an unknown parameter, and warns', async () => {
  const { status, headers } = await freshMock().call('listAudience', { query: 'campaign_id=5001&sort=id&sort[]=no' });
  expect(status).toBe(200);
  expect(headers['x-contract-warning']).toBe('unknown-query-parameter: sort; unknown-query-parameter: sort[]');
});

function list(api: ApiHarness, query: string): Promise<Page> {
  return api.succeed('listAudience', { query });
}

async function withColumns(api: ApiHarness, keys: readonly string[]): Promise<void> {
  const { store } = api.mock.worlds.default;
  const audience = store.view().get('audiences', 5002);
  if (audience === undefined) throw new Error('The scenario has no such audience.');
  const record = { ...audience, columns: keys.map((key) => ({ key, label: key })) };
  await store.commit([store.view().put('audiences', record)]);
}
