import { testChecks } from '../src/judge/vitest-checks.ts';
import { allChecks } from './all-checks.ts';

testChecks(allChecks);
