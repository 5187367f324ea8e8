import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { CheckOutcome } from './outcome.ts';
// Declares what the tests leave in their meta.
import type {} from '../vitest-checks.ts';

/** Collects what came of the checks, beside whatever reporters vitest runs for people. */
export interface OutcomeReporter extends Reporter {
  readonly outcomes: CheckOutcome[];
  /** What went wrong outside of any check. */
  readonly problems: string[];
}

/** @param onStarted called with the way to stop the run */
export function createOutcomeReporter(onStarted: (cancel: () => void) => void): OutcomeReporter {
  const outcomes: CheckOutcome[] = [];
  const problems: string[] = [];
  return {
    outcomes,
    problems,
    onInit(vitest: Vitest) {
      onStarted(() => {
        vitest.cancelCurrentRun('keyboard-input').catch((error: unknown) => problems.push(String(error)));
      });
    },
    onTestCaseResult(testCase: TestCase) {
      const outcome = testCase.meta().contract;
      if (outcome === undefined) {
        problems.push(...(testCase.result().errors ?? []).map(({ message }) => `${testCase.name}: ${message}`));
        return;
      }
      outcomes.push(outcome);
    },
    onTestModuleEnd(module: TestModule) {
      problems.push(...module.errors().map(({ message }) => `${module.moduleId}: ${message}`));
    },
  };
}
