import { testChecks } from '../src/suite/vitest-checks.ts';
import { agentDetailChecks } from './agent-detail.checks.ts';

testChecks('agent-detail', agentDetailChecks);
