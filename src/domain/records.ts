/**
 * The records that a world holds: what is stored, not what is sent. Wire shapes come from the OpenAPI document.
 * Every record is plain JSON and is never mutated: a rule returns the complete next record.
 * The tags (`@minimum`, `@pattern` …) go into the JSON Schema that stored records are validated against.
 */

import type { Json, JsonObject } from '../json/json-value.ts';

/**
 * ISO 8601 UTC timestamp with milliseconds, as `Date.prototype.toISOString` prints it.
 * @pattern ^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$
 * @expected a time such as 2026-11-20T08:00:00.000Z
 */
export type Timestamp = string;

/**
 * A whole number from 1, of 12 digits at most: it fits into the last part of a UUID.
 * @asType integer
 * @minimum 1
 * @maximum 999999999999
 */
export type Id = number;

/**
 * A whole number from 0, of 15 digits at most.
 * @asType integer
 * @minimum 0
 * @maximum 999999999999999
 */
export type Count = number;

/**
 * A whole number: a code or a setting.
 * @asType integer
 */
export type Integer = number;

/** @minLength 1 */
export type Text = string;

/**
 * A number in E.164 form, `+15550001002`.
 * @pattern ^\+[1-9]\d{1,14}$
 * @expected a phone number with its country code, such as +15550001002
 */
export type PhoneNumber = string;

/**
 * `provider_a` … `provider_d`; also the name of a file.
 * @pattern ^[A-Za-z0-9_-]+$
 * @expected the id of a voice provider, such as provider_a
 */
export type ProviderId = string;

/**
 * In lower case.
 * @pattern ^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$
 * @expected a UUID in lower case, such as 00000000-0000-4000-8000-000000001001
 */
export type Uuid = string;

export interface WorkspaceRecord {
  readonly id: Id;
  readonly name: string;
  /** The company that the workspace belongs to; shown as `company_id` of its agents. */
  readonly company_id: Id;
  readonly voice_analysis: boolean;
}

export interface UserRecord {
  readonly id: Id;
  readonly workspace_id: Id;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** A login token or an API token; `id` is the token itself. */
export interface TokenRecord {
  readonly id: Text;
  readonly user_id: Id;
  readonly workspace_id: Id;
  readonly created_on: Timestamp;
  /** When it stops being valid; null: never. */
  readonly expires_on: Timestamp | null;
}

export interface ProviderRecord {
  readonly id: ProviderId;
  readonly name: string;
  /** Voices per page where the request does not say. */
  readonly default_page_size: Count;
  /** The workspaces that have set the provider up. */
  readonly workspace_ids: readonly Id[];
}

export interface VoiceRecord {
  readonly id: Text;
  readonly provider_id: ProviderId;
  /** Place in the provider's list, from 0. */
  readonly position: Count;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly url: string;
  readonly language: string;
  readonly age: 'young' | 'middle_aged' | 'old';
  readonly gender: 'male' | 'female' | 'neutral';
  readonly image: string | null;
}

export interface PhoneNumberRecord {
  readonly id: PhoneNumber;
  /** The owner; null: a shared provider's number, open to every workspace. */
  readonly workspace_id: Id | null;
  readonly is_active: boolean;
  /** The agent it is attached to, and its place in that agent's list. */
  readonly agent_id: Id | null;
  readonly position: Count;
}

/** 1 active, 2 deleted, 3 draft. */
export type AgentStatus = 1 | 2 | 3;

export interface ToggledItem {
  readonly id: Integer;
  readonly isEnabled: boolean;
}

export interface KnowledgeFile {
  readonly id: Id;
  readonly name: string;
  /** In bytes. */
  readonly size: Count;
  readonly type: string;
  /**
   * @pattern ^[0-9a-f]{64}$
   * @expected a SHA-256 in 64 hexadecimal digits, such as e3b0…b855
   */
  readonly sha256: string;
}

export interface TextKnowledgeBase {
  readonly name: string;
  readonly content: string;
}

export interface AgentRecord {
  readonly id: Id;
  readonly uuid: Uuid;
  readonly workspace_id: Id;
  readonly creator_user_id: Id;
  readonly status: AgentStatus;
  readonly agent_name: string;
  readonly description: string | null;
  readonly category: Integer;
  readonly purpose: Integer;
  readonly agent_type: Integer;
  readonly agent_prompt: string;
  readonly agent_privacy: Integer;
  readonly voice_id: string;
  readonly voice_provider: Integer;
  readonly transcriber_provider: Integer;
  readonly transcriber_language: string;
  readonly calling_type: Integer;
  readonly created_on: Timestamp;
  readonly updated_on: Timestamp;
  /** False until the first request that changes the record. */
  readonly has_been_updated: boolean;
  /** How many requests have changed it; absent: none has. */
  readonly updates?: Count;
  /** How many requests of each kind were about it; kept where a profile counts them. */
  readonly counted?: Partial<
    Record<
      'createAgent' | 'createAgentOrUpdate' | 'updateAgent' | 'status' | 'unchanged' | 'refused' | 'published',
      Count
    >
  >;
  /** Whether it was published before, and is no longer. */
  readonly was_published?: boolean;
  readonly webhook_url: string | null;
  readonly configuration: AgentConfiguration;
  readonly knowledge_base: AgentKnowledgeBase;
  readonly dispositions: readonly Json[];
  readonly dispositions_config: {
    readonly disposition_provider: Json;
    readonly disposition_model: Json;
  };
  readonly denials: { readonly denied_words: readonly string[]; readonly denied_topics: readonly string[] };
  readonly guardrails: JsonObject;
  readonly metadata_config: {
    readonly metadata_input: readonly MetadataField[];
    readonly metadata_output: readonly Json[];
    readonly metadata_output_provider: string;
    readonly metadata_output_model: string;
  };
  readonly integrated_custom_events: { readonly toolHttpRequest: readonly Json[] };
  /** What a request may set and get-by-id has no field for. */
  readonly unread: AgentUnreadSettings;
}

export interface MetadataField {
  readonly key: string;
  readonly type: string;
  readonly description: string;
}

export interface AgentConfiguration {
  readonly id: Id;
  /** 1 or 0. */
  readonly context_awareness: Integer;
  readonly temperature: number;
  readonly tts_model: Integer;
  readonly stt_model: Integer;
  readonly call_recording: Integer;
  readonly inactivity_handling_time: Integer;
  readonly max_call_duration: Integer;
  readonly transcript_status: Integer;
  readonly skills: readonly Json[];
  readonly nudges: readonly Json[];
  readonly trigger: string;
}

export interface AgentKnowledgeBase {
  readonly files: readonly KnowledgeFile[];
  readonly links: readonly Json[];
  readonly pages: readonly Json[];
  readonly tools: readonly ToggledItem[];
  readonly sub_agents: readonly ToggledItem[];
}

/** The settings that the API takes and never shows; the control API shows them. */
export interface AgentUnreadSettings {
  readonly timezone: string;
  readonly greeting: string;
  readonly session_data_webhook: string;
  /** As sent: provider, model; `settings` is open, and its speed and stability are shown in `voice_config`. */
  readonly voice: JsonObject;
  readonly speech_to_text: JsonObject;
  readonly llm: JsonObject;
  readonly configurations: JsonObject;
  /** chatbot_name, tone, … of basic_details. */
  readonly basic_details: JsonObject;
  /** memory_recall, agent_terminate_messages, … of configuration. */
  readonly configuration: JsonObject;
  readonly text_knowledge_bases: readonly TextKnowledgeBase[];
}

export type CampaignStatus = 'draft' | 'inprogress' | 'hold' | 'pause' | 'force_completed' | 'deleted';

export interface CampaignRecord {
  readonly id: Id;
  readonly workspace_id: Id;
  readonly agent_id: Id;
  readonly name: string;
  readonly status: CampaignStatus;
  readonly created_on: Timestamp;
  readonly updated_on: Timestamp;
}

/**
 * What holds for a campaign's whole audience; `id` is the campaign's. Forced completion writes `halted` here, once,
 * instead of rewriting every record: a Fresh or Inqueue record of a halted audience shows as Halted.
 */
export interface AudienceRecord {
  readonly id: Id;
  readonly columns: readonly InputColumn[];
  /** Call attempts allowed for each record. */
  readonly attempts_allowed: Count;
  readonly halted: { readonly by: string; readonly on: Timestamp } | null;
  /** The layout of the CSV file that the records came from; absent where they came from none. */
  readonly csv?: CsvLayout;
}

/** What of a CSV file is not in its records, so that they can be given back as they came. */
export interface CsvLayout {
  readonly phone_column: Text;
  /** The phone column's place among the others, from 0. */
  readonly phone_place: Count;
  readonly delimiter: Text;
  readonly newline: Text;
  readonly has_bom: boolean;
}

export interface InputColumn {
  readonly key: Text;
  readonly label: string;
}

/** 0 Fresh, 1 Completed, 2 Halted, 3 Inqueue. */
export type LeadStatus = 0 | 1 | 2 | 3;

/** One phone-number record of an audience, as stored. */
export interface LeadRecord {
  readonly id: Id;
  readonly mobile_no: Text;
  readonly input_data: JsonObject;
  readonly status: LeadStatus;
  /** In the order in which they were made. */
  readonly calls: readonly CallRecord[];
  readonly updated_by: string;
}

export interface CallRecord {
  readonly started_on: Timestamp;
  readonly call_status: string;
  readonly disposition: string;
  /** In seconds; 0 for a call that was not answered. */
  readonly duration: Count;
}

/** The names behind the integer codes, and the integers behind provider and model names. */
export interface CodeRecord {
  /** `KIND:KEY`, for example `category:3` or `tts_model:birch-neural-2`. */
  readonly id: Text;
  readonly kind: CodeKind;
  readonly code: Integer;
  /** What a request calls it, where it has a name on the wire. */
  readonly name: string | null;
  readonly label: string;
  readonly text_color: string | null;
  readonly background_color: string | null;
}

export type CodeKind =
  | 'category'
  | 'purpose'
  | 'agent_type'
  | 'voice_provider'
  | 'transcriber_provider'
  | 'tts_model'
  | 'stt_model';

/** Every collection of a world by name, in the order in which they refer to each other; leads are apart, one list per campaign. */
export interface Collections {
  readonly workspaces: WorkspaceRecord;
  readonly users: UserRecord;
  readonly login_tokens: TokenRecord;
  readonly api_tokens: TokenRecord;
  readonly codes: CodeRecord;
  readonly providers: ProviderRecord;
  readonly voices: VoiceRecord;
  readonly agents: AgentRecord;
  readonly phone_numbers: PhoneNumberRecord;
  readonly campaigns: CampaignRecord;
  readonly audiences: AudienceRecord;
}

export type CollectionName = keyof Collections;
export type RecordId = number | string;
