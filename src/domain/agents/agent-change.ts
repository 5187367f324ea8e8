import type { components } from '../../document/types.gen.ts';
import {
  type Complete,
  fieldOf,
  isJsonObject,
  nothingLeft,
  stepsOf,
  type Json,
  type JsonObject,
} from '../../json/json-value.ts';
import { defaultRules, type Rules } from '../choices/rules.ts';
import type { AgentConfiguration, AgentRecord, CodeKind, CodeRecord, Timestamp } from '../records.ts';
import { Refusal } from '../refusal.ts';
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
  const levels = Object.entries(guardrails).filter(([name, level]) => level !== fieldOf(usualGuardrails, name));
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

/** The code table of a world, asked by `KIND:KEY`. */
export type CodeTable = (id: string) => CodeRecord | undefined;

/** The integer behind a provider's or model's name; 0 for a name that the table does not have. */
export function codeOfName(codes: CodeTable, kind: CodeKind, name: string): number {
  return codes(`${kind}:${name}`)?.code ?? 0;
}

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
  rules: Rules = defaultRules,
): AgentRecord {
  const { agent_id, status, agent_name, description, prompt, voice, speech_to_text: speech, ...others } = change;
  const { timezone, greeting, session_data_webhook, llm, configurations, ...rest } = others;
  nothingLeft(rest);
  const before = rules['create-agent.update.sections'];
  const codeOf = (kind: CodeKind, name: string | undefined) => {
    const unknown = rules['create-agent.read-back.unknown-names'];
    if (name === undefined || unknown === 'no-table') return undefined;
    const code = codeOfName(codes, kind, name);
    if (code !== 0 || name === '' || unknown === 'zero') return code;
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
