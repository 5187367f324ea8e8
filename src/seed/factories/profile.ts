import type { MetadataField, TextKnowledgeBase } from '../../domain/records.ts';

/** An outcome that a call of an agent can have. */
export interface Outcome {
  readonly name: string;
  readonly description: string;
}

/** A kind of call-centre agent: everything about it that is prose. `{company}` stands for the business it calls for. */
export interface AgentProfile {
  /** What traits ask for, for example `dental-reminder`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Whether it writes in a chat; it speaks if absent. */
  readonly is_chat?: boolean;
  /** The businesses; `{city}` stands for one of the country. */
  readonly companies: readonly string[];
  /** More, which are called after a `{family}` of the country. */
  readonly named_companies: readonly string[];
  /** Codes of the code table. */
  readonly category: number;
  readonly purpose: number;
  /** A language code as voices and transcribers have it, `de-DE`. */
  readonly language: string;
  readonly timezone: string;
  /** What the agent calls itself. */
  readonly persona: string;
  readonly persona_gender: 'female' | 'male';
  readonly greeting: string;
  readonly prompt: string;
  readonly tone: string;
  readonly outcomes: readonly Outcome[];
  readonly denied_words: readonly string[];
  readonly denied_topics: readonly string[];
  readonly metadata_input: readonly MetadataField[];
  readonly metadata_output: readonly MetadataField[];
  /** Names of documents that such an agent knows. */
  readonly documents: readonly string[];
  readonly texts: readonly TextKnowledgeBase[];
}

/** A language that voices speak, with the names that its voices go by. */
export interface VoiceLanguage {
  readonly code: string;
  readonly name: string;
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly neutral: readonly string[];
}
