import { describe, expect, it } from 'vitest';
import { isTextDeeperThan } from './json-depth.ts';

describe('isTextDeeperThan', () => {
  it.each([
    ['', 0, false],
    ['[]', 1, false],
    ['[]', 0, true],
    ['{"a":[{}]}', 3, false],
    ['{"a":[{}]}', 2, true],
    ['[[],[],[]]', 2, false],
    ['["[[[[", "\\"[[[["]', 1, false],
    ['"open [[[[', 1, false],
    ['['.repeat(200_000), 200, true],
  ])('of %.20s and %d levels is %s', (text, levels, isDeeper) => {
    expect(isTextDeeperThan(text, levels)).toBe(isDeeper);
  });

  it('reads a megabyte of quotes and brackets in one pass', () => {
    const start = performance.now();
    isTextDeeperThan('"'.repeat(1_000_000), 200);
    isTextDeeperThan('[]'.repeat(500_000), 200);
    isTextDeeperThan(`"${'\\'.repeat(1_000_000)}`, 200);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
