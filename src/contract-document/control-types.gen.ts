/** Generated from openapi/control.yaml by `npm run generate`: change the source, not this file. */

export interface paths {
    readonly "/__mock/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Whether requests are served */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/worlds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the worlds */
        readonly get: operations["listWorlds"];
        readonly put?: never;
        /**
         * Make a world
         * @description From a scenario, a snapshot or the present state of another world; the time it takes does not depend on how much
         *     data that has. A copy of a snapshot or of a world takes the records, the clock and the state of chance, and
         *     neither faults nor journal.
         */
        readonly post: operations["createWorld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/worlds/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a world.
                 * @example checkout
                 */
                readonly name: components["parameters"]["WorldName"];
            };
            readonly cookie?: never;
        };
        /**
         * Inspect a world
         * @description Does not make the world where it is not there, and does not keep it from expiring.
         */
        readonly get: operations["getWorld"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a world
         * @description The default world cannot be deleted; reset it.
         */
        readonly delete: operations["deleteWorld"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take the world back to its scenario
         * @description Everything of the world: its records are the scenario's again, its clock runs free, chance starts from the
         *     world's seed, dialling stops, and faults, journal and coverage are empty. Other worlds and the snapshots stay.
         */
        readonly post: operations["resetWorld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/scenarios": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the scenarios
         * @description Those of the mock itself, and the one that it was started with.
         */
        readonly get: operations["listScenarios"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the snapshots
         * @description They are the mock's, not the world's, so a snapshot of one world can be restored in another.
         */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        /**
         * Take a snapshot of the world
         * @description Keeps its records, its clock and its state of chance in memory, in a time that does not depend on how much data
         *     there is; faults and journal are not part of it. To keep a snapshot beyond the process, export it.
         */
        readonly post: operations["takeSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/snapshots/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        /** Export a snapshot */
        readonly get: operations["exportSnapshot"];
        /**
         * Import a snapshot
         * @description Takes a file that was exported, in place of a snapshot of that name. It is checked as a data folder is: every
         *     record by its schema, every reference for what it refers to. `data.field` of the answer names the first place
         *     that does not fit.
         */
        readonly put: operations["importSnapshot"];
        readonly post?: never;
        /** Delete a snapshot */
        readonly delete: operations["deleteSnapshot"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/snapshots/{name}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take the world to a snapshot
         * @description Its records, its clock and its state of chance become the snapshot's, and dialling stops. Faults and journal stay
         *     as they are. Ids that were given meanwhile are not given again.
         */
        readonly post: operations["restoreSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read the world's clock */
        readonly get: operations["getClock"];
        readonly put?: never;
        /**
         * Freeze, set, advance or free the world's clock
         * @description All that depends on time goes by it: timestamps, `last_modified`, the expiry of tokens, the Date header and
         *     dialling that follows the clock, whose calls are made before this is answered.
         */
        readonly post: operations["turnClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/campaigns": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the campaigns */
        readonly get: operations["listCampaigns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/campaigns/{campaign_id}/dial": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The campaign's id.
                 * @example 5001
                 */
                readonly campaign_id: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        /** See how far a campaign is dialled */
        readonly get: operations["getDialling"];
        readonly put?: never;
        /**
         * Dial a campaign
         * @description Makes call attempts at once, makes them until no record can be called any more, or makes them as the world's
         *     time passes. Only a campaign that is `inprogress` is dialled; another answers 409 and says why. What comes of the
         *     calls is drawn from the world's seed. The platform's specification does not show these transitions: the rules
         *     `dialling.*` are assumed.
         */
        readonly post: operations["dialCampaign"];
        /** Stop dialling that follows the clock */
        readonly delete: operations["stopDialling"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Log a user in
         * @description Gives a new login token, which opens get-token.
         */
        readonly post: operations["login"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the tokens
         * @description In full, so that they can be copied: they open nothing but the mock. The journal masks them, because it is passed
         *     on.
         */
        readonly get: operations["listTokens"];
        readonly put?: never;
        /** Create an API token */
        readonly post: operations["createToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/tokens/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a token
         * @description Of either kind; the next request that carries it is answered with 401.
         */
        readonly delete: operations["revokeToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/workspaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the workspaces */
        readonly get: operations["listWorkspaces"];
        readonly put?: never;
        /** Add a workspace */
        readonly post: operations["createWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the users */
        readonly get: operations["listUsers"];
        readonly put?: never;
        /** Add a user */
        readonly post: operations["createUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/numbers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the phone numbers
         * @description Of a workspace with `workspace_id`, the shared providers' numbers included.
         */
        readonly get: operations["listNumbers"];
        readonly put?: never;
        /** Add a phone number */
        readonly post: operations["createNumber"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/numbers/{number}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Attach, release, activate or deactivate a phone number
         * @description What is left out stays. A number that another agent has is released from it.
         */
        readonly put: operations["updateNumber"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/agents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the agents
         * @description In every state, deleted ones too.
         */
        readonly get: operations["listAgents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/agents/{agent_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Inspect an agent
         * @description In any state, with the settings that the API takes and never shows.
         */
        readonly get: operations["inspectAgent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What new records may lean on */
        readonly get: operations["getImportBase"];
        readonly put?: never;
        /**
         * Put and remove stored records
         * @description All or nothing. A record that is there is replaced, one to be removed that is not there is passed over, so that
         *     sending a request again comes to the same. A workspace that is removed takes its place at providers along, a
         *     campaign its audience's records. Lists have 1000 items or a little more; send one request after another.
         */
        readonly post: operations["importRecords"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/import/ids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Reserve ids for records to be put */
        readonly post: operations["reserveIds"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/import/audiences/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The campaign's id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        /** A campaign's audience as it is stored */
        readonly get: operations["getStoredAudience"];
        readonly put?: never;
        readonly post?: never;
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
        /** @description The first id of each kind; a number's is the digits after +1555. */
        readonly FirstIds: {
            readonly workspaces: number;
            readonly users: number;
            readonly agents: number;
            readonly campaigns: number;
            readonly leads: number;
            readonly phone_numbers: number;
        };
        /** @description How many ids of each kind. */
        readonly IdCounts: {
            readonly workspaces: number;
            readonly users: number;
            readonly agents: number;
            readonly campaigns: number;
            readonly leads: number;
            readonly phone_numbers: number;
        };
        readonly ImportBase: {
            readonly workspaces: readonly components["schemas"]["StoredRecord"][];
            readonly users: readonly components["schemas"]["StoredRecord"][];
            readonly providers: readonly components["schemas"]["StoredRecord"][];
            readonly voices: readonly components["schemas"]["StoredRecord"][];
            readonly firstIds: components["schemas"]["FirstIds"];
        };
        /** @enum {string} */
        readonly CollectionName: "workspaces" | "users" | "login_tokens" | "api_tokens" | "codes" | "providers" | "voices" | "phone_numbers" | "agents" | "campaigns" | "audiences";
        /** @description A record as a data folder keeps it. */
        readonly StoredRecord: {
            readonly id: number | string;
        };
        readonly RecordImport: {
            readonly put?: readonly {
                readonly collection: components["schemas"]["CollectionName"];
                readonly record: components["schemas"]["StoredRecord"];
            }[];
            readonly leads?: readonly {
                readonly campaign_id: number;
                readonly records: readonly components["schemas"]["StoredRecord"][];
            }[];
            readonly remove?: readonly {
                readonly collection: components["schemas"]["CollectionName"];
                readonly id: number | string;
            }[];
        };
        readonly Health: {
            /** @constant */
            readonly status: "ok";
        };
        /** @description Letters, digits, `.`, `_` and `-`, at most 64. */
        readonly Name: string;
        /**
         * Format: date-time
         * @description ISO 8601, as JavaScript prints it.
         */
        readonly Timestamp: string;
        readonly Error: {
            /** @constant */
            readonly error: true;
            /** @description The status. */
            readonly code: number;
            /** @description What is wrong and what to do. */
            readonly message: string;
            readonly data: {
                /** @description The part of the request that is at fault, where it is one, for example `from.world`. */
                readonly field?: string;
            };
        };
        readonly World: {
            readonly name: components["schemas"]["Name"];
            /** @description What it goes back to when it is reset. */
            readonly scenario: string;
            /** @description What its chance starts from; equal seeds, equal outcomes. */
            readonly seed: string;
            readonly created_on: components["schemas"]["Timestamp"];
            /** @description When a request last named it; null for the default world. */
            readonly last_used_on: components["schemas"]["Timestamp"] | null;
            /** @description When it goes unless it is used; null for the default world, which stays. */
            readonly expires_on: components["schemas"]["Timestamp"] | null;
            readonly clock: components["schemas"]["Clock"];
            /** @description How many records it has. */
            readonly counts: {
                readonly workspaces: number;
                readonly users: number;
                readonly agents: number;
                readonly campaigns: number;
                readonly phone_numbers: number;
            };
        };
        readonly Clock: {
            readonly now: components["schemas"]["Timestamp"];
            /** @description Whether time stands still. */
            readonly is_frozen: boolean;
        };
        readonly NewWorld: {
            readonly name: components["schemas"]["Name"];
            /** @description What it begins as; the scenario that the mock was started with where absent. */
            readonly from?: {
                readonly scenario: components["schemas"]["Name"];
            } | {
                readonly snapshot: components["schemas"]["Name"];
            } | {
                readonly world: components["schemas"]["Name"];
            };
            /** @description What its chance starts from; its name where absent. */
            readonly seed?: string;
        };
        readonly Snapshot: {
            readonly name: components["schemas"]["Name"];
            /** @description The world that it was taken of; null for one that was imported. */
            readonly world: components["schemas"]["Name"] | null;
            /** @description The scenario that its world goes back to. */
            readonly scenario: string;
            /** @description What its chance began from. */
            readonly seed: string;
            readonly taken_on: components["schemas"]["Timestamp"];
            readonly clock: components["schemas"]["ClockState"];
        };
        readonly NewSnapshot: {
            readonly name: components["schemas"]["Name"];
            /** @description Take the place of a snapshot of that name; false where absent. */
            readonly replace?: boolean;
        };
        /** @description How a clock stands to the time of the machine. */
        readonly ClockState: {
            readonly frozen_at: components["schemas"]["Timestamp"];
        } | {
            /** @description How far it is ahead, in milliseconds. */
            readonly offset_ms: number;
        };
        /** @description A snapshot as a file. Records are as the data folder holds them. */
        readonly SnapshotFile: {
            /**
             * @description What the file is.
             * @constant
             */
            readonly format: "voice-agent-mock/snapshot/1";
            readonly name?: components["schemas"]["Name"];
            /** @description The scenario that its world goes back to. */
            readonly scenario: string;
            /** @description What its chance began from. */
            readonly seed: string;
            readonly clock: components["schemas"]["ClockState"];
            /** @description The state of chance. */
            readonly random: readonly number[];
            /** @description The highest ids given, by kind of record. */
            readonly ids: {
                readonly workspaces?: number;
                readonly users?: number;
                readonly agents?: number;
                readonly campaigns?: number;
                readonly leads?: number;
            };
            /** @description The records by collection. */
            readonly records: {
                readonly workspaces: components["schemas"]["RecordList"];
                readonly users: components["schemas"]["RecordList"];
                readonly login_tokens?: components["schemas"]["RecordList"];
                readonly api_tokens?: components["schemas"]["RecordList"];
                readonly codes?: components["schemas"]["RecordList"];
                readonly providers?: components["schemas"]["RecordList"];
                readonly voices?: components["schemas"]["RecordList"];
                readonly agents?: components["schemas"]["RecordList"];
                readonly phone_numbers?: components["schemas"]["RecordList"];
                readonly campaigns?: components["schemas"]["RecordList"];
                readonly audiences?: components["schemas"]["RecordList"];
            };
            /** @description The records of each audience, by the campaign's id. */
            readonly leads: {
                readonly [key: string]: components["schemas"]["RecordList"];
            };
        };
        readonly RecordList: readonly {
            readonly [key: string]: unknown;
        }[];
        /** @description One of these. */
        readonly ClockChange: {
            /** @description Stops the clock, at the present time or at the one given. */
            readonly freeze?: true | components["schemas"]["Timestamp"];
            /** @description Turns the clock to a time; it goes on from there unless it is frozen. */
            readonly set?: components["schemas"]["Timestamp"];
            /** @description Turns the clock by a time, back where it begins with `-`. */
            readonly advance?: components["schemas"]["Duration"];
            /**
             * @description Lets the clock run with that of the machine again.
             * @constant
             */
            readonly free?: true;
        };
        /** @description ISO 8601, for example `PT90S` or `P1DT2H`. */
        readonly Duration: string;
        /** @description `attempts`, `until`, or `mode` with `rate`. */
        readonly DialOrder: {
            /** @description How many call attempts are made at once. */
            readonly attempts?: number;
            /**
             * @description Attempts are made until no record can be called any more.
             * @constant
             */
            readonly until?: "done";
            /**
             * @description Attempts are made as the world's time passes.
             * @constant
             */
            readonly mode?: "follow-clock";
            /** @description Attempts per minute of the world's time, with `mode`; 60 where absent. */
            readonly rate?: number;
        };
        readonly Dialling: {
            readonly campaign_id: number;
            readonly campaign_status: components["schemas"]["CampaignStatus"];
            /** @description How many attempts this request made. */
            readonly attempts_made: number;
            /** @description Whether no record can be called any more. */
            readonly is_done: boolean;
            readonly counts: components["schemas"]["AudienceCounts"];
            /** @description How it follows the clock; null where it does not. */
            readonly following: {
                /** @description Attempts per minute of the world's time. */
                readonly rate: number;
                readonly since: components["schemas"]["Timestamp"];
            } | null;
        };
        /** @description How many records of the audience show each status. */
        readonly AudienceCounts: {
            readonly total: number;
            readonly fresh: number;
            readonly completed: number;
            readonly halted: number;
            readonly inqueue: number;
        };
        /** @enum {string} */
        readonly CampaignStatus: "draft" | "inprogress" | "hold" | "pause" | "force_completed" | "deleted";
        readonly Campaign: {
            readonly id: number;
            readonly workspace_id: number;
            readonly agent_id: number;
            readonly name: string;
            readonly status: components["schemas"]["CampaignStatus"];
            readonly created_on: components["schemas"]["Timestamp"];
            readonly updated_on: components["schemas"]["Timestamp"];
            /** @description Call attempts allowed for each record. */
            readonly attempts_allowed: number;
            readonly counts: components["schemas"]["AudienceCounts"];
            /** @description Whether dialling follows the clock. */
            readonly is_dialled: boolean;
        };
        /** @description The user by `email` or by `user_id`. */
        readonly Login: {
            /** @description The user's address. */
            readonly email?: string;
            readonly user_id?: number;
            /** @description How long it is valid; for ever where absent. */
            readonly expires_in?: components["schemas"]["Duration"];
        };
        /** @enum {string} */
        readonly TokenKind: "api" | "login";
        readonly Token: {
            readonly token: string;
            readonly kind: components["schemas"]["TokenKind"];
            readonly user_id: number;
            readonly email: string;
            readonly workspace_id: number;
            readonly created_on: components["schemas"]["Timestamp"];
            /** @description When it stops being valid; null for never. */
            readonly expires_on: components["schemas"]["Timestamp"] | null;
            /** @description By the world's clock. */
            readonly is_valid: boolean;
        };
        /** @description The user by `email` or by `user_id`; for ever valid without `expires_in` and `expires_on`. */
        readonly NewToken: {
            /** @description The user's address. */
            readonly email?: string;
            readonly user_id?: number;
            /** @description How long it is valid by the world's clock. */
            readonly expires_in?: components["schemas"]["Duration"];
            /** @description When it stops being valid; in the past for one that is expired already. */
            readonly expires_on?: components["schemas"]["Timestamp"];
        };
        readonly Workspace: {
            readonly id: number;
            readonly name: string;
            readonly company_id: number;
            readonly voice_analysis: boolean;
            /** @description The voice providers that it has set up. */
            readonly providers: readonly string[];
        };
        readonly NewWorkspace: {
            readonly name: string;
            /** @description Its own id where absent. */
            readonly company_id?: number;
            /** @description false where absent. */
            readonly voice_analysis?: boolean;
            /** @description The voice providers that it has set up; where absent, all that another workspace has. */
            readonly providers?: readonly string[];
        };
        readonly User: {
            readonly id: number;
            readonly workspace_id: number;
            readonly first_name: string;
            readonly last_name: string;
            readonly email: string;
        };
        readonly NewUser: {
            readonly workspace_id: number;
            readonly first_name: string;
            readonly last_name: string;
            /** @description An address that no other user has. */
            readonly email: string;
        };
        /** @description A phone number with `+` and country code. */
        readonly E164: string;
        readonly PhoneNumber: {
            readonly number: string;
            /** @description The owner; null for a shared provider's number. */
            readonly workspace_id: number | null;
            /** @description Whether it is a shared provider's. */
            readonly is_shared: boolean;
            readonly is_active: boolean;
            /** @description The agent that it is attached to. */
            readonly agent_id: number | null;
        };
        readonly NewPhoneNumber: {
            readonly number: components["schemas"]["E164"];
            /** @description The owner; null for a shared provider's number. */
            readonly workspace_id: number | null;
            /** @description true where absent. */
            readonly is_active?: boolean;
        };
        readonly PhoneNumberChange: {
            /** @description The agent to attach it to, null to release it. */
            readonly agent_id?: number | null;
            readonly is_active?: boolean;
        };
        readonly Agent: {
            readonly id: number;
            readonly uuid: string;
            readonly workspace_id: number;
            readonly agent_name: string;
            /** @description 1 Voice, 2 Chat, 3 Telephony, 4 General. */
            readonly agent_type: number;
            /**
             * @description 1 active, 2 deleted, 3 draft.
             * @enum {integer}
             */
            readonly status: 1 | 2 | 3;
            readonly updated_on: components["schemas"]["Timestamp"];
            /** @description The numbers attached, in their order. */
            readonly numbers: readonly components["schemas"]["PhoneNumber"][];
            /** @description Every campaign that uses it. */
            readonly campaigns: readonly {
                readonly id: number;
                readonly name: string;
                readonly status: components["schemas"]["CampaignStatus"];
            }[];
        };
        readonly AgentInspection: {
            readonly agent: components["schemas"]["Agent"];
            /** @description The settings that requests may set and get-by-id has no member for, as they were sent. */
            readonly unread: {
                readonly [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description The request cannot be served; nothing has changed. */
        readonly Error: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The name of a world.
         * @example checkout
         */
        readonly WorldName: components["schemas"]["Name"];
        /**
         * @description The name of a snapshot.
         * @example two-campaigns
         */
        readonly SnapshotName: components["schemas"]["Name"];
        /**
         * @description The campaign's id.
         * @example 5001
         */
        readonly CampaignId: number;
        /**
         * @description Only what belongs to one workspace.
         * @example 101
         */
        readonly WorkspaceId: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They are. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listWorlds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All worlds, the default one first, the others by name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly worlds: readonly components["schemas"]["World"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly createWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWorld"];
            };
        };
        readonly responses: {
            /** @description The world. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["World"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a world.
                 * @example checkout
                 */
                readonly name: components["parameters"]["WorldName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The world. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["World"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly deleteWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a world.
                 * @example checkout
                 */
                readonly name: components["parameters"]["WorldName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. A later request that names it makes a new one. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly resetWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The world, as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["World"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listScenarios: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The names of the scenarios that a world can be made from. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly scenarios: readonly string[];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All snapshots, by name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly snapshots: readonly components["schemas"]["Snapshot"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly takeSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSnapshot"];
            };
        };
        readonly responses: {
            /** @description The snapshot. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly exportSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole snapshot, to be kept as a file and imported again. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SnapshotFile"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly importSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SnapshotFile"];
            };
        };
        readonly responses: {
            /** @description The snapshot. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly deleteSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone; worlds that came of it stay. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly restoreSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a snapshot.
                 * @example two-campaigns
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The world, as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["World"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly turnClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClockChange"];
            };
        };
        readonly responses: {
            /** @description The clock, as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listCampaigns: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to one workspace.
                 * @example 101
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The campaigns of all workspaces, or of one, by id; deleted ones too. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly campaigns: readonly components["schemas"]["Campaign"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getDialling: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The campaign's id.
                 * @example 5001
                 */
                readonly campaign_id: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The audience by status, and whether dialling follows the clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dialling"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly dialCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The campaign's id.
                 * @example 5001
                 */
                readonly campaign_id: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DialOrder"];
            };
        };
        readonly responses: {
            /** @description What was done, and how far the campaign is. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dialling"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly stopDialling: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The campaign's id.
                 * @example 5001
                 */
                readonly campaign_id: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description How far the campaign is. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dialling"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Login"];
            };
        };
        readonly responses: {
            /** @description The login token. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Token"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listTokens: {
        readonly parameters: {
            readonly query?: {
                /** @description Only tokens of one kind. */
                readonly kind?: components["schemas"]["TokenKind"];
                /**
                 * @description Only what belongs to one workspace.
                 * @example 101
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tokens, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly tokens: readonly components["schemas"]["Token"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly createToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewToken"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Token"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The token.
                 * @example login-acme
                 */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listWorkspaces: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspaces, by id. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly workspaces: readonly components["schemas"]["Workspace"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly createWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        readonly responses: {
            /** @description The workspace. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to one workspace.
                 * @example 101
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The users, by id. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly users: readonly components["schemas"]["User"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly createUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewUser"];
            };
        };
        readonly responses: {
            /** @description The user. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listNumbers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to one workspace.
                 * @example 101
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The numbers, in order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly numbers: readonly components["schemas"]["PhoneNumber"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly createNumber: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPhoneNumber"];
            };
        };
        readonly responses: {
            /** @description The number. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly updateNumber: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The number, its `+` as it is or percent-encoded.
                 * @example +15550009001
                 */
                readonly number: components["schemas"]["E164"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PhoneNumberChange"];
            };
        };
        readonly responses: {
            /** @description The number, as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listAgents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to one workspace.
                 * @example 101
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agents, by id. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly agents: readonly components["schemas"]["Agent"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly inspectAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The agent's id.
                 * @example 1004
                 */
                readonly agent_id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentInspection"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getImportBase: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The world's workspaces, users, providers and voices, and the first id of each kind that nobody has. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportBase"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly importRecords: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecordImport"];
            };
        };
        readonly responses: {
            /** @description How many records the request put and removed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changed: number;
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly reserveIds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["IdCounts"];
            };
        };
        readonly responses: {
            /** @description The first id of each kind; as many as were asked for follow it, and nobody else is given them. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FirstIds"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getStoredAudience: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records whose id is higher. */
                readonly after?: number;
                /** @description How many records at most; 1000 where absent. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The campaign's id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The campaign, what holds for its whole audience, and some of its records by id. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly campaign: components["schemas"]["StoredRecord"];
                        readonly audience: components["schemas"]["StoredRecord"] | null;
                        readonly size: number;
                        /** @description The full name of the first user of the workspace. */
                        readonly user: string;
                        readonly records: readonly components["schemas"]["StoredRecord"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
}
