import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { runFacts } from '../../testing/well-known.ts';
import { verdictAnnotations } from './verdict-text.ts';
import type { CheckOutcome } from './outcome.ts';
import { verdictOf } from './verdict.ts';

const outcome: CheckOutcome = {
  title: 'a check',
  clauses: ['errors.shape'],
  effect: 'none',
  result: 'failed',
  violations: [
    {
      ...{ operation: 'getAgent', clauses: ['errors.shape'], cause: 'answers, in short: 100%', path: '', steps: [] },
      ...{ expected: 'a\nb', came: 'c\r\n::error::forged', curl: 'curl URL', check: 'a check' },
    },
  ],
  ...{ drift: [], seen: {}, requests: 1, created: 0, cleaning: { cleaned: 0, left: [] } },
  ...{ isUnreachable: false, milliseconds: 1 },
};
const verdict = verdictOf(loadContractDocument(), [outcome], runFacts);

it('is one line for each cause, in which nothing ends the command early', () => {
  const [line = '', ...others] = verdictAnnotations(verdict, []);
  expect(others).toEqual([]);
  expect(line).toMatch(/^::error title=Contract%3A [^:,\n]*100%25[^:,\n]*::errors\.shape: expected /);
  expect(line).toContain('expected a%0Ab, came c\\u000d%0A::error::forged%0Acurl URL');
});

it('warns of what the baseline accepts', () => {
  const known = { clause: 'errors.shape', reason: 'known', expires: '2999-01-01' };
  const accepted = verdict.causes.map(({ title }) => ({ ...known, cause: title }));
  expect(verdictAnnotations(verdict, accepted)[0]).toMatch(/^::warning /);
  expect(verdictAnnotations(verdict, [{ ...known, cause: 'getAgent answers 500' }])[0]).toMatch(/^::error /);
});
