import { expect, it } from 'vitest';
import { agreed } from './told-apart.ts';

it.each([
  ['what all of them leave', ['ab', 'b', 'bc'], 'b'],
  ['nothing of few that contradict each other', ['a', 'a', 'b'], ''],
  ['what the others tell, beside one misfit', ['a', 'ab', '', 'a'], 'a'],
  ['nothing where it depends on which is left out', ['a', 'ab', 'ab', 'b'], ''],
  ['nothing where two misfit', ['a', '', 'a', '', 'a'], ''],
])('scripts that tell of a choice agree on %s', (_, told, left) => {
  expect(agreed(told.map((fitting) => ({ fitting: Array.from(fitting) }))).join('')).toBe(left);
});
