import type { AgentRecord, KnowledgeFile, Timestamp, VoiceRecord } from '../../domain/records.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { codeOf } from './account-factories.ts';
import {
  createSequence,
  dayInMs,
  defineWithIds,
  type Factory,
  momentBetween,
  type SeededValues,
  shift,
} from './factory.ts';
import { locales, regionOf } from './people.ts';
import { agentProfiles, mediaTypes, transcribers, voiceProviders } from './prose.gen.ts';

type AgentProfile = (typeof agentProfiles)[number];

export interface AgentTraits {
  /** The key of an agent profile: what the agent is for, and the language it speaks. */
  readonly profile?: string;
  /** The voice it speaks with; if absent, one that fits the profile. */
  readonly voice?: VoiceRecord;
  /** Names of the files that it knows; if absent, those of its profile. */
  readonly documents?: readonly string[];
}

/**
 * Telephony agents for all sorts of businesses, drafts that nobody has changed unless overridden. A published agent
 * also needs an active number of its own: `buildAgentWithNumbers` makes both.
 */
export function createAgentFactory(
  random: SeededValues,
  now: Timestamp,
  voices: readonly VoiceRecord[],
  firstId: number,
): Factory<AgentRecord, AgentTraits> {
  const names = new Map<number, Set<string>>();

  return defineWithIds<AgentRecord, AgentTraits>(createSequence(firstId), (id, overrides, traits) => {
    const { agent_type = 3, workspace_id = 1, transcriber_language: language } = overrides;
    const profile =
      traits.profile === undefined ? random.pick(fittingProfiles(agent_type, language)) : findProfile(traits.profile);
    const taken = names.get(workspace_id) ?? new Set();
    names.set(workspace_id, taken);
    const { company, agent_name } = drawAgentName(random, profile, taken);
    const { status = 3 } = overrides;
    const { has_been_updated, created_on } = drawCreation(random, now, { ...overrides, status });
    const voice = traits.voice ?? drawVoice(random, voices, profile);
    const speech = drawSpeech(random, profile, voice);
    const drawn = { random, id, profile, company, voice, speech };

    return {
      uuid: agentUuid(id),
      workspace_id,
      creator_user_id: 1,
      status,
      agent_name,
      description: profile.description,
      category: profile.category,
      purpose: profile.purpose,
      agent_type,
      agent_prompt: profile.prompt.replaceAll('{company}', company),
      agent_privacy: random.int(0, 1),
      voice_id: voice.id,
      voice_provider: codeOf('voice_provider', voice.provider_id),
      transcriber_provider: codeOf('transcriber_provider', speech.transcriber),
      transcriber_language: profile.language,
      calling_type: random.int(1, 3),
      created_on,
      updated_on: has_been_updated ? momentBetween(random, shift(created_on, 1), now) : created_on,
      has_been_updated,
      webhook_url: random.chance(0.4) ? `https://hooks.mail.example/agents/${id}` : null,
      configuration: drawConfiguration(drawn),
      knowledge_base: drawKnowledgeBase(drawn, traits.documents),
      dispositions: profile.outcomes.map(({ name, description }, index) => ({ id: index + 1, name, description })),
      dispositions_config: { disposition_provider: 'lexigrove', disposition_model: 'lexigrove-small-2' },
      denials: { denied_words: profile.denied_words, denied_topics: profile.denied_topics },
      guardrails: drawGuardrails(random, id),
      metadata_config: {
        metadata_input: profile.metadata_input,
        metadata_output: profile.metadata_output.map(({ key, type, description }) => ({ key, type, description })),
        metadata_output_provider: 'lexigrove',
        metadata_output_model: 'lexigrove-medium-2',
      },
      integrated_custom_events: { toolHttpRequest: [] },
      unread: drawUnread(drawn),
    };
  });
}

/** The profile with this key. @throws RangeError that names the known ones if there is none */
function findProfile(key: string): AgentProfile {
  const profile = agentProfiles.find((candidate) => candidate.key === key);
  if (profile) return profile;
  const known = agentProfiles.map((candidate) => candidate.key).join(', ');
  throw new RangeError(`There is no agent profile '${key}'. Known: ${known}`);
}

/** In a chat, the type 2, one writes; agents of all other types speak. */
const chat = 2;

/** The profiles of agents of a type, in a language if there are some. */
export function fittingProfiles(type: number, language?: string): readonly AgentProfile[] {
  const speaking = agentProfiles.filter((profile) => profile.language === language);
  const known = speaking.length > 0 ? speaking : agentProfiles;
  const fitting = known.filter(({ is_chat = false }) => is_chat === (type === chat));
  return fitting.length > 0 ? fitting : known;
}

/** The business that an agent calls for, and a name that no other agent of the workspace has. */
function drawAgentName(
  random: SeededValues,
  profile: AgentProfile,
  taken: Set<string>,
): { readonly company: string; readonly agent_name: string } {
  const { cities, locale } = regionOf(profile.language);
  const city = random.pick(cities);
  const isNamed = random.chance(0.8);
  const known = random.pick(isNamed ? profile.named_companies : profile.companies).replace('{city}', city);
  const company = isNamed ? known.replace('{family}', random.faker(locales[locale]).person.lastName()) : known;
  const place = company.includes(city) ? company : `${company}, ${city}`;
  const name = `${profile.name} – ${place}`;
  let agent_name = name;
  for (let line = 2; taken.has(agent_name); line += 1) agent_name = `${name} ${line}`;
  taken.add(agent_name);
  return { company, agent_name };
}

/** When an agent was created, and whether it has been updated since. */
function drawCreation(
  random: SeededValues,
  now: Timestamp,
  overrides: Partial<AgentRecord>,
): Pick<AgentRecord, 'created_on' | 'has_been_updated'> {
  const { status, updated_on } = overrides;
  const has_been_updated = overrides.has_been_updated ?? (status === 1 || updated_on !== undefined);
  const latest = updated_on ?? shift(now, -dayInMs);
  const earliest = has_been_updated || updated_on === undefined ? shift(latest, -240 * dayInMs) : latest;
  return { has_been_updated, created_on: overrides.created_on ?? momentBetween(random, earliest, latest) };
}

/** What the parts of an agent are drawn from. */
interface Drawn {
  readonly random: SeededValues;
  readonly id: number;
  readonly profile: AgentProfile;
  readonly company: string;
  readonly voice: VoiceRecord;
  readonly speech: ReturnType<typeof drawSpeech>;
}

function drawUnread({ random, id, profile, company, voice, speech }: Drawn): AgentRecord['unread'] {
  const greeting = profile.greeting.replaceAll('{company}', company);
  return {
    timezone: profile.timezone,
    greeting,
    session_data_webhook: random.chance(0.3) ? `https://hooks.mail.example/sessions/${id}` : '',
    voice: {
      provider: voice.provider_id,
      model: speech.ttsModel,
      settings: {
        stability: random.int(40, 90) / 100,
        voice_style: random.int(0, 40) / 100,
        speed: random.int(90, 115) / 100,
      },
    },
    speech_to_text: { provider: speech.transcriber, model: speech.sttModel, language: profile.language },
    llm: { llm: 'lexigrove', model: random.pick(['lexigrove-small-2', 'lexigrove-medium-2']) },
    configurations: { confidence_threshold: random.int(50, 85) / 100, do_not_call_detection: random.chance(0.8) },
    basic_details: {
      chatbot_name: profile.persona,
      chatbot_welcome_message: greeting,
      tone: profile.tone,
      style: random.pick(['concise', 'conversational']),
      instruction_sensitivity: random.pick(['low', 'medium', 'high']),
    },
    configuration: {
      memory_recall: random.chance(0.5),
      sentiment_analysis: random.chance(0.6),
      interruption_handling: random.chance(0.8),
    },
    text_knowledge_bases: profile.texts,
  };
}

/** The UUID that belongs to an agent's id in seeded data. */
export function agentUuid(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}

function drawVoice(random: SeededValues, voices: readonly VoiceRecord[], profile: AgentProfile): VoiceRecord {
  const speakers = voices.filter(({ language }) => language === profile.language);
  const alike = speakers.filter(({ gender }) => gender === profile.persona_gender);
  return random.pick(alike.length > 0 ? alike : speakers.length > 0 ? speakers : voices);
}

/** Models belong to their providers. */
function drawSpeech(random: SeededValues, profile: AgentProfile, voice: VoiceRecord) {
  const provider = voiceProviders.find(({ id }) => id === voice.provider_id);
  if (!provider) throw new RangeError(`Voice ${voice.id} of ${profile.key}: no voice provider ${voice.provider_id}`);
  const transcriber = random.pick(transcribers);
  return {
    ttsModel: random.pick(provider.models),
    transcriber: transcriber.id,
    sttModel: random.pick(transcriber.models),
  };
}

function drawConfiguration({ random, id, profile, speech }: Drawn): AgentRecord['configuration'] {
  return {
    id: 7000 + id,
    context_awareness: random.int(0, 1),
    temperature: random.int(1, 7) / 10,
    tts_model: codeOf('tts_model', speech.ttsModel),
    stt_model: codeOf('stt_model', speech.sttModel),
    call_recording: random.int(0, 1),
    inactivity_handling_time: random.int(8, 30),
    max_call_duration: random.pick([180, 300, 600, 900]),
    transcript_status: random.int(0, 1),
    skills: random
      .shuffle(['Transfer to a person', 'Send a text message', 'Book a calendar slot', 'Leave a voicemail'])
      .slice(0, random.int(0, 3))
      .map((name, index) => ({ id: index + 1, name, isEnabled: true })),
    nudges: profile.language.startsWith('en')
      ? [{ after_seconds: random.int(6, 12), message: 'Are you still there?' }]
      : [],
    trigger: random.pick(['', 'outbound_call', 'inbound_call']),
  };
}

function drawKnowledgeBase(
  { random, id: agentId, profile }: Drawn,
  documents = profile.documents,
): AgentRecord['knowledge_base'] {
  const help = `https://help.mail.example/${profile.key}`;
  return {
    files: documents.map((name, index) => drawFile(random, agentId * 10 + index + 1, name)),
    links: random.chance(0.6) ? [{ id: 1, url: help }] : [],
    pages: random.chance(0.4) ? [{ id: 1, title: 'Questions and answers', url: `${help}/faq` }] : [],
    tools: [301, 302, 303].filter(() => random.chance(0.5)).map((id) => ({ id, isEnabled: random.chance(0.8) })),
    sub_agents: [],
  };
}

function drawFile(random: SeededValues, id: number, name: string): KnowledgeFile {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = mediaTypes;
  return {
    id,
    name,
    size: random.int(8_000, 2_400_000),
    type: types[extension] ?? 'application/octet-stream',
    sha256: random.hex(64),
  };
}

const guarded = ['hate', 'insult', 'violence', 'sexual', 'misconduct', 'prompt_attack'];

function drawGuardrails(random: SeededValues, agentId: number): JsonObject {
  return {
    id: random.chance(0.7) ? 8000 + agentId : null,
    agent_id: agentId,
    ...Object.fromEntries(guarded.map((kind) => [`${kind}_enabled`, random.int(0, 1)])),
    relevance_deviation_level: random.int(0, 3),
    knowledge_boundary_deviation_level: random.int(0, 3),
  };
}
