import type { Script } from '../src/judge/script.ts';
import { formFields } from '../src/judge/stated/fields.ts';
import type { FormField, Step } from '../src/judge/steps.ts';
import {
  agent,
  texts,
  beyondAscii,
  changeByForm,
  create,
  fieldsOf,
  file,
  form,
  gone,
  image,
  inputColumn,
  look,
  named,
  read,
  remove,
  send,
  update,
  only,
  scriptsOf,
  absent,
  upload,
} from './steps.ts';

const half = { agent_id: agent, 'basic_details[description]': 'Half done', 'denials[denied_words][]': 'half' };
const hours = {
  'knowledge_base[text_knowledge_bases][0][name]': 'Opening hours',
  'knowledge_base[text_knowledge_bases][0][content]': 'We open at nine.',
};
const firstTool = { 'knowledge_base[tools][0][id]': { $setting: 'values.tools.0' } };

/** A form of a name and this field, or these. */
function withField(name: string, ...values: readonly unknown[]): Step {
  return form({ ...named, [name]: values });
}

const codes = ['category', 'purpose', 'voice_provider', 'transcriber_provider'];
const dispositions = [0, 1].map((at) => ({ $setting: `values.dispositions.${at}` }));

/** Fields of a section that the table of saved fields names by the section alone. */
const within: Readonly<Record<string, readonly string[]>> = {
  basic_details: ['chatbot_name', 'chatbot_welcome_message', 'tone', 'style', 'instruction_sensitivity'],
  configuration: ['context_awareness', 'memory_recall', 'sentiment_analysis', 'interruption_handling'],
  guardrails: ['hate_enabled', 'relevance_deviation_level'],
};

/** What is sent of a field that the table names no values of, each in a form of its own. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  'basic_details[agent_name]': [beyondAscii, 'Zoë 你好'].map((name) => ({ $name: name })),
  'denials[denied_words]': [['refund', 'lawsuit'], texts],
  'denials[denied_topics]': [['politics', 'religion'], texts],
  'dispositions_config[dispositions]': [dispositions],
};

/** Every field of the table of saved fields with each of its values, those that no reading takes as well, by its rule. */
const valued = Object.entries(formFields).flatMap(([head, { clause, values: known, wrong = [] }]) => {
  const isText = known === undefined && /^(basic_details|configuration)/.test(head);
  const sent = values[head] ?? (isText ? texts : [...(known ?? []).slice(0, 6), ...wrong]);
  const names = within[head]?.map((each) => `${head}[${each}]`) ?? [Array.isArray(sent[0]) ? `${head}[]` : head];
  return names.flatMap((each) => sent.map((value) => ({ clause, step: form({ ...named, [each]: value }) })));
});
const fieldScripts = [...new Set(valued.map(({ clause }) => clause))].map((clause): Script => {
  return { clauses: [clause], steps: valued.filter((each) => each.clause === clause).map(({ step }) => step) };
});

/** An update that is refused for one of its fields, files or its caller, while others are right. */
const flawed: readonly Step[] = [
  form({ agent_id: agent, 'denials[denied_words][]': 'half' }),
  form({ ...half, 'basic_details[agent_name][first]': 'Ada' }),
  ...[
    { 'basic_details[agent_name]': '' },
    { 'basic_details[category]': 'abc' },
    { 'knowledge_base[tools][0][id]': 'abc' },
  ].map((flaw) => changeByForm({ ...half, ...flaw })),
  ...(['none', 'unknown'] as const).map((as) => form({ ...named, ...half }, as)),
  ...[['setup.exe'], ['notes.pdf', 'setup.exe'], ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']].map((names) =>
    changeByForm(half, ...names.map((name) => file(name))),
  ),
];

/** A tool or sub-agent that the settings know, switched on or off. */
function toggled(list: string, at: number, isEnabled: string): readonly FormField[] {
  const item = `knowledge_base[${list}][${at}]`;
  return fieldsOf({ [`${item}[id]`]: { $setting: `values.${list}.${at}` }, [`${item}[isEnabled]`]: isEnabled });
}

export const agentFormScripts: readonly Script[] = [
  ...fieldScripts,
  ...scriptsOf({
    'createagentorupdate.success, createagentorupdate.only-name-required, createagentorupdate.multipart, createagentorupdate.success.agent-id, createagentorupdate.success.message':
      [form(named), form(named), look],
    'createagentorupdate.basic-details.required, codes.missing-field': [
      { 'configuration[memory_recall]': 'true' },
      { 'denials[denied_words][]': 'refund' },
      { 'phone_numbers[]': '' },
    ].map((fields) => form(fields)),
    'createagentorupdate.agent-name.missing, codes.missing-field': [
      form({ 'basic_details[description]': 'nameless' }),
      form({ 'basic_details[agent_type]': '3', 'denials[denied_words][]': 'refund' }),
      form(named),
      form({ 'basic_details[description]': 'nameless', agent_id: agent }),
    ],
    'createagentorupdate.agent-name.missing.empty': only('', [
      form(named),
      form({ 'basic_details[agent_name]': '' }),
      form({ 'basic_details[agent_name]': '', agent_id: agent }),
    ]),
    // What counts as malformed is not shown: each of these may be, and one must.
    'createagentorupdate.agent-name.invalid': [{}, { agent_id: agent }].flatMap((about) => [
      ...(about.agent_id === undefined ? [] : [form(named)]),
      ...[
        { 'basic_details[agent_name][first]': 'Ada' },
        { 'basic_details[agent_name][]': ['Ada', 'Grace'] },
        { 'basic_details[agent_name]': 'a\u0000b\u0007' },
        { 'basic_details[agent_name]': '!!!' },
        { 'basic_details[agent_name]': { $longName: 5000 } },
      ].map((fields) => form({ ...about, ...fields })),
    ]),
    'agent.name.rule: a name in a form follows the same rule': only(
      '',
      ['   ', '!!!', 'a\u0007b', { $times: ['x', 101] }].map((name) => form({ 'basic_details[agent_name]': name })),
    ),
    'createagentorupdate.basic-details, createagentorupdate.validation, codes.invalid-format: basic_details takes codes, and a text in their place is refused':
      [
        form(named),
        ...codes.map((name) => withField(`basic_details[${name}]`, { $shown: [0, `/basic_details/${name}`] })),
        ...codes.map((name) => withField(`basic_details[${name}]`, 'abc')),
      ],
    'createagentorupdate.success: fields count after a file too': [
      send('createAgentOrUpdate', {
        form: [file('handbook.pdf'), ...fieldsOf({ ...named, 'basic_details[description]': 'After a file' })],
      }),
    ],
    'createagentorupdate.basic-details.chatbot-image: chatbot_image is a file too': [
      upload(image('nora.png')),
      upload(image('nora.png'), file('notes.pdf')),
    ],
    'createagentorupdate.basic-details.chatbot-image.types': only('', [upload(image('nora.svg'))]),
  }),
  ...Object.entries({ tools: [true, false], sub_agents: [true] }).map(([list, switches]): Script => ({
    title: `knowledge_base takes ${list}, each switched on or off`,
    clauses: ['createagentorupdate.knowledge-base.tools', 'create-agent.update.partial'],
    steps: [
      // One of two spellings is taken.
      ...[String, (isOn: boolean) => String(Number(isOn))].map((spelled) =>
        upload(...switches.flatMap((isOn, at) => toggled(list, at, spelled(isOn)))),
      ),
      withField(`knowledge_base[${list}][0][id]`, { $setting: `values.${list}.0` }),
      update({ description: 'Beside them' }),
      withField(`knowledge_base[${list}][0][id]`, 'abc'),
    ],
  })),
  ...scriptsOf({
    'createagentorupdate.knowledge-base.tools.enabled, createagentorupdate.read-back': only(
      '/data/knowledge_base/tools /data/tools',
      [form({ ...named, ...firstTool }), read()],
    ),
    'createagentorupdate.knowledge-base.text': [form({ ...named, ...hours })],
    'createagentorupdate.metadata-config, agent.metadata-config': ['callback_time', `Rückruf um, "时间"`].map((key) =>
      form({
        ...named,
        ...inputColumn,
        'metadata_config[metadata_input][0][key]': key,
        'metadata_config[metadata_input][1][key]': 'notes',
        'metadata_config[metadata_input][1][type]': 'string',
        'metadata_config[metadata_input][1][description]': 'x',
      }),
    ),
    'createagentorupdate.atomic, createagentorupdate.validation, createagentorupdate.success.message': [
      form({ ...named, 'basic_details[description]': 'Before' }),
      form(named),
      changeByForm({ 'basic_details[description]': 'Updated' }),
      form({ agent_id: agent, 'basic_details[agent_name]': { $nameOf: 0 } }),
      ...flawed,
      look,
    ],
    'createagentorupdate.atomic: a form that is refused leaves the tools and the denied words of its agent': [
      form({
        ...named,
        ...firstTool,
        'knowledge_base[tools][0][isEnabled]': 'true',
        'denials[denied_words][]': 'held',
      }),
      ...flawed,
      look,
    ],
    'codes.auth-required, codes.auth-invalid': [form(named, 'none'), form(named, 'unknown')],
    'codes.validation-error': [
      ...[form(named, 'none'), withField('basic_details[agent_type]', 'nine'), upload(file('setup.exe'))],
    ],
    'codes.createagentorupdate': only('', [
      form(named, 'none'),
      form(named, 'unknown'),
      form({ 'basic_details[description]': 'x' }),
      withField('basic_details[category]', 'abc'),
      withField('basic_details[agent_type]', 'nine'),
    ]),
    'createagentorupdate.update, createagentorupdate.arrays.replace, createagentorupdate.read-back': only(
      '/data/agent_id /data/basic_details/description /data/basic_details/agent_prompt /data/denials /data/tools /data/configuration/context_awareness /data/guardrails/id /data/knowledge_base/pages /data/knowledge_base/text_knowledge_bases',
      [
        form({
          ...named,
          'denials[denied_words][]': 'one',
          'denials[denied_topics][]': 'topic',
          'basic_details[description]': 'Stays',
          'basic_details[agent_prompt]': 'You stay.',
        }),
        changeByForm({
          ...hours,
          'denials[denied_words][]': 'two',
          'configuration[context_awareness]': 'true',
          'guardrails[hate_enabled]': '1',
        }),
        read(),
        send('createAgentOrUpdate', {
          query: { agent_id: agent },
          form: [{ name: 'basic_details[agent_name]', value: { $name: 'queried' } }],
        }),
      ],
    ),
    'createagentorupdate.not-found': only('', [form({ ...named, agent_id: absent })]),
    'agent.deleted.missing-elsewhere': only('', [create(), remove, form({ ...named, agent_id: gone })]),
    'workspace.foreign-is-missing': only('', [
      create(),
      ...[agent, absent].map((agent_id) => form({ ...named, agent_id }, 'second')),
    ]),
    'createagentorupdate.list-spellings': only(
      '/data/denials',
      [
        { 'denials[denied_words][]': ['word 0', 'word 1'] },
        { 'denials[denied_words][0]': 'word 0', 'denials[denied_words][1]': 'word 1' },
        { 'denials[denied_words]': ['word 0', 'word 1'] },
        { 'denials[denied_words]': 'alone' },
        { 'denials[denied_words][]': '' },
      ].flatMap((spellings, index) => [form({ ...named, ...spellings }), read({ $agent: index })]),
    ),
    'createagentorupdate.values': only('', [
      withField('configuration[memory_recall]', 'maybe'),
      ...['1.5', '0x1'].map((value) => withField('basic_details[category]', value)),
      ...['true', 'FALSE', '1', '0'].map((value) => withField('configuration[memory_recall]', value)),
    ]),
  }),
];

const extensions = ['pdf', 'doc', 'docx', 'xlsx', 'csv'];
/** Of 10 MB by either way of counting: 10,000,000 or 10,485,760 bytes. */
const surelyTaken = 9_900_000;
const surelyTooLarge = 10 * 2 ** 20 + 1024;

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
/** Forms that are refused for their last file, one of these, after none, one and two good ones. */
const refusedLast = (...wrong: readonly FormField[]): readonly Step[] => [
  form(named),
  ...[[], ['handbook.pdf'], ['handbook.pdf', 'prices.csv']].map((before, at) =>
    changeByForm({}, ...before.map((name) => file(name)), ...wrong.slice(at % wrong.length).slice(0, 1)),
  ),
  look,
];
const documents = (count: number) => extensions.slice(0, count).map((extension) => file(`file.${extension}`));

const denials = (word: string) => ({ 'denials[denied_words][]': word, 'denials[denied_topics][]': `${word} topics` });

export const agentFileScripts: readonly Script[] = scriptsOf({
  'createagentorupdate.files.types, createagentorupdate.files.field': [
    ...extensions,
    ...extensions.flatMap((extension) => [extension.toUpperCase(), capitalised(extension)]),
  ].map((extension) => upload(file(`handbook.${extension}`))),
  'createagentorupdate.files.types, createagentorupdate.validation: a file of another kind is refused, beside a good one too':
    ['setup.exe', 'notes.txt', 'photo.png', 'archive.zip', 'sheet.xls'].flatMap((name) => [
      upload(file(name)),
      upload(file('handbook.pdf'), file(name)),
    ]),
  'createagentorupdate.files.count, createagentorupdate.validation': [
    upload(...documents(3)),
    upload(...documents(4)),
    changeByForm({}, ...documents(4)),
  ],
  'createagentorupdate.files.empty': only('', [
    upload(file('empty.pdf', 0)),
    upload(file('empty.csv', 0)),
    upload(file('', 0)),
  ]),
  'createagentorupdate.files.added': only('/data/knowledge_base/files', [
    upload(file('first.pdf')),
    changeByForm({}, file('second.csv')),
    read(),
  ]),
  'createagentorupdate.files.field, createagentorupdate.denials: a file comes beside what else a form has': [
    form({ ...named, ...denials('refund') }, 'own', [file('first.pdf')]),
    changeByForm(denials('lawsuit'), file('second.csv')),
    look,
  ],
  'createagentorupdate.files.unknown-field': only('x-contract-warning', [
    upload(file('stray.pdf', undefined, 'ATTACHMENTS')),
  ]),
  'createagentorupdate.files.size': [
    upload(file('large.pdf', surelyTaken)),
    upload(...['one.pdf', 'two.pdf', 'three.pdf'].map((name) => file(name, surelyTaken))),
  ],
  'createagentorupdate.files.size, createagentorupdate.atomic: a file over 10 MB is refused, and nothing remains of its form':
    refusedLast(...['too-large.pdf', 'too-large.csv'].map((name) => file(name, surelyTooLarge))),
  'createagentorupdate.files.types, createagentorupdate.atomic: a file of another kind is refused, and nothing remains of its form':
    refusedLast(file('notes.txt')),
  // The connection of an upload that was refused on its way may end late: what reads is sent again then.
  'createagentorupdate.files.refusal': only('', [
    form(named),
    upload(file('notes.txt')),
    upload({ name: 'FILE_KNOWLEDGE_BASES', value: '', file: { name: 'notes.pdf', content: 'csv' } }),
    upload(file('too-large.pdf', surelyTooLarge)),
    read(),
  ]),
});
