import { expect, it } from 'vitest';
import { addMembers } from './add-members.ts';

const body = { message: 'Done', data: { list: [{ id: 1 }, { id: 2 }], 'a/b': {} } };

it.each([
  [{ '/request_id': 'r-1' }, { ...body, request_id: 'r-1' }],
  [
    { '/data/list/*/tags': [] },
    {
      ...body,
      data: {
        ...body.data,
        list: [
          { id: 1, tags: [] },
          { id: 2, tags: [] },
        ],
      },
    },
  ],
  [{ '/data/a~1b/c': null }, { ...body, data: { ...body.data, 'a/b': { c: null } } }],
  [{ '/message': 'Changed' }, body],
  [{ '/data/list/*/id': 7 }, body],
  [{ '/nowhere/at/all': 1 }, body],
  [{ '/data/list/0/tags': 1 }, body],
  [{ '/data/list/tags': 1 }, body],
  [{ '/constructor/prototype/polluted': 1 }, body],
])('of %j what is not there yet is added', (members, expected) => {
  const before = structuredClone(body);
  expect(addMembers(body, members)).toEqual(expected);
  expect(body, 'the value itself stays as it is').toEqual(before);
});

it('adds a member called __proto__ as a member', () => {
  const added = addMembers({}, JSON.parse('{"/__proto__":{"polluted":1}}') as Record<string, unknown>);
  expect(Object.hasOwn(added, '__proto__')).toBe(true);
  expect('polluted' in added).toBe(false);
});
