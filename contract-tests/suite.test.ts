import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../src/document/read/load.ts';
import { titleOfCheck } from '../src/judge/run-plan.ts';
import { allChecks } from './all-checks.ts';

const document = loadContractDocument();
const checks = Object.values(allChecks).flat();

describe('the suite', () => {
  it('looks at every rule that can be seen from outside, stated or assumed', () => {
    const named = new Set(checks.flatMap(({ clauses }) => clauses));
    const forgotten = [...document.clauses.values()].filter(
      ({ id, unobservable }) => unobservable === undefined && !named.has(id),
    );
    expect(forgotten.map(({ id }) => id)).toEqual([]);
  });

  it('names only rules of the catalogue, all stated or all assumed in one check', () => {
    const mixed = checks.filter(
      ({ clauses }) => new Set(clauses.map((id) => document.clauses.get(id)?.kind)).size !== 1,
    );
    expect(mixed.map(({ clauses }) => clauses)).toEqual([]);
    const unknown = checks.flatMap(({ clauses }) => clauses).filter((id) => !document.clauses.has(id));
    expect(unknown).toEqual([]);
  });

  it('has no two checks of one title', () => {
    const titles = checks.map((check) => titleOfCheck(check, document.clauses));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('looks whether a deletion deletes before it makes agents that it could not prove to be gone', () => {
    const makesAgents = (check: (typeof checks)[number]): boolean =>
      check.effect === 'reversible' && document.clauses.get(check.clauses[0])?.kind === 'stated';
    expect(checks.find(makesAgents)?.clauses).toEqual(['agent.deleted.not-returned']);
  });

  it('completes campaigns in checks that say so, all in one list', () => {
    const irreversible = Object.entries(allChecks).filter(([, list]) =>
      list.some(({ effect }) => effect === 'irreversible'),
    );
    expect(irreversible.map(([list]) => list)).toEqual(['campaigns']);
  });
});
