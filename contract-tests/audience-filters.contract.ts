import { testChecks } from '../src/contract/vitest-checks.ts';
import { audienceFilterChecks } from './audience-filters.checks.ts';

testChecks('audience-filters', audienceFilterChecks);
