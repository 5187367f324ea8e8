import { testChecks } from '../src/contract/vitest-checks.ts';
import { agentFileChecks } from './agent-files.checks.ts';

testChecks('agent-files', agentFileChecks);
