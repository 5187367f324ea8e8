import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from './write-rows.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-2+cmd|x', "'-2+cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ["'=1", "''=1"],
  ["''@x", "'''@x"],
  ['+15550001002', '+15550001002'],
  ['-1.5', '-1.5'],
  ["O'Brien", "O'Brien"],
  ["'quoted'", "'quoted'"],
  ['', ''],
  ['plain', 'plain'],
])('%j goes out as %j and comes back as it was', (value, escaped) => {
  expect(escapeFormula(value)).toBe(escaped);
  expect(unescapeFormula(escaped)).toBe(value);
});
