import { describe, expect, it } from 'vitest';
import type { ViolationReport } from '../report/outcome.ts';
import { FoundViolations, type FoundViolation } from './explore.ts';

const key = 'create-agent.field.description getAgent /data/basic_details/description';
const report: ViolationReport = {
  operation: 'getAgent',
  clauses: ['create-agent.field.description'],
  cause: '',
  expected: '"x"',
  came: '"y"',
  path: '/data/basic_details/description',
  curl: '',
  steps: [],
  check: 'walk 1',
};

describe('FoundViolations', () => {
  it('tells the shortest of several walks of one cause, with how often the cause was seen', () => {
    const found = new FoundViolations();
    for (const length of [5, 2, 4]) found.add(walkOf(length));
    found.add({ ...walkOf(1), key: 'another cause' });
    expect(found.all).toHaveLength(2);
    expect(found.all.map((each) => [each.steps.length, each.count])).toEqual([
      [2, 3],
      [1, 1],
    ]);
  });

  it('tells a walk that can be repeated before a shorter one that cannot', () => {
    const found = new FoundViolations();
    found.add({ ...walkOf(1), repeated: { failed: 1, of: 2 } });
    found.add(walkOf(9));
    found.add({ ...walkOf(2), repeated: { failed: 1, of: 2 } });
    expect(found.all).toMatchObject([{ count: 3, repeated: { failed: 2, of: 2 } }]);
    expect(found.all[0]?.steps).toHaveLength(9);
  });

  it('only counts a cause of which three walks are known', () => {
    const found = new FoundViolations();
    for (const length of [3, 4]) found.add(walkOf(length));
    expect(found.isSettled(key)).toBe(false);
    found.add(walkOf(5));
    expect(found.isSettled(key)).toBe(true);
    found.seen(key);
    found.seen('a cause that nobody has found');
    expect(found.all.map(({ count }) => count)).toEqual([4]);
  });
});

function walkOf(length: number): Omit<FoundViolation, 'count'> {
  const steps = Array.from({ length }, () => ({ do: 'look' }) as const);
  return { key, report, steps, repeated: { failed: 2, of: 2 } };
}
