import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json-value.ts';
import { casesOfSaved, ruleCounting, ruleOfSaved } from './saved-rules.ts';

interface Seen {
  readonly shown: Json;
  readonly saved?: Json;
  readonly counts?: JsonObject;
}

function pairsOf(seen: readonly Seen[]) {
  return seen.map(({ shown, saved, counts }, at) => {
    const sources = new Map<string, Json>(saved === undefined ? [] : [['saved.field', saved]]);
    return { mock: undefined, shown, script: `script ${at}`, counts, sources };
  });
}

it('takes no saved number, and no value that few show, for the reason of what is shown', () => {
  const numbers = Array.from({ length: 9 }, (_, at) => (at < 6 ? { shown: 0, saved: 0 } : { shown: at }));
  expect(ruleOfSaved(pairsOf(numbers))).toEqual({ constant: 0 });
  const few = Array.from({ length: 9 }, (_, at) => ({
    shown: at < 7 ? 75 : 50,
    ...(at > 5 && { saved: `name ${at}` }),
  }));
  expect(ruleOfSaved(pairsOf(few))).toEqual({ constant: 75 });
  const texts = ['Europe/Berlin', 'Asia/Kolkata'].flatMap((zone) => [{ shown: zone, saved: zone }, { shown: 'UTC' }]);
  expect(ruleOfSaved(pairsOf(texts))).toMatchObject({ by: 'saved.field', constant: '{saved.field|}' });
});

it('shows what a few saved values are shown as, though one script or an odd value shows otherwise where there is none', () => {
  const seen = (shown: number, saved?: string) => ({ shown, ...(saved !== undefined && { saved }) });
  const coded = [seen(2, 'b'), seen(2, 'b'), seen(3, 'c'), seen(3, 'c')];
  const pairs = pairsOf([...coded, seen(0), seen(0), seen(0), seen(9)]).map((pair) => ({ ...pair, mock: 0 }));
  const cases = [2, 3].map((shown) => ({ is: shown === 2 ? 'b' : 'c', shown }));
  expect(casesOfSaved(pairs)).toEqual({ by: 'saved.field', cases });
  const stranger = { ...pairs[7], mock: 0, shown: 8, script: 'another', sources: new Map() };
  expect(casesOfSaved([...pairs, { ...stranger, isTrying: true }])).toEqual({ by: 'saved.field', cases });
  expect(casesOfSaved([...pairs, stranger])).toBeUndefined();
});

it('finds the fewest kinds of requests that nearly all numbers count, and none for numbers that mostly stay', () => {
  const counts = [
    {},
    { a: 1 },
    { a: 1, b: 1 },
    { a: 2, b: 1 },
    { a: 2, b: 3 },
    { a: 3, c: 1 },
    { a: 4, c: 2 },
    { a: 5, c: 3 },
    { a: 6, c: 3 },
  ];
  const counted = (shownOf: (counts: JsonObject) => number) =>
    ruleCounting(pairsOf(counts.map((each) => ({ shown: shownOf(each), counts: each }))));
  expect(counted(({ a = 0, c = 0 }) => 1 + Number(a) + Number(c))).toEqual({ counted: ['a', 'c'], plus: 1 });
  expect(counted(({ a = 0 }) => Number(a))).toEqual({ counted: ['a'] });
  expect(counted(({ a = 0, b = 0 }) => (b === 3 ? 7 : b === 1 && a === 2 ? 20 : 0))).toBeUndefined();
  const still = Array.from({ length: 15 }, (_, at) => ({ shown: at < 12 ? 0 : at, counts: at < 12 ? {} : { a: 1 } }));
  expect(ruleCounting(pairsOf(still))).toBeUndefined();
});
