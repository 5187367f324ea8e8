import { testChecks } from '../src/suite/vitest-checks.ts';
import { numberChecks } from './numbers.checks.ts';

testChecks('numbers', numberChecks);
