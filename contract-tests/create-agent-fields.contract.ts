import { testChecks } from '../src/suite/vitest-checks.ts';
import { createAgentFieldChecks } from './create-agent-fields.checks.ts';

testChecks('create-agent-fields', createAgentFieldChecks);
