import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '**/*.browser.test.ts',
      '**/*.hostile.test.ts',
      '**/*.exhaustive.test.ts',
      '**/*.shared.test.ts',
    ],
    // A loaded machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // No module holds state, so files may share a process: that takes a third of the time.
    isolate: false,
    // Vitest leaves one processor free: half of them, on a machine with two.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // main.ts is the process itself: tests start it as a child, which coverage does not see.
      // The console's page runs in a browser, where npm run test:browser walks it.
      exclude: ['**/*.test.ts', '**/*.gen.ts', 'src/cli/main.ts', 'src/testing/**', 'src/console/page/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
      thresholds: { statements: 90, branches: 85, functions: 90, lines: 90 },
    },
  },
});
