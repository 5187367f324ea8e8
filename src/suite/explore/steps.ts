import type { OperationId } from '../../document/names.gen.ts';

/**
 * A walk's steps as plain data: fast-check shrinks them and a file keeps them. What only a run knows is named by a
 * placeholder, an object of one member: see `Placeholder`.
 */
export type Step =
  | { readonly do: 'send'; readonly request: SentRequest }
  /** Sent at once; the answers and what is read afterwards must be those of some order. */
  | { readonly do: 'race'; readonly requests: readonly SentRequest[] }
  /** Reads pages of a provider's voices and compares them with its whole list. */
  | VoicesStep
  /** Reads an audience through filters and compares it with the whole audience. */
  | AudienceStep
  /** Force-completes a campaign that the settings give away: the first open one, or the paused one. */
  | { readonly do: 'complete'; readonly campaign: 'disposable' | 'paused' }
  /** Reads everything again: nothing that was not addressed may have changed. */
  | { readonly do: 'look' };

export interface SentRequest {
  readonly operation: OperationId;
  readonly as: Caller;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly form?: readonly FormField[];
}

export interface FormField {
  readonly name: string;
  readonly value: unknown;
  /** A file: its kind by extension, its size in bytes where it is padded. */
  readonly file?: { readonly name: string; readonly size?: number };
}

export interface VoicesStep {
  readonly do: 'voices';
  /** Of the providers that are listed. */
  readonly provider: number;
  /** The page sizes, one for each request, the last one for all that follow; null: the default. */
  readonly limits: readonly (number | null)[];
  /** Whether each page is asked for twice. */
  readonly isTwice: boolean;
  /** Whether the token is sent in api_access_token. */
  readonly isAccess?: boolean;
  /** A parameter that voice-list does not have: the client filters. */
  readonly beside?: readonly [name: string, value: string];
}

export interface AudienceStep {
  readonly do: 'audience';
  /** Of the campaigns that may be read. */
  readonly campaign: number;
  readonly filters: readonly Filter[];
  /** Null: the default. */
  readonly limit: number | null;
  /** The page that is read alone; null: all pages. */
  readonly page: number | null;
  readonly isNew: boolean;
}

/** Values are picks: of those that the audience shows. `cut` is a part of a number, from and to. */
export interface Filter {
  readonly name: FilterName;
  readonly picks: readonly number[];
  readonly cut?: readonly [number, number];
}

export const filterNames = ['status', 'attempt', 'last_status', 'first_status', 'call_status', 'mobile_no'] as const;
export type FilterName = (typeof filterNames)[number];

/** Who sends a request: `own` in the header that the operation asks for, `access` in api_access_token, `both` in both, `longer` and `prefixed` with something after and before it. */
export type Caller =
  | 'own'
  | 'access'
  | 'both'
  | 'second'
  | 'none'
  | 'empty'
  | 'expired'
  | 'unknown'
  | 'login'
  | 'tokenless'
  | 'longer'
  | 'prefixed';

/**
 * `{ $agent: 1 }` the id of the walk's second agent, `$uuid` its UUID, `$nameOf` its name,
 * `$nameOfDeleted` that of a deleted one; `$name` a new name of the
 * run's own with this ending; `$number` one of the settings' numbers; `$times` a text so often; `$absent` an id that
 * nobody has; `$campaign` one of the settings; `$voice` a voice id of a provider.
 */
export type Placeholder =
  | { readonly $agent: number }
  | { readonly $uuid: number }
  | { readonly $nameOf: number }
  | { readonly $nameOfDeleted: number }
  | { readonly $name: string }
  | { readonly $number: readonly ['owned' | 'shared' | 'inactive', number] }
  | { readonly $times: readonly [string, number] }
  | { readonly $absent: number }
  | { readonly $campaign: 'read' | 'foreign' | 'changeable' | 'disposable' | number }
  | { readonly $voice: readonly [number, number] };
