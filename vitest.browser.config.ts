import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.browser.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time: each takes several processes.
    fileParallelism: false,
  },
});
