import { testChecks } from '../src/suite/vitest-checks.ts';
import { addressChecks } from './addresses.checks.ts';

testChecks('addresses', addressChecks);
