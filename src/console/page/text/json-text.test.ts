import { expect, it } from 'vitest';
import { jsonDiff, jsonTokens, prettyJson, mergePatch } from './json-text.ts';

it('tells names, strings, numbers and words apart', () => {
  const tokens = jsonTokens('{"a": "b", "n": -1.5e3, "t": [true, null]}').filter(({ kind }) => kind !== 'mark');
  expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'name "a"',
    'string "b"',
    'name "n"',
    'number -1.5e3',
    'name "t"',
    'word true',
    'word null',
  ]);
});

it.each([
  '{"quote": "say \\"hi\\" \\\\", "brace": "}{", "colon": ": no name"}',
  prettyJson({ name: '<img src=x onerror=alert(1)>', emoji: '😀', nested: [{}, [], ''] }),
  '{"half": "of a bo',
  'no JSON at all <b>bold</b> "',
  '-',
  '',
])('loses nothing of %s', (text) => {
  const joined = jsonTokens(text)
    .map((token) => token.text)
    .join('');
  expect(joined).toBe(text);
});

it('keeps a string that looks like markup one string', () => {
  expect(jsonTokens('"<img onerror=x>"')).toContainEqual({ kind: 'string', text: '"<img onerror=x>"' });
});

it('shows nothing for what JSON cannot say', () => {
  expect(prettyJson(undefined)).toBe('');
});

it.each([
  { what: 'a changed field', before: { status: 3, id: 1 }, after: { status: 1, id: 1 }, paths: ['status: 3 -> 1'] },
  { what: 'a new field', before: {}, after: { name: 'Ada' }, paths: ['name: undefined -> "Ada"'] },
  { what: 'a field that is gone', before: { name: 'Ada' }, after: {}, paths: ['name: "Ada" -> undefined'] },
  { what: 'a nested field', before: { a: { b: 1, c: 2 } }, after: { a: { b: 1, c: 3 } }, paths: ['a.c: 2 -> 3'] },
  {
    what: 'an item of a list',
    before: { l: [1, 2] },
    after: { l: [1, 3, 4] },
    paths: ['l.1: 2 -> 3', 'l.2: undefined -> 4'],
  },
  { what: 'another kind of value', before: { a: [] }, after: { a: {} }, paths: ['a: [] -> {}'] },
  { what: 'null for an object', before: { a: { b: 1 } }, after: { a: null }, paths: ['a: {"b":1} -> null'] },
  { what: 'a new record', before: null, after: { id: 1 }, paths: [': null -> {"id":1}'] },
  { what: 'nothing', before: { a: [{ b: 1 }] }, after: { a: [{ b: 1 }] }, paths: [] },
  { what: 'no order of names', before: { a: 1, b: 2 }, after: { b: 2, a: 1 }, paths: [] },
])('shows $what', ({ before, after, paths }) => {
  const shown = jsonDiff(before, after).map(
    (difference) => `${difference.path}: ${JSON.stringify(difference.before)} -> ${JSON.stringify(difference.after)}`,
  );
  expect(shown).toEqual(paths);
});

it.each([
  [
    { a: 1, b: { c: 2, d: 3 } },
    { a: 1, b: { c: 4 }, e: [] },
    { b: { c: 4, d: null }, e: [] },
  ],
  [[1], [2], [2]],
  [{ a: [1] }, { a: [1] }, undefined],
])('a patch turns %j into %j', (from, to, patch) => {
  expect(mergePatch(from, to)).toEqual(patch);
});

it('takes a field named like one of every object for a field', () => {
  expect(jsonDiff({}, JSON.parse('{"constructor": 1}'))).toEqual([
    { path: 'constructor', before: undefined, after: 1 },
  ]);
});
