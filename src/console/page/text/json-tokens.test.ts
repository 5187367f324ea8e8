import { expect, it } from 'vitest';
import { jsonTokens, prettyJson } from './json-tokens.ts';

it('tells names, strings, numbers and words apart', () => {
  const tokens = jsonTokens('{"a": "b", "n": -1.5e3, "t": [true, null]}').filter(({ kind }) => kind !== 'space');
  expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'mark {',
    'name "a"',
    'mark :',
    'string "b"',
    'mark ,',
    'name "n"',
    'mark :',
    'number -1.5e3',
    'mark ,',
    'name "t"',
    'mark :',
    'mark [',
    'word true',
    'mark ,',
    'word null',
    'mark ]}',
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
  expect(jsonTokens('"<img onerror=x>"')).toEqual([{ kind: 'string', text: '"<img onerror=x>"' }]);
});

it('shows nothing for what JSON cannot say', () => {
  expect(prettyJson(undefined)).toBe('');
});
