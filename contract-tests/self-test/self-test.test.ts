import { describe, expect, it } from 'vitest';
import { loadContractDocument } from '../../src/document/read/load.ts';
import { allChecks } from '../all-checks.ts';
import { assumedFaults, everydayFaults, generatedFaults, runFault } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { openProviders } from './providers.ts';

const document = loadContractDocument();
const checks = Object.values(allChecks).flat();

describe('the suite', () => {
  // npm run self-test runs the correct providers too; requests.test.ts the mock. It runs all faults, and CI runs it.
  it.skipIf(process.env['CI'] === 'true')('finds a fault of each kind by the rule that it breaks', async () => {
    // A part of them here.
    const some = [...everydayFaults, ...generatedFaults(document)].filter((_, index) => index % 25 === 0);
    expect(await survivors([...some, ...assumedFaults(document).filter((_, index) => index % 5 === 0)])).toEqual([]);
  });

  it('has a fault for every stated rule that can be seen from outside', () => {
    const all = [...everydayFaults, ...generatedFaults(document)];
    const broken = new Set(all.map(({ clause }) => clause));
    const whole = [...document.clauses.values()].filter(
      ({ id, kind, unobservable }) => kind === 'stated' && unobservable === undefined && !broken.has(id),
    );
    expect(whole.map(({ id }) => id)).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(600);
  });
});

async function survivors(faults: readonly Fault[]): Promise<readonly string[]> {
  const providers = await openProviders(document);
  const left: string[] = [];
  for (const fault of faults) {
    if ((await runFault(fault, checks, document, providers)) === null) left.push(fault.name);
  }
  await providers.close();
  return left;
}
