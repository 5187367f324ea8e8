import { testChecks } from '../src/suite/vitest-checks.ts';
import { agentFormChecks } from './agent-form.checks.ts';

testChecks('agent-form', agentFormChecks);
