import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { judgeCampaign, judgeVoices } from './judge-lists.ts';
import { stated } from './judge.ts';
import type { Facts, Model } from './model.ts';

const facts: Facts = {
  providers: { listed: ['provider_a'], not_set_up: 'provider_d' },
  campaigns: { disposable_draft: { id: 4, agent: 9 } },
  ...{ bystanders: [], operations: loadContractDocument().operations },
  tokens: {
    ...{ own: 'own', second: '', expired: '', login: '' },
    ...{ expiredLogin: '', tokenless: '', newest: '', older: '' },
  },
};

/** The rules that a refusal of voice-list breaks. */
function broken(provider_id: string, status: number, message: string, data: object = {}): unknown[] {
  const request = { operation: 'listVoices', query: [['provider_id', provider_id]], headers: {} } as const;
  const body = { error: true, message, data };
  const answer = { request: { ...request, body: { kind: 'none' } }, status, body, headers: {}, text: '' } as const;
  return judgeVoices(facts, { ...answer, unread: null }).findings.map(({ clauses }) => clauses[0]);
}

describe('an unknown provider and one that is not set up may be refused as each other', () => {
  const supported = 'provider_a, provider_b, provider_c, provider_d';
  const [unknown, unsupported] = ['voice-list.provider-not-found', 'voice-list.provider-id.unsupported'];

  it.each([
    ['provider_zz', 400, `No provider_zz: ${supported}`, []],
    ['Größe', 400, `No größe: ${supported}`, []],
    [' provider_zz ', 400, `No "provider_zz": ${supported}`, []],
    ['provider_zz', 404, 'Provider not found', []],
    ['provider_d', 404, 'Provider not found', []],
    ['provider_d', 400, `provider_d is not set up: ${supported}`, []],
    ['provider_zz', 404, 'No voices', [unknown]],
    ['provider_d', 404, 'No voices', [unknown]],
    ['provider_zz', 400, 'Provider not found', [unsupported]],
    ['provider_d', 400, 'Provider not found', [unsupported]],
    ['provider_zz', 422, 'Provider not found', [unsupported]],
    ['provider_d', 200, '', [unknown]],
  ])('%s with %i and "%s"', (provider, status, message, rules) => {
    expect(broken(provider, status, message)).toEqual(rules);
  });
});

it.each<[status: number, message: string, isRight: boolean]>([
  ...[200, 403, 404, 409, 410].map((status) => [status, '', true] as [number, string, boolean]),
  [422, 'A draft is not deleted', true],
  [422, "'deleted' is none of draft, hold, deleted", false],
  [418, '', false],
])('a draft may be deleted or not, but deleted is a status: %i %s', (status, message, isRight) => {
  const after = (model: Model, campaign_status: string, came: number, said: string) => {
    const value = { campaign_id: 4, campaign_status };
    const request = {
      operation: 'forceCompleteCampaign',
      query: [],
      headers: {},
      body: { kind: 'json', value },
    } as const;
    return judgeCampaign(model, {
      request,
      status: came,
      body: { message: said },
      headers: {},
      text: '',
      unread: null,
    });
  };
  const { state } = after(stated.begin(facts), 'finished', 422, "'finished' is none of draft, hold, deleted");
  const { findings } = after(state, 'deleted', status, message);
  expect(findings.map(({ clauses }) => clauses[0])).toEqual(isRight ? [] : ['campaign.status.accepted']);
});

it('tells the page of another provider from that of the one asked for, in whatever letters', () => {
  const page = (provider_id: string) =>
    broken('PROVIDER_A', 200, '', { provider_id, has_more: false, next_page_token: null });
  expect(page('provider_a')).toEqual([]);
  expect(page('provider_b')).toEqual(['voice-list.data']);
});
