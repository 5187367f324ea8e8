import type { components } from '../../document/types.gen.ts';

export type CampaignStatus = components['schemas']['CampaignStatus'];

/** Where a deployment serves the API (addresses.prefixes). */
export interface Addresses {
  readonly base_url: string;
  readonly api_url: string;
  readonly alt_url: string;
}

/** Whose token a request carries. */
export type WorkspaceName = 'own' | 'second';

/** Everything that a deployment has of its own, as `contract.config.yaml` names it. */
export interface Settings {
  /** Null: the mock, in process. */
  readonly addresses: Addresses | null;
  /** An API token of the workspace that the suite works in. */
  readonly token: string;
  readonly expired_token?: string;
  readonly second_workspace?: { readonly token?: string };
  readonly login?: LoginSettings;
  readonly workspace?: { readonly voice_analysis?: boolean };
  readonly providers?: ProviderSettings;
  readonly numbers?: NumberSettings;
  readonly agents?: AgentSettings;
  readonly campaigns?: CampaignSettings;
  readonly values?: ValueSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up. */
  readonly timeout: number;
  /** Requests a second; null: as fast as they come. */
  readonly rate_limit: number | null;
  /** Lists of checks that run at the same time. */
  readonly concurrency: number;
  /** Where the ledger lies. */
  readonly ledger: string;
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
  readonly supported?: readonly string[];
  /** Those that the workspace has set up. */
  readonly listed?: readonly string[];
  readonly not_set_up?: string;
}

/** Numbers that are attached to no agent; the suite attaches them to agents of its own and releases them. */
export interface NumberSettings {
  /** Active numbers that the workspace owns. */
  readonly owned?: readonly string[];
  readonly inactive?: readonly string[];
  /** Active numbers of a shared provider. */
  readonly shared?: readonly string[];
}

export interface AgentSettings {
  /** The UUID of an agent by its id, `{id}` standing for it in 12 digits. */
  readonly uuid?: string;
  /** Agents that are only read. */
  readonly read?: readonly ReadableAgent[];
  /** A draft with inactive numbers only: a publish is tried on it, which must be refused. */
  readonly draft_with_inactive_number?: number;
  /** A draft with numbers of a shared provider only: likewise. */
  readonly draft_with_shared_number?: number;
}

export interface ReadableAgent {
  readonly id: number;
  /** The status of every campaign that uses it, by the campaign's id. */
  readonly campaigns?: Readonly<Record<string, CampaignStatus>>;
  /** Whether any of these campaigns has records. */
  readonly has_audience?: boolean;
}

export interface CampaignSettings {
  /** Campaigns whose audience is only read. */
  readonly read?: readonly number[];
  /** A campaign of the second workspace. */
  readonly foreign?: number;
  /** Running campaigns that may be force-completed for ever. */
  readonly disposable?: readonly DisposableCampaign[];
  /** Campaigns that may be completed or changed for ever: one on hold or paused, a draft and a deleted one. */
  readonly disposable_paused?: DisposableCampaign;
  readonly disposable_draft?: DisposableCampaign;
  readonly disposable_deleted?: DisposableCampaign;
  /** The latest attempt to call a record of one of the campaigns of `read`, and when it was made, in ISO 8601. */
  readonly known_attempt?: { readonly campaign: number; readonly record: number; readonly at: string };
  /** A campaign whose status may be changed for a moment; `status` is set again. */
  readonly changeable?: DisposableCampaign & { readonly status: 'draft' | 'hold' | 'pause' };
}

export interface DisposableCampaign {
  readonly id: number;
  /** The agent that uses it. */
  readonly agent?: number;
}

/** Values that the deployment takes and the specification does not list. */
export interface ValueSettings {
  readonly voice?: Readonly<Record<string, unknown>>;
  readonly speech_to_text?: Readonly<Record<string, unknown>>;
  readonly llm?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly number[];
  readonly sub_agents?: readonly number[];
  readonly dispositions?: readonly string[];
}

/** What a check may need of the settings, by its path in the configuration. */
export type Need =
  | 'expired_token'
  | 'second_workspace.token'
  | 'login.token'
  | 'login.expired_token'
  | 'login.token_without_api_token'
  | 'login.newest_api_token'
  | 'login.older_api_token'
  | 'workspace.voice_analysis'
  | 'providers.not_set_up'
  | 'numbers.owned'
  | 'numbers.inactive'
  | 'numbers.shared'
  | 'agents.uuid'
  | 'agents.read'
  | 'agents.draft_with_inactive_number'
  | 'agents.draft_with_shared_number'
  | 'campaigns.read'
  | 'campaigns.foreign'
  | 'campaigns.known_attempt'
  | 'campaigns.disposable'
  | 'campaigns.disposable_paused'
  | 'campaigns.disposable_draft'
  | 'campaigns.disposable_deleted'
  | 'campaigns.changeable'
  | 'values.tools'
  | 'values.sub_agents'
  | 'values.dispositions';

/** The needs that the settings do not meet. */
export function unmetNeeds(settings: Settings, needs: readonly Need[]): Need[] {
  return needs.filter((need) => isEmpty(settingAt(settings, need)));
}

function settingAt(settings: Settings, need: Need): unknown {
  const [section = '', name] = need.split('.');
  const found = (settings as unknown as Record<string, unknown>)[section];
  return name === undefined ? found : (found as Record<string, unknown> | undefined)?.[name];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The token of each workspace; empty if it is not given. */
export function tokenIn({ token, second_workspace }: Settings): (workspace: WorkspaceName) => string {
  return (workspace) => (workspace === 'second' ? (second_workspace?.token ?? '') : token);
}

/** Whose token the headers of a request carry; anything else is taken for the first workspace's. */
export function workspaceOf({ second_workspace }: Settings, headers: Readonly<Record<string, string>>): WorkspaceName {
  const second = second_workspace?.token ?? '';
  return second !== '' && Object.values(headers).some((value) => value.includes(second)) ? 'second' : 'own';
}

/** Every agent that the settings name: none of them was made by a run. */
export function configuredAgents({ agents, campaigns }: Settings): readonly number[] {
  const { disposable = [], disposable_paused, disposable_draft, disposable_deleted, changeable } = campaigns ?? {};
  const users = [...disposable, disposable_paused, disposable_draft, disposable_deleted, changeable];
  const ids = [
    ...(agents?.read ?? []).map(({ id }) => id),
    agents?.draft_with_inactive_number,
    agents?.draft_with_shared_number,
    ...users.map((campaign) => campaign?.agent),
  ];
  return ids.filter((id) => id !== undefined);
}
