import { describe, expect, it } from 'vitest';
import { createFactories } from '../factories/factories.ts';
import { scenarioFiles } from './scenario-files.ts';

describe('scenarioFiles', () => {
  const factories = createFactories({ seed: 2 });

  it('names files after collections, with voices by provider and leads by campaign', () => {
    const files = scenarioFiles({
      login_tokens: [],
      phone_numbers: [],
      providers: [
        factories.provider.build({ id: 'provider_a', workspace_ids: [1] }),
        factories.provider.build({ id: 'provider_c', workspace_ids: [1] }),
        factories.provider.build({ id: 'provider_d' }),
      ],
      voices: factories.voice.buildList(2),
      leads: new Map([[12, []]]),
    });
    expect([...files.keys()].sort()).toEqual([
      'leads/12.json',
      'login-tokens.json',
      'phone-numbers.json',
      'providers.json',
      'voices/provider_a.json',
      'voices/provider_c.json',
    ]);
    expect(files.get('voices/provider_c.json')).toBe('[]\n');
  });

  it('writes one lead per line, and what is written reads back', () => {
    const leads = factories.lead.buildList(3);
    const text = scenarioFiles({ leads: new Map([[12, leads]]) }).get('leads/12.json') ?? '';
    expect(text.split('\n')).toHaveLength(6);
    expect(JSON.parse(text)).toEqual(leads);
  });
});
