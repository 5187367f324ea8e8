import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { bodyShown, withWords } from '../../document/shown-values.ts';
import type { Json, JsonObject } from '../../json/json-value.ts';
import { normalisedValue } from '../as-mock/normalise.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { answerLessons } from './answers-seen.ts';
import { refusalLessons, type SeenRefusal } from './refusals-seen.ts';
import { shapeLessons } from './shapes-seen.ts';

const document = loadContractDocument();

function answered(operation: OperationId, sent: Record<string, string>, status: number, body: Json): CheckedAnswer {
  const request = { operation, query: Object.entries(sent), headers: {}, body: { kind: 'none' } } as const;
  return { request, status, headers: {}, text: JSON.stringify(body), body, unread: null };
}

function limitRefused(limit: string, message: string): SeenRefusal {
  const answer = (text: string, headers = {}) => ({
    ...answered('listVoices', { limit }, 400, { error: true, message: text }),
    headers,
  });
  const mock = answer('by default', { 'x-mock-case': 'at=limit' });
  return { clause: 'voice-list.limit.range', answer: answer(message), mock };
}

it.each([
  ['a long value', ['abc', 'No abc, please'], ['def', 'No def, please'], 'No {value}, please'],
  [
    'a short value that stands alone',
    ['0', '0 is not 1 to 100'],
    ['x', 'x is not 1 to 100'],
    '{value} is not 1 to 100',
  ],
  ['the last place', ['1', 'From 1 to 9, not 1'], ['0', 'From 1 to 9, not 0'], 'From 1 to 9, not {value}'],
])('a refusal has a placeholder for %s', (_, one, other, message) => {
  const seen = [one, other].map(([limit = '', text = '']) => limitRefused(limit, text));
  const [lesson] = refusalLessons(seen, document);
  expect(lesson).toMatchObject({ said: `400 ${JSON.stringify({ error: true, message })}` });
});

const long = 'x'.repeat(60);

it.each<[string, readonly (readonly [string, string])[], string]>([
  [
    'a value that is cut short',
    [
      ['abc', 'Bad "abc"'],
      [long, `Bad "${long.slice(0, 40)}"`],
    ],
    'Bad "{value:40}"',
  ],
  [
    'the same but for one case',
    [
      ['abc', 'At abc!'],
      ['def', 'At def!'],
      ['0', 'Zero'],
    ],
    'At {value}!',
  ],
])('most refusals say %s', (_, said, message) => {
  const seen = said.map(([limit, text]) => limitRefused(limit, text));
  const [lesson] = refusalLessons(seen, document);
  expect(lesson).toMatchObject({ said: `400 ${JSON.stringify({ error: true, message })}` });
});

it('a refusal in plain text is learned with its media type', () => {
  const own = limitRefused('0', 'no');
  const answer = { ...own.answer, body: undefined, text: 'no', headers: { 'content-type': 'text/plain' } };
  const [lesson] = refusalLessons([{ ...own, answer }], document);
  const update = { 'voice-list.limit.range': { value: 'no' } };
  expect(JSON.stringify(lesson)).toContain('"text/plain":{"schema":{"type":"string"}');
  expect(JSON.stringify(lesson)).toContain(JSON.stringify(update).slice(1, -3));
});

it('a message of success repeats what was sent, and has other words where nothing was', () => {
  const answers = ['contract-a1-3-walk', 'contract-a1-4-walk', undefined].map((name, at) => {
    const sent = { agent_id: '1', ...(name !== undefined && { agent_name: name }) };
    const data = { agent_id: 1017 + at, agent_name: 'one' };
    const message = `${name ?? 'It'} is saved (#${data.agent_id})`;
    return answered('createAgent', sent, 200, { success: true, message, data });
  });
  const lesson = answerLessons(answers, document).find(({ what }) => what === 'createAgent updated');
  expect(lesson?.said).toContain('{sent.agent_name|It} is saved (#{data.agent_id})');
  const message = withWords('{sent.agent_name|It} is saved', { fieldNamed: () => undefined });
  expect(message).toBe('It is saved');
});

it('a refusal that no template fits is named as not learned', () => {
  const seen = ['Once', 'Twice'].map((text) => limitRefused('0', text));
  const lessons = refusalLessons(seen, document);
  expect(lessons).toMatchObject([{ what: 'listVoices voice-list.limit.range; at=limit', actions: undefined }]);
});

it('a field that only some answers of success have is named as not learned', () => {
  const saved = (more: object): Json => ({
    ...{ success: true, message: 'Saved', data: { agent_id: 1, agent_name: 'one' } },
    ...more,
  });
  const answers = [
    answered('createAgent', {}, 200, saved({ hint: 'new', trace: 'x' })),
    answered('createAgent', { agent_id: '1' }, 200, saved({ trace: 'x' })),
  ];
  const lessons = new Map(answerLessons(answers, document).map((lesson) => [lesson.what, lesson]));
  expect(lessons.get('createAgent fields')).toMatchObject({ said: '/trace' });
  expect(lessons.get('createAgent other fields')).toMatchObject({
    ...{ actions: undefined, said: 'beyond the document, and not the same in every answer: /hint' },
  });
});

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
    mock: { at: mock },
    shown: { at: shown },
  }));
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'getAgent /at', actions: [{ update: { 'x-shown': { '/at': rule } } }] },
  ]);
  const shown = bodyShown({ at: pairs[0]?.[0] ?? null }, new Map([['/at', rule]]));
  expect(normalisedValue(shown)).toEqual({ at: pairs[0]?.[1] });
});

it('a moment is shown in the zone that was seen', () => {
  const rule = { time: { digits: 0, zone: '+05:30', separator: 'T' } } as const;
  const shown = bodyShown({ at: '2026-12-31T20:00:00.000Z' }, new Map([['/at', rule]]));
  expect(shown).toEqual({ at: '2027-01-01T01:30:00+05:30' });
});

it('a status of a campaign that is answered as its completion says nothing of the others', () => {
  const set = (status: string, message: string): CheckedAnswer => {
    const sent = answered('forceCompleteCampaign', {}, 200, { success: true, message });
    return { ...sent, request: { ...sent.request, body: { kind: 'json', value: { campaign_status: status } } } };
  };
  const answers = [set('force_completed', 'Over'), set('hold', 'Over'), set('hold', 'Set'), set('pause', 'Set')];
  const lesson = answerLessons(answers, document).find(({ what }) => what === 'forceCompleteCampaign statusSet');
  expect(lesson?.said).toMatch(/^200 "Set"/);
  const alike = [set('force_completed', 'Over'), set('hold', 'Over')];
  const told = answerLessons(alike, document, new Set(alike)).map(({ what, said }) => [what, said]);
  expect(told).toContainEqual(['forceCompleteCampaign statusSet', expect.stringMatching(/^200 "Over"/)]);
});

it('a field that items of an open list have beyond the mock is added', () => {
  const tools = (...items: readonly object[]): JsonObject => ({ data: { knowledge_base: { tools: items as Json[] } } });
  const seen = ['portal', 'portal'].map((source, id) => {
    const shown = tools({ id, source });
    return { answer: answered('getAgent', {}, 200, shown), script: 'one', mock: tools({ id }), shown };
  });
  const added = { '/data/knowledge_base/tools/*/source': 'portal' };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-added': added } }] }]);
});

it('how values are shown is learned under a name with a slash too', () => {
  const seen = ['abc', 'def'].map((value) => ({
    answer: answered('getAgent', {}, 200, {}),
    ...{ script: 'one', mock: { 'a/b': value }, shown: { 'a/b': `<${value}>` } },
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
    mock: { at: mock },
    shown: { at: shown },
  }));
  expect(shapeLessons(seen, document)).toMatchObject([{ what: 'getAgent /at', actions: undefined }]);
});

const newAgent = (mock: JsonObject, shown: JsonObject, isNew = true): Parameters<typeof shapeLessons>[0][number] => ({
  answer: answered('getAgent', {}, 200, {}),
  ...{ script: 'one', isNew, mock: { data: { configuration: mock } }, shown: { data: { configuration: shown } } },
});

it('what two new agents have otherwise is what new agents have, whatever others show', () => {
  const seen = [
    newAgent({ temperature: 0.5 }, { temperature: 0.35 }),
    newAgent({ temperature: 0.5 }, { temperature: 0.35 }),
    newAgent({ temperature: 0.5 }, { temperature: 0.5 }, false),
    newAgent({ temperature: 0.9 }, { temperature: 0.9 }, false),
  ];
  const setting = { '/data/configuration/temperature': 0.35 };
  expect(shapeLessons(seen, document)).toMatchObject([
    {
      what: 'getAgent /data/configuration/temperature of a new agent',
      actions: [{ target: "$['x-values']", update: { 'new-agent': setting } }],
    },
  ]);
});

it.each<[string, { usual: number; shown: readonly number[] }]>([
  ['one of them shows', { usual: 0.5, shown: [0.35] }],
  ['two of them show in two ways', { usual: 0.5, shown: [0.35, 0.4] }],
  ['was sent', { usual: 0.9, shown: [0.35, 0.35] }],
])('nothing is learned of new agents by what %s', (_, { usual, shown }) => {
  const seen = shown.map((temperature) => newAgent({ temperature: usual }, { temperature }));
  const other = newAgent({ temperature: usual }, { temperature: usual }, false);
  expect(shapeLessons([...seen, other], document)).toMatchObject([{ actions: undefined }]);
});
