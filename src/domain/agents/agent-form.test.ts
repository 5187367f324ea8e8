import { describe, expect, it } from 'vitest';
import { applyAgentForm, type AgentFiles, type AgentSections, type FormFile } from './agent-form.ts';
import { newAgentRecord } from './agent-change.ts';
import type { AgentRecord } from '../records.ts';

const fresh = newAgentRecord({ id: 7, workspaceId: 101, userId: 1, now: '2026-11-20T12:00:00.000Z' });
const agent: AgentRecord = {
  ...fresh,
  agent_name: 'Clinic Desk',
  denials: { denied_words: ['a'], denied_topics: ['b'] },
  guardrails: { hate_enabled: 1 },
  knowledge_base: {
    ...fresh.knowledge_base,
    tools: [{ id: 1, isEnabled: true }],
    files: [{ id: 10, ...file('a.pdf') }],
  },
  unread: { ...fresh.unread, basic_details: { tone: 'warm' }, configuration: { memory_recall: true } },
};
const noFiles: AgentFiles = { FILE_KNOWLEDGE_BASES: [], 'basic_details[chatbot_image]': [] };
const basic_details = { agent_name: 'Clinic Desk' };

const apply = (form: Partial<AgentSections>, files = noFiles) =>
  applyAgentForm(agent, { basic_details, ...form }, files);

it('changes nothing but the name where nothing else is sent', () => {
  expect(apply({})).toEqual(agent);
  expect(apply({ basic_details: { agent_name: 'Other' } })).toEqual({ ...agent, agent_name: 'Other' });
});

it.each<{ form: Partial<AgentSections>; changed: Partial<AgentRecord> }>([
  { form: { denials: {} }, changed: {} },
  { form: { denials: { denied_words: [] } }, changed: { denials: { denied_words: [], denied_topics: ['b'] } } },
  { form: { guardrails: { x: 'y' } }, changed: { guardrails: { hate_enabled: 1, x: 'y' } } },
  { form: { guardrails: { hate_enabled: 0 } }, changed: { guardrails: { hate_enabled: 0 } } },
  {
    form: { knowledge_base: { tools: [] } },
    changed: { knowledge_base: { ...agent.knowledge_base, tools: [] } },
  },
  {
    form: { configuration: { context_awareness: true } },
    changed: { configuration: { ...agent.configuration, context_awareness: 1 } },
  },
  {
    form: { configuration: { memory_recall: false } },
    changed: { unread: { ...agent.unread, configuration: { memory_recall: false } } },
  },
  {
    form: { basic_details: { ...basic_details, style: 'short' } },
    changed: { unread: { ...agent.unread, basic_details: { tone: 'warm', style: 'short' } } },
  },
  { form: { dispositions_config: {} }, changed: {} },
  { form: { dispositions_config: { dispositions: ['x'] } }, changed: { dispositions: ['x'] } },
])('of the form $form changes $changed alone', ({ form, changed }) => {
  expect(apply(form)).toEqual({ ...agent, ...changed });
});

it('stores every member of every section', () => {
  const tools = [{ id: 2, isEnabled: false }];
  const subAgents = [{ id: 3, isEnabled: true }];
  const texts = [{ name: 'Hours', content: '9 to 5' }];
  const input = [{ key: 'k', type: 'string', description: 'Key' }];
  const unread = {
    basic_details: {
      chatbot_name: 'Bot',
      chatbot_welcome_message: 'Welcome',
      chatbot_image: 'https://images.example/a.png',
      tone: 'cool',
      style: 'short',
      instruction_sensitivity: 'high',
    },
    configuration: {
      memory_recall: false,
      sentiment_analysis: true,
      interruption_handling: true,
      agent_terminate_instruction: 'On goodbye',
      agent_terminate_messages: 'Bye',
    },
  };
  const stored = {
    agent_name: 'Other',
    description: 'Answers',
    category: 2,
    purpose: 3,
    agent_type: 1,
    agent_privacy: 1,
    agent_prompt: 'You answer.',
    voice_id: 'v1',
    voice_provider: 2,
    transcriber_provider: 3,
    transcriber_language: 'de',
  } as const;
  const changed = apply({
    basic_details: { ...stored, ...unread.basic_details },
    configuration: { context_awareness: true, ...unread.configuration },
    knowledge_base: { tools, sub_agents: subAgents, text_knowledge_bases: texts },
    denials: { denied_words: ['x'], denied_topics: ['y'] },
    dispositions_config: { dispositions: ['Sold'] },
    metadata_config: { metadata_input: input, metadata_output: ['out'] },
  });
  expect(changed).toEqual({
    ...agent,
    ...stored,
    configuration: { ...agent.configuration, context_awareness: 1 },
    knowledge_base: { ...agent.knowledge_base, tools, sub_agents: subAgents },
    denials: { denied_words: ['x'], denied_topics: ['y'] },
    dispositions: ['Sold'],
    metadata_config: { ...agent.metadata_config, metadata_input: input, metadata_output: ['out'] },
    unread: { ...agent.unread, ...unread, text_knowledge_bases: texts },
  });
});

describe('files', () => {
  it('add to those there are, with ids that go on', () => {
    const files = { ...noFiles, FILE_KNOWLEDGE_BASES: [file('b.csv'), file('c.csv')] };
    expect(apply({}, files).knowledge_base.files).toEqual([
      { id: 10, ...file('a.pdf') },
      { id: 11, ...file('b.csv') },
      { id: 12, ...file('c.csv') },
    ]);
    const first = applyAgentForm(fresh, { basic_details }, files);
    expect(first.knowledge_base.files.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('take the place of a text for the chatbot image', () => {
    const form = { basic_details: { ...basic_details, chatbot_image: 'https://images.example/a.png' } };
    expect(apply(form).unread.basic_details['chatbot_image']).toBe('https://images.example/a.png');
    const changed = apply(form, { ...noFiles, 'basic_details[chatbot_image]': [file('a.png')] });
    expect(changed.unread.basic_details['chatbot_image']).toEqual(file('a.png'));
  });
});

function file(name: string): FormFile {
  return { name, size: 1, type: 'csv', sha256: 'ab'.repeat(32) };
}
