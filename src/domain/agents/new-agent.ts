import type { components } from '../../document/types.gen.ts';
import { type Complete, type JsonObject, stepsOf } from '../../json/json-value.ts';
import type { AgentConfiguration, AgentRecord, Timestamp } from '../records.ts';
import { statusOfNewAgent } from './agent-status.ts';
import { newAgentSettings } from './new-agent.gen.ts';

/** What every new agent has in common; records never change, so all of them may share it. */
const empty: readonly never[] = [];
const commonSections = {
  knowledge_base: { files: empty, links: empty, pages: empty, tools: empty, sub_agents: empty },
  dispositions: empty,
  denials: { denied_words: empty, denied_topics: empty },
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
 * An agent as it is created: a private draft of type 3 with no numbers, whose creator is the caller.
 * @param facts.id the agent's id; its UUID and the ids of its sections follow from it
 * @param settings what the specification does not give, by the pointers at which get-by-id shows it (`x-values`)
 */
export function newAgentRecord(
  facts: {
    readonly id: number;
    readonly workspaceId: number;
    readonly userId: number;
    readonly now: Timestamp;
    /** 3 if absent. */
    readonly agentType?: number;
    /** 0 if absent. */
    readonly agentPrivacy?: number;
  },
  settings: JsonObject = newAgentSettings,
): AgentRecord {
  const given = settings === newAgentSettings ? usualSections : sectionsOf(settings);
  const { basic_details: own, configuration, guardrails, metadata_config, ...sections } = given;
  const levels = Object.entries(guardrails).filter(([name, level]) => level !== usualLevels[name]);
  return {
    id: facts.id,
    uuid: `00000000-0000-4000-8000-${String(facts.id).padStart(12, '0')}`,
    workspace_id: facts.workspaceId,
    creator_user_id: facts.userId,
    status: statusOfNewAgent(),
    agent_name: '',
    ...own,
    agent_type: facts.agentType ?? 3,
    agent_privacy: facts.agentPrivacy ?? 0,
    transcriber_language: '',
    created_on: facts.now,
    updated_on: facts.now,
    has_been_updated: false,
    configuration: { id: facts.id, ...configuration, skills: empty, nudges: empty },
    ...commonSections,
    ...sections,
    guardrails: Object.fromEntries(levels),
    metadata_config: { metadata_input: empty, metadata_output: empty, ...metadata_config },
  };
}

type Guardrails = Complete<components['schemas']['Agent']>['guardrails'];

/** The settings of a new agent, in the sections in which get-by-id shows them. */
interface Sections extends Pick<AgentRecord, 'dispositions_config' | 'webhook_url'> {
  readonly basic_details: Pick<
    AgentRecord,
    | 'description'
    | 'category'
    | 'purpose'
    | 'agent_prompt'
    | 'voice_id'
    | 'voice_provider'
    | 'transcriber_provider'
    | 'calling_type'
  >;
  readonly configuration: Omit<AgentConfiguration, 'id' | 'skills' | 'nudges'>;
  readonly guardrails: Omit<Guardrails, 'id' | 'agent_id'>;
  readonly metadata_config: Pick<AgentRecord['metadata_config'], 'metadata_output_provider' | 'metadata_output_model'>;
}

function sectionsOf(settings: JsonObject): Sections {
  const sections: Record<string, unknown> = {};
  for (const [pointer, value] of Object.entries(settings)) {
    const [, section = '', name] = stepsOf(pointer);
    sections[section] = name === undefined ? value : { ...(sections[section] as object | undefined), [name]: value };
  }
  // Sound because a profile says other values of the same types, and nothing else.
  return sections as unknown as Sections;
}

const usualSections = sectionsOf(newAgentSettings);

/** What get-by-id shows of guardrails that were never set. */
export const usualGuardrails = usualSections.guardrails;
const usualLevels: Readonly<Record<string, unknown>> = usualGuardrails;
