import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The tests that call the rules and the handlers as functions. Those that send requests, compile the source or draw
 * thousands of cases take seconds, for each mutant again: what they alone would notice counts as a survivor.
 */
const quickTests = ['src/domain', 'src/operations']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter(
    (file) => file.endsWith('.test.ts') && !/\bprepareMocks\b|document-drives-/.test(file + readFileSync(file, 'utf8')),
  );

export default defineConfig({
  test: {
    include: quickTests,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The files that a mutant needs share a process, so that the source is loaded once for each mutant.
    isolate: false,
  },
});
