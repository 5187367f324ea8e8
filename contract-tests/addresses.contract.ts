import { testChecks } from '../src/contract/vitest-checks.ts';
import { addressChecks } from './addresses.checks.ts';

testChecks('addresses', addressChecks);
