/** Generated from openapi/control.yaml by `npm run generate`: change the source, not this file. */

import type { ClauseId, OperationId } from './names.gen.ts';

/** The names of presets of faults. */
export type PresetName = 'flaky' | 'slow-3g' | 'outage' | 'lost-answers' | 'expired-session';

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
    readonly "/__mock/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process answers
         * @description For the probe that restarts it; the engine of the store may be away.
         */
        readonly get: operations["getLive"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether requests can be served
         * @description For the probe that decides whether requests are sent here.
         */
        readonly get: operations["getReady"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What this mock has done and holds, for Prometheus
         * @description Of this process alone, in all worlds, since it started: requests by operation and status, latencies, commits,
         *     conflicts, worlds, journals and memory; of a shared store also what this replica did to its log and how far it is
         *     behind. It is answered while the engine of the store is away, with `voice_agent_mock_store_up 0`.
         */
        readonly get: operations["getMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the faults
         * @description The world's faults in the order in which they were added, which is the order in which they are looked at.
         */
        readonly get: operations["listFaults"];
        readonly put?: never;
        /**
         * Add a fault, or those of a preset
         * @description A fault fires on requests of its operation (without one, of every operation) that match, as often as `when` says.
         *     Several may fire on one request: delays add up, and of those that would decide the same the one that was added
         *     first fires. The others are not used up: so several that answer, each with `times`, have their turns one after
         *     another, and then the operation itself. Answers carry the ids of what fired in the header `x-mock-fault`; one that
         *     a fault decided has `x-mock-source: fault` in place of `x-mock-rule`.
         *
         *     A request with the header `x-mock-faults: none` meets no fault and uses none up: for whoever only looks, as the
         *     console does.
         *
         *     A fault that answers an error or cuts the connection before does so without looking at who asks, and nothing
         *     changes. With `after_commit`, for a cut `after` and for a patch of the real answer, the request takes effect first;
         *     these do not fire on a request that is refused. A fault that answers goes before a response that the request
         *     prefers. What is said here of an error holds for an answer of one's own (`respond`) too.
         */
        readonly post: operations["addFaults"];
        /** Remove all faults */
        readonly delete: operations["clearFaults"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/faults/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id.
                 * @example 1
                 */
                readonly id: components["parameters"]["NumericId"];
            };
            readonly cookie?: never;
        };
        /** Inspect a fault */
        readonly get: operations["getFault"];
        readonly put?: never;
        readonly post?: never;
        /** Remove a fault */
        readonly delete: operations["removeFault"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/fault-presets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the presets of faults */
        readonly get: operations["listFaultPresets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/journal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what was requested and answered
         * @description The world's requests to the API, the newest first, each with its answer, the rule that decided and the records
         *     that it changed. The journal keeps the last 1,000, and no more than 16 MB, or less where all journals together
         *     reach `--memory`; of a body over 1 MB, or an answer over 256 kB, it keeps the beginning, and of a file in a form
         *     its name, size, type and digest. No token is ever shown.
         *
         *     Requests with the header `x-mock-client: console` are the console's own. Coverage does not count them, `verify`
         *     does not see them, and lists, exports and repro files leave them out unless they are asked for.
         */
        readonly get: operations["listJournal"];
        readonly put?: never;
        readonly post?: never;
        /** Forget what was requested */
        readonly delete: operations["clearJournal"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/journal/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow the journal
         * @description Server-sent events: `request` with each entry as it is written, its id as the event's; with the header
         *     `Last-Event-ID`, what was missed first. `dropped` tells how many were gone before a slow client took them; a
         *     client for which more than 1 MB waits is cut off. A comment every 15 s keeps the connection. The stream ends with
         *     the world and with the mock.
         */
        readonly get: operations["streamJournal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/journal/har": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Export the journal as an HTTP archive */
        readonly get: operations["exportJournal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/journal/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Assert what was requested
         * @description Either `request` with how often it must have come (without a number: at least once), or `in_order`: requests that
         *     must have come one after another, others between them or not. A matcher is a part of what is known of a request:
         *     each field that it names must be there and equal, an object's other fields do not matter. All matchers of a request
         *     may hold 10,000 fields and items together. Of the requests that came nearest three are told, and of each at most
         *     100 differences.
         */
        readonly post: operations["verifyJournal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/journal/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id.
                 * @example 1
                 */
                readonly id: components["parameters"]["NumericId"];
            };
            readonly cookie?: never;
        };
        /** Inspect a request and its answer */
        readonly get: operations["getJournalEntry"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the rules of the API */
        readonly get: operations["listRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/rules/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of a clause, as the header `x-mock-rule` names it.
                 * @example create-agent.publish.no-number
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        /** What a rule says */
        readonly get: operations["getRule"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What decides where the specification is silent
         * @description Every behaviour that the specification leaves open: its question, its alternatives, and which one holds; and the
         *     world's profile, an OpenAPI Overlay with all that is otherwise than in the default document.
         */
        readonly get: operations["getProfile"];
        /**
         * Let the world follow a profile
         * @description In place of the one that it follows. One without actions lets the mock decide again.
         */
        readonly put: operations["putProfile"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/coverage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What the traffic has exercised
         * @description Of the operations, the documented statuses, the transitions of agents and campaigns, and the clauses: what the
         *     world's requests have exercised since it began, what not, and how much of it rests on assumptions. A clause is
         *     exercised when it decided an answer, or when an answer showed what it describes.
         */
        readonly get: operations["getCoverage"];
        readonly put?: never;
        readonly post?: never;
        /** Count anew */
        readonly delete: operations["clearCoverage"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/__mock/repro": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a file that plays the journal again
         * @description The state before the first request and every request since, with its time, what faults did to it and what it was
         *     answered: `voice-agent-mock replay FILE` plays it and shows the first answer that differs. Tokens of the state
         *     are replaced throughout, in state, requests and answers alike, by others that stand for them. Only requests that
         *     follow one another without a change from outside of the API can be played: the file begins after the last one.
         */
        readonly post: operations["makeRepro"];
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
         *     the operation is idempotent. A workspace that is removed takes its place at providers along, a
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
        /** @description Either a preset, or an effect with what it is for. */
        readonly NewFault: components["schemas"]["PresetFault"] | components["schemas"]["FaultDefinition"];
        readonly PresetFault: {
            /** @description The name of a preset. */
            readonly preset: PresetName;
            /** @description Narrows the preset to one operation. */
            readonly operation?: OperationId;
        };
        readonly FaultDefinition: {
            /** @description The id of the operation; every one where absent. */
            readonly operation?: OperationId;
            readonly match?: components["schemas"]["FaultMatch"];
            readonly when?: components["schemas"]["FaultTrigger"];
            readonly effect: components["schemas"]["FaultEffect"];
        };
        /** @description What the request must carry; an object's other fields do not matter, and a number also stands for its text. */
        readonly FaultMatch: {
            /** @description The caller's token. */
            readonly token?: string;
            /** @description Whole, without the query. */
            readonly path?: string;
            /** @description By their names, in any case. */
            readonly headers?: {
                readonly [key: string]: string;
            };
            readonly query?: {
                readonly [key: string]: unknown;
            };
            /** @description Fields of the JSON body or of the form. */
            readonly body?: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * @description When it fires among the requests that match; on each where absent. What is given beside each other must all hold:
         *     `after: 2, times: 1` is the third one alone.
         */
        readonly FaultTrigger: {
            /** @description Spares the first so many. */
            readonly after?: number;
            /** @description On every so many: 2 spares the first and hits the second. */
            readonly every?: number;
            /** @description So often at most. Of several faults that answer, the next one has its turn when one has none left. */
            readonly times?: number;
            /** @description By chance, drawn from the world's seed, so that the same requests meet the same fate. */
            readonly probability?: number;
        };
        readonly FaultEffect: components["schemas"]["ErrorEffect"] | components["schemas"]["RespondEffect"] | components["schemas"]["FixedDelay"] | components["schemas"]["UniformDelay"] | components["schemas"]["LognormalDelay"] | components["schemas"]["DribbleAtSpeed"] | components["schemas"]["DribbleInChunks"] | components["schemas"]["CutEffect"] | components["schemas"]["MalformedEffect"];
        /** @description Answers a documented error. */
        readonly ErrorEffect: {
            /** @constant */
            readonly type: "error";
            readonly status: number;
            /** @description The name of the document's example; the first of the status where absent. */
            readonly example?: string;
            /** @description The request takes effect first, and the client sees a failure all the same. */
            readonly after_commit?: boolean;
            /** @description Needed for a status that the operation does not document. */
            readonly undocumented?: boolean;
        };
        /**
         * @description Answers with a status, headers and a body of one's own, or patches what would have been answered. It must be as
         *     the document says of every operation that the fault is for, unless it says that it is not; of a patch, that is
         *     seen by the document's examples.
         */
        readonly RespondEffect: {
            /** @constant */
            readonly type: "respond";
            /** @description Needed unless the real answer is patched, whose status stays otherwise. */
            readonly status?: number;
            /** @description By their names; those of the connection and of the mock itself are not taken. */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /**
             * @description A JSON value of 1 MB at most. Of another `content-type` than JSON's a text, which is sent as it is. Without one
             *     the answer has no body.
             */
            readonly body?: unknown;
            /**
             * @description In place of a body: a JSON merge patch (RFC 7396) of the body of the real answer, once the request took effect.
             *     A field that it names becomes as it says, null takes it away, the others stay. A refusal is not patched.
             */
            readonly patch?: {
                readonly [key: string]: unknown;
            };
            /** @description The request takes effect first, and the client is answered this all the same. */
            readonly after_commit?: boolean;
            /** @description Needed for an answer that the document does not describe; the journal shows it as such. */
            readonly undocumented?: boolean;
        };
        /** @description In milliseconds. */
        readonly Milliseconds: number;
        /** @description Holds the answer back. */
        readonly FixedDelay: {
            /** @constant */
            readonly type: "delay";
            /** @constant */
            readonly distribution?: "fixed";
            readonly milliseconds: components["schemas"]["Milliseconds"];
        };
        /** @description Holds the answer back for a time between two. */
        readonly UniformDelay: {
            /** @constant */
            readonly type: "delay";
            /** @constant */
            readonly distribution: "uniform";
            readonly minimum: components["schemas"]["Milliseconds"];
            readonly maximum: components["schemas"]["Milliseconds"];
        };
        /** @description Holds the answer back as networks do, for a short time mostly and for a long one now and then. */
        readonly LognormalDelay: {
            /** @constant */
            readonly type: "delay";
            /** @constant */
            readonly distribution: "lognormal";
            readonly median: components["schemas"]["Milliseconds"];
            /** @description How far it spreads. */
            readonly sigma: number;
        };
        /** @description Sends the body slowly. */
        readonly DribbleAtSpeed: {
            /** @constant */
            readonly type: "dribble";
            readonly bytes_per_second: number;
        };
        /** @description Sends the body in so many chunks over a time. */
        readonly DribbleInChunks: {
            /** @constant */
            readonly type: "dribble";
            readonly chunks: number;
            readonly milliseconds: components["schemas"]["Milliseconds"];
        };
        /**
         * @description Closes the connection: before the request is handled; in the middle of the answer; or after the request took
         *     effect and before a byte of the answer is sent.
         */
        readonly CutEffect: {
            /** @constant */
            readonly type: "cut";
            /** @enum {unknown} */
            readonly at: "before" | "during" | "after";
        };
        /** @description Answers half of the body: JSON that no parser takes. */
        readonly MalformedEffect: {
            /** @constant */
            readonly type: "malformed-json";
        };
        readonly Fault: {
            readonly id: number;
            readonly definition: components["schemas"]["FaultDefinition"];
            /** @description Requests that it matched. */
            readonly matched: number;
            /** @description Requests that it decided or delayed. */
            readonly fired: number;
        };
        readonly FaultList: {
            readonly faults: readonly components["schemas"]["Fault"][];
        };
        readonly JournalPage: {
            readonly entries: readonly components["schemas"]["JournalEntry"][];
            /** @description How many the journal holds. */
            readonly total: number;
            /** @description About how much memory they take. */
            readonly bytes: number;
            /** @description How many older ones it holds no more. */
            readonly dropped: number;
        };
        readonly JournalEntry: {
            readonly id: number;
            /** @description By the world's clock. */
            readonly at: components["schemas"]["Timestamp"];
            /** @description In milliseconds, of the machine's time. */
            readonly duration: number;
            readonly world: string;
            /** @description The caller's; null where the caller is unknown. */
            readonly workspace: number | null;
            /** @description Null where the address is none of an operation. */
            readonly operation: string | null;
            /** @description Null where the connection was cut before there was one. */
            readonly status: number | null;
            /** @description The clause that decided; null where a fault or the request's preference did. */
            readonly rule: string | null;
            /** @description Whether the mock's own console asked. */
            readonly is_of_console: boolean;
            /** @description The value of x-contract-warning. */
            readonly warning: string | null;
            /**
             * @description How far the answer got.
             * @enum {unknown}
             */
            readonly delivery: "sent" | "cut-before" | "cut-during" | "cut-after" | "client-left";
            readonly faults: readonly {
                readonly id: number;
                readonly effect: components["schemas"]["FaultEffect"];
                /** @description The milliseconds drawn, of a delay. */
                readonly delay: number;
            }[];
            readonly request: {
                readonly method: string;
                readonly url: string;
                readonly headers: readonly components["schemas"]["Header"][];
                /** @description Null where none came, or none was read. */
                readonly body: components["schemas"]["Body"] | null;
            };
            readonly answer: {
                readonly headers: readonly components["schemas"]["Header"][];
                readonly body: components["schemas"]["Body"];
            };
            /** @description The records that its commit changed. */
            readonly changes: readonly {
                readonly collection: string;
                readonly id: number | string;
                readonly before: Record<string, never> | null;
                readonly after: Record<string, never> | null;
            }[];
        };
        readonly Header: {
            readonly name: string;
            readonly value: string;
        };
        readonly Body: {
            /** @description In bytes, of the whole. */
            readonly size: number;
            /** @description Whether only its beginning was kept. */
            readonly is_cut: boolean;
            /** @description JSON, or the fields of a form. */
            readonly json?: unknown;
            /** @description What is not JSON. */
            readonly text?: string;
            /** @description The files of a form. Their content is not kept. */
            readonly files?: readonly {
                readonly field: string;
                readonly name: string;
                /** @description In bytes. */
                readonly size: number;
                /** @description The Content-Type of its part. */
                readonly type: string;
                /** @description Its digest in hexadecimal digits. */
                readonly sha256: string;
            }[];
        };
        readonly RequestMatcher: {
            readonly operation?: OperationId;
            readonly method?: string;
            /** @description Whole, without the query. */
            readonly path?: string;
            readonly query?: {
                readonly [key: string]: unknown;
            };
            /** @description Names in lower case. */
            readonly headers?: {
                readonly [key: string]: unknown;
            };
            /** @description A part of the JSON body or of the form's fields. */
            readonly body?: unknown;
            readonly status?: number | null;
            readonly workspace?: number | null;
            readonly rule?: ClauseId | null;
            readonly delivery?: string;
        };
        readonly Verification: {
            readonly request?: components["schemas"]["RequestMatcher"];
            readonly at_least?: number;
            readonly at_most?: number;
            readonly exactly?: number;
            readonly in_order?: readonly components["schemas"]["RequestMatcher"][];
        };
        readonly VerificationFailure: {
            /** @constant */
            readonly error: true;
            /** @constant */
            readonly code: 422;
            readonly message: string;
            readonly data: {
                /** @constant */
                readonly satisfied: false;
                readonly count: number;
                readonly nearest: readonly {
                    /** @description The entry of the journal. */
                    readonly id: number;
                    readonly method: string;
                    readonly path: string;
                    readonly differences: readonly {
                        /** @description A JSON pointer, for example `/body/status`. */
                        readonly path: string;
                        readonly expected: unknown;
                        /** @description Null where there is nothing. */
                        readonly actual: unknown;
                    }[];
                }[];
            };
        };
        readonly Rule: {
            readonly id: ClauseId;
            /** @description Of the platform's specification. */
            readonly section: string;
            /**
             * @description Whether the specification says so, or is silent and the mock decides.
             * @enum {unknown}
             */
            readonly kind: "stated" | "assumed";
            readonly operations: readonly string[];
            readonly rule: string;
            /** @description What the specification says, word for word, where the rule is stated. */
            readonly sentence?: string;
            /** @description Why no answer can show it, where that is so. */
            readonly unobservable?: string;
        };
        readonly Covered: {
            readonly covered: number;
            readonly total: number;
            /** @description Rounded down. */
            readonly percent: number;
            readonly missing: readonly string[];
            /** @description Of the statuses, how often each was answered. */
            readonly by_operation?: readonly {
                readonly operation: string;
                readonly status: number;
                readonly count: number;
            }[];
            /** @description Of the transitions, how often each was seen. */
            readonly seen?: readonly {
                readonly transition: string;
                readonly count: number;
            }[];
            /** @description Of the clauses, how often each decided. */
            readonly decided?: readonly {
                readonly clause: string;
                readonly count: number;
            }[];
            /** @description Of the clauses, those that an answer showed. */
            readonly shown?: readonly string[];
        };
        readonly Coverage: {
            readonly operations: components["schemas"]["Covered"];
            readonly statuses: components["schemas"]["Covered"];
            readonly transitions: components["schemas"]["Covered"];
            readonly clauses: components["schemas"]["Covered"];
            readonly assumed: {
                /** @description The assumed clauses that were exercised. */
                readonly clauses: readonly string[];
                /** @description How many answers an assumed clause decided. */
                readonly answers: number;
            };
        };
        readonly Health: {
            /** @constant */
            readonly status: "ok";
            /**
             * @description Of a shared store, whether what is read may be of a moment ago.
             * @enum {unknown}
             */
            readonly reads?: "linearizable" | "local";
            /** @description Of a shared store, the mocks that share it. */
            readonly replicas?: number;
            readonly profile?: components["schemas"]["ProfileName"];
        };
        readonly Live: {
            /** @constant */
            readonly status: "live";
        };
        readonly Ready: {
            /** @constant */
            readonly status: "ready";
        };
        readonly Damage: {
            /** @constant */
            readonly status: "damaged";
            /** @description A sentence each: the file, the place in it, what is wrong and what to do. */
            readonly problems: readonly string[];
        };
        /** @description Letters, digits, `.`, `_` and `-`, at most 64; not `.` or `..`, which addresses lose. */
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
        /**
         * @description What journals, snapshots and named worlds hold, and the bound of it (`--memory`). Beyond it journal entries go
         *     first, the oldest of all worlds; then snapshots, the one not used for the longest time; then the idlest worlds.
         */
        readonly Memory: {
            /** @description In bytes. */
            readonly limit: number;
            /** @description In bytes, about. */
            readonly used: number;
            /** @description How many went since the mock was started. */
            readonly dropped: {
                readonly journal_entries: number;
                readonly snapshots: number;
                readonly worlds: number;
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
            readonly profile?: components["schemas"]["ProfileName"];
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
        readonly ProfileView: {
            readonly profile?: components["schemas"]["ProfileName"];
            readonly overlay?: components["schemas"]["Profile"];
            readonly choices: readonly components["schemas"]["Choice"][];
        };
        /** @description A behaviour that a deployment may have otherwise than the mock, and be right too. */
        readonly Choice: {
            readonly id: string;
            /** @description The rule that it completes. */
            readonly clause: string;
            readonly question: string;
            /** @description The default first. */
            readonly alternatives: readonly {
                readonly name: string;
                readonly meaning: string;
            }[];
            /** @description The alternative that holds in this world. */
            readonly decided: string;
        };
        /** @description The profile that the world follows; absent if it follows none. */
        readonly ProfileName: string;
        /**
         * @description An OpenAPI Overlay 1.1 of the document, as `openapi/overlay.schema.json` describes it: what is done where the
         *     specification is silent. If absent, what the world begins as decides.
         */
        readonly Profile: {
            /** @description The version of OpenAPI Overlay. */
            readonly overlay: string;
            readonly info: {
                /** @description The name of the profile. */
                readonly title: string;
                readonly version: string;
            } & {
                readonly [key: string]: unknown;
            };
            readonly actions: readonly {
                readonly [key: string]: unknown;
            }[];
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
            readonly profile?: components["schemas"]["Profile"];
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
            /** @description The id of a journal entry. The snapshot is the state that this request found, at its time. */
            readonly before_request?: number;
        };
        /** @description How a clock stands to the time of the machine. */
        readonly ClockState: {
            readonly frozen_at: components["schemas"]["Timestamp"];
        } | {
            /** @description How far it is ahead, in milliseconds; what it shows is of the years 0 to 9999. */
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
            /** @description The scenario that its world goes back to, one that the mock lists. */
            readonly scenario: string;
            /** @description What its chance began from. */
            readonly seed: string;
            readonly clock: components["schemas"]["ClockState"];
            readonly profile?: components["schemas"]["Profile"];
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
            /** @description The settings that requests may set and get-by-id has no field for, as they were sent. */
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
         * @description The id.
         * @example 1
         */
        readonly NumericId: number;
        /** @description Whether what the mock's own console asked is there too; false if absent. */
        readonly WithConsole: boolean;
        /** @description How many at most; 100 where absent. */
        readonly Limit: number;
        /**
         * @description The id of an operation of the API.
         * @example createAgent
         */
        readonly OperationFilter: OperationId;
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
            /**
             * @description They are, but for those that need data which is damaged or cannot be written. What is wrong is found when the
             *     data is first needed, or in the background, and goes from here once it is mended.
             */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Damage"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getLive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It does. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Live"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getReady: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They can. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description The engine of the store does not answer, or the mock is about to end (`serve --drain`). Where the store is, health says. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Damage"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics in the text format of Prometheus. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP voice_agent_mock_requests_total Requests to the API, by operation and status.
                     *     # TYPE voice_agent_mock_requests_total counter
                     *     voice_agent_mock_requests_total{operation="getAgent",status="200"} 12
                     */
                    readonly "text/plain": string;
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them, with how often each matched and fired. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FaultList"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly addFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewFault"];
            };
        };
        readonly responses: {
            /** @description The faults that were added. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FaultList"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly clearFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description There are none any more; ids begin at 1 again. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id.
                 * @example 1
                 */
                readonly id: components["parameters"]["NumericId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The fault. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Fault"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly removeFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id.
                 * @example 1
                 */
                readonly id: components["parameters"]["NumericId"];
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
    readonly listFaultPresets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What can be added by name, and what it consists of. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly presets: readonly {
                            readonly name: string;
                            readonly summary: string;
                            readonly faults: readonly components["schemas"]["FaultDefinition"][];
                        }[];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listJournal: {
        readonly parameters: {
            readonly query?: {
                /** @description How many at most; 100 where absent. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Entries with a smaller id, to page back. */
                readonly before?: number;
                /**
                 * @description The id of an operation of the API.
                 * @example createAgent
                 */
                readonly operation?: components["parameters"]["OperationFilter"];
                /** @description The method. */
                readonly method?: string;
                /** @description The status answered. */
                readonly status?: number;
                /** @description A part of the path. */
                readonly path?: string;
                /** @description Requests from this time of the world on. */
                readonly since?: string;
                /** @description The workspace of the caller. */
                readonly workspace?: number;
                /** @description The clause that decided. */
                readonly rule?: ClauseId;
                /** @description The id of a fault that fired. */
                readonly fault?: number;
                /** @description A text anywhere in what is shown of the request, in any case. */
                readonly text?: string;
                /** @description Whether what the mock's own console asked is there too; false if absent. */
                readonly console?: components["parameters"]["WithConsole"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest that are asked for. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JournalPage"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly clearJournal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The journal is empty; ids go on. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly streamJournal: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether what the mock's own console asked is there too; false if absent. */
                readonly console?: components["parameters"]["WithConsole"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events without end. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly exportJournal: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether what the mock's own console asked is there too; false if absent. */
                readonly console?: components["parameters"]["WithConsole"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description HAR 1.2, the oldest request first, for a browser's developer tools. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly log: {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly verifyJournal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Verification"];
            };
        };
        readonly responses: {
            /** @description It is so. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly satisfied: true;
                        /** @description How many matched; of an order, how many steps. */
                        readonly count: number;
                    };
                };
            };
            /** @description It is not so; the requests that came nearest, and where they differ. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerificationFailure"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getJournalEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id.
                 * @example 1
                 */
                readonly id: components["parameters"]["NumericId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entry. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JournalEntry"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly listRules: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The id of an operation of the API.
                 * @example createAgent
                 */
                readonly operation?: components["parameters"]["OperationFilter"];
                /** @description What the specification says, or what the mock assumes. */
                readonly kind?: "stated" | "assumed";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clause catalogue. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly rules: readonly components["schemas"]["Rule"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of a clause, as the header `x-mock-rule` names it.
                 * @example create-agent.publish.no-number
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule, its section, and whether it is stated or assumed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Rule"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The choices of the world. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileView"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly putProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Profile"];
            };
        };
        readonly responses: {
            /** @description The choices of the world. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileView"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly getCoverage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Coverage"];
                };
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly clearCoverage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Nothing is exercised. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Error"];
        };
    };
    readonly makeRepro: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The id of the first journal entry to play. */
                    readonly since?: number;
                    /** @description Whether to play what the console asked too; false if absent. */
                    readonly console?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
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
                        readonly memory: components["schemas"]["Memory"];
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
