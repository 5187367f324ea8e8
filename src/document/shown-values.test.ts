import { expect, it } from 'vitest';
import { type Json, fieldOf } from '../json/json-value.ts';
import { type ShownValue, whatIsAsked, bodyShown, withWords } from './shown-values.ts';

const body = { data: { list: [{ id: 7 }, { id: 8 }], 'a/b': {} }, message: 'Done' };

it.each<[string, ShownValue, Json]>([
  ['/request_id', { constant: 'r-1' }, { ...body, request_id: 'r-1' }],
  [
    '/data/list/*/tags',
    { constant: [] },
    {
      ...body,
      data: {
        ...body.data,
        list: [
          { id: 7, tags: [] },
          { id: 8, tags: [] },
        ],
      },
    },
  ],
  ['/data/a~1b/c', { constant: null }, { ...body, data: { ...body.data, 'a/b': { c: null } } }],
  ['/nowhere/at/all', { constant: 1 }, body],
  ['/data/list/0/tags', { constant: 1 }, body],
  ['/data/list/tags', { constant: 1 }, body],
  ['/constructor/prototype/polluted', { constant: 1 }, body],
  ['/data/list/*/id', { constant: '{item.place}' }, { ...body, data: { ...body.data, list: [{ id: 1 }, { id: 2 }] } }],
  ['/data/none', { cases: [{ is: 1, shown: 2 }], constant: 3 }, body],
  [
    '/data/list/*',
    { fields: { key: { constant: '{item.place}' }, id: { text: '{value}' } } },
    {
      ...body,
      data: {
        ...body.data,
        list: [
          { key: 1, id: '7' },
          { key: 2, id: '8' },
        ],
      },
    },
  ],
  [
    '/message',
    { joined: [{ text: 'Is {value}' }, { constant: ', ' }, { counted: ['published'], plus: 2 }] },
    { ...body, message: 'Is Done, 2' },
  ],
  [
    '/data/tags',
    { items: [{ constant: 'a' }, { by: 'message', cases: [{ is: null }], constant: 'b' }, { constant: 3 }] },
    { ...body, data: { ...body.data, tags: ['a', 3] } },
  ],
  ['/message', { after: 'o' }, { ...body, message: 'ne' }],
  ['/message', { cases: [{ is: 'Failed', shown: 'no' }], constant: 'yes' }, { ...body, message: 'yes' }],
])('shows at %s what %j says', (pointer, rule, expected) => {
  const before = structuredClone(body);
  expect(bodyShown(body, new Map([[pointer, rule]]))).toEqual(expected);
  expect(body, 'the value itself stays as it is').toEqual(before);
});

it('names what a request asks for by its query, the codes of its body, and whether it names an agent', () => {
  expect(whatIsAsked([], { agent_id: 7, status: 1, agent_name: 'x', is_new: true, campaign_id: 5001 })).toBe(
    'agent_id&is_new=true&status=1',
  );
  expect(whatIsAsked(new URLSearchParams('page=2&campaign_id=5001'), undefined)).toBe('campaign_id=5001&page=2');
});

it('shows a field called __proto__ as a field', () => {
  const shown = bodyShown({}, new Map([['/__proto__', { constant: { polluted: 1 } }]])) as object;
  expect(Object.hasOwn(shown, '__proto__')).toBe(true);
  expect('polluted' in shown).toBe(false);
});

it('leaves what is no form of a text as it is', () => {
  const words = { value: 'Two Words', fieldNamed: () => 'Two Words' };
  expect(withWords('{value:slug} {value:3} {value:other}', words)).toBe('two-words Two {value:other}');
  const shown = bodyShown(body, new Map([['/message', { constant: '{saved.name:other}' }]]), words.fieldNamed);
  expect(shown).toMatchObject({ message: '{saved.name:other}' });
});

it('makes no text of a part that a saved value lacks', () => {
  const rule = { by: 'saved.image', cases: [{ is: null, shown: null }], constant: 'https://cdn/{saved.image.name}' };
  const shown = (image: Json) =>
    bodyShown({}, new Map([['/image', rule]]), (name) => (name === 'saved.image' ? image : fieldOf(image, 'name')));
  expect([{ name: 'a.png' }, 'b.png', null].map(shown)).toEqual(
    ['https://cdn/a.png', 'b.png', null].map((image) => ({ image })),
  );
});

it('shows one record always the same example, and others others', () => {
  const rule = new Map([['/data/checksum', { examples: [11, 23, 42] }]]);
  const shown = (id: number) =>
    bodyShown({ data: {} }, rule, (name) => (name === 'data.basic_details.id' ? id : undefined));
  const all = [1, 2, 3, 4, 1].map((id) => fieldOf(fieldOf(shown(id), 'data'), 'checksum'));
  expect(all.every((each) => [11, 23, 42].includes(Number(each)))).toBe(true);
  expect([all[4], new Set(all).size]).toEqual([all[0], 3]);
});
