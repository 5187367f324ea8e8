/** Generated from openapi/openapi.yaml by `npm run generate`: change the source, not this file. */

export interface paths {
    "/agents/get-by-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent's details
         * @description One agent of the caller's workspace in full detail. A deleted agent is not returned, and an agent of another
         *     workspace cannot be told from one that does not exist.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update a voice agent
         * @description Without `agent_id` a new agent is created, a draft. With it, in the body or in the query, that agent is updated:
         *     what is not sent stays as it is. `status` publishes (1), deletes (2) or unpublishes (3) and may be sent alone.
         *
         *     Publishing needs at least one active number that the workspace owns. Deleting releases every number.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/voice-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a provider's voices
         * @description One page of the voices that a provider offers. While `has_more` is true, send `next_page_token` as `page_token`
         *     for the next page. Filtering by language, gender or age is left to the client.
         */
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaign-force-completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Force a campaign's completion, or set its status
         * @description `force_completed` completes a running campaign for ever: every Fresh or Inqueue record of its audience becomes
         *     Halted, and nothing undoes it. The other values set the status and leave the audience alone.
         */
        post: operations["forceCompleteCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audience-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a campaign's audience
         * @description One page of a campaign's audience, ordered by id. Values of one filter are alternatives, different filters hold
         *     together, and the totals count what is left. An array is sent as repeated names, as `name[]` or as `name[0]`;
         *     numbers also comma-separated. An empty filter is not a filter.
         */
        get: operations["listAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an API token
         * @description Says whether the API token in the `token` header is valid. A login token is not.
         */
        post: operations["verifyToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/get-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account's API token
         * @description The most recent API token of the account whose login token stands in the `token` header. Takes neither a body
         *     nor query parameters.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/createagentorupdate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update an agent with all sections
         * @description Every section of an agent in one multipart form, with files. All of it takes effect or nothing does. With
         *     `agent_id` as a form field or in the query that agent is updated, and what is not sent stays as it is;
         *     `basic_details[agent_name]` is required either way.
         */
        post: operations["createAgentOrUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update an agent's name or language
         * @description The alternative update, by the agent's UUID. With neither name nor language nothing changes.
         */
        post: operations["updateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @constant */
            error: true;
            code?: number | string;
            message: string;
            data?: Record<string, never>;
        };
        CodedError: {
            /** @constant */
            error: true;
            code?: number | string;
            message: string;
            data?: Record<string, never>;
        };
        UnauthorizedError: {
            /** @constant */
            error: true;
            code?: number | string;
            /** @constant */
            message: "Invalid Auth Key or Session Expired";
            data?: Record<string, never>;
        };
        AgentNotFoundError: {
            /** @constant */
            error: true;
            code?: number | string;
            /** @constant */
            message: "Agent not found";
            data?: Record<string, never>;
        };
        ServerError: {
            /** @constant */
            error: true;
            code?: number | string;
            /** @constant */
            message: "Internal server error";
            data?: Record<string, never>;
        };
        /** @enum {string} */
        ProviderId: "provider_a" | "provider_b" | "provider_c" | "provider_d";
        AgentName: string;
        /**
         * @description 1 active or published, 2 deleted, 3 draft or unpublished.
         * @enum {integer}
         */
        AgentStatus: 1 | 2 | 3;
        /**
         * @description 1 Voice, 2 Chat, 3 Telephony, 4 General.
         * @enum {integer}
         */
        AgentType: 1 | 2 | 3 | 4;
        /**
         * @description 0 Private, 1 Public.
         * @enum {integer}
         */
        AgentPrivacy: 0 | 1;
        /** @enum {string} */
        CampaignStatus: "draft" | "inprogress" | "hold" | "pause" | "force_completed" | "deleted";
        /**
         * @description 0 Fresh, 1 Completed, 2 Halted, 3 Inqueue.
         * @enum {number}
         */
        AudienceStatusCode: 0 | 1 | 2 | 3;
        /** @enum {string} */
        AudienceStatus: "Fresh" | "Completed" | "Halted" | "Inqueue";
        AttemptsMade: number;
        OneOrSeveralTexts: string | string[];
        ColorCode: string;
        AgentChange: {
            /** @description The agent to update; without it a new one is created. */
            agent_id?: number;
            agent_name?: components["schemas"]["AgentName"];
            description?: string;
            prompt?: string;
            /** @description A time-zone name of the IANA database; '' clears it. */
            timezone?: string;
            greeting?: string;
            /** @description An http or https address; '' clears it. */
            session_data_webhook?: string;
            voice?: {
                provider?: string;
                voice_id?: string;
                model?: string;
                settings?: {
                    stability?: number;
                    voice_style?: number;
                    speed?: number;
                } & {
                    [key: string]: unknown;
                };
            };
            speech_to_text?: {
                provider?: string;
                model?: string;
                language?: string;
            };
            llm?: {
                llm?: string;
                model?: string;
            };
            configurations?: {
                confidence_threshold?: number;
                do_not_call_detection?: boolean;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description 1 publishes, 2 deletes, 3 unpublishes. May be sent alone with agent_id.
             * @enum {number}
             */
            status?: 1 | 2 | 3;
        };
        AgentRenaming: {
            /** Format: uuid */
            agent_id: string;
            name?: components["schemas"]["AgentName"];
            language?: string;
        };
        /**
         * @description The form as it is sent, each field under its bracketed name. A list may be sent with `[]`, with indexes (`[0]`,
         *     `[1]`, shown here by `[0]`) or bare, and one empty value stands for an empty list. Integers come as decimal
         *     strings, booleans as true, false, 1 or 0. An item of a list has each field that has no default.
         */
        AgentForm: {
            /** @description The agent to update; an empty one counts as absent. */
            agent_id?: number;
            "basic_details[agent_name]": components["schemas"]["AgentName"];
            "basic_details[description]"?: string;
            "basic_details[category]"?: number;
            "basic_details[purpose]"?: number;
            "basic_details[agent_type]"?: components["schemas"]["AgentType"];
            "basic_details[chatbot_name]"?: string;
            "basic_details[chatbot_welcome_message]"?: string;
            /** @description A text, or a PNG, JPEG, GIF or WebP file of at most 10 MB. */
            "basic_details[chatbot_image]"?: string;
            "basic_details[agent_privacy]"?: components["schemas"]["AgentPrivacy"];
            "basic_details[agent_prompt]"?: string;
            "basic_details[voice_id]"?: string;
            "basic_details[voice_provider]"?: number;
            "basic_details[transcriber_provider]"?: number;
            "basic_details[transcriber_language]"?: string;
            "basic_details[tone]"?: string;
            "basic_details[style]"?: string;
            "basic_details[instruction_sensitivity]"?: string;
            "configuration[context_awareness]"?: boolean;
            "configuration[memory_recall]"?: boolean;
            "configuration[sentiment_analysis]"?: boolean;
            "configuration[interruption_handling]"?: boolean;
            "configuration[agent_terminate_instruction]"?: string;
            "configuration[agent_terminate_messages]"?: string;
            "knowledge_base[tools][0][id]"?: number;
            "knowledge_base[tools][0][isEnabled]"?: boolean;
            "knowledge_base[sub_agents][0][id]"?: number;
            "knowledge_base[sub_agents][0][isEnabled]"?: boolean;
            "knowledge_base[text_knowledge_bases][0][name]"?: string;
            "knowledge_base[text_knowledge_bases][0][content]"?: string;
            "phone_numbers[]"?: string[];
            "denials[denied_words][]"?: string[];
            "denials[denied_topics][]"?: string[];
            /** @description The shape of an item is not shown; an item of several fields is sent as [0][name]. */
            "dispositions_config[dispositions][]"?: unknown[];
            /**
             * @description Sent as guardrails[name]; its fields in this request are not shown. Those that get-by-id answers are taken as
             *     integers, true and false as 1 and 0.
             */
            guardrails?: {
                [key: string]: unknown;
            };
            "metadata_config[metadata_input][0][key]"?: string;
            "metadata_config[metadata_input][0][type]"?: string;
            "metadata_config[metadata_input][0][description]"?: string;
            "metadata_config[metadata_output][]"?: unknown[];
            /** @description At most 3 files of at most 10 MB each; PDF, DOC, DOCX, XLSX or CSV. */
            FILE_KNOWLEDGE_BASES?: Blob[];
        };
        AgentSaved: {
            success: boolean;
            message: string;
            data: {
                agent_id: number;
                agent_name: string;
            };
        };
        AgentFormSaved: {
            message: string;
            data: {
                agent_id: number;
            };
        };
        AgentAnswer: {
            /** @constant */
            error: false;
            /** @constant */
            code: 200;
            /** @constant */
            message: "";
            timestamp: components["schemas"]["EpochMilliseconds"];
            data: components["schemas"]["Agent"];
        };
        /** @description Milliseconds since 1970-01-01T00:00:00Z. */
        EpochMilliseconds: number;
        Agent: {
            basic_details: components["schemas"]["AgentBasicDetails"];
            configuration: components["schemas"]["AgentConfiguration"];
            knowledge_base: {
                agent_id: number;
                files: unknown[];
                links: unknown[];
                pages: unknown[];
                tools: unknown[];
                sub_agents: unknown[];
            };
            tools: {
                tools: unknown[];
                subagents: unknown[];
                integrated_custom_events: {
                    toolHttpRequest: unknown[];
                };
                denials: components["schemas"]["Denials"];
            };
            phone_numbers: unknown[];
            dispositions: unknown[];
            /** @description Both fields may be null; their types are not shown. */
            dispositions_config: {
                disposition_provider: unknown;
                disposition_model: unknown;
            };
            denials: components["schemas"]["Denials"];
            creator: {
                user_id: number;
                first_name: string;
                last_name: string;
                email: string;
                full_name: string;
            };
            guardrails: {
                id: number | null;
                agent_id: number;
                hate_enabled: number;
                insult_enabled: number;
                violence_enabled: number;
                sexual_enabled: number;
                misconduct_enabled: number;
                prompt_attack_enabled: number;
                relevance_deviation_level: number;
                knowledge_boundary_deviation_level: number;
            };
            metadata_config: {
                metadata_input: {
                    key: string;
                    type: string;
                    description: string;
                }[];
                metadata_output: unknown[];
                metadata_output_provider: string;
                metadata_output_model: string;
            };
            /**
             * Format: time-in-words
             * @description How long ago the agent was last updated, in words, or ''.
             */
            last_modified: string;
            voice_analysis: boolean;
            campaign_count: number;
            campaigns: unknown[];
            is_campaign_on_hold: boolean;
            is_draft: boolean;
            is_audience: boolean;
            webhook_url: string | null;
        };
        AgentBasicDetails: {
            id: number;
            workspace_id: number;
            agent_name: string;
            description: string | null;
            category: number;
            category_description: {
                id: number;
                label: string;
                textColor: components["schemas"]["ColorCode"];
                backgroundColor: components["schemas"]["ColorCode"];
            };
            purpose: number;
            purpose_description: {
                id: number;
                label: string;
            };
            agent_type: components["schemas"]["AgentType"];
            agent_type_description: {
                id: number;
                label: string;
            };
            agent_prompt: string;
            agent_privacy: components["schemas"]["AgentPrivacy"];
            status: components["schemas"]["AgentStatus"];
            voice_id: string;
            agent_token: string;
            voice_provider: number;
            transcriber_provider: number;
            calling_type: number;
            company_id: number;
            /** Format: date-time */
            created_on: string;
            /** Format: date-time */
            updated_on: string;
        };
        AgentConfiguration: {
            id: number;
            agent_id: number;
            context_awareness: number;
            temperature: number;
            tts_model: number;
            stt_model: number;
            call_recording: number;
            inactivity_handling_time: number;
            max_call_duration: number;
            voice_config: {
                speed: string;
                stability: string;
            };
            transcript_status: number;
            skills: unknown[];
            nudges: unknown[];
            trigger: string;
        };
        Denials: {
            denied_words: unknown[];
            denied_topics: unknown[];
        };
        VoiceListAnswer: {
            /** @constant */
            error: false;
            code: number;
            message: string;
            timestamp: components["schemas"]["EpochMilliseconds"];
            data: {
                provider_id: string;
                provider_name: string;
                total_count: number;
                next_page_token: string | null;
                has_more: boolean;
                voices: components["schemas"]["Voice"][];
            };
        };
        Voice: {
            id: string;
            title: string;
            category: string;
            description: string;
            url: string;
            language: string;
            /** @enum {string} */
            age: "young" | "middle_aged" | "old";
            /** @enum {string} */
            gender: "male" | "female" | "neutral";
            image: string | null;
        };
        CampaignStatusChange: {
            campaign_id: number;
            campaign_status: components["schemas"]["CampaignStatus"];
        };
        Message: {
            message: string;
        };
        AudiencePage: {
            datalist: components["schemas"]["AudienceItem"][];
            headers: components["schemas"]["ColumnHeader"][];
            pagination: components["schemas"]["Pagination"];
        };
        AudienceItem: {
            id: number;
            mobile_no: string;
            /** @description The columns that the caller supplied, by their keys. */
            input_data: {
                [key: string]: unknown;
            };
            /** @description Attempts made and allowed. */
            total_attempt: string;
            duration: string;
            /** @description Date and time of the last attempt; '' where none was made. */
            last_attempt: string;
            last_disposition: string;
            last_call_status: string;
            status: components["schemas"]["AudienceStatus"];
            updated_by: string;
        };
        SimplifiedAudiencePage: {
            datalist: ({
                id: number;
                mobile_no: string;
            } & {
                [key: string]: unknown;
            })[];
            headers: components["schemas"]["ColumnHeader"][];
            metadata: components["schemas"]["ColumnHeader"][];
            pagination: components["schemas"]["Pagination"];
        };
        ColumnHeader: {
            key: string;
            label: string;
        };
        Pagination: {
            totalRecords: number;
            totalPages: number;
            currentPage: number;
            limit: number;
        };
        /** @description The specification does not show this body. */
        TokenVerified: unknown;
        IssuedToken: {
            token: string;
            email: string;
            workspace_name: string;
        };
    };
    responses: {
        /** @description The server failed */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServerError"];
            };
        };
        /** @description The server failed */
        AssumedServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MB */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description What the request carried beyond the contract; such a part is ignored. Absent if there was nothing.
         * @example unknown-query-parameter: color
         */
        ContractWarning: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAgent: {
        parameters: {
            query: {
                /**
                 * @description The agent's id. An empty one counts as missing.
                 * @example 1004
                 */
                agent_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            /** @description The agent id is missing or is none */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description There is no such agent in the workspace */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentNotFoundError"];
                };
            };
            500: components["responses"]["AssumedServerError"];
        };
    };
    createAgent: {
        parameters: {
            query?: {
                /**
                 * @description The agent to update, where the body does not name it. An empty one counts as absent.
                 * @example 1002
                 */
                agent_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentChange"];
            };
        };
        responses: {
            /** @description The agent was created or updated */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSaved"];
                };
            };
            /** @description The agent was created (this mock answers 200) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSaved"];
                };
            };
            /** @description The status is none, is misplaced, or cannot be reached */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description There is no such agent in the workspace */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentNotFoundError"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            /** @description A field is missing or wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["AssumedServerError"];
        };
    };
    listVoices: {
        parameters: {
            query: {
                /**
                 * @description The provider. An empty one counts as missing.
                 * @example provider_a
                 */
                provider_id: components["schemas"]["ProviderId"];
                /** @description next_page_token of the previous page. An empty one counts as absent. */
                page_token?: string;
                /**
                 * @description Voices per page, 1 to 100; the default varies by provider. An empty one counts as absent.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of voices */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceListAnswer"];
                };
            };
            /** @description A parameter is missing or wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"];
                };
            };
            /** @description The provider is unknown, or the workspace has not set it up */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    forceCompleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignStatusChange"];
            };
        };
        responses: {
            /** @description The status was set */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A field is missing or wrong, or the campaign cannot take the status */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such campaign in the workspace */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["AssumedServerError"];
        };
    };
    listAudience: {
        parameters: {
            query: {
                /**
                 * @description The campaign whose audience is listed. An empty one counts as missing.
                 * @example 5001
                 */
                campaign_id: number;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records per page, 1 to 1000. */
                limit?: number;
                /** @description A part of the number, anywhere in it. A leading blank stands for a plus sign that was not encoded. */
                mobile_no?: string;
                /** @description 0 Fresh, 1 Completed, 2 Halted, 3 Inqueue; one or several. */
                status?: components["schemas"]["AudienceStatusCode"] | components["schemas"]["AudienceStatusCode"][];
                /** @description The status of any call; one or several, exactly as they are written. */
                call_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The status of the first call; one or several. */
                first_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The status of the last call; one or several. */
                last_status?: components["schemas"]["OneOrSeveralTexts"];
                /** @description The number of attempts made; one or several. */
                attempt?: components["schemas"]["AttemptsMade"] | components["schemas"]["AttemptsMade"][];
                /** @description True gives the simplified format. Takes true, false, 1 and 0 in any case. */
                is_new?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audience, in the full or in the simplified format */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudiencePage"] | components["schemas"]["SimplifiedAudiencePage"];
                };
            };
            /** @description A parameter is missing or wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such campaign in the workspace */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["AssumedServerError"];
        };
    };
    verifyToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty object */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The token is valid */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenVerified"];
                };
            };
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, invalid or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["AssumedServerError"];
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most recent API token */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            /** @description The login token is missing */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The login token is invalid or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The account has no API token yet */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedError"];
                };
            };
        };
    };
    createAgentOrUpdate: {
        parameters: {
            query?: {
                /**
                 * @description The agent to update, where the form does not name it. An empty one counts as absent.
                 * @example 1002
                 */
                agent_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AgentForm"];
            };
        };
        responses: {
            /** @description The agent was created or updated */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentFormSaved"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] & components["schemas"]["CodedError"];
                };
            };
            /** @description A section, a field, a number or a file is missing or wrong, and nothing was changed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedError"];
                };
            };
            /** @description The server failed, and nothing was changed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerError"] & components["schemas"]["CodedError"];
                };
            };
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRenaming"];
            };
        };
        responses: {
            /** @description The agent was updated */
            200: {
                headers: {
                    "x-contract-warning": components["headers"]["ContractWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such agent in the workspace */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            /** @description A field is missing or wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["AssumedServerError"];
        };
    };
}
