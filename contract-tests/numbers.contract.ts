import { testChecks } from '../src/contract/vitest-checks.ts';
import { numberChecks } from './numbers.checks.ts';

testChecks('numbers', numberChecks);
