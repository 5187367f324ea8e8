import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { bodyShown } from '../../document/shown-values.ts';
import type { Json, JsonObject } from '../../json/json-value.ts';
import { normalised } from '../as-mock/normalise.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shapeLessons } from './shapes-seen.ts';

const document = loadContractDocument();

function answered(operation: OperationId, sent: Record<string, string>, status: number, body: Json): CheckedAnswer {
  const request = { operation, query: Object.entries(sent), headers: {}, body: { kind: 'none' } } as const;
  return { request, status, headers: {}, text: JSON.stringify(body), body, unread: null };
}

const moment = '9999-99-99T99:99:99';

it.each<[string, readonly (readonly [Json, Json])[], object]>([
  [
    'a text around it',
    [
      ['a', 'The a'],
      ['b', 'The b'],
    ],
    { text: 'The {value}' },
  ],
  [
    'one text, but nothing for what is empty',
    [
      ['', ''],
      ['00:01:00', '2 min'],
      ['', ''],
      ['00:02:00', '2 min'],
    ],
    { cases: [{ is: '' }], constant: '2 min' },
  ],
  [
    'a number as text',
    [
      [1, '1'],
      [2, '2'],
    ],
    { text: '{value}' },
  ],
  [
    'a text as number',
    [
      ['1', 1],
      ['20', 20],
    ],
    { number: true },
  ],
  [
    'a constant',
    [
      ['a', 3],
      ['b', 3],
    ],
    { constant: 3 },
  ],
  [
    'another form of time',
    [
      [`${moment}.999Z`, `${moment}+05:30`],
      [`${moment}.999Z`, `${moment}+05:30`],
    ],
    { time: { digits: 0, zone: '+05:30', separator: 'T' } },
  ],
  [
    'words for what is empty',
    [
      ['', 'none'],
      ['', 'none'],
      ['x', 'some'],
      ['y', 'some'],
    ],
    { cases: [{ is: '', shown: 'none' }], constant: 'some' },
  ],
  [
    'a word for each of a few',
    [
      [1, 'one'],
      [1, 'one'],
      [2, 'two'],
      [2, 'two'],
    ],
    {
      cases: [
        { is: 1, shown: 'one' },
        { is: 2, shown: 'two' },
      ],
    },
  ],
  [
    'one of its fields',
    [
      [{ id: 1, name: 'a' }, 1],
      [{ id: 2, name: 'b' }, 2],
    ],
    { from: 'id' },
  ],
  [
    'an object with a part of it',
    [
      ['+1555', { number: '+1 555' }],
      ['+1666', { number: '+1 666' }],
    ],
    { fields: { number: { text: '{head} {tail}', cut: 2 } } },
  ],
])('a value is shown as %s', (_, pairs, rule) => {
  const seen = pairs.map(([mock, shown]) => ({
    ...{ answer: answered('getAgent', {}, 200, {}) },
    script: 'one',
    sources: new Map<string, Json>(),
    mock: { at: mock },
    shown: { at: shown },
  }));
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'getAgent /at', actions: [{ update: { 'x-shown': { '/at': rule } } }] },
  ]);
  const shown = bodyShown({ at: pairs[0]?.[0] ?? null }, new Map([['/at', rule]]));
  expect(normalised(shown)).toEqual({ at: pairs[0]?.[1] });
});

type Sourced = readonly [mock: Json | undefined, shown: Json | undefined, sources: Readonly<Record<string, Json>>];

const shownBySources = (seen: readonly Sourced[]) =>
  seen.map(([mock, shown, sources], at) => ({
    answer: answered('getAgent', {}, 200, {}),
    ...{ script: `script ${at}`, sources: new Map(Object.entries(sources)) },
    ...{ mock: mock === undefined ? {} : { at: mock }, shown: shown === undefined ? {} : { at: shown } },
  }));

it.each<[string, readonly Sourced[], object]>([
  [
    'what was saved, and nothing before',
    [
      [undefined, '', {}],
      [undefined, 'Hi', { 'saved.greeting': 'Hi' }],
      [undefined, 'Good day', { 'saved.greeting': 'Good day' }],
    ],
    { cases: [{ is: null, shown: '{saved.greeting|}' }] },
  ],
  [
    'a word for what another field says',
    [1, 1, 3, 3].map((status) => [undefined, status === 1 ? 'live' : 'draft', { 'saved.status': status }]),
    {
      by: 'saved.status',
      cases: [
        { is: 1, shown: 'live' },
        { is: 3, shown: 'draft' },
      ],
    },
  ],
  [
    'another text where a field was sent',
    [
      ['Saved', 'Saved', {}],
      ['Saved', 'Saved', {}],
      ['Saved', 'Now 1', { 'sent.status': 1 }],
      ['Saved', 'Now 3', { 'sent.status': 3 }],
    ],
    { by: 'sent.status', cases: [{ is: null }], constant: 'Now {sent.status}' },
  ],
  [
    'a text that repeats what was sent',
    [
      ['Nr. 1 is there', 'Saved Desk', { 'sent.agent_name': 'Desk' }],
      ['Nr. 2 is there', 'Saved Lobby', { 'sent.agent_name': 'Lobby' }],
    ],
    { constant: 'Saved {sent.agent_name}' },
  ],
  ['nothing', [1, 2].map((value) => [value, undefined, {}]), { absent: true }],
  [
    'a number with two digits behind its point',
    [
      ['1.5', '1.50', {}],
      ['2', '2.00', {}],
    ],
    { decimals: 2 },
  ],
  ['a constant of the workspace', [1, 2, 3, 4].map(() => [101, 4107, {}]), { cases: [{ is: 101, shown: 4107 }] }],
])('a value is shown as %s', (_, seen, rule) => {
  expect(shapeLessons(shownBySources(seen), document)).toMatchObject([
    { actions: [{ update: { 'x-shown': { '/at': rule } } }] },
  ]);
  for (const [mock, shown, sources] of seen) {
    const given = bodyShown(mock === undefined ? {} : { at: mock }, new Map([['/at', rule]]), (name) => sources[name]);
    expect(given).toEqual(shown === undefined ? {} : { at: shown });
  }
});

it('what one script of many does not see is no constant, but may be another rule', () => {
  const scripts = Array.from({ length: 10 }, (_, at) => `value ${at}`);
  const constant = scripts.map((value, at): Sourced => [value, at === 9 ? 'other' : 'same', {}]);
  expect(shapeLessons(shownBySources(constant), document)).toMatchObject([{ actions: undefined }]);
  const text = scripts.map((value, at): Sourced => [value, at === 9 ? 'other' : `The ${value}`, {}]);
  expect(shapeLessons(shownBySources(text), document)).toMatchObject([
    { what: 'getAgent /at elsewhere' },
    { actions: [{ update: { 'x-shown': { '/at': { text: 'The {value}' } } } }] },
  ]);
});

it('what is shown in two ways stays open, and what is always shown alike beside it is learned', () => {
  const seen = shownBySources([
    ['', '', {}],
    ['', 'a moment ago', {}],
    ['just now', 'a moment ago', {}],
    ['just now', 'a moment ago', {}],
  ]);
  const rule = { cases: [{ is: 'just now', shown: 'a moment ago' }] };
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'getAgent /at elsewhere', actions: undefined },
    { what: 'getAgent /at', actions: [{ update: { 'x-shown': { '/at': rule } } }] },
  ]);
});

it('a moment is shown in the zone that was seen', () => {
  const rule = { time: { digits: 0, zone: '+05:30', separator: 'T' } } as const;
  const shown = bodyShown({ at: '2026-12-31T20:00:00.000Z' }, new Map([['/at', rule]]));
  expect(shown).toEqual({ at: '2027-01-01T01:30:00+05:30' });
});

it('a field that items of an open list have beyond the mock is added', () => {
  const tools = (...items: readonly object[]): JsonObject => ({ data: { knowledge_base: { tools: items as Json[] } } });
  const seen = ['portal', 'portal'].map((source, id) => {
    const shown = tools({ id, source });
    return {
      answer: answered('getAgent', {}, 200, shown),
      script: 'one',
      sources: new Map<string, Json>(),
      mock: tools({ id }),
      shown,
    };
  });
  const added = { '/data/knowledge_base/tools/*/source': { constant: 'portal' } };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': added } }] }]);
});

it('how values are shown is learned under a name with a slash too', () => {
  const seen = ['abc', 'def'].map((value) => ({
    answer: answered('getAgent', {}, 200, {}),
    ...{ script: 'one', sources: new Map<string, Json>(), mock: { 'a/b': value }, shown: { 'a/b': `<${value}>` } },
  }));
  const rule = { text: '<{value}>' };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': { '/a~1b': rule } } }] }]);
  expect(bodyShown({ 'a/b': 'abc' }, new Map([['/a~1b', rule]]))).toEqual({ 'a/b': '<abc>' });
});

it.each<[string, readonly (readonly [Json, Json])[]]>([
  ['only once', [['a', 'x']]],
  [
    'as an empty list, but not everywhere',
    [
      [['a'], []],
      [['b'], []],
      [['c'], ['c']],
    ],
  ],
  [
    'by another truth value',
    [
      [true, false],
      [true, false],
    ],
  ],
  [
    'where one list alone was seen',
    [
      [['a'], ['x', 'y']],
      [['a'], ['x', 'y']],
    ],
  ],
  [
    'in two ways',
    [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ],
  ],
])('nothing is learned of a value that is shown otherwise %s', (_, pairs) => {
  const seen = pairs.map(([mock, shown]) => ({
    answer: answered('getAgent', {}, 200, {}),
    script: 'one',
    sources: new Map<string, Json>(),
    mock: { at: mock },
    shown: { at: shown },
  }));
  expect(shapeLessons(seen, document)).toMatchObject([{ what: 'getAgent /at', actions: undefined }]);
});

const items = (mock: readonly Json[], shown: readonly Json[], about: object = {}) => ({
  answer: answered('listVoices', {}, 200, { at: shown }),
  ...{ script: 'one', sources: new Map<string, Json>(), mock: { at: mock }, shown: { at: shown }, ...about },
});

it('a list of one tells what items are shown as, where those of several are in another order', () => {
  const seen = [items(['abc'], ['The abc']), items(['def'], ['The def']), items(['x', 'y'], ['The y', 'The x'])];
  const rule = { '/at/*': { text: 'The {value}' } };
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'listVoices /at/* elsewhere' },
    { what: 'listVoices /at/*', actions: [{ update: { 'x-shown': rule } }] },
  ]);
});

it('nothing is learned of what other records show', () => {
  const seen = ['abc', 'def'].map((value) => items([value], [`The ${value}`], { isOtherData: true }));
  expect(shapeLessons(seen, document)).toEqual([]);
});

it('a list that is another one by one status is no constant', () => {
  const seen = shownBySources([
    [['a'], ['x'], {}],
    [['b'], ['x'], {}],
  ]);
  expect(shapeLessons(seen, document)).toMatchObject([{ what: 'getAgent /at/*' }]);
  const longer = shownBySources([
    [['a'], ['x', 'y'], {}],
    [['b'], ['x', 'y'], {}],
  ]);
  expect(shapeLessons(longer, document)).toMatchObject([{ what: 'getAgent /at', actions: undefined }]);
});

it('each status has a rule of its own, where no rule holds for all', () => {
  const seen = [200, 201].flatMap((status) =>
    ['abc', 'def'].map((value) => ({
      answer: answered('createAgent', {}, status, {}),
      ...{ script: 'one', sources: new Map<string, Json>(), mock: { at: value } },
      shown: { at: status === 200 ? `Saved ${value}` : `${value} is new` },
    })),
  );
  expect(shapeLessons(seen, document)).toMatchObject([
    {
      actions: [
        {
          target: expect.stringContaining("['200']") as string,
          update: { 'x-shown': { '/at': { text: 'Saved {value}' } } },
        },
        {
          target: expect.stringContaining("['201']") as string,
          update: { 'x-shown': { '/at': { text: '{value} is new' } } },
        },
      ],
    },
  ]);
});
