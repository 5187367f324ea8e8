import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  Faults,
  longestDelay,
  maximumFaults,
  type FaultDefinition,
  type FaultedRequest,
  type FaultEffect,
} from './faults.ts';
import { MemoryBudget, MemoryFullError } from './memory-budget.ts';

const request: FaultedRequest = {
  operation: 'getAgent',
  token: 'a',
  path: '/api/v1/global/agents/get-by-id',
  headers: { 'x-device': 'phone' },
  query: { agent_id: '1' },
  body: undefined,
};
const error: FaultEffect = { type: 'error', status: 500 };

/** Of so many equal requests, which the fault fires on, from 1. */
function firings(when: FaultDefinition['when'], count: number, seed = 'seed'): readonly number[] {
  const faults = new Faults(seed);
  faults.add({ ...(when && { when }), effect: error });
  return Array.from({ length: count }, (_, index) => index + 1).filter(() => faults.fire(request, 'before').length > 0);
}

test.each<[FaultDefinition['when'], readonly number[]]>([
  [undefined, [1, 2, 3, 4, 5, 6]],
  [{ times: 2 }, [1, 2]],
  [{ every: 3 }, [3, 6]],
  [{ every: 1 }, [1, 2, 3, 4, 5, 6]],
  [{ after: 4 }, [5, 6]],
  [{ after: 2, times: 1 }, [3]],
  [{ every: 2, times: 2 }, [2, 4]],
  [{ after: 1, every: 2 }, [3, 5]],
  [{ after: 1, every: 2, times: 1, probability: 1 }, [3]],
  [{ times: 6, probability: 0 }, []],
  [{ probability: 0 }, []],
  [{ probability: 1 }, [1, 2, 3, 4, 5, 6]],
])('a fault %j fires on these of six requests: %j', (when, expected) => {
  expect(firings(when, 6)).toEqual(expected);
});

test('chance comes from the seed: the same again, and about as often as asked', () => {
  const fired = firings({ probability: 0.3 }, 2000);
  expect(firings({ probability: 0.3 }, 2000)).toEqual(fired);
  expect(firings({ probability: 0.3 }, 2000, 'another')).not.toEqual(fired);
  expect(Math.abs(fired.length / 2000 - 0.3)).toBeLessThan(0.05);
});

test('a fault beside another changes nothing of what chance gives it', () => {
  const alone = firings({ probability: 0.5 }, 50);
  const faults = new Faults('seed');
  faults.add({ when: { probability: 0.5 }, effect: error });
  faults.add({ when: { probability: 0.5 }, effect: { type: 'malformed-json' } });
  const beside = Array.from({ length: 50 }, (_, index) => index + 1).filter(() =>
    faults.fire(request, 'before').some(({ id }) => id === 1),
  );
  expect(beside).toEqual(alone);
});

test.each<[string, Partial<FaultDefinition>, boolean]>([
  ['its operation', { operation: 'getAgent' }, true],
  ['another operation', { operation: 'createAgent' }, false],
  ['its token', { match: { token: 'a' } }, true],
  ['another token', { match: { token: 'b' } }, false],
  ['its query, a number for its text', { match: { query: { agent_id: 1 } } }, true],
  ['another query', { match: { query: { agent_id: 2 } } }, false],
  ['its path', { match: { path: '/api/v1/global/agents/get-by-id' } }, true],
  ['another path', { match: { path: '/agents/get-by-id' } }, false],
  ['its headers, in any case', { match: { headers: { 'X-Device': 'phone' } } }, true],
  ['another value of a header', { match: { headers: { 'x-device': 'watch' } } }, false],
  ['a header that did not come', { match: { headers: { 'x-else': 'phone' } } }, false],
  ['all of them', { operation: 'getAgent', match: { token: 'a', headers: { 'x-device': 'phone' }, query: {} } }, true],
  ['all of them but one', { match: { token: 'a', headers: { 'x-device': 'phone' }, query: { agent_id: 2 } } }, false],
  ['a body where there is none', { match: { body: {} } }, false],
])('a fault for %s', (_, definition, fires) => {
  const faults = new Faults('seed');
  faults.add({ ...definition, effect: error });
  expect(faults.fire(request, 'before').length > 0).toBe(fires);
  expect(faults.standing.get(1)).toMatchObject({ matched: fires ? 1 : 0, fired: fires ? 1 : 0 });
});

test('what comes after the commit fires then, and not before', () => {
  const faults = new Faults('seed');
  faults.add({ effect: { type: 'cut', at: 'after' } });
  faults.add({ effect: { ...error, after_commit: true } });
  faults.add({ effect: { type: 'cut', at: 'before' } });
  expect(faults.fire(request, 'before').map(({ id }) => id)).toEqual([3]);
  expect(faults.fire(request, 'after').map(({ id }) => id)).toEqual([1]);
});

/** Of so many equal requests, the ids of the faults that fired on each. */
function firedOn(count: number, ...definitions: readonly FaultDefinition[]): readonly (readonly number[])[] {
  const faults = new Faults('seed');
  for (const definition of definitions) faults.add(definition);
  return Array.from({ length: count }, () => faults.fire(request, 'before').map(({ id }) => id));
}

const once = { times: 1 };
test.each<[string, readonly FaultDefinition[], readonly (readonly number[])[]]>([
  [
    'of which each answers once',
    [
      { when: once, effect: error },
      { when: once, effect: error },
    ],
    [[1], [2], []],
  ],
  [
    'a cut before an answer',
    [{ when: once, effect: { type: 'cut', at: 'before' } }, { effect: error }],
    [[1], [2], [2]],
  ],
  [
    'an answer before a cut',
    [{ when: once, effect: error }, { effect: { type: 'cut', at: 'before' } }],
    [[1], [2], [2]],
  ],
  [
    'that spoil the body',
    [
      { when: once, effect: { type: 'malformed-json' } },
      { when: once, effect: { type: 'malformed-json' } },
    ],
    [[1], [2], []],
  ],
  [
    'that go together',
    [{ effect: { type: 'delay', milliseconds: 1 } }, { effect: error }, { effect: { type: 'delay', milliseconds: 1 } }],
    [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
  ],
])('faults %s have their turns one after another', (_, definitions, fired) => {
  expect(firedOn(3, ...definitions)).toEqual(fired);
});

test('every delay lies within its bounds', () => {
  const time = fc.double({ min: 0, max: 60_000, noNaN: true });
  const delay = fc.oneof(
    time.map((milliseconds) => ({ distribution: 'fixed' as const, milliseconds })),
    fc.tuple(time, time).map(([one, other]) => ({
      distribution: 'uniform' as const,
      minimum: Math.min(one, other),
      maximum: Math.max(one, other),
    })),
    fc.record({
      distribution: fc.constant('lognormal' as const),
      median: time,
      sigma: fc.double({ min: 0, max: 5, noNaN: true }),
    }),
  );
  fc.assert(
    fc.property(delay, fc.string(), (effect, seed) => {
      const faults = new Faults(seed);
      faults.add({ effect: { type: 'delay', ...effect } });
      const [fired] = faults.fire(request, 'before');
      const drawn = fired?.delay ?? Number.NaN;
      const [least, most] =
        effect.distribution === 'uniform'
          ? [Math.floor(effect.minimum), Math.ceil(effect.maximum)]
          : effect.distribution === 'fixed'
            ? [Math.round(effect.milliseconds), Math.round(effect.milliseconds)]
            : [0, longestDelay];
      expect(drawn).toBeGreaterThanOrEqual(least);
      expect(drawn).toBeLessThanOrEqual(most);
    }),
  );
});

test('half of the lognormal delays lie below the median', () => {
  const faults = new Faults('seed');
  faults.add({ effect: { type: 'delay', distribution: 'lognormal', median: 1000, sigma: 0.5 } });
  const delays = Array.from({ length: 2000 }, () => faults.fire(request, 'before')[0]?.delay ?? 0);
  expect(Math.abs(delays.filter((delay) => delay < 1000).length / 2000 - 0.5)).toBeLessThan(0.05);
});

test('faults are removed one by one or all together, and there is an end to how many there can be', () => {
  const faults = new Faults('seed');
  for (let count = 0; count < maximumFaults; count += 1) faults.add({ effect: error });
  expect(() => faults.add({ effect: error })).toThrow(RangeError);
  expect([faults.remove(1), faults.remove(1), faults.standing.size]).toEqual([true, false, maximumFaults - 1]);
  faults.clear();
  expect(faults.standing.size).toBe(0);
  expect(faults.add({ effect: error }).id).toBe(1);
});

test('keeps no more than half of the memory of the mock, and gives back what it held', () => {
  const memory = new MemoryBudget(100_000);
  const faults = new Faults('seed', [], memory);
  const large = { effect: { type: 'respond', status: 200, body: 'x'.repeat(20_000) } } as const;
  const ids = [faults.add(large).id, faults.add(large).id];
  expect(() => faults.add(large)).toThrow(MemoryFullError);
  expect(faults.standing.size).toBe(2);
  expect(memory.used).toBeGreaterThan(40_000);
  faults.remove(ids[0] ?? 0);
  faults.add(large);
  faults.clear();
  expect(memory.used).toBe(0);
});
