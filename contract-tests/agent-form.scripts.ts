import type { Script } from '../src/judge/script.ts';
import { formFields } from '../src/judge/stated/form-fields.ts';
import type { Step } from '../src/judge/steps.ts';
import { agent, create, file, form, inputColumn, look, named, read, send, update } from './steps.ts';

const other = { $agent: 1 };
const absent = { $absent: 0 };

/** A form of a name and this field, or these. */
function withField(name: string, ...values: readonly unknown[]): Step {
  return form({ ...named, [name]: values });
}

const dispositions = [0, 1].map((at) => ({ $setting: `values.dispositions.${at}` }));
const codes = ['category', 'purpose', 'voice_provider', 'transcriber_provider'];
const beyondAscii = 'Grüße, Привет, 你好, مرحبا, हिन्दी, "quotes", 😀';

/** Fields of a section that the table of saved fields names by the section alone. */
const within: Readonly<Record<string, readonly string[]>> = {
  basic_details: ['chatbot_name', 'chatbot_welcome_message', 'tone', 'style', 'instruction_sensitivity'],
  configuration: ['context_awareness', 'memory_recall', 'sentiment_analysis', 'interruption_handling'],
  guardrails: ['hate_enabled', 'relevance_deviation_level'],
};

/** Fields of one value each, which other scripts do not send. */
const valued = Object.entries(formFields).flatMap(([head, { clause, values }]) => {
  const isText = values === undefined && /^(basic_details|configuration)/.test(head) && !head.includes('agent_name');
  const sent = isText ? ['Reminds customers', 'You remind customers.'] : (values ?? []).slice(0, 6);
  const names = within[head]?.map((name) => `${head}[${name}]`) ?? [head];
  return names.flatMap((name) => sent.map((value) => ({ clause, step: withField(name, value) })));
});

/** What the table of saved fields names of each field, by its rule. */
const fieldScripts = [...new Set(valued.map(({ clause }) => clause))].map((clause): Script => {
  return { clauses: [clause], steps: valued.filter((each) => each.clause === clause).map(({ step }) => step) };
});

/** A list of tools or sub-agents that the settings know, the first one on and the others off. */
function toggled(list: string, count: number): Step {
  const ids = Array.from({ length: count }, (_, index) => [
    [`knowledge_base[${list}][${index}][id]`, { $setting: `values.${list}.${index}` }],
    [`knowledge_base[${list}][${index}][isEnabled]`, String(index === 0)],
  ]);
  return form({ ...named, ...Object.fromEntries<unknown>(ids.flat() as [string, unknown][]) });
}

/** How createagentorupdate makes and changes agents, section by section. */
export const agentFormScripts: readonly Script[] = [
  ...fieldScripts,
  {
    clauses: [
      'createagentorupdate.success',
      'createagentorupdate.only-name-required',
      'createagentorupdate.multipart',
      'createagentorupdate.success.agent-id',
      'createagentorupdate.success.message',
    ],
    steps: [form(named), form(named), read(), read(other), look],
  },
  {
    clauses: ['createagentorupdate.basic-details.required', 'codes.missing-field'],
    steps: [
      { 'configuration[memory_recall]': 'true' },
      { 'denials[denied_words][]': 'refund' },
      { 'phone_numbers[]': '' },
    ].map((fields) => form(fields)),
  },
  {
    clauses: ['createagentorupdate.agent-name.missing', 'codes.missing-field'],
    steps: [
      { 'basic_details[description]': 'nameless' },
      { 'basic_details[agent_type]': '3', 'denials[denied_words][]': 'refund' },
    ].map((fields) => form(fields)),
  },
  {
    clauses: ['createagentorupdate.agent-name.missing.empty'],
    steps: [
      form(named),
      form({ 'basic_details[agent_name]': '' }),
      form({ 'basic_details[agent_name]': '', agent_id: agent }),
    ],
    shows: [],
  },
  {
    clauses: ['createagentorupdate.agent-name.invalid'],
    // What counts as malformed is not shown: each of these may be, and one must.
    steps: [
      { 'basic_details[agent_name][first]': 'Ada' },
      { 'basic_details[agent_name][]': ['Ada', 'Grace'] },
      { 'basic_details[agent_name]': 'a\u0000b\u0007' },
      { 'basic_details[agent_name]': '!!!' },
      { 'basic_details[agent_name]': { $longName: 5000 } },
    ].map((fields) => form(fields)),
  },
  {
    title: 'a name in a form follows the same rule',
    clauses: ['agent.name.rule'],
    steps: ['   ', '!!!', 'a\u0007b', { $times: ['x', 101] }].map((name) =>
      form({ 'basic_details[agent_name]': name }),
    ),
    shows: [],
  },
  {
    title: 'a form keeps text beyond ASCII',
    clauses: ['createagentorupdate.basic-details', 'createagentorupdate.denials'],
    steps: [
      withField('basic_details[description]', beyondAscii),
      withField('basic_details[agent_prompt]', beyondAscii),
      withField('denials[denied_words][]', 'Rückerstattung'),
      withField('denials[denied_topics][]', '政治'),
    ],
  },
  {
    title: 'basic_details takes codes, and a text in their place is refused',
    clauses: ['createagentorupdate.basic-details', 'createagentorupdate.validation', 'codes.invalid-format'],
    steps: [
      form(named),
      read(),
      ...codes.map((name) => withField(`basic_details[${name}]`, { $shown: [0, `/basic_details/${name}`] })),
      ...[...codes, 'agent_type', 'agent_privacy'].map((name) => withField(`basic_details[${name}]`, 'abc')),
    ],
  },
  {
    title: 'chatbot_image is a file too',
    clauses: ['createagentorupdate.basic-details.chatbot-image'],
    steps: [form(named, 'own', [file('nora.png', undefined, 'basic_details[chatbot_image]')])],
  },
  {
    clauses: ['createagentorupdate.basic-details.chatbot-image.types'],
    steps: [form(named, 'own', [file('nora.svg', undefined, 'basic_details[chatbot_image]')])],
    shows: [],
  },
  ...Object.entries({ tools: 2, sub_agents: 1 }).map(([list, count]): Script => ({
    title: `knowledge_base takes ${list}, each switched on or off`,
    clauses: ['createagentorupdate.knowledge-base.tools'],
    steps: [
      withField(`knowledge_base[${list}][0][id]`, { $setting: `values.${list}.0` }),
      toggled(list, count),
      withField(`knowledge_base[${list}][0][id]`, 'abc'),
    ],
  })),
  {
    clauses: ['createagentorupdate.knowledge-base.tools.enabled'],
    steps: [withField('knowledge_base[tools][0][id]', { $setting: 'values.tools.0' }), read()],
    shows: ['/data/knowledge_base/tools'],
  },
  {
    clauses: ['createagentorupdate.knowledge-base.text'],
    steps: [
      form({
        ...named,
        'knowledge_base[text_knowledge_bases][0][name]': 'Opening hours',
        'knowledge_base[text_knowledge_bases][0][content]': 'We open at nine.',
      }),
    ],
  },
  {
    clauses: ['createagentorupdate.denials', 'agent.denials'],
    steps: [
      withField('denials[denied_words][]', 'refund', 'lawsuit'),
      withField('denials[denied_topics][]', 'politics', 'religion'),
    ],
  },
  {
    clauses: ['createagentorupdate.dispositions', 'agent.dispositions'],
    steps: [withField('dispositions_config[dispositions][]', ...dispositions)],
  },
  {
    clauses: ['createagentorupdate.metadata-config', 'agent.metadata-config'],
    steps: [form({ ...named, ...inputColumn })],
  },
  {
    clauses: ['createagentorupdate.atomic', 'createagentorupdate.validation', 'createagentorupdate.success.message'],
    steps: [
      form({ ...named, 'basic_details[description]': 'Before' }),
      form({ ...named, agent_id: agent, 'basic_details[description]': 'Updated' }),
      read(),
      form({
        ...named,
        agent_id: agent,
        'basic_details[description]': 'Half done',
        'denials[denied_words][]': 'half',
        'basic_details[category]': 'abc',
      }),
      form({ ...named, agent_id: agent, 'basic_details[description]': 'Half done' }, 'own', [file('setup.exe')]),
      look,
    ],
  },
  {
    title: 'a form of another workspace leaves the agent as it was',
    clauses: ['workspace.isolation'],
    steps: [
      form({ ...named, 'basic_details[description]': 'Before' }),
      read(),
      form({ ...named, agent_id: agent, 'basic_details[description]': 'Taken over' }, 'second'),
      look,
      send('createAgentOrUpdate', {
        as: 'second',
        query: { agent_id: agent },
        form: [{ name: 'basic_details[agent_name]', value: { $name: 'taken over' } }],
      }),
      look,
    ],
  },
  { clauses: ['codes.auth-required', 'codes.auth-invalid'], steps: [form(named, 'none'), form(named, 'unknown')] },
  {
    clauses: ['codes.validation-error'],
    steps: [withField('basic_details[agent_type]', '9'), form(named, 'own', [file('setup.exe')])],
  },
  {
    clauses: ['codes.createagentorupdate'],
    steps: [
      form(named, 'none'),
      form(named, 'unknown'),
      form({ 'basic_details[description]': 'x' }),
      withField('basic_details[category]', 'abc'),
      withField('basic_details[agent_type]', '9'),
    ],
    shows: [],
  },
  {
    clauses: ['createagentorupdate.update', 'createagentorupdate.arrays.replace', 'createagentorupdate.read-back'],
    steps: [
      form({
        ...named,
        'denials[denied_words][]': 'one',
        'denials[denied_topics][]': 'topic',
        'basic_details[description]': 'Stays',
      }),
      form({ ...named, agent_id: agent, 'denials[denied_words][]': 'two', 'configuration[context_awareness]': 'TRUE' }),
      read(),
      form({ ...named, agent_id: agent, 'knowledge_base[tools][0][id]': { $setting: 'values.tools.0' } }),
      send('createAgentOrUpdate', {
        query: { agent_id: agent },
        form: [{ name: 'basic_details[agent_name]', value: { $name: 'queried' } }],
      }),
    ],
    shows: [
      'agent_id',
      'basic_details/description',
      'denials',
      'tools',
      'knowledge_base/tools',
      'configuration/context_awareness',
    ].map((name) => `/data/${name}`),
  },
  {
    clauses: ['createagentorupdate.not-found', 'agent.deleted.missing-elsewhere'],
    steps: [
      form({ ...named, agent_id: absent }),
      create(),
      update({ status: 2 }),
      form({ ...named, agent_id: { $in: 'deleted' } }),
    ],
    shows: [],
  },
  {
    clauses: ['workspace.foreign-is-missing'],
    steps: [create(), form({ ...named, agent_id: agent }, 'second'), form({ ...named, agent_id: absent }, 'second')],
    shows: [],
  },
  {
    clauses: ['createagentorupdate.list-spellings'],
    steps: [
      { 'denials[denied_words][]': ['word 0', 'word 1'] },
      { 'denials[denied_words][0]': 'word 0', 'denials[denied_words][1]': 'word 1' },
      { 'denials[denied_words]': ['word 0', 'word 1'] },
      { 'denials[denied_words]': 'alone' },
      { 'denials[denied_words][]': '' },
    ].flatMap((spellings, index) => [form({ ...named, ...spellings }), read({ $agent: index })]),
    shows: ['/data/denials'],
  },
  {
    clauses: ['createagentorupdate.values'],
    steps: [
      withField('configuration[memory_recall]', 'maybe'),
      ...['1.5', '0x1'].map((value) => withField('basic_details[category]', value)),
      ...['true', 'FALSE', '1', '0'].map((value) => withField('configuration[memory_recall]', value)),
    ],
    shows: [],
  },
];
