import { testChecks } from '../src/suite/vitest-checks.ts';
import { audienceFilterChecks } from './audience-filters.checks.ts';

testChecks('audience-filters', audienceFilterChecks);
