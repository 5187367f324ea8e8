import type { components } from '../contract-document/types.gen.ts';
import { codeOfName, type CodeTable } from './codes.ts';
import type { AgentRecord, Json, JsonObject } from './records.ts';

/** The body of create-agent. */
export type AgentChange = components['schemas']['AgentChange'];

/**
 * Applies the fields of a create-agent request to an agent; the status is decided apart. What is not sent stays, and
 * voice, voice.settings, speech_to_text, llm and configurations merge member by member.
 * Follows `create-agent.update.partial`, `create-agent.update.merge` and `create-agent.read-back`.
 * @returns the complete next record, its timestamps untouched
 */
export function applyAgentChange(agent: AgentRecord, change: AgentChange, codes: CodeTable): AgentRecord {
  const { voice, speech_to_text: speech } = change;
  return {
    ...agent,
    agent_name: change.agent_name ?? agent.agent_name,
    description: change.description ?? agent.description,
    agent_prompt: change.prompt ?? agent.agent_prompt,
    voice_id: voice?.voice_id ?? agent.voice_id,
    voice_provider: codeOr(codes, 'voice_provider', voice?.provider, agent.voice_provider),
    transcriber_provider: codeOr(codes, 'transcriber_provider', speech?.provider, agent.transcriber_provider),
    transcriber_language: speech?.language ?? agent.transcriber_language,
    configuration: changed(agent.configuration, {
      tts_model: codeOr(codes, 'tts_model', voice?.model, agent.configuration.tts_model),
      stt_model: codeOr(codes, 'stt_model', speech?.model, agent.configuration.stt_model),
    }),
    unread: changed(agent.unread, {
      timezone: change.timezone ?? agent.unread.timezone,
      greeting: change.greeting ?? agent.unread.greeting,
      session_data_webhook: change.session_data_webhook ?? agent.unread.session_data_webhook,
      voice: mergeVoice(agent.unread.voice, voice),
      speech_to_text: mergeKnown(agent.unread.speech_to_text, speech, ['provider', 'model', 'language']),
      llm: mergeKnown(agent.unread.llm, change.llm, ['llm', 'model']),
      configurations: merge(agent.unread.configurations, change.configurations as JsonObject | undefined),
    }),
  };
}

/** A section with these members; the same object where they say nothing new, so that nothing of it is stored anew. */
function changed<T extends object>(section: T, members: Partial<T>): T {
  const isNew = (Object.keys(members) as (keyof T)[]).some((name) => members[name] !== section[name]);
  return isNew ? { ...section, ...members } : section;
}

function codeOr(
  codes: CodeTable,
  kind: Parameters<typeof codeOfName>[1],
  name: string | undefined,
  current: number,
): number {
  return name === undefined ? current : codeOfName(codes, kind, name);
}

function mergeVoice(current: JsonObject, voice: AgentChange['voice']): JsonObject {
  const merged = mergeKnown(current, voice, ['provider', 'voice_id', 'model']);
  if (voice?.settings === undefined) return merged;
  const settings = isObject(current['settings']) ? current['settings'] : {};
  return { ...merged, settings: merge(settings, voice.settings as JsonObject) };
}

/** Takes over the documented members only: an unknown one is ignored (`create-agent.field.unknown`). */
function mergeKnown(current: JsonObject, sent: object | undefined, members: readonly string[]): JsonObject {
  if (sent === undefined) return current;
  const known = Object.entries(sent).filter(([member]) => members.includes(member));
  return merge(current, Object.fromEntries<Json>(known));
}

/** Builds a new object from entries, so that a member called `__proto__` is a member like any other. */
function merge(current: JsonObject, sent: JsonObject | undefined): JsonObject {
  if (sent === undefined) return current;
  return Object.fromEntries([...Object.entries(current), ...Object.entries(sent)]);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
