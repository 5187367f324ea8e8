import type { MetadataField, TextKnowledgeBase } from '../../domain/records.ts';

/** An outcome that a call of an agent can have. */
interface Outcome {
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

/** Where people live. */
export interface Region {
  readonly language: string;
  /** How often people live there, 1 if absent. */
  readonly weight?: number;
  readonly locale: 'de' | 'en' | 'en_GB' | 'en_IN' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pt_BR' | 'sv' | 'tr' | 'zh_CN';
  /** What stands between the family name and the given name after it; the given name comes first if absent. */
  readonly family_first?: string;
  /** What stands between two names in one, a hyphen if absent. */
  readonly joins_names?: string;
  /** Where people have one character of each kind. */
  readonly name_parts?: Readonly<Record<'given' | 'family', NameParts>>;
  /** Family names beside those of the locale. */
  readonly more_families?: readonly string[];
  readonly cities: readonly string[];
  /** Numbers that reach nobody, in this order. */
  readonly numbers: readonly NumberRange[];
}

/** Characters that names are made of: how they begin, and how they end. */
export interface NameParts {
  readonly beginnings: string;
  readonly ends: string;
}

/** A prefix, how many digits follow, and the first number if it is not 0. */
interface NumberRange {
  readonly prefix: string;
  readonly digits: number;
  readonly first?: number;
}

/** A voice provider: its id on the wire, its name and its text-to-speech models. */
export interface VoiceProvider {
  readonly id: string;
  readonly name: string;
  readonly default_page_size: number;
  readonly models: readonly string[];
}

/** Who turns speech into text. */
export interface Transcriber {
  readonly id: string;
  readonly models: readonly string[];
}

/** A column of an audience whose values fit its name. */
export interface Column {
  readonly label: string;
  readonly value: string;
}
