import { testChecks } from '../src/contract/vitest-checks.ts';
import { tokenChecks } from './tokens.checks.ts';

testChecks('tokens', tokenChecks);
