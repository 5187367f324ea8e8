import { describe, expect, it } from 'vitest';
import { codeOfName } from './agent-change.ts';
import { badgeOfCode, labelOfCode } from './agent-detail.ts';
import type { CodeRecord } from '../records.ts';

const records: readonly CodeRecord[] = [
  code({ id: 'voice_provider:provider_a', kind: 'voice_provider', code: 1 }),
  code({ id: 'tts_model:birch', kind: 'tts_model', code: 7 }),
  code({ id: 'category:1', kind: 'category', label: 'Health', text_color: '#111111', background_color: '#222222' }),
  code({ id: 'category:2', kind: 'category', label: 'Bare' }),
];
const table = (id: string) => records.find((record) => record.id === id);

describe('a name', () => {
  it.each([
    ['voice_provider', 'provider_a', 1],
    ['tts_model', 'birch', 7],
    ['stt_model', 'birch', 0],
    ['tts_model', 'Birch', 0],
    ['tts_model', '', 0],
    ['tts_model', 'constructor', 0],
  ] as const)('of a %s called %j has the code %i', (kind, name, expected) => {
    expect(codeOfName(table, kind, name)).toBe(expected);
  });
});

describe('a code', () => {
  it('has the label of its table, or none', () => {
    expect(labelOfCode(table, 'category', 1)).toEqual({ id: 1, label: 'Health' });
    expect(labelOfCode(table, 'purpose', 1)).toEqual({ id: 1, label: 'Unknown' });
  });

  it('has the colours of its table, or grey', () => {
    const grey = { textColor: '#4B5563', backgroundColor: '#F3F4F6' };
    expect(badgeOfCode(table, 'category', 1)).toEqual({
      id: 1,
      label: 'Health',
      textColor: '#111111',
      backgroundColor: '#222222',
    });
    expect(badgeOfCode(table, 'category', 2)).toEqual({ id: 2, label: 'Bare', ...grey });
    expect(badgeOfCode(table, 'category', 3)).toEqual({ id: 3, label: 'Unknown', ...grey });
  });
});

function code(facts: Pick<CodeRecord, 'id' | 'kind'> & Partial<CodeRecord>): CodeRecord {
  return { code: 1, name: null, label: '', text_color: null, background_color: null, ...facts };
}
