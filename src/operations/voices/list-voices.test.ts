import { describe, expect, it } from 'vitest';
import { prepareMocks, testTime, type ApiHarness, type SuccessBody } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

type VoicePage = SuccessBody<'listVoices'>['data'];

const unsupported = (id: string) =>
  `Invalid provider id: ${id}. Supported values: provider_a, provider_b, provider_c, provider_d`;

describe('the provider', () => {
  it.each([
    { of: 'is missing', query: '', status: 400, message: 'Provider ID is required' },
    { of: 'is empty', query: 'provider_id=', status: 400, message: 'Provider ID is required' },
    { of: 'is not supported', query: 'provider_id=provider_x', status: 400, message: unsupported('provider_x') },
    { of: 'is in capitals', query: 'provider_id=PROVIDER_A', status: 400, message: unsupported('PROVIDER_A') },
    { of: 'is constructor', query: 'provider_id=constructor', status: 400, message: unsupported('constructor') },
    { of: 'is a number', query: 'provider_id=1', status: 400, message: unsupported('1') },
    { of: 'is not set up', query: 'provider_id=provider_d', status: 404, message: 'Provider not found' },
  ])('is refused where it $of', async ({ query, status, message }) => {
    await freshMock().refuse('listVoices', { query }, { status, message });
  });

  it('is refused in every workspace where nobody has set it up', async () => {
    const query = { provider_id: 'provider_d' };
    await freshMock().refuse(
      'listVoices',
      { query, token: tokens.globex },
      { status: 404, message: 'Provider not found' },
    );
  });
});

describe('the limit', () => {
  it.each(['0', '-1', '101', '1.5', 'ten', '1e1', ' 5', '5&limit=6'])('%j is refused', async (limit) => {
    await freshMock().refuse(
      'listVoices',
      { query: `provider_id=provider_a&limit=${limit}` },
      { status: 400, message: 'limit must be an integer from 1 to 100.' },
    );
  });

  it.each([
    { limit: '1', count: 1, hasMore: true },
    { limit: '36', count: 36, hasMore: true },
    { limit: '37', count: 37, hasMore: false },
    { limit: '100', count: 37, hasMore: false },
    { limit: '', count: 10, hasMore: true },
  ])('$limit gives $count voices of 37', async ({ limit, count, hasMore }) => {
    const page = await firstPage({ provider_id: 'provider_a', limit });
    expect({ count: page.voices.length, hasMore: page.has_more }).toEqual({ count, hasMore });
  });
});

it.each([
  { provider: 'provider_a', name: 'Aurora Voices', total: 37, page: 10 },
  { provider: 'provider_b', name: 'Birch Speech', total: 45, page: 20 },
  { provider: 'provider_c', name: 'Cedar Audio', total: 0, page: 0 },
])('answers $page of the $total voices of $provider without a limit', async ({ provider, name, total, page }) => {
  const answer = await freshMock().succeed('listVoices', { query: { provider_id: provider } });
  expect(answer).toMatchObject({ error: false, code: 200, message: '', timestamp: testTime.getTime() });
  expect(answer.data).toMatchObject({ provider_id: provider, provider_name: name, total_count: total });
  expect(answer.data.voices).toHaveLength(page);
  expect(answer.data.has_more).toBe(total > page);
  expect(answer.data.next_page_token === null).toBe(total <= page);
});

it.each([
  { provider: 'provider_a', query: {}, sizes: [10, 10, 10, 7] },
  { provider: 'provider_b', query: {}, sizes: [20, 20, 5] },
  { provider: 'provider_b', query: { limit: 15 }, sizes: [15, 15, 15] },
])('pages through $provider with $query, each voice once and in order', async ({ provider, query, sizes }) => {
  const api = freshMock();
  const pages = await everyPage(api, { provider_id: provider, ...query });
  expect(pages.map((page) => page.voices.length)).toEqual(sizes);
  expect(pages.map((page) => page.has_more)).toEqual(sizes.map((_, index) => index < sizes.length - 1));
  expect(pages.at(-1)?.next_page_token).toBeNull();
  expect(pages.every((page) => page.total_count === sizes.reduce((sum, size) => sum + size))).toBe(true);
  const stored = [...api.mock.worlds.default.store.view().all('voices')]
    .filter((voice) => voice.provider_id === provider)
    .sort((one, other) => one.position - other.position)
    .map(({ id, title, category, description, url, language, age, gender, image }) => {
      return { id, title, category, description, url, language, age, gender, image };
    });
  expect(pages.flatMap((page) => page.voices.map(withoutAddress))).toEqual(stored);
});

it('goes on where the last page ended when the limit changes between pages', async () => {
  const api = freshMock();
  const all = (await firstPage({ provider_id: 'provider_a', limit: '100' })).voices.map(({ id }) => id);
  const first = (await api.succeed('listVoices', { query: { provider_id: 'provider_a', limit: 3 } })).data;
  const second = await pageAfter(api, first, { provider_id: 'provider_a', limit: 5 });
  const third = await pageAfter(api, second, { provider_id: 'provider_a' });
  expect([first, second, third].flatMap((page) => page.voices.map(({ id }) => id))).toEqual(all.slice(0, 18));
});

describe('the page token', () => {
  it.each(['x', '10', '0', 'MTA', 'null', '%00', 'constructor'])(
    '%j, which nobody was given, is refused',
    async (token) => {
      await freshMock().refuse(
        'listVoices',
        { query: `provider_id=provider_a&page_token=${token}` },
        { status: 400, message: 'Invalid page token' },
      );
    },
  );

  it('of another provider is refused', async () => {
    const api = freshMock();
    const { data } = await api.succeed('listVoices', { query: { provider_id: 'provider_b' } });
    const query = { provider_id: 'provider_a', page_token: String(data.next_page_token) };
    await api.refuse('listVoices', { query }, { status: 400, message: 'Invalid page token' });
  });

  it('is refused where a character is changed, taken off or added', async () => {
    const api = freshMock();
    const token = String((await firstPage({ provider_id: 'provider_a' })).next_page_token);
    for (const page_token of [`${token}=`, `${token}A`, token.slice(0, -1), `A${token.slice(1)}`, ` ${token}`]) {
      const query = { provider_id: 'provider_a', page_token };
      await api.refuse('listVoices', { query }, { status: 400, message: 'Invalid page token' });
    }
  });

  it('does not show where its page starts', async () => {
    const token = String((await firstPage({ provider_id: 'provider_a' })).next_page_token);
    expect(token).toMatch(/^[\w-]+$/);
    expect(token).not.toContain('10');
  });

  it('counts as absent where it is empty', async () => {
    const first = { provider_id: 'provider_a' };
    const [empty, absent] = [await firstPage({ ...first, page_token: '' }), await firstPage(first)];
    expect(empty.voices.map(withoutAddress)).toEqual(absent.voices.map(withoutAddress));
    expect({ ...empty, voices: [] }).toEqual({ ...absent, voices: [] });
  });

  it('stays good for as long as one likes', async () => {
    const api = freshMock();
    const first = (await api.succeed('listVoices', { query: { provider_id: 'provider_a' } })).data;
    api.clock.advance(400 * 24 * 3600 * 1000);
    expect((await pageAfter(api, first, { provider_id: 'provider_a' })).voices).toHaveLength(10);
  });
});

it('leaves filtering by language, gender and age to the client', async () => {
  const query = { provider_id: 'provider_a', language: 'de', gender: 'female', age: 'old', limit: 100 };
  const { status, headers, body } = await freshMock().call('listVoices', { query });
  expect(status).toBe(200);
  expect((body as SuccessBody<'listVoices'>).data.voices).toHaveLength(37);
  expect(headers['x-contract-warning']).toBe(
    'unknown-query-parameter: language; unknown-query-parameter: gender; unknown-query-parameter: age',
  );
});

async function firstPage(query: Readonly<Record<string, string>>): Promise<VoicePage> {
  return (await freshMock().succeed('listVoices', { query })).data;
}

async function pageAfter(
  api: ApiHarness,
  page: VoicePage,
  query: Readonly<Record<string, string | number>>,
): Promise<VoicePage> {
  return (await api.succeed('listVoices', { query: { ...query, page_token: String(page.next_page_token) } })).data;
}

async function everyPage(api: ApiHarness, query: Readonly<Record<string, string | number>>): Promise<VoicePage[]> {
  const pages = [(await api.succeed('listVoices', { query })).data];
  for (let last = pages.at(-1); last?.has_more === true; last = pages.at(-1)) {
    pages.push(await pageAfter(api, last, query));
  }
  return pages;
}

/** As it is stored: a test's mock listens on another port for each request. */
function withoutAddress(voice: VoicePage['voices'][number]): VoicePage['voices'][number] {
  const path = (address: string) => address.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
  return { ...voice, url: path(voice.url), image: voice.image === null ? null : path(voice.image) };
}
