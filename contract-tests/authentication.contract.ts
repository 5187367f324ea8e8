import { testChecks } from '../src/suite/vitest-checks.ts';
import { authenticationChecks } from './authentication.checks.ts';

testChecks('authentication', authenticationChecks);
