import { testChecks } from '../src/suite/vitest-checks.ts';
import { agentRenamingChecks } from './agent-renaming.checks.ts';

testChecks('agent-renaming', agentRenamingChecks);
