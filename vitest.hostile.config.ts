import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.hostile.test.ts', 'contract-tests/**/*.hostile.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file measures memory or ends processes: one at a time, each in a process of its own.
    fileParallelism: false,
    pool: 'forks',
  },
});
