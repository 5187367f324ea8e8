import { describe, expect, it } from 'vitest';
import { createMasker } from './masker.ts';

describe('masking', () => {
  it('masks the tokens given, whatever they look like', () => {
    const { line: mask } = createMasker(['login-acme', 'ac3e'.repeat(16)]);
    expect(mask(`a login-acme b ${'ac3e'.repeat(16)} c`)).toBe('a [masked] b [masked] c');
  });

  it('masks what looks like a token', () => {
    const { line: mask } = createMasker([]);
    expect(mask(`${'0f'.repeat(32)} eyJhbGciOi.eyJpZCI6.c2ln Authorization: Bearer opaque`)).toBe(
      '[masked] [masked] Authorization: Bearer [masked]',
    );
  });

  it('leaves the variable of a curl line readable', () => {
    const { line: mask } = createMasker([]);
    expect(mask('-H "authorization: Bearer $TOKEN"')).toBe('-H "authorization: Bearer $TOKEN"');
  });

  it('learns the tokens that answers hold', () => {
    const masking = createMasker([]);
    masking.learnFrom({ data: { basic_details: { agent_token: 'opaque-token' } }, token: 'other-token' });
    expect(masking.text('opaque-token other-token')).toBe('[masked] [masked]');
  });
});
