import { expect, test } from 'vitest';
import { parseBracketPath } from './form-tree.ts';

test.each([
  ['phone_numbers', 'phone_numbers'],
  ['basic_details[agent_name]', 'basic_details > agent_name'],
  ['phone_numbers[]', 'phone_numbers > next'],
  ['denials[denied_words][]', 'denials > denied_words > next'],
  ['knowledge_base[tools][0][id]', 'knowledge_base > tools > 0 > id'],
  ['a[007]', 'a > 7'],
  ['a[1x]', 'a > 1x'],
  ['0[a]', '0 > a'],
  ['a[ b ]', 'a >  b '],
  ['a[line\nbreak]', 'a > line\nbreak'],
  ['', ''],
  ['[a]', '[a]'],
  ['[]', '[]'],
  ['a[', 'a['],
  ['a]', 'a]'],
  ['a[b', 'a[b'],
  ['a[b]c', 'a[b]c'],
  ['a[b]c[d]', 'a[b]c[d]'],
  ['a[b[c]]', 'a[b[c]]'],
])('reads the field name "%s"', (name, steps) => {
  const path = parseBracketPath(name).map((segment) => {
    return segment.kind === 'member' ? segment.name : segment.kind === 'index' ? String(segment.index) : 'next';
  });

  expect(path.join(' > ')).toBe(steps);
});
