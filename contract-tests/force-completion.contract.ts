import { testChecks } from '../src/contract/vitest-checks.ts';
import { forceCompletionChecks } from './force-completion.checks.ts';

testChecks('force-completion', forceCompletionChecks);
