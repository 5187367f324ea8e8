import { describe, expect, it } from 'vitest';
import type { AgentRecord } from '../../domain/records.ts';
import { prepareMocks, testTime, type AgentData, type ApiHarness, type Pair } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

const name: Pair = ['basic_details[agent_name]', 'Clinic Desk'];
const of1002: readonly Pair[] = [['agent_id', '1002'], name];

describe('creating', () => {
  it('needs nothing but a name', async () => {
    const api = freshMock();
    const answer = await api.succeed('createAgentOrUpdate', { form: [name] });
    const agent = await api.agent(answer.data.agent_id);
    expect(answer).toEqual({
      message: 'Agent updated successfully',
      data: { agent_id: agent.basic_details.id },
    });
    expect(agent.basic_details).toMatchObject({
      agent_name: 'Clinic Desk',
      workspace_id: 101,
      agent_type: 3,
      agent_privacy: 0,
      status: 3,
      created_on: testTime.toISOString(),
      updated_on: testTime.toISOString(),
    });
    expect(agent).toMatchObject({ phone_numbers: [], last_modified: '', creator: { user_id: 1 } });
  });

  it.each([{ query: 'agent_id=' }, { form: [['agent_id', '']] as const }])(
    'is what an empty agent_id asks for: %j',
    async ({ query = '', form = [] }) => {
      const api = freshMock();
      const { data } = await api.succeed('createAgentOrUpdate', { query, form: [...form, name] });
      expect(data.agent_id).toBeGreaterThan(1010);
    },
  );
});

describe('the agent to update', () => {
  it.each<{ of: string; query: string; form: readonly Pair[] }>([
    { of: 'the form', query: '', form: [['agent_id', '1002']] },
    { of: 'the query', query: 'agent_id=1002', form: [] },
    { of: 'the form first', query: 'agent_id=1001', form: [['agent_id', '1002']] },
    { of: 'the form, whatever the query says', query: 'agent_id=x', form: [['agent_id', '1002']] },
    { of: 'the query, the form being empty', query: 'agent_id=1002', form: [['agent_id', '']] },
  ])('is named in $of', async ({ query, form }) => {
    const api = freshMock();
    const answer = await api.succeed('createAgentOrUpdate', { query, form: [...form, name] });
    expect(answer).toEqual({ message: 'Agent updated successfully', data: { agent_id: 1002 } });
    const agent = await api.agent(1002);
    expect(agent.basic_details).toMatchObject({ agent_name: 'Clinic Desk', updated_on: testTime.toISOString() });
    expect(agent.last_modified).toBe('just now');
  });
});

interface FieldCase {
  readonly of: string;
  readonly form: readonly Pair[];
  /** What of get-by-id's answer then differs. */
  readonly shown: (before: AgentData) => Partial<AgentData>;
  /** What of the stored settings that get-by-id does not show then differs. */
  readonly unread?: (before: AgentRecord['unread']) => Partial<AgentRecord['unread']>;
}

const details =
  (changed: Partial<AgentData['basic_details']>): FieldCase['shown'] =>
  (before) => ({ basic_details: { ...before.basic_details, ...changed } });

const inDetails = (field: string, value: string) => ({
  of: field,
  form: [[`basic_details[${field}]`, value]] as const,
  shown: () => ({}),
  unread: (before: AgentRecord['unread']) => ({ basic_details: { ...before.basic_details, [field]: value } }),
});

const inConfiguration = (field: string, text: string, value: string | boolean) => ({
  of: `${field} ${text}`,
  form: [[`configuration[${field}]`, text]] as const,
  shown: () => ({}),
  unread: (before: AgentRecord['unread']) => ({ configuration: { ...before.configuration, [field]: value } }),
});

const contextAwareness = (text: string, value: number): FieldCase => ({
  of: `context_awareness ${text}`,
  form: [['configuration[context_awareness]', text]],
  shown: (before) => ({ configuration: { ...before.configuration, context_awareness: value } }),
});

const fields: readonly FieldCase[] = [
  { of: 'description', form: [['basic_details[description]', 'Ü']], shown: details({ description: 'Ü' }) },
  { of: 'an empty description', form: [['basic_details[description]', '']], shown: details({ description: '' }) },
  {
    of: 'category',
    form: [['basic_details[category]', '1']],
    shown: details({
      category: 1,
      category_description: { id: 1, label: 'Healthcare', textColor: '#0B5345', backgroundColor: '#D1F2EB' },
    }),
  },
  {
    of: 'purpose',
    form: [['basic_details[purpose]', '8']],
    shown: details({ purpose: 8, purpose_description: { id: 8, label: 'Survey' } }),
  },
  {
    of: 'agent_type',
    form: [['basic_details[agent_type]', '4']],
    shown: details({ agent_type: 4, agent_type_description: { id: 4, label: 'General' } }),
  },
  { of: 'agent_privacy', form: [['basic_details[agent_privacy]', '1']], shown: details({ agent_privacy: 1 }) },
  { of: 'agent_prompt', form: [['basic_details[agent_prompt]', 'a\nb']], shown: details({ agent_prompt: 'a\nb' }) },
  { of: 'voice_id', form: [['basic_details[voice_id]', 'cedar-1']], shown: details({ voice_id: 'cedar-1' }) },
  { of: 'voice_provider', form: [['basic_details[voice_provider]', '3']], shown: details({ voice_provider: 3 }) },
  {
    of: 'transcriber_provider',
    form: [['basic_details[transcriber_provider]', '7']],
    shown: details({ transcriber_provider: 7 }),
  },
  inDetails('chatbot_name', 'Nora'),
  inDetails('chatbot_welcome_message', 'Hello'),
  inDetails('chatbot_image', 'https://images.example/nora.png'),
  inDetails('tone', 'warm'),
  inDetails('style', 'short'),
  inDetails('instruction_sensitivity', 'high'),
  contextAwareness('true', 1),
  contextAwareness('TRUE', 1),
  contextAwareness('1', 1),
  contextAwareness('false', 0),
  contextAwareness('False', 0),
  contextAwareness('0', 0),
  inConfiguration('memory_recall', 'true', true),
  inConfiguration('sentiment_analysis', '0', false),
  inConfiguration('interruption_handling', 'True', true),
  inConfiguration('agent_terminate_instruction', 'Say goodbye', 'Say goodbye'),
  inConfiguration('agent_terminate_messages', 'Bye', 'Bye'),
  {
    of: 'tools, enabled unless they say otherwise',
    form: [
      ['knowledge_base[tools][0][id]', '7'],
      ['knowledge_base[tools][0][isEnabled]', 'false'],
      ['knowledge_base[tools][1][id]', '9'],
    ],
    shown: (before) => {
      const tools = [
        { id: 7, isEnabled: false },
        { id: 9, isEnabled: true },
      ];
      return { knowledge_base: { ...before.knowledge_base, tools }, tools: { ...before.tools, tools } };
    },
  },
  {
    of: 'sub_agents',
    form: [
      ['knowledge_base[sub_agents][][id]', '1001'],
      ['knowledge_base[sub_agents][][isEnabled]', '0'],
    ],
    shown: (before) => {
      const agents = [{ id: 1001, isEnabled: false }];
      return {
        knowledge_base: { ...before.knowledge_base, sub_agents: agents },
        tools: { ...before.tools, subagents: agents },
      };
    },
  },
  {
    of: 'text_knowledge_bases',
    form: [
      ['knowledge_base[text_knowledge_bases][0][name]', 'Hours'],
      ['knowledge_base[text_knowledge_bases][0][content]', 'Open from 8 to 5'],
    ],
    shown: () => ({}),
    unread: () => ({ text_knowledge_bases: [{ name: 'Hours', content: 'Open from 8 to 5' }] }),
  },
  {
    of: 'phone_numbers',
    form: [
      ['phone_numbers[]', '+15550009004'],
      ['phone_numbers[]', '+15550009002'],
    ],
    shown: () => ({ phone_numbers: ['+15550009004', '+15550009002'] }),
  },
  {
    of: 'denied_words, leaving denied_topics alone',
    form: [['denials[denied_words][]', 'refund']],
    shown: (before) => {
      const denials = { ...before.denials, denied_words: ['refund'] };
      return { denials, tools: { ...before.tools, denials } };
    },
  },
  {
    of: 'denied_topics, leaving denied_words alone',
    form: [
      ['denials[denied_topics][]', 'politics'],
      ['denials[denied_topics][]', 'religion'],
    ],
    shown: (before) => {
      const denials = { ...before.denials, denied_topics: ['politics', 'religion'] };
      return { denials, tools: { ...before.tools, denials } };
    },
  },
  {
    of: 'dispositions, whose items have any shape',
    form: [
      ['dispositions_config[dispositions][0][name]', 'Done'],
      ['dispositions_config[dispositions][0][tags][]', 'a'],
      ['dispositions_config[dispositions][1]', 'Plain'],
    ],
    shown: () => ({ dispositions: [{ name: 'Done', tags: ['a'] }, 'Plain'] }),
  },
  {
    of: 'a guardrail, leaving the others alone',
    form: [
      ['guardrails[hate_enabled]', 'true'],
      ['guardrails[relevance_deviation_level]', '5'],
    ],
    shown: (before) => ({ guardrails: { ...before.guardrails, hate_enabled: 1, relevance_deviation_level: 5 } }),
  },
  {
    of: 'metadata_input',
    form: [
      ['metadata_config[metadata_input][0][key]', 'plan'],
      ['metadata_config[metadata_input][0][type]', 'string'],
      ['metadata_config[metadata_input][0][description]', 'The plan'],
    ],
    shown: (before) => ({
      metadata_config: {
        ...before.metadata_config,
        metadata_input: [{ key: 'plan', type: 'string', description: 'The plan' }],
      },
    }),
  },
  {
    of: 'metadata_output, whose items have any shape',
    form: [['metadata_config[metadata_output][0][key]', 'outcome']],
    shown: (before) => ({
      metadata_config: { ...before.metadata_config, metadata_output: [{ key: 'outcome' }] },
    }),
  },
];

describe('an update', () => {
  it.each(fields)('changes $of and nothing else', async ({ form, shown, unread }) => {
    const api = freshMock();
    const before = await api.agent(1002);
    const stored = storedAgent(api);
    const { headers } = await api.call('createAgentOrUpdate', { form: [...of1002, ...form] });
    expect(headers).not.toHaveProperty('x-contract-warning');
    const changed = { ...before, ...shown(before) };
    expect(await api.agent(1002)).toEqual({
      ...changed,
      basic_details: {
        ...changed.basic_details,
        agent_name: 'Clinic Desk',
        updated_on: testTime.toISOString(),
      },
      last_modified: 'just now',
    });
    expect(storedAgent(api).unread).toEqual({ ...stored.unread, ...unread?.(stored.unread) });
  });

  it('sets the transcriber language', async () => {
    const api = freshMock();
    const form: readonly Pair[] = [...of1002, ['basic_details[transcriber_language]', 'sw']];
    await api.succeed('createAgentOrUpdate', { form });
    expect(storedAgent(api).transcriber_language).toBe('sw');
  });

  it('with what is there already changes nothing', async () => {
    const api = freshMock();
    await api.succeed('createAgentOrUpdate', { form: of1002 });
    api.clock.advance(1000);
    const before = await api.records();
    await api.succeed('createAgentOrUpdate', { form: of1002 });
    expect(await api.records()).toEqual(before);
  });
});

it('takes all sections at once when an agent is created', async () => {
  const api = freshMock();
  const form = fields.filter(({ of }) => !/context_awareness|empty/.test(of)).flatMap(({ form: pairs }) => pairs);
  const { data } = await api.succeed('createAgentOrUpdate', { form: [name, ...form] });
  const agent = await api.agent(data.agent_id);
  expect(agent.basic_details).toMatchObject({ description: 'Ü', category: 1, purpose: 8, agent_type: 4 });
  expect(agent).toMatchObject({
    phone_numbers: ['+15550009004', '+15550009002'],
    denials: { denied_words: ['refund'], denied_topics: ['politics', 'religion'] },
    guardrails: { id: null, agent_id: data.agent_id, hate_enabled: 1, insult_enabled: 0, relevance_deviation_level: 5 },
    dispositions: [{ name: 'Done', tags: ['a'] }, 'Plain'],
  });
});

function storedAgent(api: ApiHarness): AgentRecord {
  const agent = api.mock.worlds.default.store.view().get('agents', 1002);
  if (agent === undefined) throw new Error('There is no agent 1002.');
  return agent;
}
