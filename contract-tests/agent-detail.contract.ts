import { testChecks } from '../src/contract/vitest-checks.ts';
import { agentDetailChecks } from './agent-detail.checks.ts';

testChecks('agent-detail', agentDetailChecks);
