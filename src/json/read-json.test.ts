import { describe, expect, it } from 'vitest';
import { isDeeperThan, readJson } from './read-json.ts';

describe('isDeeperThan', () => {
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
    expect(isDeeperThan(text, levels)).toBe(isDeeper);
  });

  it('reads a megabyte of quotes and brackets in one pass', () => {
    const start = performance.now();
    isDeeperThan('"'.repeat(1_000_000), 200);
    isDeeperThan('[]'.repeat(500_000), 200);
    isDeeperThan(`"${'\\'.repeat(1_000_000)}`, 200);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('readJson', () => {
  it.each([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['"[[[["', '[[[['],
    ['null', null],
    ['{"a":', undefined],
    ['', undefined],
    [`${'['.repeat(200)}${']'.repeat(200)}`, expect.any(Array)],
    [`${'['.repeat(201)}${']'.repeat(201)}`, undefined],
    [`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`, undefined],
  ])('of %.20s is %j', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  it('takes as many levels as it is told', () => {
    expect(readJson('{"a":{}}', 2)).toEqual({ a: {} });
    expect(readJson('{"a":{}}', 1)).toBeUndefined();
  });
});
