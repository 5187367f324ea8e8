import { testChecks } from '../src/contract/vitest-checks.ts';
import { createAgentFieldChecks } from './create-agent-fields.checks.ts';

testChecks('create-agent-fields', createAgentFieldChecks);
