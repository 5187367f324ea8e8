import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests without HTTP first: a mutant is done with at the first test that fails, and these start in no time. */
class QuickTestsFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => (readFileSync(moduleId, 'utf8').includes('prepareMocks') ? 1 : 0);
    return Promise.resolve(files.toSorted((one, other) => cost(one) - cost(other)));
  }
}

export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'src/operations/**/*.test.ts'],
    // They compile the source, load documents or draw thousands of cases: each takes seconds, for each mutant again.
    exclude: [...configDefaults.exclude, '**/document-drives-*.test.ts', '**/*-model.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The files that a mutant needs share a process, so that the source is loaded and the document read once for each mutant.
    isolate: false,
    sequence: { sequencer: QuickTestsFirst },
  },
});
