import { expect, it } from 'vitest';
import { allChecks } from '../../contract-tests/all-checks.ts';
import { listsOfShard, parseShard } from './run-plan.ts';

it.each(['4/3', '0/3', '1/0', '1', '1/', '-1/3', '1.5/3', '01/3', 'a/b', '1/10000'])(
  'takes %s for no shard',
  (text) => {
    expect(parseShard(text)).toBeUndefined();
  },
);

it.each([1, 2, 3, 5, Object.keys(allChecks).length])(
  'gives each list of checks to exactly one of %i shards, and each shard some',
  (count) => {
    const shards = Array.from({ length: count }, (_, at) => listsOfShard(allChecks, { index: at + 1, count }));
    expect(shards.flatMap(Object.keys).toSorted()).toEqual(Object.keys(allChecks).toSorted());
    expect(Math.min(...shards.map((lists) => Object.keys(lists).length))).toBeGreaterThan(0);
  },
);

it('spreads the checks evenly', () => {
  const sizes = [1, 2, 3].map((index) => Object.values(listsOfShard(allChecks, { index, count: 3 })).flat().length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(10);
});
