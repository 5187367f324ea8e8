import { testChecks } from '../src/contract/vitest-checks.ts';
import { voiceChecks } from './voices.checks.ts';

testChecks('voices', voiceChecks);
