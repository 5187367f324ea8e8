import { testChecks } from '../src/suite/vitest-checks.ts';
import { audienceChecks } from './audience.checks.ts';

testChecks('audience', audienceChecks);
