import { defineConfig } from 'vitest/config';

/** Every alternative of every choice, each in a run of its own: most of an hour, and 10,000 simulated runs: CI runs a sample instead. */
export default defineConfig({
  test: {
    include: ['contract-tests/**/*.exhaustive.test.ts', 'src/**/*.exhaustive.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
