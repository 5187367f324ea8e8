import { describe, expect, it } from 'vitest';
import { codeOf } from './account-factories.ts';
import { transcribers, voiceProviders } from './prose.gen.ts';

import codeTable from '../../../fixtures/empty/codes.json' with { type: 'json' };

describe('the code tables', () => {
  it('has no two entries with the same id, nor with the same code of one kind', () => {
    expect(new Set(codeTable.map(({ id }) => id)).size).toBe(codeTable.length);
    expect(new Set(codeTable.map(({ kind, code }) => `${kind}:${code}`)).size).toBe(codeTable.length);
  });

  it('builds ids from the kind and the name, or the code where there is no name', () => {
    expect(codeTable.filter(({ id, kind, code, name }) => id !== `${kind}:${name ?? code}`)).toEqual([]);
  });

  it('gives every category two colours', () => {
    const categories = codeTable.filter(({ kind }) => kind === 'category');
    const colour = /^#[0-9A-F]{6}$/;
    expect(categories.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(categories.every((entry) => colour.test(entry.text_color ?? ''))).toBe(true);
    expect(categories.every((entry) => colour.test(entry.background_color ?? ''))).toBe(true);
  });

  it('names the agent types as section 2.1 does', () => {
    const types = codeTable.filter(({ kind }) => kind === 'agent_type').map(({ code, label }) => [code, label]);
    expect(types).toEqual([
      [1, 'Voice'],
      [2, 'Chat'],
      [3, 'Telephony'],
      [4, 'General'],
    ]);
  });
});

describe('codeOf', () => {
  it.each([
    ['provider_a', 1],
    ['provider_b', 2],
    ['provider_c', 3],
    ['provider_d', 4],
    ['provider_e', 0],
    ['constructor', 0],
  ])('maps the voice provider %s to %i', (name, code) => {
    expect(codeOf('voice_provider', name)).toBe(code);
  });

  it('knows the models of every voice provider', () => {
    const models = voiceProviders.flatMap((provider) => provider.models);
    expect(models.filter((model) => codeOf('tts_model', model) === 0)).toEqual([]);
  });

  it('knows every transcriber with its models', () => {
    const unknown = transcribers.filter(({ id }) => codeOf('transcriber_provider', id) === 0);
    const models = transcribers.flatMap((transcriber) => transcriber.models);
    expect([unknown, models.filter((model) => codeOf('stt_model', model) === 0)]).toEqual([[], []]);
  });
});
