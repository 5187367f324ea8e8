import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { withWords } from '../../document/shown-values.ts';
import type { Json } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { answerLessons } from './answers-seen.ts';
import { refusalLessons, type ExampleLesson, type SeenRefusal } from './refusals-seen.ts';
import { shapeLessons } from './shapes-seen.ts';
import { sourcesFor } from './sources.ts';

const document = loadContractDocument();

function answered(operation: OperationId, sent: Record<string, string>, status: number, body: Json): CheckedAnswer {
  const request = { operation, query: Object.entries(sent), headers: {}, body: { kind: 'none' } } as const;
  return { request, status, headers: {}, text: JSON.stringify(body), body, unread: null };
}

/** What is learned of answers of success beside the mock's, which has one message and no further fields. */
function successLessons(answers: readonly CheckedAnswer[]): ReadonlyMap<string, ExampleLesson> {
  const granted = answers.map((answer, at) => {
    const { data } = answer.body as { data: Json };
    const sources = sourcesFor(answer, answer.body as Json, {});
    const mock = { success: true, message: 'Agent created successfully', data };
    return { script: `script ${at}`, answer, shown: answer.body as Json, mock, sources };
  });
  const lessons = [...answerLessons(granted, document), ...shapeLessons(granted, document)];
  return new Map(lessons.map((lesson) => [lesson.what, lesson]));
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

it('a refusal of a file names the file that was refused, not the one that was tried', () => {
  const fileRefused = (...files: readonly string[]): SeenRefusal => {
    const parts = files.map((name) => ({ name: 'FILE_KNOWLEDGE_BASES[]', value: '', file: { name, type: 'a/b' } }));
    const answer = (message: string, headers = {}): CheckedAnswer => {
      const given = answered('createAgentOrUpdate', {}, 400, { error: true, message });
      return { ...given, headers, request: { ...given.request, body: { kind: 'form', parts } } };
    };
    const refused = files.at(-1) ?? '';
    const about = { 'x-mock-case': 'at=FILE_KNOWLEDGE_BASES; kind=file-wrong-type; said' };
    const mock = answer(`The file ${refused} is not a PDF file.`, about);
    return { clause: 'createagentorupdate.files.types', answer: answer(`${refused}: no such files`), mock };
  };
  const [lesson] = refusalLessons([fileRefused('a.exe'), fileRefused('good.pdf', 'photo.png')], document);
  expect(lesson?.said).toBe(`400 ${JSON.stringify({ error: true, message: '{value}: no such files' })}`);
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
  const lesson = successLessons(answers).get('createAgent /message');
  expect(lesson?.said).toContain('{sent.agent_name|It} is saved (#{data.agent_id})');
  const message = withWords('{sent.agent_name|It} is saved', { fieldNamed: () => undefined });
  expect(message).toBe('It is saved');
});

it('a number that counts the answers is 0 in what is learned, a moment that of each request, and the rest is as it came', () => {
  const seen = Array.from({ length: 9 }, (_, at) => {
    const own = limitRefused(`no ${at % 2}`, `No no ${at % 2}, please`);
    return {
      ...own,
      answer: {
        ...own.answer,
        body: {
          ...(own.answer.body as object),
          meta: { trace: `t${90 + at}`, on: `2026-03-0${at + 1}T10:00:00.12${at}Z` },
        },
      },
    };
  });
  const body = { error: true, message: 'No {value}, please', meta: { trace: 't0', on: '{now:3}' } };
  expect(refusalLessons(seen, document)).toMatchObject([{ said: `400 ${JSON.stringify(body)}` }]);
});

it('a number that was sent is none that counts', () => {
  const seen = Array.from({ length: 9 }, (_, at) => limitRefused(`${200 + at}`, `${200 + at} is too many`));
  const body = { error: true, message: '{value} is too many' };
  expect(refusalLessons(seen, document)).toMatchObject([{ said: `400 ${JSON.stringify(body)}` }]);
});

/** A refusal of create-agent by this rule, the mock's case beside it. */
function agentRefused(clause: SeenRefusal['clause'], sent: object, status: number, message: string, about: string) {
  const given = answered('createAgent', {}, status, { error: true, message });
  const answer = { ...given, request: { ...given.request, body: { kind: 'json', value: sent } } } as const;
  return { clause, answer, mock: { ...answer, headers: { 'x-mock-case': about } } };
}

it('a rule whose status is stated is told by that, though most of its cases are answered otherwise', () => {
  const refused = (value: unknown, status: number, kind: string) =>
    agentRefused('create-agent.status.invalid', { status: value }, status, `It is ${kind}`, `at=status; kind=${kind}`);
  const seen = [
    ...['a', 'b', 'c'].map((text) => refused(text, 422, 'type')),
    refused(7, 400, 'value'),
    refused(8, 400, 'value'),
  ];
  const lessons = refusalLessons(seen, document).map(({ what, said }) => [what.split(' ')[1], said.slice(0, 3)]);
  expect(lessons).toEqual([
    ['create-agent.status.invalid', '400'],
    ['create-agent.status.invalid;', '422'],
  ]);
});

it('what is wrong with a field is told by requests that sent it alone', () => {
  const about = 'at=voice.settings.stability; kind=above';
  const [one, other] = [{ voice: { settings: { stability: 7 } } }, { configurations: { confidence_threshold: 7 } }];
  const refused = (sent: object, message: string) =>
    agentRefused('create-agent.validation', { agent_id: 7, ...sent }, 422, message, about);
  const seen = [
    refused({ ...one, ...other }, 'confidence is wrong'),
    refused({ ...one, ...other }, 'both are'),
    refused(one, 'too stable'),
  ];
  const lessons = refusalLessons(seen, document).filter(({ actions }) => actions !== undefined);
  expect(lessons.map(({ said }) => said)).toEqual([`422 ${JSON.stringify({ error: true, message: 'too stable' })}`]);
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
  const lessons = successLessons(answers);
  expect(lessons.get('createAgent /trace')).toMatchObject({ said: '{"constant":"x"}' });
  expect(lessons.get('createAgent /hint')).toMatchObject({
    actions: undefined,
    said: 'shown otherwise: "new"',
  });
});

it('a body that is a list is shown as it came', () => {
  const seen = [1, 2].map(() => ({
    ...{ answer: { ...answered('verifyToken', {}, 200, {}), body: [], text: '[]' }, script: 'one' },
    ...{ sources: new Map<string, Json>(), mock: { data: {} }, shown: [] },
  }));
  expect(shapeLessons(seen, document)).toMatchObject([{ what: 'verifyToken ', said: '{"constant":[]}' }]);
  expect(answerLessons(seen, document)).toMatchObject([{ said: '200' }]);
  const texts = seen.map((each) => ({ ...each, answer: { ...each.answer, body: 'OK', text: '"OK"' }, shown: 'OK' }));
  expect(shapeLessons(texts, document)).toEqual([]);
  expect(answerLessons(texts, document)).toMatchObject([{ said: 'no JSON object or list', actions: undefined }]);
});

it('what is answered to the completion of a campaign says nothing of other statuses', () => {
  const messages = { completed: 'Campaign completed', statusSet: 'Status set' };
  const set = (mock: string, message: string) => ({
    ...{
      answer: answered('forceCompleteCampaign', {}, 200, { message }),
      script: 'one',
      sources: new Map<string, Json>(),
    },
    ...{ mock: { message: mock }, shown: { message } },
  });
  const { completed, statusSet } = messages;
  const seen = [set(completed, 'Over'), set(completed, 'Over'), set(statusSet, 'Set'), set(statusSet, 'Set')];
  const cases = [
    { is: completed, shown: 'Over' },
    { is: statusSet, shown: 'Set' },
  ];
  expect(shapeLessons(seen, document)).toMatchObject([
    { what: 'forceCompleteCampaign /message', said: JSON.stringify({ cases }) },
  ]);
});

it.each([
  [[200, 200], '200'],
  [[201, 201], '201'],
  [[200, 201], 'it differs: 200, 201'],
])('statuses of success %j are told as %s', (statuses, said) => {
  const body = { success: true, message: 'Saved', data: { agent_id: 1, agent_name: 'one' } };
  const lesson = successLessons(statuses.map((status) => answered('createAgent', {}, status, body)));
  expect(lesson.get('createAgent created')?.said).toBe(said);
});
