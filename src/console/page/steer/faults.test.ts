import { expect, it } from 'vitest';
import type { Schemas } from '../api/send-request.ts';
import { describeFault } from './faults.tsx';

it.each([
  [{ effect: { type: 'error', status: 500 } }, '500, on every operation'],
  [
    { operation: 'createAgent', when: { times: 1 }, effect: { type: 'error', status: 400, example: 'no-number' } },
    '400 no-number, on createAgent, once',
  ],
  [
    { match: { query: { page: 2 } }, effect: { type: 'delay', milliseconds: 300 } },
    'delay of 300 ms, on every operation, where {"query":{"page":2}}',
  ],
  [
    { when: { every: 3 }, effect: { type: 'delay', distribution: 'uniform', minimum: 1, maximum: 2 } },
    'delay of 1 to 2 ms, on every operation, on every 3th',
  ],
  [
    { when: { probability: 0.25 }, effect: { type: 'cut', at: 'after' } },
    'connection cut after the answer, on every operation, by chance, 25 %',
  ],
  [
    { when: { after: 2, times: 1 }, effect: { type: 'respond', patch: { success: false } } },
    'the real answer, with {"success":false}, on every operation, after the first 2, once',
  ],
  [{ effect: { type: 'dribble', bytes_per_second: 50 } }, 'body at 50 bytes a second, on every operation'],
  [{ effect: { type: 'malformed-json' } }, 'half of the JSON, on every operation'],
] as unknown as [Schemas['FaultDefinition'], string][])('describes %j', (definition, words) => {
  expect(describeFault(definition)).toBe(words);
});
