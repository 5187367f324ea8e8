import { memberOf, valueAt } from '../../json/json-value.ts';
import { facts, usedUp } from './default-facts.gen.ts';
import type { DisposableCampaign, SettingsFile } from './settings-file.ts';

/** Where a deployment serves the API (addresses.prefixes). */
export interface Addresses {
  readonly base_url: string;
  readonly api_url: string;
  readonly alt_url: string;
}

/** Whose token a request carries. */
export type ConfiguredWorkspace = 'own' | 'second';

/** What is always known: the file says it, or a default does. */
type Known = 'token' | 'headers' | 'timeout' | 'rate_limit' | 'concurrency' | 'ledger';

/** What is as the file has it. */
type Sections = Omit<SettingsFile, keyof Addresses | Known | 'campaigns'>;

/** Everything that a deployment has of its own, as `contract.config.yaml` names it. */
export interface Settings extends Sections, Required<Pick<SettingsFile, Known>> {
  /** Null: the mock, in process. */
  readonly addresses: Addresses | null;
  readonly campaigns?: CampaignSettings;
  /** Whether nobody says otherwise than that it was filled with the default scenario. */
  readonly isDefaultScenario?: boolean;
}

interface CampaignSettings extends Omit<Required<SettingsFile>['campaigns'], 'disposable'> {
  /** Running campaigns that may be force-completed for ever. */
  readonly disposable?: readonly DisposableCampaign[];
}

/** What a check may need of the settings, by its path in the configuration: `expired_token`, `login.token`. */
export type Need = PathIn<Omit<Settings, 'addresses' | 'headers'>>;

type PathIn<All> = {
  [Name in keyof All & string]-?: NonNullable<All[Name]> extends object
    ? `${Name}.${keyof NonNullable<All[Name]> & string}`
    : Name;
}[keyof All & string];

/** The needs that the settings do not meet. */
export function unmetNeeds(settings: Settings, needs: readonly Need[]): Need[] {
  return needs.filter((need) => {
    const value = valueAt(settings, `/${need.replaceAll('.', '/')}`);
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  });
}

/** Whose a token is, where it stands in the settings, and the variable that replaces it when a request is shown. */
const tokenPlaces = {
  own: ['token', 'TOKEN'],
  second: ['second_workspace.token', 'SECOND_WORKSPACE_TOKEN'],
  expired: ['expired_token', 'EXPIRED_TOKEN'],
  login: ['login.token', 'LOGIN_TOKEN'],
  expiredLogin: ['login.expired_token', 'EXPIRED_LOGIN_TOKEN'],
  tokenless: ['login.token_without_api_token', 'LOGIN_TOKEN_WITHOUT_API_TOKEN'],
  newest: ['login.newest_api_token', 'NEWEST_API_TOKEN'],
  older: ['login.older_api_token', 'OLDER_API_TOKEN'],
} as const satisfies Readonly<Record<string, readonly [place: Need, variable: string]>>;

/** Tokens by whose they are; one that is not given is empty. */
export type Tokens = Readonly<Record<keyof typeof tokenPlaces, string>>;

export function tokensOf(settings: Settings): Tokens {
  const tokens = Object.entries(tokenPlaces).map(([whose, [place]]) => [whose, memberOf(settings, place) ?? '']);
  // Sound: the places are those of texts.
  return Object.fromEntries(tokens) as Tokens;
}

/** Whose token the headers of a request carry; anything else is taken for the first workspace's. */
export function workspaceOf(
  { second_workspace }: Settings,
  headers: Readonly<Record<string, string>>,
): ConfiguredWorkspace {
  const second = second_workspace?.token ?? '';
  return second !== '' && Object.values(headers).some((value) => value.includes(second)) ? 'second' : 'own';
}

/** The UUID of an agent by its id; where get-by-id shows it, one that stands for it until the request is sent. */
export function uuidPattern({ agents }: Pick<Settings, 'agents'>): string | undefined {
  return typeof agents?.uuid === 'object' ? '00000000-0000-4000-8000-{id}' : agents?.uuid;
}

const uuidLength = 36;

export function uuidOf(settings: Pick<Settings, 'agents'>, id: number): string | undefined {
  const pattern = uuidPattern(settings);
  return pattern?.replace('{id}', String(id).padStart(uuidLength - pattern.length + '{id}'.length, '0'));
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

/** Every token of the settings, with the variable that replaces it; of several the first one. */
export function tokenVariables(settings: Settings): ReadonlyMap<string, string> {
  const tokens = tokensOf(settings);
  const variables = (Object.keys(tokens) as (keyof Tokens)[]).map(
    (whose) => [tokens[whose], tokenPlaces[whose][1]] as const,
  );
  return new Map(variables.toReversed().filter(([token]) => token !== ''));
}

/** What no output may hold: the tokens, and the values of extra headers. */
export function secretsOf(settings: Settings): string[] {
  return [...tokenVariables(settings).keys(), ...Object.values(settings.headers)];
}

const limits = { headers: {}, timeout: 10_000, rate_limit: null, concurrency: 1, ledger: '' };

/** Settings that know nothing of a deployment. */
export const nothingKnown: Settings = { token: '', addresses: null, ...limits };

/** What holds of the scenario `default`, in the mock or in any deployment that was filled with it. */
export const defaultScenario: Omit<Settings, 'addresses' | Exclude<Known, 'token'>> = facts;

/** Of a mock that is thrown away after the run, these campaigns may be used up too. */
export const throwAwayCampaigns: CampaignSettings = { ...defaultScenario.campaigns, ...usedUp };

/** Of a mock with the default scenario that is thrown away: everything may be used up, as fast as it goes. */
export function throwAwaySettings(addresses: Addresses): Settings & { readonly addresses: Addresses } {
  return { ...defaultScenario, isDefaultScenario: true, campaigns: throwAwayCampaigns, addresses, ...limits };
}

/** Whether the token is one of the default scenario's first workspace, whose facts then hold of the deployment. */
export function isDefaultScenarioToken(token: string): boolean {
  return token === defaultScenario.token || token === 'ac3d'.repeat(16);
}
