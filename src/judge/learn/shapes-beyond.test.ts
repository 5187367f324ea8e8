import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { bodyShown, shownBy } from '../../document/shown-values.ts';
import { memberOf, type Json, type JsonObject } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shapeLessons } from './shapes-seen.ts';

const document = loadContractDocument();

function answered(operation: 'getAgent' | 'listVoices'): CheckedAnswer {
  const request = { operation, query: [], headers: {}, body: { kind: 'none' } } as const;
  return { request, status: 200, headers: {}, text: '{}', body: {}, unread: null };
}

type Sourced = readonly [mock: Json | undefined, shown: Json, sources: Readonly<Record<string, Json>>];

const shownBySources = (seen: readonly Sourced[]) =>
  seen.map(([mock, shown, sources], at) => ({
    answer: answered('getAgent'),
    ...{ script: `script ${at}`, sources: new Map(Object.entries(sources)) },
    ...{ mock: mock === undefined ? {} : { at: mock }, shown: { at: shown } },
  }));

it.each<[string, readonly (readonly [Json, Json])[], object]>([
  ['its last characters', [1, 2].map((at) => [`+1555000${at}`, `N000${at}`]), { text: 'N{tail}', cut: -4 }],
  [
    'a number of another unit',
    [125, 5100].map((size, at) => [size, ['0.1', '5.0'][at] ?? '']),
    { decimals: 1, per: 1024 },
  ],
  [
    'a form of it, with dashes even where nothing is left of a letter',
    ['Notes One.pdf', 'Prices é'].map((name, at) => [name, ['notes-one-pdf', 'prices-'][at] ?? '']),
    { form: 'dashes' },
  ],
])('a value is shown as %s', (_, pairs, rule) => {
  const seen = shownBySources(pairs.map(([mock, shown]): Sourced => [mock, shown, {}]));
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': rule } } }] }]);
  const [[mock, shown] = [null, null]] = pairs;
  expect(shownBy(mock, rule)).toBe(shown);
});

it('an object that repeats what was saved is shown so as a whole, a counter of updates by how many there were', () => {
  const seen = shownBySources(
    [0, 1, 2].map((updates): Sourced => {
      const voice = { speed: updates };
      return [undefined, { voice, revision: updates }, { 'saved.updates': updates, 'saved.voice': voice }];
    }),
  );
  const updates = shapeLessons(seen, document).flatMap(({ actions = [] }) => actions.map(({ update }) => update));
  const rules = new Map(updates.flatMap((update) => Object.entries(Object(memberOf(update, 'x-shown')) as object)));
  expect([...rules.keys()]).toEqual(['/at', '/at/voice', '/at/revision']);
  const known: Readonly<Record<string, Json>> = { 'saved.updates': 7, 'saved.voice': { pitch: 2 } };
  expect(bodyShown({}, rules, (name) => known[name])).toEqual({ at: { voice: { pitch: 2 }, revision: 7 } });
});

it('what others have of their own says nothing against a rule that the own records show', () => {
  const own = ['a', 'b'].map((name): Sourced => [name, `The ${name}`, {}]);
  const others = shownBySources([['c', 'another', {}]]).map((each) => ({ ...each, isOtherData: true }));
  const lessons = shapeLessons([...shownBySources(own), ...others], document);
  expect(lessons).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': { text: 'The {value}' } } } }] }]);
});

it('an object that the mock lacks is shown with each field by a rule of its own, or as most have it', () => {
  const seen = shownBySources(
    [0, 0, 0, 1].map((revision, at): Sourced => {
      if (at < 2) return [undefined, { revision }, {}];
      return [undefined, { revision, greeting: `Hi ${at}` }, { 'saved.greeting': `Hi ${at}` }];
    }),
  );
  const lessons = shapeLessons(seen, document);
  const updates = lessons.flatMap(({ actions = [] }) => actions.map(({ update }) => update));
  const rules = new Map(updates.flatMap((update) => Object.entries(Object(memberOf(update, 'x-shown')) as object)));
  expect([...rules.keys()]).toEqual(['/at', '/at/revision', '/at/greeting']);
  expect(lessons).toContainEqual(
    expect.objectContaining({ what: 'getAgent /at/revision elsewhere', actions: undefined }),
  );
  const shown = (saved?: string) => bodyShown({}, rules, (name) => (name === 'saved.greeting' ? saved : undefined));
  expect([shown(), shown('Hello')]).toEqual([{ at: { revision: 0 } }, { at: { revision: 0, greeting: 'Hello' } }]);
});

it('a field beyond the mock that most answers repeat of what was saved is shown so, and what else it shows is named', () => {
  const seen = shownBySources([
    ...[1, 2, 3].map((): Sourced => [undefined, {}, {}]),
    ...['UTC', 'Asia/Kolkata', 'Europe/Rome'].map((zone): Sourced => {
      return [undefined, { timezone: zone }, { 'saved.timezone': zone, 'saved.greeting': 'Hi' }];
    }),
    [undefined, { timezone: '' }, {}],
  ]);
  const rule = { by: 'saved.timezone', cases: [{ is: null }], constant: '{saved.timezone|}' };
  expect(shapeLessons(seen, document).slice(1)).toMatchObject([
    { what: 'getAgent /at/timezone elsewhere' },
    { actions: [{ update: { 'x-shown': { '/at/timezone': rule } } }] },
  ]);
});

it('what was emptied may be shown otherwise than what was never saved', () => {
  const seen = shownBySources([
    ...[1, 2, 3].map((): Sourced => [null, null, {}]),
    ...['a', 'b', 'c'].map((hook): Sourced => [null, hook, { 'saved.hook': hook }]),
    ...[1, 2].map((): Sourced => [null, '', {}]),
  ]);
  const rule = { by: 'saved.hook', cases: [{ is: null, shown: null }], constant: '{saved.hook|}' };
  expect(shapeLessons(seen, document).slice(1)).toMatchObject([
    { actions: [{ update: { 'x-shown': { '/at': rule } } }] },
  ]);
});

it.each<[string, (row: JsonObject) => Json, string, Json]>([
  ["of the agent, by the agent's", (row) => row, '/data/rules/id', '{data.rules.agent_id}'],
  ['of an item, by nothing', (row) => [row], '/data/rules/*/id', null],
])('the id that the mock lacks is shown: %s', (_, rules, pointer, id) => {
  const seen = [1, 2, 3].map((at) => ({
    answer: answered('getAgent'),
    ...{ script: `script ${at}`, sources: new Map() },
    mock: { data: { rules: rules({ id: null, agent_id: 7 }) } },
    shown: { data: { rules: rules({ id: '<id>', agent_id: 7 }) } },
  }));
  const [lesson] = shapeLessons(seen, document);
  const rule = { cases: [{ is: null, shown: id }] };
  expect(lesson).toMatchObject({ actions: [{ update: { 'x-shown': { [pointer]: rule } } }] });
});

it('an object is made of a value, with what most have where nothing shows it', () => {
  const seen = shownBySources(
    ['A1', 'A1', 'B2'].map((mark, at): Sourced => [`+1555000${at}`, { number: `+1555000${at}`, mark }, {}]),
  );
  const fields = { number: { text: '{value}' }, mark: { constant: 'A1' } };
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'getAgent /at elsewhere' },
    { actions: [{ update: { 'x-shown': { '/at': { fields } } } }] },
  ]);
});

it('of other records is learned what they have beyond the mock', () => {
  const items = (...shown: readonly JsonObject[]) => ({
    answer: answered('listVoices'),
    script: 'one',
    sources: new Map<string, Json>(),
    isOtherData: true,
    mock: { at: shown.map(({ id }) => ({ id: `own ${JSON.stringify(id)}` })) },
    shown: { at: shown },
  });
  const fewer = items({ id: 'd', accent: 'plain' }, { id: 'e', accent: 'plain' });
  const unlike = { ...fewer, mock: { at: [{ id: 'own' }] } };
  const told = shapeLessons([unlike, unlike], document).find(({ what }) => what.endsWith('/accent'));
  expect(told?.actions).toMatchObject([{ update: { 'x-shown': { '/at/*/accent': { constant: 'plain' } } } }]);
  const seen = [
    items({ id: 'a', accent: 'plain' }),
    items({ id: 'b', accent: 'plain' }),
    items({ id: 'c', accent: null }),
  ];
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'listVoices /at/*/accent elsewhere' },
    { actions: [{ update: { 'x-shown': { '/at/*/accent': { constant: 'plain' } } } }] },
  ]);
});

it.each([
  ['the name of a request that counts is shown with 0', (at: number) => `r-${at}`, [{ constant: 'r-0' }]],
  ['what stands for an agent is none', (at: number) => `r-<agent ${at}>`, []],
])('%s', (_, name, rules) => {
  const seen = shownBySources([1, 2, 3, 4, 5, 6, 7, 8].map((at): Sourced => [undefined, name(at), {}]));
  const updates = shapeLessons(seen, document).flatMap(({ actions = [] }) => actions.map(({ update }) => update));
  expect(updates.map((update) => memberOf(update, 'x-shown./at'))).toEqual(rules);
});

it.each<[string, Json, readonly (readonly [name: string, shown: Json])[]]>([
  [
    '{saved.agent_name:slug|agent}',
    'my-cafe-2',
    [
      ['<run>walk Größe', '<run>walk-gro-e'],
      ['Été à Paris', 'ete-a-paris'],
      ['.', 'agent'],
    ],
  ],
  [
    '{saved.agent_name:initials}',
    'MC',
    [
      ['<run>walk form', 'CF'],
      ['late night desk', 'LN'],
    ],
  ],
  [
    '{saved.agent_name:words}',
    3,
    [
      ['Desk', 1],
      ['Night desk', 2],
      ['Late night desk at noon', 5],
    ],
  ],
])('a field that shows a form of a text is %s', (template, shown, pairs) => {
  const seen = shownBySources(pairs.map(([name, each]): Sourced => [undefined, each, { 'saved.agent_name': name }]));
  const rule = { cases: [{ is: null, shown: template }] };
  expect(shapeLessons(seen, document)).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': rule } } }] }]);
  expect(shownBy(undefined, rule, () => 'My Café, 2')).toBe(shown);
});

it('a code is no count of words by chance', () => {
  const seen = shownBySources(
    [1, 1, 0, 0].map((code): Sourced => [
      undefined,
      code,
      { 'saved.tone': code === 1 ? 'calm' : '', 'saved.on': code > 0 },
    ]),
  );
  expect(JSON.stringify(shapeLessons(seen, document))).not.toContain(':words');
});

const mark = '9999-99-99T99:99:99.999Z';

it.each<[string, readonly Sourced[], object]>([
  [
    'a text around how many words another one has',
    ['', 'one', 'two words'].map((text, at): Sourced => [undefined, `${at} words`, { 'data.greeting': text }]),
    { constant: '{data.greeting:words} words' },
  ],
  [
    'a list with the id of its agent',
    [1, 2].map((at): Sourced => {
      const id = `<agent of step ${at}, 1>`;
      return [undefined, [{ rel: 'self', href: `/agents/${id}` }], { 'data.id': id }];
    }),
    { cases: [{ is: null, shown: [{ rel: 'self', href: '/agents/{data.id}' }] }] },
  ],
  [
    'the moment that is called alike, in seconds',
    [1, 2].map((): Sourced => [undefined, '<time in s>', { 'data.at_last': mark, 'data.updated_on': mark }]),
    { of: 'data.at_last', form: 's' },
  ],
  ['now where no moment is called alike', [1, 2].map((): Sourced => [undefined, mark, {}]), { of: 'now' }],
])('beyond the mock is shown %s', (_, seen, rule) => {
  const lessons = shapeLessons(shownBySources(seen), document);
  expect(lessons).toMatchObject([{ actions: [{ update: { 'x-shown': { '/at': rule } } }] }]);
});

it('a few odd values do not keep a rule from being learned', () => {
  const calm = Array.from({ length: 20 }, (_, at): Sourced => [undefined, at, { 'data.text': 'x'.repeat(at) }]);
  const odd = { isTrying: true, ...shownBySources([[undefined, 7, { 'data.text': 'xx' }]])[0] };
  const all = [...shownBySources(calm), odd] as Parameters<typeof shapeLessons>[0];
  const rule = { cases: [{ is: null, shown: '{data.text:length}' }] };
  expect(shapeLessons(all, document).flatMap(({ actions = [] }) => actions)).toMatchObject([
    { update: { 'x-shown': { '/at': rule } } },
  ]);
});

it('what nothing tells is shown by examples, if it is plain and of one type', () => {
  const rulesOf = (values: readonly Json[]): unknown[] => {
    const seen = shownBySources(values.map((value): Sourced => [undefined, value, {}]));
    return shapeLessons(seen, document).flatMap(({ actions = [] }) => actions.map(({ update }) => update));
  };
  const sums = [4711, 815, 99_041, 2, 77];
  expect(rulesOf(sums)).toEqual([{ 'x-shown': { '/at': { examples: sums } } }]);
  expect(rulesOf([...sums, 'none'])).toEqual([]);
  expect(rulesOf(sums.map((sum) => `<run>${sum}`))).toEqual([]);
});
