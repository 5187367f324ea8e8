import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.hostile.test.ts', 'contract-tests/**/*.hostile.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file measures memory or ends processes, so each has a process of its own; what is measured is that process's.
    pool: 'forks',
    maxWorkers: 2,
  },
});
