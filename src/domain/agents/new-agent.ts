import { statusOfNewAgent } from './agent-status.ts';
import type { AgentRecord, Timestamp } from '../records.ts';

/** What every new agent has in common; records never change, so all of them may share it. */
const empty: readonly never[] = [];
const commonConfiguration = {
  context_awareness: 0,
  temperature: 0.5,
  tts_model: 0,
  stt_model: 0,
  call_recording: 0,
  inactivity_handling_time: 10,
  max_call_duration: 600,
  transcript_status: 0,
  skills: empty,
  nudges: empty,
  trigger: '',
};
const commonSections = {
  knowledge_base: { files: empty, links: empty, pages: empty, tools: empty, sub_agents: empty },
  dispositions: empty,
  dispositions_config: { disposition_provider: null, disposition_model: null },
  denials: { denied_words: empty, denied_topics: empty },
  guardrails: {},
  metadata_config: {
    metadata_input: empty,
    metadata_output: empty,
    metadata_output_provider: '',
    metadata_output_model: '',
  },
  integrated_custom_events: { toolHttpRequest: empty },
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
    text_knowledge_bases: empty,
  },
};

/**
 * An agent as it is created: a private draft of type 3 with no numbers, whose creator is the caller. Everything but
 * these is the assumed default of a setting that the specification does not give.
 * @param id the agent's id; its UUID and the ids of its sections follow from it
 */
export function newAgent(facts: {
  readonly id: number;
  readonly workspaceId: number;
  readonly userId: number;
  readonly now: Timestamp;
  /** 3 if absent. */
  readonly agentType?: number;
  /** 0 if absent. */
  readonly agentPrivacy?: number;
}): AgentRecord {
  return {
    id: facts.id,
    uuid: `00000000-0000-4000-8000-${String(facts.id).padStart(12, '0')}`,
    workspace_id: facts.workspaceId,
    creator_user_id: facts.userId,
    status: statusOfNewAgent(),
    agent_name: '',
    description: null,
    category: 1,
    purpose: 1,
    agent_type: facts.agentType ?? 3,
    agent_prompt: '',
    agent_privacy: facts.agentPrivacy ?? 0,
    voice_id: '',
    voice_provider: 0,
    transcriber_provider: 0,
    transcriber_language: '',
    calling_type: 1,
    created_on: facts.now,
    updated_on: facts.now,
    has_been_updated: false,
    webhook_url: null,
    configuration: { id: facts.id, ...commonConfiguration },
    ...commonSections,
  };
}
