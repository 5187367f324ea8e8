import { expect, it } from 'vitest';
import { simulate } from '../../testing/simulation/simulate.ts';

// One seed runs alone: SIMULATION_SEED=4711 npm run simulate
const { SIMULATION_SEED: alone, SIMULATION_SEEDS: count = '10000' } = process.env;
const seeds = alone === undefined ? Array.from({ length: Number(count) }, (_, seed) => seed) : [Number(alone)];

it(`answers as one server would, in ${seeds.length} simulated runs`, { timeout: 1_800_000 }, async () => {
  const failed: string[] = [];
  for (const seed of seeds) {
    const { faults } = await simulate(seed).catch((error: unknown) => ({ faults: [String(error)] }));
    if (faults.length > 0) failed.push(`SIMULATION_SEED=${seed}: ${faults.join(' ')}`);
  }
  expect(failed).toEqual([]);
});
