import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextKeeper } from './journal.ts';

test('texts of any length and script come back as they were, however many are kept', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.nat(300_000).map((length) => 'ü'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const keeper = new TextKeeper();
      const kept = texts.map((each) => keeper.keep(each));
      expect(kept.map(String)).toEqual(texts.map((each) => Buffer.from(each).toString()));
    }),
    { numRuns: 60 },
  );
});
