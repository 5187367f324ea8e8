/** Generated from openapi/openapi.yaml by `npm run generate`: change the source, not this file. */

export interface paths {
    readonly "/agents/get-by-id": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an agent's details
         * @description One agent of the caller's workspace in full detail. A deleted agent is not returned, and an agent of another
         *     workspace cannot be told from one that does not exist.
         */
        readonly get: operations["getAgent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/create-agent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create or update a voice agent
         * @description Without `agent_id` a new agent is created, a draft. With it, in the body or in the query, that agent is updated:
         *     what is not sent stays as it is. `status` publishes (1), deletes (2) or unpublishes (3) and may be sent alone.
         *
         *     Publishing needs at least one active number that the workspace owns. Deleting releases every number.
         */
        readonly post: operations["createAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/voice-list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a provider's voices
         * @description One page of the voices that a provider offers. While `has_more` is true, send `next_page_token` as `page_token`
         *     for the next page. Filtering by language, gender or age is left to the client.
         */
        readonly get: operations["listVoices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/campaign-force-completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Force a campaign's completion, or set its status
         * @description `force_completed` completes a running campaign for ever: every Fresh or Inqueue record of its audience becomes
         *     Halted, and nothing undoes it. The other values set the status and leave the audience alone.
         */
        readonly post: operations["forceCompleteCampaign"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audience-list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a campaign's audience
         * @description One page of a campaign's audience, ordered by id. Values of one filter are alternatives, different filters hold
         *     together, and the totals count what is left. An array is sent as repeated names, as `name[]` or as `name[0]`;
         *     numbers also comma-separated. An empty filter is no filter.
         */
        readonly get: operations["listAudience"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Verify an API token
         * @description Says whether the API token in the `token` header is valid. A login token is not.
         */
        readonly post: operations["verifyToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/get-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the account's API token
         * @description The most recent API token of the account whose login token stands in the `token` header. Takes neither a body
         *     nor query parameters.
         */
        readonly get: operations["getToken"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent/createagentorupdate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create or update an agent with all sections
         * @description Every section of an agent in one multipart form, with files. All of it takes effect or nothing does. With
         *     `agent_id` as a form field or in the query that agent is updated, and what is not sent stays as it is;
         *     `basic_details[agent_name]` is required either way.
         */
        readonly post: operations["createAgentOrUpdate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agent/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Update an agent's name or language
         * @description The alternative update, by the agent's UUID. With neither name nor language nothing changes.
         */
        readonly post: operations["updateAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Error: {
            /** @constant */
            readonly error: true;
            readonly code?: number | string;
            readonly message: string;
            readonly data?: Record<string, never>;
        };
        readonly CodedError: {
            /** @constant */
            readonly error: true;
            readonly code?: number | string;
            readonly message: string;
            readonly data?: Record<string, never>;
        };
        readonly UnauthorizedError: {
            /** @constant */
            readonly error: true;
            readonly code?: number | string;
            /** @constant */
            readonly message: "Invalid Auth Key or Session Expired";
            readonly data?: Record<string, never>;
        };
        readonly AgentNotFoundError: {
            /** @constant */
            readonly error: true;
            readonly code?: number | string;
            /** @constant */
            readonly message: "Agent not found";
            readonly data?: Record<string, never>;
        };
        readonly ServerError: {
            /** @constant */
            readonly error: true;
            readonly code?: number | string;
            /** @constant */
            readonly message: "Internal server error";
            readonly data?: Record<string, never>;
        };
        /** @enum {string} */
        readonly ProviderId: "provider_a" | "provider_b" | "provider_c" | "provider_d";
        readonly AgentName: string;
        /**
         * @description 1 active or published, 2 deleted, 3 draft or unpublished.
         * @enum {integer}
         */
        readonly AgentStatus: 1 | 2 | 3;
        /**
         * @description 1 Voice, 2 Chat, 3 Telephony, 4 General.
         * @enum {integer}
         */
        readonly AgentType: 1 | 2 | 3 | 4;
        /**
         * @description 0 Private, 1 Public.
         * @enum {integer}
         */
        readonly AgentPrivacy: 0 | 1;
        /** @enum {string} */
        readonly CampaignStatus: "draft" | "inprogress" | "hold" | "pause" | "force_completed" | "deleted";
        /**
         * @description 0 Fresh, 1 Completed, 2 Halted, 3 Inqueue.
         * @enum {number}
         */
        readonly AudienceStatusCode: 0 | 1 | 2 | 3;
        /** @enum {string} */
        readonly AudienceStatus: "Fresh" | "Completed" | "Halted" | "Inqueue";
        readonly AttemptsMade: number;
        readonly OneOrSeveralTexts: string | readonly string[];
        readonly ColorCode: string;
        readonly AgentChange: {
            /** @description The agent to update; without it a new one is created. */
            readonly agent_id?: number;
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly description?: string;
            readonly prompt?: string;
            /** @description A time-zone name of the IANA database; '' clears it. */
            readonly timezone?: string;
            readonly greeting?: string;
            /** @description An http or https address; '' clears it. */
            readonly session_data_webhook?: string;
            readonly voice?: {
                readonly provider?: string;
                readonly voice_id?: string;
                readonly model?: string;
                readonly settings?: {
                    readonly stability?: number;
                    readonly voice_style?: number;
                    readonly speed?: number;
                } & {
                    readonly [key: string]: unknown;
                };
            };
            readonly speech_to_text?: {
                readonly provider?: string;
                readonly model?: string;
                readonly language?: string;
            };
            readonly llm?: {
                readonly llm?: string;
                readonly model?: string;
            };
            readonly configurations?: {
                readonly confidence_threshold?: number;
                readonly do_not_call_detection?: boolean;
            } & {
                readonly [key: string]: unknown;
            };
            /**
             * @description 1 publishes, 2 deletes, 3 unpublishes. May be sent alone with agent_id.
             * @enum {number}
             */
            readonly status?: 1 | 2 | 3;
        };
        readonly AgentRenaming: {
            /** Format: uuid */
            readonly agent_id: string;
            readonly name?: components["schemas"]["AgentName"];
            readonly language?: string;
        };
        /**
         * @description The form as it is sent, each field under its bracketed name. A list may be sent with `[]`, with indexes (`[0]`,
         *     `[1]`, shown here by `[0]`) or bare, and one empty value stands for an empty list. Integers come as decimal
         *     strings, booleans as true, false, 1 or 0. An item of a list has each member that has no default.
         */
        readonly AgentForm: {
            /** @description The agent to update; an empty one counts as absent. */
            readonly agent_id?: number;
            readonly "basic_details[agent_name]": components["schemas"]["AgentName"];
            readonly "basic_details[description]"?: string;
            readonly "basic_details[category]"?: number;
            readonly "basic_details[purpose]"?: number;
            readonly "basic_details[agent_type]"?: components["schemas"]["AgentType"];
            readonly "basic_details[chatbot_name]"?: string;
            readonly "basic_details[chatbot_welcome_message]"?: string;
            /** @description A text, or a PNG, JPEG, GIF or WebP file of at most 10 MB. */
            readonly "basic_details[chatbot_image]"?: string;
            readonly "basic_details[agent_privacy]"?: components["schemas"]["AgentPrivacy"];
            readonly "basic_details[agent_prompt]"?: string;
            readonly "basic_details[voice_id]"?: string;
            readonly "basic_details[voice_provider]"?: number;
            readonly "basic_details[transcriber_provider]"?: number;
            readonly "basic_details[transcriber_language]"?: string;
            readonly "basic_details[tone]"?: string;
            readonly "basic_details[style]"?: string;
            readonly "basic_details[instruction_sensitivity]"?: string;
            readonly "configuration[context_awareness]"?: boolean;
            readonly "configuration[memory_recall]"?: boolean;
            readonly "configuration[sentiment_analysis]"?: boolean;
            readonly "configuration[interruption_handling]"?: boolean;
            readonly "configuration[agent_terminate_instruction]"?: string;
            readonly "configuration[agent_terminate_messages]"?: string;
            readonly "knowledge_base[tools][0][id]"?: number;
            readonly "knowledge_base[tools][0][isEnabled]"?: boolean;
            readonly "knowledge_base[sub_agents][0][id]"?: number;
            readonly "knowledge_base[sub_agents][0][isEnabled]"?: boolean;
            readonly "knowledge_base[text_knowledge_bases][0][name]"?: string;
            readonly "knowledge_base[text_knowledge_bases][0][content]"?: string;
            readonly "phone_numbers[]"?: readonly string[];
            readonly "denials[denied_words][]"?: readonly string[];
            readonly "denials[denied_topics][]"?: readonly string[];
            /** @description The shape of an item is not shown; an item of several members is sent as [0][name]. */
            readonly "dispositions_config[dispositions][]"?: readonly unknown[];
            /**
             * @description Sent as guardrails[name]; its fields in this request are not shown. Those that get-by-id answers are taken as
             *     integers, true and false as 1 and 0.
             */
            readonly guardrails?: {
                readonly [key: string]: unknown;
            };
            readonly "metadata_config[metadata_input][0][key]"?: string;
            readonly "metadata_config[metadata_input][0][type]"?: string;
            readonly "metadata_config[metadata_input][0][description]"?: string;
            readonly "metadata_config[metadata_output][]"?: readonly unknown[];
            /** @description At most 3 files of at most 10 MB each; PDF, DOC, DOCX, XLSX or CSV. */
            readonly FILE_KNOWLEDGE_BASES?: readonly string[];
        };
        readonly AgentSaved: {
            readonly success: boolean;
            readonly message: string;
            readonly data: {
                readonly agent_id: number;
                readonly agent_name: string;
            };
        };
        readonly AgentFormSaved: {
            readonly message: string;
            readonly data: {
                readonly agent_id: number;
            };
        };
        readonly AgentAnswer: {
            /** @constant */
            readonly error: false;
            /** @constant */
            readonly code: 200;
            /** @constant */
            readonly message: "";
            readonly timestamp: components["schemas"]["EpochMilliseconds"];
            readonly data: components["schemas"]["Agent"];
        };
        /** @description Milliseconds since 1970-01-01T00:00:00Z. */
        readonly EpochMilliseconds: number;
        readonly Agent: {
            readonly basic_details: components["schemas"]["AgentBasicDetails"];
            readonly configuration: components["schemas"]["AgentConfiguration"];
            readonly knowledge_base: {
                readonly agent_id: number;
                readonly files: readonly unknown[];
                readonly links: readonly unknown[];
                readonly pages: readonly unknown[];
                readonly tools: readonly unknown[];
                readonly sub_agents: readonly unknown[];
            };
            readonly tools: {
                readonly tools: readonly unknown[];
                readonly subagents: readonly unknown[];
                readonly integrated_custom_events: {
                    readonly toolHttpRequest: readonly unknown[];
                };
                readonly denials: components["schemas"]["Denials"];
            };
            readonly phone_numbers: readonly unknown[];
            readonly dispositions: readonly unknown[];
            /** @description Both members may be null; their types are not shown. */
            readonly dispositions_config: {
                readonly disposition_provider: unknown;
                readonly disposition_model: unknown;
            };
            readonly denials: components["schemas"]["Denials"];
            readonly creator: {
                readonly user_id: number;
                readonly first_name: string;
                readonly last_name: string;
                readonly email: string;
                readonly full_name: string;
            };
            readonly guardrails: {
                readonly id: number | null;
                readonly agent_id: number;
                readonly hate_enabled: number;
                readonly insult_enabled: number;
                readonly violence_enabled: number;
                readonly sexual_enabled: number;
                readonly misconduct_enabled: number;
                readonly prompt_attack_enabled: number;
                readonly relevance_deviation_level: number;
                readonly knowledge_boundary_deviation_level: number;
            };
            readonly metadata_config: {
                readonly metadata_input: readonly {
                    readonly key: string;
                    readonly type: string;
                    readonly description: string;
                }[];
                readonly metadata_output: readonly unknown[];
                readonly metadata_output_provider: string;
                readonly metadata_output_model: string;
            };
            /** @description How long ago the agent was last updated, in words, or ''. */
            readonly last_modified: string;
            readonly voice_analysis: boolean;
            readonly campaign_count: number;
            readonly campaigns: readonly unknown[];
            readonly is_campaign_on_hold: boolean;
            readonly is_draft: boolean;
            readonly is_audience: boolean;
            readonly webhook_url: string | null;
        };
        readonly AgentBasicDetails: {
            readonly id: number;
            readonly workspace_id: number;
            readonly agent_name: string;
            readonly description: string | null;
            readonly category: number;
            readonly category_description: {
                readonly id: number;
                readonly label: string;
                readonly textColor: components["schemas"]["ColorCode"];
                readonly backgroundColor: components["schemas"]["ColorCode"];
            };
            readonly purpose: number;
            readonly purpose_description: {
                readonly id: number;
                readonly label: string;
            };
            readonly agent_type: components["schemas"]["AgentType"];
            readonly agent_type_description: {
                readonly id: number;
                readonly label: string;
            };
            readonly agent_prompt: string;
            readonly agent_privacy: components["schemas"]["AgentPrivacy"];
            readonly status: components["schemas"]["AgentStatus"];
            readonly voice_id: string;
            readonly agent_token: string;
            readonly voice_provider: number;
            readonly transcriber_provider: number;
            readonly calling_type: number;
            readonly company_id: number;
            /** Format: date-time */
            readonly created_on: string;
            /** Format: date-time */
            readonly updated_on: string;
        };
        readonly AgentConfiguration: {
            readonly id: number;
            readonly agent_id: number;
            readonly context_awareness: number;
            readonly temperature: number;
            readonly tts_model: number;
            readonly stt_model: number;
            readonly call_recording: number;
            readonly inactivity_handling_time: number;
            readonly max_call_duration: number;
            readonly voice_config: {
                readonly speed: string;
                readonly stability: string;
            };
            readonly transcript_status: number;
            readonly skills: readonly unknown[];
            readonly nudges: readonly unknown[];
            readonly trigger: string;
        };
        readonly Denials: {
            readonly denied_words: readonly unknown[];
            readonly denied_topics: readonly unknown[];
        };
        readonly VoiceListAnswer: {
            /** @constant */
            readonly error: false;
            /** @constant */
            readonly code: 200;
            readonly message: string;
            readonly timestamp: components["schemas"]["EpochMilliseconds"];
            readonly data: {
                readonly provider_id: string;
                readonly provider_name: string;
                readonly total_count: number;
                readonly next_page_token: string | null;
                readonly has_more: boolean;
                readonly voices: readonly components["schemas"]["Voice"][];
            };
        };
        readonly Voice: {
            readonly id: string;
            readonly title: string;
            readonly category: string;
            readonly description: string;
            readonly url: string;
            readonly language: string;
            /** @enum {string} */
            readonly age: "young" | "middle_aged" | "old";
            /** @enum {string} */
            readonly gender: "male" | "female" | "neutral";
            readonly image: string | null;
        };
        readonly CampaignStatusChange: {
            readonly campaign_id: number;
            readonly campaign_status: components["schemas"]["CampaignStatus"];
        };
        readonly Message: {
            readonly message: string;
        };
        readonly AudiencePage: {
            readonly datalist: readonly components["schemas"]["AudienceItem"][];
            readonly headers: readonly components["schemas"]["ColumnHeader"][];
            readonly pagination: components["schemas"]["Pagination"];
        };
        readonly AudienceItem: {
            readonly id: number;
            readonly mobile_no: string;
            /** @description The columns that the caller supplied, by their keys. */
            readonly input_data: {
                readonly [key: string]: unknown;
            };
            /** @description Attempts made and allowed. */
            readonly total_attempt: string;
            readonly duration: string;
            /** @description Date and time of the last attempt; '' where none was made. */
            readonly last_attempt: string;
            readonly last_disposition: string;
            readonly last_call_status: string;
            readonly status: components["schemas"]["AudienceStatus"];
            readonly updated_by: string;
        };
        readonly SimplifiedAudiencePage: {
            readonly datalist: readonly ({
                readonly id: number;
                readonly mobile_no: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly headers: readonly components["schemas"]["ColumnHeader"][];
            readonly metadata: readonly components["schemas"]["ColumnHeader"][];
            readonly pagination: components["schemas"]["Pagination"];
        };
        readonly ColumnHeader: {
            readonly key: string;
            readonly label: string;
        };
        readonly Pagination: {
            readonly totalRecords: number;
            readonly totalPages: number;
            readonly currentPage: number;
            readonly limit: number;
        };
        /** @description The specification does not show this body. */
        readonly TokenVerified: unknown;
        readonly IssuedToken: {
            readonly token: string;
            readonly email: string;
            readonly workspace_name: string;
        };
    };
    responses: {
        /** @description The server failed */
        readonly ServerError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ServerError"];
            };
        };
        /** @description The server failed */
        readonly AssumedServerError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MB */
        readonly BodyTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description What the request carried beyond the contract; such a part is ignored. Absent where there is none.
         * @example unknown-query-parameter: color
         */
        readonly ContractWarning: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getAgent: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The agent's id. An empty one counts as missing.
                 * @example 1004
                 */
                readonly agent_id: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            /** @description The agent id is missing or is none */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description There is no such agent in the workspace */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentNotFoundError"];
                };
            };
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
    readonly createAgent: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The agent to update, where the body does not name it. An empty one counts as absent.
                 * @example 1002
                 */
                readonly agent_id?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentChange"];
            };
        };
        readonly responses: {
            /** @description The agent was created or updated */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentSaved"];
                };
            };
            /** @description The agent was created (this mock answers 200) */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentSaved"];
                };
            };
            /** @description The status is none, is misplaced, or cannot be reached */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description There is no such agent in the workspace */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentNotFoundError"];
                };
            };
            readonly 413: components["responses"]["BodyTooLarge"];
            /** @description A field is missing or wrong */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
    readonly listVoices: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The provider. An empty one counts as missing.
                 * @example provider_a
                 */
                readonly provider_id: components["schemas"]["ProviderId"];
                /** @description next_page_token of the previous page. An empty one counts as absent. */
                readonly page_token?: string;
                /**
                 * @description Voices per page, 1 to 100; the default varies by provider. An empty one counts as absent.
                 * @example 10
                 */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of voices */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoiceListAnswer"];
                };
            };
            /** @description A parameter is missing or wrong */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The provider is unknown, or the workspace has not set it up */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 500: components["responses"]["ServerError"];
        };
    };
    readonly forceCompleteCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CampaignStatusChange"];
            };
        };
        readonly responses: {
            /** @description The status was set */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A member is missing or wrong, or the campaign cannot take the status */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such campaign in the workspace */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 413: components["responses"]["BodyTooLarge"];
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
    readonly listAudience: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The campaign whose audience is listed. An empty one counts as missing.
                 * @example 5001
                 */
                readonly campaign_id: number;
                /** @description The page, from 1. */
                readonly page?: number;
                /** @description Records per page, 1 to 1000. */
                readonly limit?: number;
                /** @description A part of the number, anywhere in it. A leading blank stands for a plus sign that was not encoded. */
                readonly mobile_no?: string;
                /** @description 0 Fresh, 1 Completed, 2 Halted, 3 Inqueue; one or several. */
                readonly status?: components["schemas"]["AudienceStatusCode"] | readonly components["schemas"]["AudienceStatusCode"][];
                /** @description The status of any call; one or several, exactly as they are written. */
                readonly call_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The status of the first call; one or several. */
                readonly first_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The status of the last call; one or several. */
                readonly last_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The number of attempts made; one or several. */
                readonly attempt?: components["schemas"]["AttemptsMade"] | readonly components["schemas"]["AttemptsMade"][];
                /** @description True gives the simplified format. Takes true, false, 1 and 0 in any case. */
                readonly is_new?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the audience, in the full or in the simplified format */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AudiencePage"] | components["schemas"]["SimplifiedAudiencePage"];
                };
            };
            /** @description A parameter is missing or wrong */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such campaign in the workspace */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
    readonly verifyToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description An empty object */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description The token is valid */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenVerified"];
                };
            };
            /** @description The body cannot be read */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, invalid or expired */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
            readonly 413: components["responses"]["BodyTooLarge"];
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
    readonly getToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The most recent API token */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedToken"];
                };
            };
            /** @description The login token is missing */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The login token is invalid or expired */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The account has no API token yet */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The server failed */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodedError"];
                };
            };
        };
    };
    readonly createAgentOrUpdate: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The agent to update, where the form does not name it. An empty one counts as absent.
                 * @example 1002
                 */
                readonly agent_id?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["AgentForm"];
            };
        };
        readonly responses: {
            /** @description The agent was created or updated */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentFormSaved"];
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnauthorizedError"] & components["schemas"]["CodedError"];
                };
            };
            /** @description A section, a field, a number or a file is missing or wrong, and nothing was changed */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The server failed, and nothing was changed */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServerError"] & components["schemas"]["CodedError"];
                };
            };
        };
    };
    readonly updateAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentRenaming"];
            };
        };
        readonly responses: {
            /** @description The agent was updated */
            readonly 200: {
                headers: {
                    readonly "x-contract-warning": components["headers"]["ContractWarning"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
            /** @description The token is missing or invalid */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such agent in the workspace */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 413: components["responses"]["BodyTooLarge"];
            /** @description A member is missing or wrong */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 500: components["responses"]["AssumedServerError"];
        };
    };
}
