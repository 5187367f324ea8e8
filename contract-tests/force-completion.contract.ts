import { testChecks } from '../src/suite/vitest-checks.ts';
import { forceCompletionChecks } from './force-completion.checks.ts';

testChecks('force-completion', forceCompletionChecks);
