import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

it.each([
  ['prot', 'port'],
  ['porrt', 'port'],
  ['Ephemerel', 'ephemeral'],
  ['datadir', 'data-dir'],
  ['serv', 'serve'],
])('takes %s for %s', (word, candidate) => {
  expect(nearest(word, ['host', 'port', 'ephemeral', 'data-dir', 'serve'])).toBe(candidate);
});

it('suggests nothing for a word that is near to none', () => {
  expect(nearest('colour', ['host', 'port', 'ephemeral'])).toBeUndefined();
});

it('suggests nothing where there is nothing to suggest', () => {
  expect(nearest('port', [])).toBeUndefined();
});
