import type { RunFacts } from '../judge/report/verdict.ts';

/** What a verdict says of its run, for tests to which that is all the same. */
export const runFacts: RunFacts = {
  target: 'here',
  run: 'test',
  suite: '0',
  shard: null,
  withAssumptions: false,
  effects: ['none', 'reversible'],
  started: '2026-11-20T03:00:00.000Z',
  milliseconds: 61_000,
};
