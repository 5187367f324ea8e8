import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../src/document/read/load.ts';
import { allFaults } from './self-test/all-faults.ts';
import { assumedFaults } from './self-test/assumed-faults.ts';
import { otherProvider } from './self-test/other-provider.ts';
import { runCorrect, runFaults } from './self-test/run-self-test.ts';
import { allChecks } from './all-checks.ts';

const document = loadContractDocument();
const checks = Object.values(allChecks).flat();
const PATIENCE = 300_000;

describe('the suite', () => {
  it('finds nothing violated in the mock, assumptions included', { timeout: PATIENCE }, async () => {
    const outcomes = await runCorrect((transport) => transport, checks, document, true);
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([]);
    expect(outcomes.flatMap(({ cleaning }) => cleaning.left)).toEqual([]);
  });

  it(
    'finds nothing violated in a provider that differs wherever the specification is silent',
    { timeout: PATIENCE },
    async () => {
      const outcomes = await runCorrect(otherProvider, checks, document, false);
      expect(outcomes.flatMap(({ violations }) => violations)).toEqual([]);
      expect(outcomes.filter(({ result }) => result === 'passed').length).toBeGreaterThan(200);
    },
  );

  it('finds a fault of each kind by the check of its rule', { timeout: PATIENCE }, async () => {
    // A part of them here; contract --self-test runs them all.
    const some = allFaults.filter((_, index) => index % 12 === 0);
    const results = await runFaults(some, checks, document, () => undefined);
    expect(results.filter(({ killedBy }) => killedBy === null).map(({ fault }) => fault.name)).toEqual([]);
  });

  it('finds every fault of the addresses and of the statuses of campaigns', { timeout: PATIENCE }, async () => {
    const results = await runFaults(assumedFaults, checks, document, () => undefined);
    expect(results.filter(({ killedBy }) => killedBy === null).map(({ fault }) => fault.name)).toEqual([]);
  });

  it('has a fault for every stated rule that can be seen from outside', () => {
    const broken = new Set(allFaults.map(({ clause }) => clause));
    const whole = [...document.clauses.values()].filter(
      ({ id, kind, unobservable }) => kind === 'stated' && unobservable === undefined && !broken.has(id),
    );
    expect(whole.map(({ id }) => id)).toEqual([]);
    expect(allFaults.length).toBeGreaterThanOrEqual(150);
  });
});
