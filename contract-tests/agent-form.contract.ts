import { testChecks } from '../src/contract/vitest-checks.ts';
import { agentFormChecks } from './agent-form.checks.ts';

testChecks('agent-form', agentFormChecks);
