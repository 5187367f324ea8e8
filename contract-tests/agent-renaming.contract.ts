import { testChecks } from '../src/contract/vitest-checks.ts';
import { agentRenamingChecks } from './agent-renaming.checks.ts';

testChecks('agent-renaming', agentRenamingChecks);
