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
