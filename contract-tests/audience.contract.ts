import { testChecks } from '../src/contract/vitest-checks.ts';
import { audienceChecks } from './audience.checks.ts';

testChecks('audience', audienceChecks);
