import { testChecks } from '../src/suite/vitest-checks.ts';
import { voiceChecks } from './voices.checks.ts';

testChecks('voices', voiceChecks);
