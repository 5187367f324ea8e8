import { describe, expect, it } from 'vitest';
import { simulate } from '../../testing/simulation/simulate.ts';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

it('answers as one server would, whatever goes wrong between replicas and engine', async () => {
  const seen = { failovers: 0, restarts: 0, reloads: 0, lookups: 0, conflicts: 0 };
  for (const seed of seeds) {
    const run = await simulate(seed);
    expect(run.faults, `SIMULATION_SEED=${seed} npm run simulate runs it alone`).toEqual([]);
    for (const name of ['failovers', 'restarts', 'reloads', 'lookups', 'conflicts'] as const) seen[name] += run[name];
  }
  // Otherwise the runs would say nothing of them.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

describe('the simulation finds what is broken on purpose', () => {
  it.each(['read-index', 'lookup', 'digest'] as const)('%s', async (flaw) => {
    const found: number[] = [];
    for (const seed of seeds) {
      const { faults } = await simulate(seed, flaw).catch((error: unknown) => ({ faults: [String(error)] }));
      if (faults.some((fault) => fault.includes('linearizable'))) found.push(seed);
      if (found.length === 3) break;
    }
    expect(found).toHaveLength(3);
  });
});
