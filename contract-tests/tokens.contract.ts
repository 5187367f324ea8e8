import { testChecks } from '../src/suite/vitest-checks.ts';
import { tokenChecks } from './tokens.checks.ts';

testChecks('tokens', tokenChecks);
