import { testChecks } from '../src/contract/vitest-checks.ts';
import { authenticationChecks } from './authentication.checks.ts';

testChecks('authentication', authenticationChecks);
