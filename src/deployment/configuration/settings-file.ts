export type CampaignStatus = 'draft' | 'inprogress' | 'hold' | 'pause' | 'force_completed' | 'deleted';

/** @minLength 1 */
type Text = string;

/** @asType integer @minimum 1 */
type Id = number;

/** The configuration as its file has it: `npm run generate` makes the schema that a file is validated against. */
export interface SettingsFile {
  /** A module whose default export gives variables for this file, such as fresh tokens; its path is relative to this file. */
  readonly before?: Text;
  readonly base_url?: Text;
  readonly api_url?: Text;
  readonly alt_url?: Text;
  /** An API token of the workspace that the suite works in. */
  readonly token?: Text;
  // An optional token is empty if its variable is absent.
  readonly expired_token?: string;
  readonly second_workspace?: { readonly token?: string; readonly voice_analysis?: boolean };
  readonly login?: LoginSettings;
  readonly workspace?: { readonly voice_analysis?: boolean };
  readonly providers?: ProviderSettings;
  readonly numbers?: NumberSettings;
  /** What create-agent needs beside the name of a new agent: each creation sends it, where it sends nothing else there. */
  readonly new_agent?: Readonly<Record<string, unknown>>;
  readonly agents?: AgentSettings;
  readonly campaigns?: CampaignSettings;
  readonly values?: ValueSettings;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up. @asType integer @minimum 1 */
  readonly timeout?: number;
  /** The largest answer that is read, in MB; 16 if absent. @exclusiveMinimum 0 @maximum 256 */
  readonly largest_answer?: number;
  /** Requests a second; null: as fast as they come. @exclusiveMinimum 0 */
  readonly rate_limit?: number | null;
  /** Lists of checks that run at the same time. @asType integer @minimum 1 @maximum 64 */
  readonly concurrency?: number;
  /** The file that the ledger is in. */
  readonly ledger?: Text;
}

export interface LoginSettings {
  readonly token?: string;
  readonly expired_token?: string;
  readonly token_without_api_token?: string;
  /** The newest API token of the account whose login token `token` is. */
  readonly newest_api_token?: string;
  /** Another API token of that account, which has not expired. */
  readonly older_api_token?: string;
}

export interface ProviderSettings {
  /** Every provider id that voice-list knows; the document's if absent. */
  readonly supported?: readonly Text[];
  /** Those that the workspace has set up. */
  readonly listed?: readonly Text[];
  readonly not_set_up?: Text;
}

/** Numbers that are attached to no agent; the suite attaches them to agents of its own and releases them. */
export interface NumberSettings {
  /** Active numbers that the workspace owns. */
  readonly owned?: readonly Text[];
  readonly inactive?: readonly Text[];
  /** Active numbers of a shared provider. */
  readonly shared?: readonly Text[];
}

export interface AgentSettings {
  readonly uuid?: UuidOfId | ShownUuid;
  /** Agents that are only read. */
  readonly read?: readonly ReadableAgent[];
  /** A draft with inactive numbers only: a publish is tried on it, which must be refused. */
  readonly draft_with_inactive_number?: Id;
  /** A draft with numbers of a shared provider only: likewise. */
  readonly draft_with_shared_number?: Id;
}

/** The UUID of an agent by its id, `{id}` standing for it in as many digits as a UUID then has. @pattern \{id\} */
type UuidOfId = string;

interface ShownUuid {
  /** Where the answers of get-by-id show the UUID of their agent, as a JSON pointer. @pattern ^/data/. */
  readonly at: string;
}

export interface ReadableAgent {
  readonly id: Id;
  /** The status of every campaign that uses it, by the campaign's id. */
  readonly campaigns?: Readonly<Record<string, CampaignStatus>>;
  /** Whether any of these campaigns has records. */
  readonly has_audience?: boolean;
}

export interface CampaignSettings {
  /** Campaigns whose audience is only read. */
  readonly read?: readonly Id[];
  /** A campaign of the second workspace. */
  readonly foreign?: Id;
  /** Running campaigns that may be force-completed for ever. */
  readonly disposable?: readonly (Id | DisposableCampaign)[];
  /** Campaigns that may be completed or changed for ever: one on hold or paused, a draft and a deleted one. */
  readonly disposable_paused?: DisposableCampaign;
  readonly disposable_draft?: DisposableCampaign;
  readonly disposable_deleted?: DisposableCampaign;
  /** The latest attempt to call a record of one of the campaigns of `read`. */
  readonly known_attempt?: KnownAttempt;
  /** A campaign whose status may be changed for a moment; `status` is set again. */
  readonly changeable?: DisposableCampaign & { readonly status: 'draft' | 'hold' | 'pause' };
}

export interface KnownAttempt {
  readonly campaign: Id;
  readonly record: Id;
  /**
   * When it was made, in ISO 8601, with an offset.
   * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$
   */
  readonly at: string;
}

export interface DisposableCampaign {
  readonly id: Id;
  /** The agent that uses it. */
  readonly agent?: Id;
}

/** Values that the deployment takes and the specification does not list. */
export interface ValueSettings {
  readonly voice?: Readonly<Record<string, unknown>>;
  readonly speech_to_text?: Readonly<Record<string, unknown>>;
  readonly llm?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly Id[];
  readonly sub_agents?: readonly Id[];
  readonly dispositions?: readonly Text[];
}
