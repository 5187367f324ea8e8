import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { judgeVoices } from './judge-lists.ts';
import type { Facts } from './model.ts';

const facts: Facts = {
  providers: { listed: ['provider_a'], not_set_up: 'provider_d' },
  ...{ bystanders: [], operations: loadContractDocument().operations },
  tokens: {
    ...{ own: 'own', second: '', expired: '', login: '' },
    ...{ expiredLogin: '', tokenless: '', newest: '', older: '' },
  },
};

/** The rules that a refusal of voice-list breaks. */
function broken(provider_id: string, status: number, message: string): unknown[] {
  const request = { operation: 'listVoices', query: [['provider_id', provider_id]], headers: {} } as const;
  const body = { error: true, message };
  const answer = { request: { ...request, body: { kind: 'none' } }, status, body, headers: {}, text: '' } as const;
  return judgeVoices(facts, { ...answer, unread: null }).findings.map(({ clauses }) => clauses[0]);
}

describe('an unknown provider and one that is not set up may be refused as each other', () => {
  const supported = 'provider_a, provider_b, provider_c, provider_d';
  const [unknown, unsupported] = ['voice-list.provider-not-found', 'voice-list.provider-id.unsupported'];

  it.each([
    ['provider_zz', 400, `No provider_zz: ${supported}`, []],
    ['Größe', 400, `No größe: ${supported}`, []],
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
