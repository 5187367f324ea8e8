import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawStatuses, totalOfCounts } from '../factories/campaign-factories.ts';
import { resolveLeadCounts } from './read-plan.ts';
import { createRandomSource } from '../factories/factory.ts';

const refuse = (path: string, problem: string): never => {
  throw new Error(`${path}: ${problem}`);
};

it('draws exactly as many of each status as asked for, mixed', () => {
  const counts = [40, 30, 10, 20] as const;
  const draw = drawStatuses(createRandomSource(1, 'x'), counts);
  const drawn = Array.from({ length: 100 }, draw);
  expect(draw).toThrow(RangeError);
  expect([0, 1, 2, 3].map((status) => drawn.filter((other) => other === status).length)).toEqual(counts);
  expect(new Set(drawn.slice(0, 20)).size).toBeGreaterThan(2);
});

it('spreads a size so that it adds up, each part within one of its share', () => {
  const part = fc.nat({ max: 50 });
  fc.assert(
    fc.property(fc.nat({ max: 10_000 }), part, part, part, part, (size, fresh, completed, halted, inqueue) => {
      const sum = fresh + completed + halted + inqueue;
      fc.pre(sum > 0);
      const counts = resolveLeadCounts({ size, mix: { fresh, completed, halted, inqueue } }, 'inprogress', 'x', refuse);
      expect(totalOfCounts(counts)).toBe(size);
      [fresh, completed, halted, inqueue].forEach((weight, i) => {
        expect(Math.abs((counts[i] ?? 0) - (size * weight) / sum)).toBeLessThanOrEqual(1);
      });
    }),
  );
});

it.each([
  ['draft', [100, 0, 0, 0]],
  ['force_completed', [0, 86, 14, 0]],
  ['inprogress', [40, 30, 5, 25]],
] as const)('fills the audience of a campaign that is %s with what it can have', (status, counts) => {
  expect(resolveLeadCounts({ size: 100 }, status, 'x', refuse)).toEqual(counts);
});
