/** Mutation tests of the rules: `npm run mutation`, and of one file `npm run mutation -- --mutate src/domain/voices/voices.ts`. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.config.ts' },
  mutate: ['src/domain/**/*.ts', 'src/operations/**/*.ts', '!src/**/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/stryker/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  // Tests load the sample files.
  ignorePatterns: ['dist', 'coverage', 'docs', 'bench', 'contract-tests/*', '!contract-tests/sample-files'],
  thresholds: { high: 95, low: 90, break: 90 },
  disableTypeChecks: true,
  allowEmpty: false,
};
