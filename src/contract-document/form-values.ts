import type { Json, JsonObject } from '../domain/records.ts';

/** What the form of createAgentOrUpdate carries, decoded; what was not sent is left out. */
export interface AgentFormValues {
  readonly agent_id?: number;
  readonly basic_details: {
    readonly agent_name: string;
    readonly description?: string;
    readonly category?: number;
    readonly purpose?: number;
    readonly agent_type?: number;
    readonly chatbot_name?: string;
    readonly chatbot_welcome_message?: string;
    /** Where it was sent as a text and not as a file. */
    readonly chatbot_image?: string;
    readonly agent_privacy?: number;
    readonly agent_prompt?: string;
    readonly voice_id?: string;
    readonly voice_provider?: number;
    readonly transcriber_provider?: number;
    readonly transcriber_language?: string;
    readonly tone?: string;
    readonly style?: string;
    readonly instruction_sensitivity?: string;
  };
  readonly configuration?: {
    readonly context_awareness?: boolean;
    readonly memory_recall?: boolean;
    readonly sentiment_analysis?: boolean;
    readonly interruption_handling?: boolean;
    readonly agent_terminate_instruction?: string;
    readonly agent_terminate_messages?: string;
  };
  readonly knowledge_base?: {
    readonly tools?: readonly FormTool[];
    readonly sub_agents?: readonly FormTool[];
    readonly text_knowledge_bases?: readonly { readonly name: string; readonly content: string }[];
  };
  readonly phone_numbers?: readonly string[];
  readonly denials?: { readonly denied_words?: readonly string[]; readonly denied_topics?: readonly string[] };
  readonly dispositions_config?: { readonly dispositions?: readonly Json[] };
  /** The fields that get-by-id answers as integers, the others as sent. */
  readonly guardrails?: JsonObject;
  readonly metadata_config?: {
    readonly metadata_input?: readonly {
      readonly key: string;
      readonly type: string;
      readonly description: string;
    }[];
    readonly metadata_output?: readonly Json[];
  };
}

export interface FormTool {
  readonly id: number;
  /** True where it was not sent (createagentorupdate.knowledge-base.tools.enabled). */
  readonly isEnabled: boolean;
}
