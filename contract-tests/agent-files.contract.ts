import { testChecks } from '../src/suite/vitest-checks.ts';
import { agentFileChecks } from './agent-files.checks.ts';

testChecks('agent-files', agentFileChecks);
