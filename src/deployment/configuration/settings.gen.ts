/** Generated from src/deployment/configuration/settings.schema.json by `npm run generate`: change the source, not this file. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * The configuration of contract, learn, parity and seed
         * @description contract.config.yaml, in which ${NAME} stands for a variable of the environment.
         */
        readonly SettingsFile: {
            /** @description A module whose default export gives variables for this file, such as fresh tokens; its path is relative to this file. */
            readonly before?: string;
            readonly base_url?: string;
            readonly api_url?: string;
            readonly alt_url?: string;
            /** @description An API token of the workspace that the suite works in. */
            readonly token?: string;
            readonly expired_token?: string;
            readonly second_workspace?: {
                readonly token?: string;
            };
            readonly login?: components["schemas"]["LoginSettings"];
            readonly workspace?: {
                readonly voice_analysis?: boolean;
            };
            readonly providers?: components["schemas"]["ProviderSettings"];
            readonly numbers?: components["schemas"]["NumberSettings"];
            readonly agents?: components["schemas"]["AgentSettings"];
            readonly campaigns?: components["schemas"]["CampaignSettings"];
            readonly values?: components["schemas"]["ValueSettings"];
            readonly headers?: {
                readonly [key: string]: string;
            };
            /** @description Milliseconds until a request is given up. */
            readonly timeout?: number;
            /** @description The largest answer that is read, in MB; 16 if absent. */
            readonly largest_answer?: number;
            /** @description Requests a second; null: as fast as they come. */
            readonly rate_limit?: number | null;
            /** @description Lists of checks that run at the same time. */
            readonly concurrency?: number;
            /** @description The file that the ledger is in. */
            readonly ledger?: string;
        };
        readonly LoginSettings: {
            readonly token?: string;
            readonly expired_token?: string;
            readonly token_without_api_token?: string;
            /** @description The newest API token of the account whose login token `token` is. */
            readonly newest_api_token?: string;
            /** @description Another API token of that account, which has not expired. */
            readonly older_api_token?: string;
        };
        readonly ProviderSettings: {
            /** @description Every provider id that voice-list knows; the document's if absent. */
            readonly supported?: readonly string[];
            /** @description Those that the workspace has set up. */
            readonly listed?: readonly string[];
            readonly not_set_up?: string;
        };
        /** @description Numbers that are attached to no agent; the suite attaches them to agents of its own and releases them. */
        readonly NumberSettings: {
            /** @description Active numbers that the workspace owns. */
            readonly owned?: readonly string[];
            readonly inactive?: readonly string[];
            /** @description Active numbers of a shared provider. */
            readonly shared?: readonly string[];
        };
        readonly AgentSettings: {
            /** @description The UUID of an agent by its id, `{id}` standing for it in 12 digits. */
            readonly uuid?: string;
            /** @description Agents that are only read. */
            readonly read?: readonly components["schemas"]["ReadableAgent"][];
            /** @description A draft with inactive numbers only: a publish is tried on it, which must be refused. */
            readonly draft_with_inactive_number?: number;
            /** @description A draft with numbers of a shared provider only: likewise. */
            readonly draft_with_shared_number?: number;
        };
        readonly ReadableAgent: {
            readonly id: number;
            /** @description The status of every campaign that uses it, by the campaign's id. */
            readonly campaigns?: {
                readonly [key: string]: components["schemas"]["CampaignStatus"];
            };
            /** @description Whether any of these campaigns has records. */
            readonly has_audience?: boolean;
        };
        /** @enum {string} */
        readonly CampaignStatus: "draft" | "inprogress" | "hold" | "pause" | "force_completed" | "deleted";
        readonly CampaignSettings: {
            /** @description Campaigns whose audience is only read. */
            readonly read?: readonly number[];
            /** @description A campaign of the second workspace. */
            readonly foreign?: number;
            /** @description Running campaigns that may be force-completed for ever. */
            readonly disposable?: readonly (number | components["schemas"]["DisposableCampaign"])[];
            /** @description Campaigns that may be completed or changed for ever: one on hold or paused, a draft and a deleted one. */
            readonly disposable_paused?: components["schemas"]["DisposableCampaign"];
            readonly disposable_draft?: components["schemas"]["DisposableCampaign"];
            readonly disposable_deleted?: components["schemas"]["DisposableCampaign"];
            /** @description The latest attempt to call a record of one of the campaigns of `read`. */
            readonly known_attempt?: components["schemas"]["KnownAttempt"];
            /** @description A campaign whose status may be changed for a moment; `status` is set again. */
            readonly changeable?: {
                /** @enum {string} */
                readonly status: "draft" | "hold" | "pause";
                readonly id: number;
                /** @description The agent that uses it. */
                readonly agent?: number;
            };
        };
        readonly DisposableCampaign: {
            readonly id: number;
            /** @description The agent that uses it. */
            readonly agent?: number;
        };
        readonly KnownAttempt: {
            readonly campaign: number;
            readonly record: number;
            /** @description When it was made, in ISO 8601, with an offset. */
            readonly at: string;
        };
        /** @description Values that the deployment takes and the specification does not list. */
        readonly ValueSettings: {
            readonly voice?: {
                readonly [key: string]: unknown;
            };
            readonly speech_to_text?: {
                readonly [key: string]: unknown;
            };
            readonly llm?: {
                readonly [key: string]: unknown;
            };
            readonly tools?: readonly number[];
            readonly sub_agents?: readonly number[];
            readonly dispositions?: readonly string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export type SettingsFile = components['schemas']['SettingsFile'];
export type LoginSettings = components['schemas']['LoginSettings'];
export type ProviderSettings = components['schemas']['ProviderSettings'];
export type NumberSettings = components['schemas']['NumberSettings'];
export type AgentSettings = components['schemas']['AgentSettings'];
export type ReadableAgent = components['schemas']['ReadableAgent'];
export type CampaignStatus = components['schemas']['CampaignStatus'];
export type CampaignSettings = components['schemas']['CampaignSettings'];
export type DisposableCampaign = components['schemas']['DisposableCampaign'];
export type KnownAttempt = components['schemas']['KnownAttempt'];
export type ValueSettings = components['schemas']['ValueSettings'];
