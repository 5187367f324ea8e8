import { testChecks } from '../src/suite/vitest-checks.ts';
import { allChecks } from './all-checks.ts';

testChecks(allChecks);
