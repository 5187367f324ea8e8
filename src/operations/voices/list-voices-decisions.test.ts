import { expect, it } from 'vitest';
import { checked, prepareWorlds, worldTime, type HandlerWorld } from '../../testing/handler-world.ts';
import type { OperationAnswer, QueryOf } from '../handler.ts';
import { listVoices, pageToken } from './list-voices.ts';

const freshWorld = await prepareWorlds();
const provider_id = 'provider_a';

it('answers a page of the provider in the envelope', async () => {
  const { body } = await list(freshWorld(), { provider_id, limit: 2 });
  expect(body).toMatchObject({ error: false, code: 200, message: '', timestamp: worldTime.getTime() });
  const { voices, ...page } = body.data;
  expect(page).toEqual({
    provider_id,
    provider_name: 'Aurora Voices',
    total_count: 37,
    next_page_token: pageToken(provider_id, 2, 'signed'),
    has_more: true,
  });
  expect(voices).toHaveLength(2);
  const images = (await list(freshWorld(), { provider_id, limit: 37 })).body.data.voices.map(({ image }) => image);
  expect(images).toContainEqual(expect.stringMatching(/^http:\/\/mock\.example\//));
  expect(voices[0]?.url).toMatch(/^http:\/\/mock\.example\//);
});

it.each([
  { query: {}, clause: 'voice-list.default-limit' },
  { query: { limit: 3 }, clause: 'voice-list.limit' },
  { query: { page_token: pageToken(provider_id, 2) }, clause: 'voice-list.pagination' },
  { query: { page_token: pageToken(provider_id, 2), limit: 3 }, clause: 'voice-list.pagination' },
])('names $clause for $query', async ({ query, clause }) => {
  expect((await list(freshWorld(), { provider_id, ...query })).clause).toBe(clause);
});

it('has nothing after the last page', async () => {
  const { data } = (await list(freshWorld(), { provider_id, limit: 37 })).body;
  expect(data).toMatchObject({ next_page_token: null, has_more: false });
});

it('answers as many as asked for, as chosen, or as the provider says', async () => {
  const world = freshWorld({}, { 'voice-list.default-limit.provider_a': 7 });
  const sizeOf = async (query: QueryOf<'listVoices'>) => (await list(world, query)).body.data.voices.length;
  expect(await sizeOf({ provider_id, limit: 3 })).toBe(3);
  expect(await sizeOf({ provider_id })).toBe(7);
  expect(await sizeOf({ provider_id: 'provider_b' })).toBe(20);
});

it('does not find a provider that the workspace has not set up', async () => {
  const refused = list(freshWorld(), { provider_id: 'provider_d' });
  await expect(refused).rejects.toThrow('voice-list.provider-not-found');
});

it('does not find a provider that is gone', async () => {
  const world = freshWorld();
  await world.store.commit([world.store.view().remove('providers', 'provider_c')]);
  await expect(list(world, { provider_id: 'provider_c' })).rejects.toThrow('voice-list.provider-not-found');
});

it('refuses a token that nobody was given, or answers the first page if so chosen', async () => {
  const query = { provider_id, limit: 3, page_token: 'x' } as const;
  await expect(list(freshWorld(), query)).rejects.toThrow('voice-list.page-token.invalid');
  const world = freshWorld({ 'voice-list.page-token.invalid.answer': 'first-page' });
  const first = await list(world, { provider_id, limit: 3 });
  expect((await list(world, query)).body).toEqual(first.body);
});

it.each(['signed', 'offset', 'encoded-offset'] as const)(
  'gives and takes tokens that are %s, if so chosen',
  async (form) => {
    const world = freshWorld({
      'voice-list.page-token.form': form,
      'voice-list.page-token.invalid.answer': 'first-page',
    });
    const all = (await list(world, { provider_id, limit: 6 })).body.data.voices;
    const first = (await list(world, { provider_id, limit: 3 })).body.data;
    expect(first.next_page_token).toBe(pageToken(provider_id, 3, form));
    const next = await list(world, { provider_id, limit: 3, page_token: String(first.next_page_token) });
    expect([...first.voices, ...next.body.data.voices]).toEqual(all);
  },
);

async function list(world: HandlerWorld, query: QueryOf<'listVoices'>): Promise<OperationAnswer<'listVoices'>> {
  const { caller } = world;
  const request = { caller, query: checked(query), body: checked({}), files: {}, messages: {} };
  return listVoices({ ...request, mockAddress: 'http://mock.example' }, world);
}
