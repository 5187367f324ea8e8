import type { components } from '../../document/types.gen.ts';
import { todaysRules, type Rules } from '../choices/rules.ts';
import { Refusal } from '../refusal.ts';
import { codeOfName, type CodeTable } from '../tokens/tokens.ts';
import { isJsonObject, nothingLeft, type Json, type JsonObject } from '../../json/json-value.ts';
import type { AgentRecord, CodeKind, Timestamp } from '../records.ts';
import { statusOfNewAgent } from './agent-status.ts';

/** The body of create-agent. */
export type AgentChange = components['schemas']['AgentChange'];

/**
 * Applies the fields of a create-agent request to an agent; the status is decided apart. What is not sent stays, and
 * voice, voice.settings, speech_to_text, llm and configurations merge field by field.
 * Follows `create-agent.update.partial`, `create-agent.update.merge` and `create-agent.read-back`.
 * @returns the complete next record, its timestamps untouched
 */
export function applyAgentChange(
  agent: AgentRecord,
  change: AgentChange,
  codes: CodeTable,
  rules: Rules = todaysRules,
): AgentRecord {
  const { agent_id, status, agent_name, description, prompt, voice, speech_to_text: speech, ...others } = change;
  const { timezone, greeting, session_data_webhook, llm, configurations, ...rest } = others;
  nothingLeft(rest);
  const before = rules['create-agent.update.sections'];
  const codeOf = (kind: CodeKind, name: string | undefined) => {
    if (name === undefined) return undefined;
    const code = codeOfName(codes, kind, name);
    if (code !== 0 || name === '' || rules['create-agent.read-back.unknown-names'] === 'zero') return code;
    throw new Refusal('create-agent.validation', `${name} is not a known ${kind.replaceAll('_', ' ')}.`);
  };
  return {
    ...agent,
    ...withoutUndefined({
      agent_name,
      description,
      agent_prompt: prompt,
      voice_id: voice?.voice_id,
      voice_provider: codeOf('voice_provider', voice?.provider),
      transcriber_provider: codeOf('transcriber_provider', speech?.provider),
      transcriber_language: speech?.language,
    }),
    configuration: changed(
      agent.configuration,
      withoutUndefined({ tts_model: codeOf('tts_model', voice?.model), stt_model: codeOf('stt_model', speech?.model) }),
    ),
    unread: changed(agent.unread, {
      ...withoutUndefined({ timezone, greeting, session_data_webhook }),
      voice: mergeVoice(agent.unread.voice, voice, before),
      speech_to_text: mergeKept(agent.unread.speech_to_text, speech, keptMembers.speech_to_text, before),
      llm: mergeKept(agent.unread.llm, llm, keptMembers.llm, before),
      configurations: merge(agent.unread.configurations, configurations as JsonObject | undefined, before),
    }),
  };
}

/** The fields of a section that are kept; `settings` merges on top. */
const keptMembers: {
  readonly [Section in 'voice' | 'speech_to_text' | 'llm']: Readonly<
    Record<keyof NonNullable<AgentChange[Section]>, true>
  >;
} = {
  voice: { provider: true, voice_id: true, model: true, settings: true },
  speech_to_text: { provider: true, model: true, language: true },
  llm: { llm: true, model: true },
};

type Before = Rules['create-agent.update.sections'];

function mergeVoice(current: JsonObject, voice: AgentChange['voice'], before: Before): JsonObject {
  const merged = mergeKept(current, voice, keptMembers.voice, before);
  if (voice?.settings === undefined) return merged;
  const settings = isJsonObject(current['settings']) ? current['settings'] : {};
  return { ...merged, settings: merge(settings, voice.settings as JsonObject, before) };
}

/** Takes over the documented fields only: an unknown one is ignored (`create-agent.field.unknown`). */
function mergeKept(
  current: JsonObject,
  sent: object | undefined,
  kept: Readonly<Record<string, true>>,
  before: Before,
): JsonObject {
  if (sent === undefined) return current;
  const known = Object.entries(sent).filter(([member]) => kept[member] === true);
  return merge(current, Object.fromEntries<Json>(known), before);
}

/** Builds a new object from entries, so that a field called `__proto__` is a field like any other. */
function merge(current: JsonObject, sent: JsonObject | undefined, before: Before): JsonObject {
  if (sent === undefined) return current;
  return Object.fromEntries([...Object.entries(before(current)), ...Object.entries(sent)]);
}

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
export function newAgentRecord(facts: {
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

type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The fields without those that are undefined: what was sent. */
function withoutUndefined<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** A section with these fields; the same object if they say nothing new, so that nothing of it is stored anew. */
function changed<T extends object>(section: T, members: Partial<T>): T {
  const isNew = (Object.keys(members) as (keyof T)[]).some((name) => members[name] !== section[name]);
  return isNew ? { ...section, ...members } : section;
}
