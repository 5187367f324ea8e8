import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'src/operations/**/*.test.ts'],
    // They compile the source, load documents or draw thousands of cases: each takes seconds, for each mutant again.
    exclude: [...configDefaults.exclude, '**/document-drives-*.test.ts', '**/*-model.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
