import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import type { Json } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { answerLessons } from './answers-seen.ts';
import { refusalLessons, type SeenRefusal } from './refusals-seen.ts';

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
  const [lesson] = refusalLessons(seen, document, () => false, true);
  expect(lesson).toMatchObject({ said: `400 ${JSON.stringify({ error: true, message })}` });
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
