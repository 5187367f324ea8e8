import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { takenLessons } from './taken-values.ts';

const document = loadContractDocument();

function saved(json: object, status = 200): CheckedAnswer {
  const body = { kind: 'json', value: { agent_id: 7, ...json } } as const;
  const request = { operation: 'createAgent', query: [], headers: {}, body } as const;
  return { request, status, headers: {}, text: '{}', body: {}, unread: null };
}

function formed(name: string, value: string, status = 200): CheckedAnswer {
  const named = { name: 'basic_details[agent_name]', value: 'Nora' };
  const body = { kind: 'form', parts: [named, { name, value }] } as const;
  return { ...saved({}, status), request: { operation: 'createAgentOrUpdate', query: [], headers: {}, body } };
}

const speed = (value: unknown): object => ({ voice: { settings: { speed: value } } });
const spoken = (language: unknown, more: object = {}): object => ({ speech_to_text: { language, ...more } });

const speedPlace =
  "$['components']['schemas']['AgentChange']['properties']['voice']['properties']['settings']['properties']['speed']";
const languagePlace =
  "$['components']['schemas']['AgentChange']['properties']['speech_to_text']['properties']['language']";
const categoryPlace = "$['components']['schemas']['AgentForm']['properties']['basic_details[category]']";

it.each<[string, readonly CheckedAnswer[], string, object]>([
  [
    'a range of numbers',
    [...[0.25, 1, 3].map((value) => saved(speed(value))), ...[0.1, 100, -1].map((value) => saved(speed(value), 422))],
    speedPlace,
    { minimum: 0.25, maximum: 3 },
  ],
  ['one bound alone', [saved(speed(1)), saved(speed(100), 400)], speedPlace, { maximum: 1 }],
  [
    'a list of texts, of which another case is a kind of its own',
    [...['de', 'en'].map((value) => saved(spoken(value))), ...['xx', 'DE'].map((value) => saved(spoken(value), 422))],
    languagePlace,
    { enum: ['de', 'en'] },
  ],
  [
    'codes that are no range',
    [
      ...['1', '2', '5'].map((value) => formed('basic_details[category]', value)),
      ...['3', '99'].map((value) => formed('basic_details[category]', value, 422)),
    ],
    categoryPlace,
    { enum: [1, 2, 5] },
  ],
])('learns %s', (_, answers, target, rule) => {
  expect(takenLessons(answers, document).flatMap(({ actions }) => actions)).toEqual([
    { target, update: { 'x-assumed': rule } },
  ]);
});

it.each<[string, readonly CheckedAnswer[]]>([
  ['what is taken alike', [saved(spoken('de')), saved(spoken('xx'))]],
  ['what was never taken', [saved(spoken('xx'), 422)]],
  ['what was taken once and refused once', [saved(spoken('de')), saved(spoken('de'), 422), saved(spoken('xx'), 422)]],
  ['what was refused beside something else', [saved(spoken('de')), saved(spoken('xx', { provider: 'x' }), 422)]],
  ['numbers that are refused between others', [saved(speed(0.5)), saved(speed(2)), saved(speed(1), 422)]],
  ['a refusal for another reason', [saved(spoken('de')), saved(spoken('xx'), 401)]],
  ['another type, or no text', [saved(spoken('de')), ...[5, '', ' '].map((each) => saved(spoken(each), 422))]],
  [
    'a code that is no integer',
    [
      ...['1', '3'].map((code) => formed('basic_details[category]', code)),
      formed('basic_details[category]', '1.5', 422),
    ],
  ],
  ['names of voices', [saved({ voice: { voice_id: 'a' } }), saved({ voice: { voice_id: 'b' } }, 422)]],
])('learns nothing of %s', (_, answers) => {
  expect(takenLessons(answers, document)).toEqual([]);
});
