import { describe, expect, it } from 'vitest';
import { attached, isOpaque, numbersIn, switchedAs, tellingOf } from './wants.ts';

const [first, second] = ['+14155550190', '+14155550191'];

describe('the items of phone_numbers, whose shape is not shown', () => {
  it.each([
    [[first], [first]],
    [[14155550190], [first]],
    [['tel:+1 (415) 555-0190'], [first]],
    [[{ id: 1730000000305, number: { e164: first }, since: '2026-11-03' }], [first]],
    [[305, 1730000000305, { since: '2026-11-03', at: '2026-11-03T10:00:00Z' }], []],
    [['7c1f0a52-9d3e-4b6a-8e21-000000090211'], []],
  ])('%j show the numbers %j', (list, numbers) => {
    expect([numbersIn(list), isOpaque(list)]).toEqual([numbers, numbers.length === 0]);
  });

  it('may be ids: then only their count can be wrong', () => {
    const want = attached([first, second]);
    expect([[305, 306], [305], [], 'ids'].map((now) => want.isMet(now, [], false))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([[['4155550190']], [[{ national: '(415) 555-0190' }]]])(
    '%j may be one as it is dialled in its country',
    (list) => {
      expect(attached([first]).isMet(list, [], false)).toBe(true);
      expect(attached([second]).isMet(list, [], false)).toBe(false);
    },
  );

  it('that show other numbers than were sent are wrong', () => {
    expect(attached([first]).isMet([second], [], false)).toBe(false);
  });

  it('tell themselves apart where they show no number', () => {
    expect([tellingOf([305]), tellingOf([{ number: first }])]).toEqual([['305'], [first]]);
  });
});

it.each([
  [[[7, false]], true],
  [[], true],
  [[[7, true]], false],
  // What was there before, and what was sent.
  [
    [
      [7, true],
      [7, false],
    ],
    true,
  ],
])('a tool that is switched off reads back in %j: %j', (items, isMet) => {
  const now = items.map(([id, isEnabled]) => ({ id, isEnabled }));
  expect(switchedAs([], [7]).isMet(now, [], false)).toBe(isMet);
});
