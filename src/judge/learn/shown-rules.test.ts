import { expect, it } from 'vitest';
import type { Json } from '../../json/json-value.ts';
import { holdsFor } from './saved-rules.ts';
import { ruleShowing, ruleShowingMost } from './shown-rules.ts';
import type { ShownPair } from './shown-texts.ts';

type Seen = readonly [mock: Json | undefined, shown: Json | undefined, sources?: Record<string, Json>];

function pairsOf(seen: readonly Seen[]): readonly ShownPair[] {
  return seen.map(([mock, shown, sources = {}], at) => {
    return { mock, shown, sources: new Map(Object.entries(sources)), script: `script ${at}` };
  });
}

const twice = (...seen: readonly Seen[]): readonly Seen[] => seen.flatMap((each) => [each, each]);

it.each<[string, readonly Seen[], object]>([
  [
    'a case for the one value that is shown otherwise, not a constant',
    twice(['voice-1', 'voice-1'], ['', 'voice-1']),
    { cases: [{ is: '', shown: 'voice-1' }] },
  ],
  [
    'what several values are shown as for every other one, beside cases of those that are not',
    [
      ...twice(['Insurance', 'Sales'], ['Healthcare', 'Healthcare']),
      ...['Banking', 'Travel', 'Retail'].map((label): Seen => [label, 'Other']),
    ],
    { cases: [{ is: 'Insurance', shown: 'Sales' }, { is: 'Healthcare' }], constant: 'Other' },
  ],
  [
    'what is shown where nothing was sent also of an empty text, where that counts as nothing',
    twice([undefined, true], [undefined, true, { 'sent.agent_id': '' }], [undefined, false, { 'sent.agent_id': '7' }]),
    {
      by: 'sent.agent_id',
      cases: [
        { is: null, shown: true },
        { is: '', shown: true },
      ],
      constant: false,
    },
  ],
  [
    'the ending of a name, however long it is',
    [
      ['notes.pdf', 'pdf'],
      ['notes.docx', 'docx'],
    ],
    { after: '.' },
  ],
  [
    'the id of its agent in a text of an item, which is no constant',
    twice([{ name: 'A' }, { ref: '<agent 1>-0', title: 'A' }, { 'data.basic_details.id': '<agent 1>' }]),
    { fields: { ref: { constant: '{data.basic_details.id}-0' }, title: { from: 'name' } } },
  ],
  [
    'a name by the id, and of another id one that was seen, never the number',
    twice([{ id: 7 }, { id: 7, name: 'Book' }], [{ id: 8 }, { id: 8, name: 'Send' }]),
    {
      fields: {
        id: { from: 'id' },
        name: {
          from: 'id',
          cases: [
            { is: 7, shown: 'Book' },
            { is: 8, shown: 'Send' },
          ],
          examples: ['Book', 'Send'],
        },
      },
    },
  ],
  [
    'a field that some items lack, by what those are that have it',
    twice(
      ['+1', { e164: '+1' }, { 'item.owner': 'own', 'item.place': 1 }],
      ['+2', { e164: '+2', shared: true }, { 'item.owner': 'shared', 'item.place': 1 }],
    ),
    {
      fields: {
        e164: { text: '{value}' },
        shared: { by: 'item.owner', cases: [{ is: 'shared', shown: true }], absent: true },
      },
    },
  ],
  [
    'a number of another unit with the name of it',
    [
      [1536, '1.5 KB'],
      [5120, '5.0 KB'],
    ],
    { per: 1024, decimals: 1, text: '{value} KB' },
  ],
  [
    'an id that only new agents show',
    twice([undefined, '<uuid>'], [undefined, undefined, { 'sent.agent_id': '<agent 1>' }]),
    { by: 'sent.agent_id', cases: [{ is: null, shown: '<uuid>' }], absent: true },
  ],
  [
    'an address that is there once a field was saved, null being none',
    twice(
      [null, 'https://hooks.example.com/<uuid>', { 'saved.hook': 'x' }],
      [null, null],
      [null, null, { 'saved.hook': null }],
    ),
    { by: 'saved.hook', cases: [{ is: null }], constant: 'https://hooks.example.com/<uuid>' },
  ],
  [
    'what was saved, not what it happens to be, by itself and not by its parts',
    twice(
      [undefined, undefined],
      [undefined, { model: 'large' }, { 'saved.llm.model': 'large', 'saved.llm': { model: 'large' } }],
    ),
    { by: 'saved.llm', cases: [{ is: null }], constant: '{saved.llm}' },
  ],
  [
    'codes for a field of another name',
    twice(
      [
        { id: 1, isEnabled: true },
        { id: 1, enabled: 1 },
      ],
      [
        { id: 1, isEnabled: false },
        { id: 1, enabled: 0 },
      ],
    ),
    {
      fields: {
        id: { from: 'id' },
        enabled: {
          from: 'isEnabled',
          cases: [
            { is: true, shown: 1 },
            { is: false, shown: 0 },
          ],
        },
      },
    },
  ],
  [
    'an id of another kind as one that was seen, not made of the letters of what stands for it',
    twice([{ id: '<id>', name: 'a' }, { file: '<uuid>' }], [{ id: '<id>', name: 'b' }, { file: '<uuid>' }]),
    { fields: { file: { constant: '<uuid>' } } },
  ],
  [
    'words by a code of which a digit stands in one of them',
    twice(
      ['grey', '#1b4332', { 'data.code': 1 }],
      ['grey', '#333333', { 'data.code': 4 }],
      ['blue', '#03045e', { 'data.code': 2 }],
    ),
    {
      by: 'data.code',
      cases: [
        { is: 1, shown: '#1b4332' },
        { is: 4, shown: '#333333' },
        { is: 2, shown: '#03045e' },
      ],
    },
  ],
  [
    'sentences by another field in the place of one of them',
    twice(
      ['It is created', 'It is made', { 'sent.status': 1 }],
      ['It is created', 'It is made'],
      ['It is updated', 'It is live', { 'sent.status': 1 }],
      ['It is updated', 'It is gone', { 'sent.status': 2 }],
      ['It is updated', 'It is updated'],
    ),
    {
      cases: [
        { is: 'It is created', shown: 'It is made' },
        {
          is: 'It is updated',
          rule: {
            by: 'sent.status',
            cases: [
              { is: 1, shown: 'It is live' },
              { is: 2, shown: 'It is gone' },
            ],
          },
        },
      ],
    },
  ],
])('shows %s', (_, seen, rule) => {
  const pairs = pairsOf(seen);
  const found = ruleShowing(pairs);
  expect(found).toEqual(rule);
  expect(found && pairs.every((pair) => holdsFor(found, pair))).toBe(true);
});

it('tells nothing by a field with which the same is shown as without it', () => {
  const pairs = pairsOf(twice([0, 1, { 'saved.a': 'x' }], [1, 1, { 'saved.a': 'x' }], [0, 1], [1, 1]));
  expect(ruleShowing(pairs.map((pair) => ({ ...pair, script: 'one' })))).toBeUndefined();
});

it('tells a value by the field that changes it, not by one that most have who show it anyway', () => {
  const usual = { 'data.description': 'x' };
  const seen = twice([1, 1, usual], [1, 1, usual], [2, 2], [0, 1, { ...usual, 'saved.provider': 'own' }]);
  const rule = ruleShowing(pairsOf(seen).map((pair) => ({ ...pair, script: 'one' })));
  expect(rule).toMatchObject({ by: 'saved.provider' });
});

it('takes of two reasons the one that is about nothing but what changes', () => {
  const before = { 'saved.hook': 'x' };
  const both = { ...before, 'saved.provider': 'own' };
  const seen: readonly Seen[] = [...twice([1, 1]), [1, 1, before], ...twice([0, 1, both], [0, 1, both])];
  const rule = ruleShowing(pairsOf(seen).map((pair) => ({ ...pair, script: 'one' })));
  expect(rule).toEqual({ by: 'saved.provider', cases: [{ is: 'own', shown: 1 }] });
});

it('tells a number of the one value that shows it, not of others', () => {
  const seen = twice([0, 0], [5, 4, { 'saved.provider': 'own', 'data.model': 2 }], [1, 1, { 'data.model': 3 }]);
  expect(ruleShowing(pairsOf(seen).map((pair) => ({ ...pair, script: 'one' })))).toEqual({
    ...{ by: 'saved.provider', cases: [{ is: 'own', shown: 4 }] },
  });
});

it('shows what was saved though one script has saved it otherwise', () => {
  const usual: readonly Seen[] = twice(
    [null, null],
    [null, 'https://a.example', { 'saved.hook': 'https://a.example' }],
    [null, 'https://b.example', { 'saved.hook': 'https://b.example' }],
  );
  const rule = { by: 'saved.hook', cases: [{ is: null }], constant: '{saved.hook|}' };
  expect(ruleShowingMost(pairsOf([...usual, [null, 'odd', { 'saved.hook': 'other' }]]))).toEqual(rule);
  const two: readonly Seen[] = [
    [null, 'odd', { 'saved.hook': 'other' }],
    [null, 'strange', { 'saved.hook': 'others' }],
  ];
  expect(ruleShowingMost(pairsOf([...usual, ...two]))).toBeUndefined();
});

it('shows what was saved, and where nothing was by another field what that says', () => {
  const seen = twice(
    [null, null],
    [null, 'https://mine.example', { 'saved.hook': 'https://mine.example', 'saved.published': true }],
    [null, 'https://hooks.example/<agent 1>', { 'saved.published': true, 'data.id': '<agent 1>' }],
    [null, 'https://hooks.example/<agent 2>', { 'saved.published': true, 'data.id': '<agent 2>' }],
  );
  const rule = { by: 'saved.published', cases: [{ is: true, shown: 'https://hooks.example/{data.id}' }] };
  const whole = { by: 'saved.hook', cases: [{ is: null, rule }], constant: '{saved.hook|}' };
  expect(ruleShowing(pairsOf(seen))).toEqual(whole);
  expect(ruleShowing(pairsOf([...seen, [null, '']]))).toEqual(whole);
});

it('says nothing of blanks by what was saved, and nothing of others where only blanks were', () => {
  const blank: readonly Seen[] = twice([undefined, undefined, { 'saved.tone': ' ' }]);
  const told = twice([undefined, undefined], [undefined, 'calm', { 'saved.tone': 'calm' }]);
  const rule = { by: 'saved.tone', cases: [{ is: null }], constant: '{saved.tone|}' };
  expect(ruleShowingMost(pairsOf([...told, ...blank]))).toEqual(rule);
  const often = twice([undefined, ['x'], { 'saved.tone': ' ' }]);
  const always = [...twice([undefined, ['x']]), ...often, ...often];
  const others = twice([undefined, ['x'], { 'saved.tone': 'calm' }]);
  expect(ruleShowingMost(pairsOf([...always, ...others, [undefined, undefined]]))?.constant).toEqual(['x']);
});

it('shows what records that several scripts name have of their own by their ids', () => {
  const seen = ['one', 'two'].flatMap((script) =>
    [7, 8].map((id) => ({
      ...{ script, mock: undefined, shown: id === 7 ? 'Calendar' : 'Order lookup' },
      sources: new Map<string, Json>([...Object.entries({ 'item.id': id, 'saved.tone': id === 7 ? 'calm' : 'warm' })]),
    })),
  );
  const cases = [
    { is: 7, shown: 'Calendar' },
    { is: 8, shown: 'Order lookup' },
  ];
  expect(ruleShowing(seen)).toEqual({ by: 'item.id', cases });
});

it('shows of an object each field by what shows most of it, where one cannot be told', () => {
  const file = (size: number, type: string, shown: object): Seen => [
    { size, type },
    { bytes: size, ...shown },
  ];
  const seen = [
    file(125, 'pdf', { length: '125 B', ending: 'Text', check: 'x' }),
    file(130, 'pdf', { length: '130 B', ending: 'Text', check: 'y' }),
    file(131, 'pdf', { length: '131 B', ending: 'Text', check: 'y' }),
    file(1536, 'csv', { length: '1.5 KB', ending: 'Table', check: 'z' }),
  ];
  expect(ruleShowingMost(pairsOf(seen))).toEqual({
    fields: {
      bytes: { from: 'size' },
      length: { from: 'size', text: '{value} B' },
      ending: { from: 'type', cases: [{ is: 'pdf', shown: 'Text' }] },
      check: { constant: 'y' },
    },
  });
});

it('of a sentence that nearly all repeat is shown what they repeat, and by one script alone nothing is told', () => {
  const made = (name: string): Seen => ['Agent created', `Agent "${name}" created`, { 'data.agent_name': name }];
  const all: readonly Seen[] = [
    ...Array.from({ length: 12 }, (_, at) => made(`walk ${at}`)),
    ['Agent created', 'Agent "Untitled" created', { 'data.agent_name': '' }],
    ...twice(['Agent updated', 'Done']),
  ];
  expect(ruleShowing(pairsOf(all))).toEqual({
    cases: [
      { is: 'Agent created', shown: 'Agent "{data.agent_name}" created' },
      { is: 'Agent updated', shown: 'Done' },
    ],
  });
  const seen: readonly Seen[] = [
    ...twice([undefined, null], [undefined, 'de', { 'saved.flag': true }]),
    [undefined, 'en'],
  ];
  const pairs = pairsOf(seen).map((pair) => ({ ...pair, script: pair.shown === 'de' ? 'one' : pair.script }));
  expect(ruleShowingMost(pairs)).toEqual({ constant: null });
});
