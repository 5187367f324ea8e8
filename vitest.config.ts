import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';

// A loaded machine is slow, not wrong. What never ends is noticed all the same.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** Those that send thousands of requests, or compile: coverage would double their time, and other tests reach what they reach. */
const suiteTests = [
  'contract-tests/**/*.test.ts',
  'src/cli/contract/contract-profile.test.ts',
  'src/cli/learn/learn.test.ts',
  'src/{cli,judge}/parity/parity.test.ts',
  'src/judge/walk/{alternatives,explore}.test.ts',
  'src/**/{documented-snippets,document-drives-types,followed-profile}.test.ts',
];
const otherKinds = '**/*.{browser,hostile,exhaustive,shared}.test.ts';

const ordinary: TestUserConfig = {
  globalSetup: 'src/testing/temporary-folder.ts',
  ...patience,
  // No module holds state, so files may share a process: that takes a third of the time.
  isolate: false,
  // Vitest leaves one processor free: half of them, on a machine with two. In CI other steps run beside this one, and each
  // worker loads and compiles the whole source again.
  maxWorkers: process.env['CI'] === 'true' ? 1 : '100%',
};

/** A kind of tests is a mode: `vitest run --mode hostile`. Without one, those that need neither browser nor database. */
const kinds: Readonly<Record<string, () => TestUserConfig>> = {
  test: () => ({
    include: ['src/**/*.test.ts', ...suiteTests],
    exclude: [...configDefaults.exclude, otherKinds],
    ...ordinary,
  }),
  // The two parts of `test`, for npm run check.
  unit: () => ({
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, otherKinds, ...suiteTests],
    ...ordinary,
  }),
  suite: () => ({ include: suiteTests, exclude: [...configDefaults.exclude, otherKinds], ...ordinary, maxWorkers: 1 }),
  browser: () => ({
    include: ['src/**/*.browser.test.ts'],
    globalSetup: 'src/testing/chromium.ts',
    ...patience,
    // One page at a time: each takes several processes.
    fileParallelism: false,
    isolate: false,
  }),
  // Each file measures memory or ends processes, so each has a process of its own; what is measured is that process's.
  hostile: () => ({
    include: ['src/**/*.hostile.test.ts', 'contract-tests/**/*.hostile.test.ts'],
    ...patience,
    globalSetup: 'src/testing/temporary-folder.ts',
    pool: 'forks',
    maxWorkers: 2,
  }),
  // The tests of the API and the whole contract suite, over PostgreSQL in the place of memory.
  shared: () => ({
    include: ['src/operations/**/*.test.ts', 'contract-tests/requests.test.ts', 'src/**/*.shared.test.ts'],
    // These edit the document and ask for no store.
    exclude: [...configDefaults.exclude, '**/document-drives-*'],
    ...ordinary,
    globalSetup: ['src/testing/temporary-folder.ts', 'src/testing/store/postgres-server.ts'],
  }),
  // Installs the packed package as projects do, and needs the registry for what they have beside it.
  package: () => ({
    include: ['.ci/*.test.mjs'],
    globalSetup: '.ci/packed-package.mjs',
    ...patience,
    // Steps of a job build on those before.
    sequence: { concurrent: false },
    maxWorkers: 2,
  }),
  // Every alternative of every choice, each in a run of its own: most of an hour. CI runs a sample instead.
  exhaustive: () => ({
    include: ['contract-tests/**/*.exhaustive.test.ts', 'src/**/*.exhaustive.test.ts'],
    ...patience,
  }),
  // The files that a mutant needs share a process, so that the source is loaded once for each mutant.
  mutation: () => ({ include: quickTests(), ...patience, isolate: false }),
};

export default defineConfig(({ mode }) => {
  // A tool that reads this file without running tests has the mode of development or production.
  const wished = ['development', 'production'].includes(mode) ? 'test' : mode;
  const kind = process.env['STRYKER_MUTATOR_WORKER'] === undefined ? wished : 'mutation';
  const settings = kinds[kind];
  if (settings === undefined)
    throw new Error(`There are no ${kind} tests: there are ${Object.keys(kinds).join(', ')}.`);
  // What is made of the sources is kept for the kinds that follow; a mutant would run as what was kept.
  return { test: { experimental: { fsModuleCache: kind !== 'mutation' }, ...settings(), coverage } };
});

const coverage: NonNullable<TestUserConfig['coverage']> = {
  provider: 'v8',
  include: ['src/**/*.ts'],
  // main.ts is the process itself: tests start it as a child, which coverage does not see.
  // The console's page runs in a browser, where npm run test:browser walks it.
  exclude: ['**/*.test.ts', '**/*.gen.ts', 'src/cli/main.ts', 'src/testing/**', 'src/console/page/**'],
  reporter: process.env['CI'] === 'true' ? ['text-summary'] : ['text-summary', 'html'],
  thresholds: { statements: 90, branches: 85, functions: 90, lines: 90 },
};

/**
 * The tests that call the rules and the handlers as functions. Those that send requests, compile the source or draw
 * thousands of cases take seconds, for each mutant again: what they alone would notice counts as a survivor.
 */
function quickTests(): string[] {
  return ['src/domain', 'src/operations']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter(
      (file) =>
        file.endsWith('.test.ts') && !/\bprepareMocks\b|document-drives-/.test(file + readFileSync(file, 'utf8')),
    );
}
