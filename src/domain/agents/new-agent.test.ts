import { expect, it } from 'vitest';
import { newAgentSettings } from './new-agent.gen.ts';
import { newAgentRecord } from './agent-change.ts';

it('makes a private draft of type 3 that was never updated, everything else empty or at its default', () => {
  const now = '2026-11-20T12:00:00.000Z';
  expect(newAgentRecord({ id: 1011, workspaceId: 101, userId: 1, now })).toEqual({
    id: 1011,
    uuid: '00000000-0000-4000-8000-000000001011',
    workspace_id: 101,
    creator_user_id: 1,
    status: 3,
    agent_name: '',
    description: null,
    category: 1,
    purpose: 1,
    agent_type: 3,
    agent_prompt: '',
    agent_privacy: 0,
    voice_id: '',
    voice_provider: 0,
    transcriber_provider: 0,
    transcriber_language: '',
    calling_type: 1,
    created_on: now,
    updated_on: now,
    has_been_updated: false,
    webhook_url: null,
    configuration: {
      id: 1011,
      context_awareness: 0,
      temperature: 0.5,
      tts_model: 0,
      stt_model: 0,
      call_recording: 0,
      inactivity_handling_time: 10,
      max_call_duration: 600,
      transcript_status: 0,
      skills: [],
      nudges: [],
      trigger: '',
    },
    knowledge_base: { files: [], links: [], pages: [], tools: [], sub_agents: [] },
    dispositions: [],
    dispositions_config: { disposition_provider: null, disposition_model: null },
    denials: { denied_words: [], denied_topics: [] },
    guardrails: {},
    metadata_config: {
      metadata_input: [],
      metadata_output: [],
      metadata_output_provider: '',
      metadata_output_model: '',
    },
    integrated_custom_events: { toolHttpRequest: [] },
    unread: {
      timezone: '',
      greeting: '',
      session_data_webhook: '',
      voice: {},
      speech_to_text: {},
      llm: {},
      configurations: {},
      basic_details: {},
      configuration: {},
      text_knowledge_bases: [],
    },
  });
});

it('takes other settings, by the pointers at which get-by-id shows them', () => {
  const settings = {
    ...newAgentSettings,
    '/data/basic_details/category': 4,
    '/data/configuration/temperature': 0.35,
    '/data/guardrails/hate_enabled': 1,
    '/data/webhook_url': 'https://example.com',
  };
  const facts = { id: 7, workspaceId: 101, userId: 1, now: '2026-11-20T12:00:00.000Z' };
  expect(newAgentRecord(facts, settings)).toEqual({
    ...newAgentRecord(facts),
    category: 4,
    configuration: { ...newAgentRecord(facts).configuration, temperature: 0.35 },
    guardrails: { hate_enabled: 1 },
    webhook_url: 'https://example.com',
  });
});
