import { writing } from '../deployment/agents/write-gate.ts';
import type { Need, Settings } from '../deployment/configuration/settings.ts';
import type { Place } from '../deployment/transport.ts';
import type { OperationId } from '../document/names.gen.ts';

/**
 * A walk's steps as plain data: fast-check shrinks them and a file keeps them. What only a run knows is named by a
 * placeholder, an object of one field: see `Placeholders`.
 */
export type Step =
  | { readonly do: 'send'; readonly request: SentRequest }
  /** Sent at once; the answers and what is read afterwards must be those of some order. */
  | RaceStep
  /** Reads pages of a provider's voices and compares them with its whole list. */
  | VoicesStep
  /** Reads an audience through filters and compares it with the whole audience. */
  | AudienceStep
  /** Force-completes a campaign that the settings give away: the first open one, or the paused one. */
  | { readonly do: 'complete'; readonly campaign: 'disposable' | 'paused' }
  /** Reads everything again: nothing that was not addressed may have changed. */
  | { readonly do: 'look' }
  | WaitStep;

interface RaceStep {
  readonly do: 'race';
  /** @maxItems 4 */
  readonly requests: readonly SentRequest[];
}

/** Waits and then looks: what was done lasts. */
interface WaitStep {
  readonly do: 'wait';
  /**
   * @minimum 0
   * @maximum 60000
   */
  readonly milliseconds: number;
}

/** A walk that broke a rule, so that it can be run again. It holds no id, name or token of the run that found it. */
export interface WalkFile {
  readonly format: 'voice-agent-mock/walk/1';
  readonly clauses: readonly string[];
  readonly expected: string;
  readonly came: string;
  /** @maxItems 10000 */
  readonly steps: readonly Step[];
}

export interface SentRequest {
  readonly operation: OperationId;
  readonly as: Caller;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly form?: readonly FormField[];
  /** A body as it is; `text` may hold placeholders. */
  readonly raw?: { readonly contentType: string | null; readonly text: unknown };
  /**
   * Where else it is sent than to the operation's place; no walk that is kept asks anything but operations.
   * @hidden
   */
  readonly at?: Elsewhere;
}

/** A place near an operation's: what is not given is the operation's own. */
export interface Elsewhere extends Partial<Place> {
  /** How the operation's path is written; `whole` is what follows the host. */
  readonly spelled?: 'longer' | 'slash' | 'capital' | 'cut' | 'whole';
}

export interface FormField {
  readonly name: string;
  readonly value: unknown;
  /** A file: its kind by extension, or another one's content; its size in bytes where it is padded. */
  readonly file?: SentFile;
}

interface SentFile {
  readonly name: string;
  /**
   * @minimum 0
   * @maximum 67108864
   */
  readonly size?: number;
  readonly content?: string;
}

export interface VoicesStep {
  readonly do: 'voices';
  /**
   * Of the providers that are listed.
   * @minimum 0
   */
  readonly provider: number;
  /** The page sizes, one for each request, the last one for all that follow; null: the default. */
  readonly limits: readonly (PageSize | null)[];
  /** Whether each page is asked for twice. */
  readonly isTwice: boolean;
  /** Whether the token is sent in api_access_token. */
  readonly isAccess?: boolean;
  /** Whether the second page is asked for once more at the end, and its token for another provider. */
  readonly isBack?: boolean;
  /** What is asked for between two pages: a list that is refused, or another list. */
  readonly between?: Between;
  /** A parameter that voice-list does not have: the client filters. */
  readonly beside?: readonly [name: string, value: string];
}

export interface AudienceStep {
  readonly do: 'audience';
  /**
   * Of the campaigns that may be read.
   * @minimum 0
   */
  readonly campaign: number;
  readonly filters: readonly Filter[];
  /** Null: the default. */
  readonly limit: PageSize | null;
  /** The page that is read alone; null: all pages. */
  readonly page: number | null;
  readonly isNew: boolean;
  readonly between?: Between;
}

export const betweens = ['refused', 'other'] as const;
export type Between = (typeof betweens)[number];

/** A number, or one that is told from how many there are: all, a half, one that fills the last page, one less, one more. */
export type PageSize = number | 'whole' | 'half' | 'divisor' | 'short' | 'beyond';

/** A deployment may refuse larger pages. */
const largestPage = 100;

/** The number of a page size, of so many. */
export function sizeOf(size: PageSize, total: number): number {
  if (typeof size === 'number') return size;
  const sizes = { whole: total, half: total / 2, divisor: divisorOf(total), short: total - 1, beyond: total + 1 };
  return Math.min(largestPage, Math.max(1, Math.ceil(sizes[size])));
}

/** The largest page size that fills several pages. */
function divisorOf(total: number): number {
  const sizes = Array.from({ length: Math.min(largestPage, Math.floor(total / 2)) }, (_, index) => index + 1);
  return sizes.findLast((size) => total % size === 0) ?? 1;
}

/**
 * Values are picks: of those that the audience shows. `cut` is a part of a number, from and to; `sign` stands in the place
 * of one of its digits.
 */
export interface Filter {
  readonly name: FilterName;
  readonly picks: readonly number[];
  readonly cut?: readonly [number, number];
  readonly sign?: string;
}

export const filterNames = ['status', 'attempt', 'last_status', 'first_status', 'call_status', 'mobile_no'] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * Who sends a request: `own` in the header that the operation asks for, `access` in api_access_token, `both` in both,
 * `capital` in a header of capital letters; of tokens that are nobody's, `longer`, `prefixed`, `shorter` and `half` are
 * made from the own one. `header` has the header token whatever the operation asks for, `bearer` and `bare` Authorization;
 * of two headers, `rightFirst`, `wrongFirst`, `expiredFirst` and `emptyFirst` have the right token in one of them, and so
 * have `rightBeside` and `wrongBeside` with Authorization. `older` is a token of the account before its newest one.
 */
export type Caller = Known | Stranger | Several;
type Known = 'own' | 'access' | 'both' | 'capital' | 'second' | 'login' | 'tokenless' | 'header' | 'bearer' | 'bare';
type Stranger = 'none' | 'empty' | 'expired' | 'unknown' | 'longer' | 'prefixed' | 'shorter' | 'half' | Accessing;
type Accessing = 'unknownAccess' | 'expiredAccess' | 'secondAccess' | 'older';
type Several = 'rightFirst' | 'wrongFirst' | 'expiredFirst' | 'emptyFirst' | 'rightBeside' | 'wrongBeside';

/** Campaigns of the settings that a run may use up. */
type GivenAway = 'paused' | 'draft' | 'deleted';

/**
 * `{ $agent: 1 }` the id of the second of the walk's agents that are not deleted, `$in` that of the latest one in a state, `$foreign` that of one that
 * the other workspace has made; `$uuid` and `$uuidIn` the same as UUIDs; `$absent` and `$absentUuid` an id that nobody has.
 * `$name` a new name of the run's own with this ending, `$longName` one of this length, `$nameOf` that of an agent,
 * `$upperNameOf` the same in capitals, `$nameOfDeleted` that of a deleted one, `$formerName` one that the walk has used.
 * `$number` one of the settings' numbers, a free one if there is one, `$times` a text so often, `$campaign` one of the settings, `$near` an id like that of the first one that is read, `$voice` a voice id.
 * `$shown` what an agent has shown at a place of its details. `$setting` a value of the configuration by its key, `$written` an id as it is written
 * otherwise, `$jsonOf` a value as JSON text.
 */
export interface Placeholders {
  readonly $agent: number;
  readonly $in: AgentState;
  readonly $foreign: number;
  readonly $uuid: number;
  readonly $uuidIn: AgentState;
  readonly $absent: number;
  readonly $absentUuid: number;
  readonly $name: string;
  readonly $longName: number;
  readonly $nameOf: number;
  readonly $upperNameOf: number;
  readonly $nameOfDeleted: number;
  readonly $formerName: number;
  readonly $number: readonly ['owned' | 'shared' | 'inactive', number];
  readonly $times: readonly [string, number];
  readonly $campaign: 'read' | 'foreign' | 'changeable' | 'changeable text' | 'disposable' | GivenAway | number;
  readonly $near: 'next' | 'previous' | 'longer' | 'shorter' | 'other sign';
  readonly $voice: readonly [number, number];
  readonly $shown: readonly [agent: number, pointer: string];
  readonly $setting: string;
  readonly $written: readonly ['text' | 'padded' | 'hex' | 'negative' | 'fraction', unknown];
  readonly $jsonOf: unknown;
}

/** The state of an agent as far as its rules go: `ready` is a draft with a number of the workspace, `shared` one with others alone. */
export const agentStates = ['draft', 'ready', 'shared', 'active', 'deleted'] as const;
export type AgentState = (typeof agentStates)[number];

/** Whose tokens a caller sends: the operation's own if absent. */
const tokensOf: Partial<Record<Caller, readonly ('own' | 'expired' | Need)[]>> = {
  none: [],
  empty: [],
  unknown: [],
  unknownAccess: [],
  expired: ['expired'],
  expiredAccess: ['expired'],
  expiredFirst: ['expired', 'own'],
  second: ['second_workspace.token'],
  secondAccess: ['second_workspace.token'],
  login: ['login.token'],
  tokenless: ['login.token_without_api_token'],
  older: ['login.older_api_token'],
};

/** Where the settings have a campaign that is named so; `changeable text` is the same one, a number one of those to read. */
export function campaignKey(
  name: Placeholders['$campaign'],
): Exclude<keyof NonNullable<Settings['campaigns']>, 'known_attempt'> {
  if (typeof name === 'number') return 'read';
  if (name === 'paused' || name === 'draft' || name === 'deleted') return `disposable_${name}`;
  return name === 'changeable text' ? 'changeable' : name;
}

/** The keys of the configuration without which a step cannot be sent. */
export function needsOf(steps: readonly Step[]): readonly Need[] {
  return [
    ...new Set([
      ...steps.flatMap(stepNeeds),
      ...steps.flatMap(requestsOf).flatMap(callerNeeds),
      ...placeholdersIn(steps).flatMap(([name, value]) => placeholderNeeds[name]?.(value) ?? []),
    ]),
  ];
}

function stepNeeds(step: Step): readonly Need[] {
  if (step.do === 'audience') return ['campaigns.read'];
  if (step.do !== 'complete') return [];
  return [step.campaign === 'paused' ? 'campaigns.disposable_paused' : 'campaigns.disposable'];
}

function callerNeeds({ operation, as }: SentRequest): readonly Need[] {
  const [own, expired] = operation === 'getToken' ? loginNeeds : ([null, 'expired_token'] as const);
  return (tokensOf[as] ?? ['own']).flatMap((of) => (of === 'own' ? (own ?? []) : of === 'expired' ? expired : of));
}

const loginNeeds = ['login.token', 'login.expired_token'] as const;

const uuids = (): Need => 'agents.uuid';
const placeholderNeeds: Readonly<Record<string, (value: unknown) => Need | []>> = {
  $number: (value) => (Array.isArray(value) ? (`numbers.${String(value[0])}` as Need) : []),
  $campaign: (value) => `campaigns.${campaignKey(value as Placeholders['$campaign'])}`,
  ...{ $uuid: uuids, $uuidIn: uuids, $absentUuid: uuids },
  $setting: (value) => value as Need,
};

/** `reversible`: it changes only what it made itself, and cleans up. `irreversible`: what it does stays done. */
export type Effect = 'none' | 'reversible' | 'irreversible';

/** A campaign that is completed or deleted stays so; every other write is of the run's own, or is set back. */
export function effectOf(steps: readonly Step[]): Effect {
  const requests = steps.flatMap(requestsOf);
  if (steps.some((step) => step.do === 'complete') || requests.some(isFinal)) return 'irreversible';
  const isWriting = requests.some(({ operation, at }) => (at ? at.method !== 'GET' : writing.includes(operation)));
  return isWriting ? 'reversible' : 'none';
}

function isFinal({ operation, json }: SentRequest): boolean {
  const status = (json as { readonly campaign_status?: unknown } | undefined)?.campaign_status;
  return operation === 'forceCompleteCampaign' && (status === 'force_completed' || status === 'deleted');
}

export function requestsOf(step: Step): readonly SentRequest[] {
  if (step.do === 'send') return [step.request];
  return step.do === 'race' ? step.requests : [];
}

/** Every placeholder in a value, with what it is given. */
function placeholdersIn(value: unknown): (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name.startsWith('$') ? [[name, each] as const] : []),
    ...placeholdersIn(each),
  ]);
}
