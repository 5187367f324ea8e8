/** Runs contract-tests/self-test/self-test.ts, which is no part of the package, from its source. */
import { runnerImport } from 'vite';

await runnerImport('./contract-tests/self-test/self-test.ts', { configFile: false, logLevel: 'error' });
