import { defineConfig } from 'vitest/config';

/** The tests of the API and the whole contract suite, over PostgreSQL in the place of memory. */
export default defineConfig({
  test: {
    include: ['src/operations/**/*.test.ts', 'contract-tests/requests.test.ts', 'src/**/*.shared.test.ts'],
    globalSetup: 'src/testing/store/shared-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: '100%',
  },
});
