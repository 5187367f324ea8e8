import { testChecks } from '../src/contract/vitest-checks.ts';
import { createAgentChecks } from './create-agent.checks.ts';

testChecks('create-agent', createAgentChecks);
