import type { components } from '../../document/types.gen.ts';
import { defaultRules, type Rules } from '../choices/rules.ts';
import { Refusal } from '../refusal.ts';
import { isJsonObject, nothingLeft, type Json, type JsonObject } from '../../json/json-value.ts';
import type { AgentRecord, CodeKind, CodeRecord } from '../records.ts';

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
