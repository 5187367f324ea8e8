/** Generated from src/seed/plan/plan.schema.json by `npm run generate`: change the source, not this file. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * A seeding plan of voice-agent-mock
         * @description What to make, in what amounts. Everything has a default.
         */
        readonly SeedPlan: {
            /** @description Where an editor finds this schema. */
            readonly $schema?: string;
            /** @description The same seed gives the same records; --seed goes before it. */
            readonly seed?: number;
            /**
             * Format: date-time
             * @description The moment that counts as the present: nothing has happened after it.
             */
            readonly now?: string;
            /** @description With --out: the scenario that the new one begins as, a name in fixtures/ or a folder. */
            readonly base?: string;
            /** @description Of agents and audiences that name none themselves. */
            readonly languages?: components["schemas"]["Languages"];
            /** @description Workspaces to make; the first is where everything belongs that names none. */
            readonly workspaces?: readonly components["schemas"]["WorkspacePlan"][];
            /** @description Phone numbers that are attached to no agent. */
            readonly numbers?: readonly components["schemas"]["NumberPlan"][];
            readonly agents?: readonly components["schemas"]["AgentPlan"][];
            readonly campaigns?: readonly components["schemas"]["CampaignPlan"][];
        };
        readonly WorkspacePlan: {
            /** @description What other parts of the plan call it. */
            readonly key?: string;
            readonly name?: string;
            readonly voice_analysis?: boolean;
            readonly users?: number;
            /** @description Of each user. */
            readonly api_tokens?: number;
            /** @description Of each user. */
            readonly login_tokens?: number;
        };
        readonly NumberPlan: {
            readonly count?: components["schemas"]["Count"];
            readonly workspace?: components["schemas"]["WorkspaceName"];
            /** @description A shared provider's, open to every workspace. */
            readonly shared?: boolean;
            readonly active?: boolean;
        };
        readonly AgentPlan: {
            /** @description What campaigns call this group. */
            readonly key?: string;
            readonly count?: components["schemas"]["Count"];
            readonly workspace?: components["schemas"]["WorkspaceName"];
            /** @enum {unknown} */
            readonly status?: "draft" | "published" | "deleted";
            /** @description 1 voice, 2 chat, 3 telephony, 4 general. */
            readonly type?: number;
            /**
             * @description What the agent is for, and the language that it speaks.
             * @enum {unknown}
             */
            readonly profile?: "dental-reminder" | "vaccination-clinic" | "plan-renewal" | "loan-follow-up" | "delivery-scheduling" | "stay-confirmation" | "table-booking" | "order-chat" | "admissions" | "satisfaction-survey" | "support-callback" | "meter-appointment" | "viewing-qualification";
            readonly languages?: components["schemas"]["AgentLanguages"];
            /** @description Active numbers of its workspace attached to each agent. */
            readonly numbers?: number;
            /** @description Names of files that each agent knows, in place of those of its profile. */
            readonly documents?: readonly string[];
        };
        readonly CampaignPlan: {
            readonly count?: components["schemas"]["Count"];
            readonly workspace?: components["schemas"]["WorkspaceName"];
            /** @description The key of the group of agents that call; any of the workspace's if absent. */
            readonly agents?: string;
            readonly name?: string;
            /** @enum {unknown} */
            readonly status?: "draft" | "inprogress" | "hold" | "pause" | "force_completed" | "deleted";
            readonly audience?: components["schemas"]["AudiencePlan"];
        };
        readonly AudiencePlan: {
            /** @description All records, spread as mix says. */
            readonly size?: components["schemas"]["Count"];
            /** @description Parts of the size: 2 and 1 are two thirds and one third. */
            readonly mix?: {
                readonly fresh?: number;
                readonly completed?: number;
                readonly halted?: number;
                readonly inqueue?: number;
            };
            /** @description Records of this status, in place of size. */
            readonly fresh?: components["schemas"]["Count"];
            readonly completed?: components["schemas"]["Count"];
            readonly halted?: components["schemas"]["Count"];
            readonly inqueue?: components["schemas"]["Count"];
            /** @description The keys of the input columns; those that are known get values that fit their names, others a reference number. */
            readonly columns?: readonly string[];
            readonly languages?: components["schemas"]["Languages"];
            readonly attempts_allowed?: number;
            /** @description The dispositions of answered calls with their weights; those of the agent if absent. */
            readonly outcomes?: {
                readonly [key: string]: number;
            };
        };
        readonly Count: number;
        /** @description The key of a workspace of the plan, or the id of one that is there. */
        readonly WorkspaceName: string | number;
        /** @description Languages that people speak. */
        readonly Languages: readonly ("en-US" | "en-GB" | "de-DE" | "fr-FR" | "es-ES" | "it-IT" | "pt-BR" | "sv-SE" | "tr-TR" | "nl-NL" | "en-IN" | "ja-JP" | "zh-CN")[];
        /** @description Languages that agents speak. */
        readonly AgentLanguages: readonly ("de-DE" | "en-GB" | "en-US" | "fr-FR" | "ja-JP" | "en-IN" | "es-ES" | "pt-BR" | "it-IT" | "nl-NL")[];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export type SeedPlan = components['schemas']['SeedPlan'];
export type WorkspacePlan = components['schemas']['WorkspacePlan'];
export type NumberPlan = components['schemas']['NumberPlan'];
export type AgentPlan = components['schemas']['AgentPlan'];
export type CampaignPlan = components['schemas']['CampaignPlan'];
export type AudiencePlan = components['schemas']['AudiencePlan'];
export type Count = components['schemas']['Count'];
export type WorkspaceName = components['schemas']['WorkspaceName'];
export type Languages = components['schemas']['Languages'];
export type AgentLanguages = components['schemas']['AgentLanguages'];
