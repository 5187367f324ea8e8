import { testChecks } from '../src/suite/vitest-checks.ts';
import { createAgentChecks } from './create-agent.checks.ts';

testChecks('create-agent', createAgentChecks);
