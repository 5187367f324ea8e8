/** Generated from openapi/openapi.yaml by `npm run generate`: change the source, not this file. */

import type { Json, JsonObject } from '../json/json-value.ts';

/** The body of each form, decoded; what was not sent is left out. */
export interface FormBodies {
    readonly createAgentOrUpdate: {
        /** @description The agent to update; an empty one counts as absent. */
        readonly agent_id?: number;
        readonly basic_details: {
            readonly agent_name: string;
            readonly description?: string;
            readonly category?: number;
            readonly purpose?: number;
            /**
             * @description 1 Voice, 2 Chat, 3 Telephony, 4 General.
             * @enum {integer}
             */
            readonly agent_type?: 1 | 2 | 3 | 4;
            readonly chatbot_name?: string;
            readonly chatbot_welcome_message?: string;
            /** @description A text, or a PNG, JPEG, GIF or WebP file of at most 10 MB. */
            readonly chatbot_image?: string;
            /**
             * @description 0 Private, 1 Public.
             * @enum {integer}
             */
            readonly agent_privacy?: 0 | 1;
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
            readonly tools?: readonly {
                readonly id: number;
                readonly isEnabled: boolean;
            }[];
            readonly sub_agents?: readonly {
                readonly id: number;
                readonly isEnabled: boolean;
            }[];
            readonly text_knowledge_bases?: readonly {
                readonly name: string;
                readonly content: string;
            }[];
        };
        readonly phone_numbers?: readonly string[];
        readonly denials?: {
            readonly denied_words?: readonly string[];
            readonly denied_topics?: readonly string[];
        };
        readonly dispositions_config?: {
            /** @description The shape of an item is not shown; an item of several fields is sent as [0][name]. */
            readonly dispositions?: readonly Json[];
        };
        /**
         * @description Sent as guardrails[name]; its fields in this request are not shown. Those that get-by-id answers are taken as
         *     integers, true and false as 1 and 0.
         */
        readonly guardrails?: JsonObject;
        readonly metadata_config?: {
            readonly metadata_input?: readonly {
                readonly key: string;
                readonly type: string;
                readonly description: string;
            }[];
            readonly metadata_output?: readonly Json[];
        };
    };
}

/** The fields of each form that take files. */
export interface FormFileFields {
    createAgentOrUpdate: 'basic_details[chatbot_image]' | 'FILE_KNOWLEDGE_BASES';
}

/** The answers that the document shows by assumption alone. */
export interface AssumedAnswers {
    readonly verifyToken: {
        /** @constant */
        readonly error: false;
        /** @constant */
        readonly code: 200;
        /** @constant */
        readonly message: string;
        readonly data: Record<string, never>;
    };
    readonly updateAgent: {
        readonly message: string;
        readonly data: {
            /** Format: uuid */
            readonly agent_id: string;
        };
    };
}
