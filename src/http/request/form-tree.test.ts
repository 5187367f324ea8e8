import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FormTree } from '../../document/validate/check-form.ts';
import type { SentText } from '../../document/validate/check-request.ts';
import { assembleForm } from './form-tree.ts';

test.each([
  ['a=1', { a: '1' }],
  ['a=', { a: '' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[]=', { a: [''] }],
  ['a[0]=1', { a: ['1'] }],
  ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
  ['a[999999999]=2&a[7]=1', { a: ['1', '2'] }],
  ['a=2&a[]=3&a[0]=1&a=4', { a: ['1', '2', '3', '4'] }],
  ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
  ['a[b]=1&a[b]=2', { a: { b: ['1', '2'] } }],
  ['a[0]=1&a[0]=2', { a: [['1', '2']] }],
  ['t[0][id]=1&t[1][id]=2&t[0][on]=x', { t: [{ id: '1', on: 'x' }, { id: '2' }] }],
  ['t[][id]=1&t[][on]=x&t[][id]=2', { t: [{ id: '1', on: 'x' }, { id: '2' }] }],
  ['t[][tags][]=1&t[][tags][]=2&t[][id]=3', { t: [{ tags: ['1', '2'], id: '3' }] }],
  ['t[]=1&t[][id]=2', { t: ['1', { id: '2' }] }],
  ['a[b]c=1', { 'a[b]c': '1' }],
] as const)('assembles "%s"', (form, tree) => {
  expect(assembleForm(entriesOf(form))).toEqual({ tree, problems: [] });
});

test.each([
  ['a=1&a[b]=2', { a: '1' }, 'conflict', 'a[b]'],
  ['a[b]=2&a=1', { a: { b: '2' } }, 'conflict', 'a'],
  ['a[b]=2&a[]=1', { a: { b: '2' } }, 'conflict', 'a[]'],
  ['a[b]=2&a[0]=1', { a: { b: '2' } }, 'conflict', 'a[0]'],
  ['a[0]=1&a[b]=2', { a: ['1'] }, 'conflict', 'a[b]'],
  ['a[0]=1&a[0][b]=2', { a: ['1'] }, 'conflict', 'a[0][b]'],
  ['a[b][c]=1&a[b]=2', { a: { b: { c: '1' } } }, 'conflict', 'a[b]'],
  ['__proto__=1&a=2', { a: '2' }, 'forbidden-name', '__proto__'],
  ['__proto__[polluted]=1&a=2', { a: '2' }, 'forbidden-name', '__proto__[polluted]'],
  ['a[constructor][prototype][polluted]=1', {}, 'forbidden-name', 'a[constructor][prototype][polluted]'],
  [`a${'[b]'.repeat(10)}=1`, {}, 'too-deep', `a${'[b]'.repeat(10)}`],
] as const)('leaves out of "%s" what does not fit, and says so', (form, tree, kind, name) => {
  expect(assembleForm(entriesOf(form))).toEqual({ tree, problems: [{ name, kind }] });
});

test('nothing sent reaches a prototype', () => {
  const { tree } = assembleForm(entriesOf('__proto__[polluted]=1&a[__proto__][polluted]=1&toString=2'));

  expect(Object.getPrototypeOf(tree)).toBeNull();
  expect(Object.keys(tree)).toEqual(['toString']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('assembles any tree from its flattened fields, lists spelled with indexes in any order', () => {
  const cases = treeOf(fc.array(fc.string(), { minLength: 1, maxLength: 4 })).chain((tree) =>
    fc.record({
      tree: fc.constant(tree),
      entries: fc.shuffledSubarray(flatten(tree, 'index'), { minLength: flatten(tree, 'index').length }),
    }),
  );

  fc.assert(
    fc.property(cases, ({ tree, entries }) => {
      expect(assembleForm(entries)).toEqual({ tree, problems: [] });
    }),
  );
});

test.each(['next', 'bare'] as const)('assembles any tree from its flattened fields, lists spelled %s', (spelling) => {
  const lists = fc.array(fc.string(), { minLength: spelling === 'bare' ? 2 : 1, maxLength: 4 });

  fc.assert(
    fc.property(treeOf(lists), (tree) => {
      expect(assembleForm(flatten(tree, spelling))).toEqual({ tree, problems: [] });
    }),
  );
});

test('assembles any list of like records spelled with "[]"', () => {
  const records = fc
    .uniqueArray(memberNames(), { minLength: 1, maxLength: 4 })
    .chain((names) =>
      fc.array(
        fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.string()))).map(Object.fromEntries<string>),
        { minLength: 1, maxLength: 4 },
      ),
    );

  fc.assert(
    fc.property(records, (list) => {
      const entries = list.flatMap((record) => {
        return Object.entries(record).map(([name, value]) => ({ name: `list[][${name}]`, value }));
      });
      expect(assembleForm(entries)).toEqual({ tree: { list }, problems: [] });
    }),
  );
});

test('assembles whatever names are sent without throwing', () => {
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '[', ']', '0', '9', '__proto__'), maxLength: 12 });
  const entries = fc.array(fc.record({ name: names, value: fc.string() }), { maxLength: 12 });

  fc.assert(
    fc.property(entries, (form) => {
      const { tree, problems } = assembleForm(form);
      expect(countTexts(tree)).toBe(form.length - problems.length);
    }),
  );
});

function entriesOf(form: string): SentText[] {
  return [...new URLSearchParams(form)].map(([name, value]) => ({ name, value }));
}

function memberNames(): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((name) => !/^\d+$|[[\]]/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name));
}

/** Objects of texts, text lists, objects and lists of objects, at most three deep. */
function treeOf(lists: fc.Arbitrary<string[]>): fc.Arbitrary<Record<string, FormTree>> {
  const objectOf = (values: fc.Arbitrary<FormTree>): fc.Arbitrary<Record<string, FormTree>> =>
    fc.dictionary(memberNames(), values, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const leaves = fc.oneof(fc.string(), lists);
  const inner = objectOf(leaves);
  const middle = objectOf(fc.oneof(leaves, inner, fc.array(inner, { minLength: 1, maxLength: 3 })));
  return objectOf(fc.oneof(leaves, middle));
}

/** The fields that spell a tree; lists of objects always have indexes, with gaps between them. */
function flatten(value: FormTree, spelling: 'index' | 'next' | 'bare', name = ''): SentText[] {
  if (typeof value === 'string') {
    return [{ name, value }];
  }
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([member, child]) => {
      return flatten(child, spelling, name === '' ? member : `${name}[${member}]`);
    });
  }
  return value.flatMap((item: FormTree, place) => {
    const endings = { index: `[${place * 7 + 3}]`, next: '[]', bare: '' };
    return flatten(item, spelling, name + endings[typeof item === 'string' ? spelling : 'index']);
  });
}

function countTexts(value: FormTree): number {
  return typeof value === 'string'
    ? 1
    : Object.values(value).reduce<number>((sum, child) => sum + countTexts(child), 0);
}
