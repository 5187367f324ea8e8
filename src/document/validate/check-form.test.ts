import { expect, test } from 'vitest';
import { type CheckedForm, type FormTree, checkForm } from './check-form.ts';
import { loadContractDocument } from '../read/load.ts';

const operation = loadContractDocument().operations.get('createAgentOrUpdate');

function check(tree: Readonly<Record<string, FormTree>>, fileFields: readonly string[] = []): CheckedForm {
  if (operation === undefined) {
    throw new Error('There is no operation createAgentOrUpdate.');
  }
  return checkForm(operation, tree, fileFields);
}

/** A tree as the form reader assembles it: its objects have no prototype. */
function bare(value: FormTree): FormTree {
  if (typeof value === 'string') {
    return value;
  }
  return Array.isArray(value)
    ? value.map(bare)
    : Object.assign(
        Object.create(null) as Record<string, FormTree>,
        Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bare(part)])),
      );
}

const named = { basic_details: { agent_name: 'Clinic Desk' } };

test.each<[string, Record<string, FormTree>, Record<string, unknown>]>([
  [
    'texts',
    { basic_details: { agent_name: 'A', tone: '', description: ' x ' } },
    { basic_details: { agent_name: 'A', tone: '', description: ' x ' } },
  ],
  [
    'integers',
    { basic_details: { agent_name: 'A', category: '-7', agent_type: '03' } },
    { basic_details: { agent_name: 'A', category: -7, agent_type: 3 } },
  ],
  ['an agent_id', { ...named, agent_id: '1002' }, { ...named, agent_id: 1002 }],
  ['an empty agent_id as none', { ...named, agent_id: '' }, named],
  [
    'booleans',
    {
      ...named,
      configuration: {
        context_awareness: 'TRUE',
        memory_recall: '0',
        sentiment_analysis: '1',
        interruption_handling: 'False',
      },
    },
    {
      ...named,
      configuration: {
        context_awareness: true,
        memory_recall: false,
        sentiment_analysis: true,
        interruption_handling: false,
      },
    },
  ],
  ['a list', { ...named, phone_numbers: ['+1', '+2'] }, { ...named, phone_numbers: ['+1', '+2'] }],
  ['a bare value as a list of one', { ...named, phone_numbers: '+1' }, { ...named, phone_numbers: ['+1'] }],
  [
    'one empty value as an empty list',
    { ...named, phone_numbers: '', denials: { denied_words: [''] } },
    { ...named, phone_numbers: [], denials: { denied_words: [] } },
  ],
  [
    'an empty list of objects',
    { ...named, knowledge_base: { tools: '', sub_agents: [''] } },
    { ...named, knowledge_base: { tools: [], sub_agents: [] } },
  ],
  [
    'tools, enabled unless they say otherwise',
    { ...named, knowledge_base: { tools: [{ id: '7' }, { id: '8', isEnabled: 'false' }], sub_agents: { id: '9' } } },
    {
      ...named,
      knowledge_base: {
        tools: [
          { id: 7, isEnabled: true },
          { id: 8, isEnabled: false },
        ],
        sub_agents: [{ id: 9, isEnabled: true }],
      },
    },
  ],
  [
    'lists of texts with members',
    {
      ...named,
      knowledge_base: { text_knowledge_bases: [{ name: 'a', content: '' }] },
      metadata_config: {
        metadata_input: [{ key: 'k', type: 't', description: 'd' }],
        metadata_output: ['x', { y: ['z'] }],
      },
    },
    {
      ...named,
      knowledge_base: { text_knowledge_bases: [{ name: 'a', content: '' }] },
      metadata_config: {
        metadata_input: [{ key: 'k', type: 't', description: 'd' }],
        metadata_output: ['x', { y: ['z'] }],
      },
    },
  ],
  [
    'dispositions of any shape',
    { ...named, dispositions_config: { dispositions: [{ name: 'Won', tags: ['a'] }, 'Lost'] } },
    { ...named, dispositions_config: { dispositions: [{ name: 'Won', tags: ['a'] }, 'Lost'] } },
  ],
  [
    'guardrails as integers, and others as sent',
    {
      ...named,
      guardrails: { hate_enabled: 'True', insult_enabled: '0', relevance_deviation_level: '2', mood: { a: '1' } },
    },
    { ...named, guardrails: { hate_enabled: 1, insult_enabled: 0, relevance_deviation_level: 2, mood: { a: '1' } } },
  ],
])('a form is read with %s', (_, tree, values) => {
  const checked = check(bare(tree) as Record<string, FormTree>);
  expect(checked).toEqual({ values, faults: [], undocumented: [] });
  expect(JSON.parse(JSON.stringify(checked.values))).toStrictEqual(values);
});

const values = 'createagentorupdate.values';
const validation = 'createagentorupdate.validation';
const missing = 'codes.missing-field';
const nameInvalid = 'createagentorupdate.agent-name.invalid';
const nameMissing = 'createagentorupdate.agent-name.missing';
const sectionMissing = 'createagentorupdate.basic-details.required';

test.each<[Record<string, FormTree>, string, string, string | undefined]>([
  [{}, 'basic_details', sectionMissing, undefined],
  [{ phone_numbers: '+1' }, 'basic_details', sectionMissing, undefined],
  [{ basic_details: {} }, 'basic_details[agent_name]', nameMissing, undefined],
  [{ basic_details: { agent_name: '' } }, 'basic_details[agent_name]', nameMissing, undefined],
  [{ basic_details: { agent_name: ['a', 'b'] } }, 'basic_details[agent_name]', nameInvalid, undefined],
  [{ basic_details: { agent_name: { a: 'b' } } }, 'basic_details[agent_name]', nameInvalid, undefined],
  ...[' ', '...', 'a\u0000', 'x'.repeat(101)].map(
    (agent_name): [Record<string, FormTree>, string, string, undefined] => [
      { basic_details: { agent_name } },
      'basic_details[agent_name]',
      nameInvalid,
      undefined,
    ],
  ),
  ...['0', '-1', '1.0', 'x', ['1', '2']].map((agent_id): [Record<string, FormTree>, string, string, undefined] => [
    { ...named, agent_id },
    'agent_id',
    'create-agent.agent-id.invalid',
    undefined,
  ]),
  ...['x', '', '1.5', '1e2', ' 1', ['1', '2'], { a: '1' }].map(
    (category): [Record<string, FormTree>, string, string, string] => [
      { basic_details: { agent_name: 'A', category } },
      'basic_details[category]',
      values,
      'basic_details[category] must be an integer.',
    ],
  ),
  [
    { basic_details: { agent_name: 'A', tone: ['a', 'b'] } },
    'basic_details[tone]',
    values,
    'basic_details[tone] must be a string.',
  ],
  [
    { basic_details: { agent_name: 'A', agent_type: '5' } },
    'basic_details[agent_type]',
    validation,
    'basic_details[agent_type] must be 1, 2, 3 or 4.',
  ],
  [
    { basic_details: { agent_name: 'A', agent_type: 'x' } },
    'basic_details[agent_type]',
    values,
    'basic_details[agent_type] must be 1, 2, 3 or 4.',
  ],
  [
    { basic_details: { agent_name: 'A', agent_privacy: '2' } },
    'basic_details[agent_privacy]',
    validation,
    'basic_details[agent_privacy] must be 0 or 1.',
  ],
  [
    { ...named, configuration: { memory_recall: 'yes' } },
    'configuration[memory_recall]',
    values,
    'configuration[memory_recall] must be true or false.',
  ],
  [{ ...named, configuration: 'x' }, 'configuration', values, 'configuration must be an object.'],
  [
    { ...named, knowledge_base: { tools: ['7'] } },
    'knowledge_base[tools][0]',
    values,
    'knowledge_base[tools][0] must be an object.',
  ],
  [
    { ...named, knowledge_base: { tools: [{ id: '1' }, { id: 'x' }] } },
    'knowledge_base[tools][1][id]',
    values,
    'knowledge_base[tools][1][id] must be an integer.',
  ],
  [
    { ...named, knowledge_base: { sub_agents: [{ isEnabled: '1' }] } },
    'knowledge_base[sub_agents][0][id]',
    missing,
    'knowledge_base[sub_agents][0][id] is required.',
  ],
  [
    { ...named, knowledge_base: { text_knowledge_bases: [{ name: 'a' }] } },
    'knowledge_base[text_knowledge_bases][0][content]',
    missing,
    'knowledge_base[text_knowledge_bases][0][content] is required.',
  ],
  [{ ...named, phone_numbers: ['+1', { a: 'b' }] }, 'phone_numbers[1]', values, 'phone_numbers[1] must be a string.'],
  [
    { ...named, denials: { denied_words: { a: 'b' } } },
    'denials[denied_words][0]',
    values,
    'denials[denied_words][0] must be a string.',
  ],
  [
    { ...named, guardrails: { hate_enabled: 'x' } },
    'guardrails[hate_enabled]',
    values,
    'guardrails[hate_enabled] must be an integer or true or false.',
  ],
  [{ ...named, guardrails: 'x' }, 'guardrails', values, 'guardrails must be an object.'],
  [{ ...named, FILE_KNOWLEDGE_BASES: 'x' }, 'FILE_KNOWLEDGE_BASES', values, 'FILE_KNOWLEDGE_BASES must be a file.'],
])('a form of %j is refused at %s by %s', (tree, name, clause, message) => {
  const { faults } = check(tree);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ name, clause });
  expect(faults[0]?.message).toBe(message);
});

test('the section that is missing comes before every other fault, which come in the order of the document', () => {
  const tree = { guardrails: { hate_enabled: 'x' }, agent_id: 'x', phone_numbers: [{ a: 'b' }] };
  expect(check(tree).faults.map(({ name }) => name)).toEqual([
    'basic_details',
    'agent_id',
    'phone_numbers[0]',
    'guardrails[hate_enabled]',
  ]);
});

test('basic_details that is not a section counts as missing', () => {
  expect(check({ basic_details: 'x' }).faults[0]?.clause).toBe(sectionMissing);
  expect(check({ basic_details: ['x'] }).faults[0]?.clause).toBe(sectionMissing);
});

test('a file sent in a section is enough for the section, and not for the name', () => {
  expect(check({}, ['basic_details[chatbot_image]']).faults.map(({ clause }) => clause)).toEqual([nameMissing]);
});

test.each([
  [{ color: 'red', 'a[b': '1' }, [], ['color', 'a[b']],
  [{ basic_details: { agent_name: 'A', color: 'red' } }, [], ['basic_details[color]']],
  [{ foo: { bar: ['1'] } }, [], ['foo']],
  [
    { knowledge_base: { tools: [{ id: '1', name: 'x' }], files: 'x' } },
    [],
    ['knowledge_base[tools][0][name]', 'knowledge_base[files]'],
  ],
  [
    {},
    ['FILE_KNOWLEDGE_BASES', 'FILE_KNOWLEDGE_BASES[]', 'FILE_KNOWLEDGE_BASES[0]', 'basic_details[chatbot_image]'],
    [],
  ],
  [
    {},
    ['files', 'basic_details[agent_name]', 'basic_details[chatbot_image][x]'],
    ['files', 'basic_details[agent_name]', 'basic_details[chatbot_image][x]'],
  ],
  [{ FILE_KNOWLEDGE_BASES: '' }, [], []],
])('of the form %j with the files %j, %j is not documented', (tree, files, undocumented) => {
  const form = check({ ...named, ...tree }, files);
  expect(form.faults).toEqual([]);
  expect(form.undocumented).toEqual(undocumented);
});

test('names of prototypes are members like any other', () => {
  const tree = bare(JSON.parse('{"basic_details":{"agent_name":"A","constructor":"x"},"toString":"x"}') as FormTree);
  expect(check(tree as Record<string, FormTree>).undocumented).toEqual(['basic_details[constructor]', 'toString']);
  const open = JSON.parse(
    '{"basic_details":{"agent_name":"A"},"guardrails":{"__proto__":{"polluted":"1"}}}',
  ) as FormTree;
  const { values: read } = check(open as Record<string, FormTree>);
  expect(Object.keys(read.guardrails ?? {})).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('an assumed rule of the document refuses with the message that the document shows', () => {
  const shown = (clause: 'createagentorupdate.values' | 'createagentorupdate.validation'): unknown =>
    operation?.refusals.get(clause)?.body['message'];
  expect(check({ basic_details: { agent_name: 'A', category: 'x' } }).faults[0]?.message).toBe(shown(values));
  expect(check({ basic_details: { agent_name: 'A', agent_type: '9' } }).faults[0]?.message).toBe(shown(validation));
});
