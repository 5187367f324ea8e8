import { expect, it } from 'vitest';
import type { OperationId } from '../document/names.gen.ts';
import { prepareMocks, type CallOptions } from '../testing/api-harness.ts';

const freshMock = await prepareMocks();

it.each<[OperationId, CallOptions, string]>([
  ['verifyToken', { body: {} }, 'verify.valid'],
  ['getToken', {}, 'get-token.most-recent'],
  ['listVoices', { query: { provider_id: 'provider_a' } }, 'voice-list.default-limit'],
  ['listVoices', { query: { provider_id: 'provider_a', limit: '2' } }, 'voice-list.limit'],
])('%s with %j names the rule %s', async (operation, options, rule) => {
  const { headers } = await freshMock().call(operation, options);
  expect(headers['x-mock-rule']).toBe(rule);
});

it('names the rule of pages for a further page of voices, with or without a limit', async () => {
  const api = freshMock();
  const query = { provider_id: 'provider_a', limit: '2' };
  const { next_page_token: token } = (await api.succeed('listVoices', { query })).data;
  for (const limit of [{}, { limit: '2' }]) {
    const next = { provider_id: 'provider_a', page_token: String(token), ...limit };
    const { headers } = await api.call('listVoices', { query: next });
    expect(headers['x-mock-rule']).toBe('voice-list.pagination');
  }
});
