/** When a fault fires among the requests that it matches; absent: each time. */
export type FaultTrigger =
  | { readonly times: number }
  | { readonly every: number }
  /** From 0 to 1; drawn from the world's seed, so that the same requests meet the same fate. */
  | { readonly probability: number };

/** What a fault does to the request that it fires on. */
export type FaultEffect = ErrorEffect | DelayEffect | DribbleEffect | CutEffect | MalformedEffect;

export interface ErrorEffect {
  readonly type: 'error';
  readonly status: number;
  /** The name of the document's example to answer; absent: the first of the status. */
  readonly example?: string;
  /** The request takes effect first, and the client sees a failure all the same. */
  readonly after_commit?: boolean;
  /** Needed for a status that the operation does not document. */
  readonly undocumented?: boolean;
}

/** All times in milliseconds. */
export type DelayEffect = { readonly type: 'delay' } & (
  | { readonly distribution: 'fixed'; readonly milliseconds: number }
  | { readonly distribution: 'uniform'; readonly minimum: number; readonly maximum: number }
  | { readonly distribution: 'lognormal'; readonly median: number; readonly sigma: number }
);

/** Sends the body slowly: so many bytes in a second, or in so many chunks over a time. */
export type DribbleEffect = { readonly type: 'dribble' } & (
  { readonly bytes_per_second: number } | { readonly chunks: number; readonly milliseconds: number }
);

/**
 * Cuts the connection: before the request is handled; in the middle of the answer; or after the request took effect
 * and before a byte of the answer is sent.
 */
export interface CutEffect {
  readonly type: 'cut';
  readonly at: 'before' | 'during' | 'after';
}

/** Answers half of the body: JSON that no parser takes. */
export interface MalformedEffect {
  readonly type: 'malformed-json';
}

export interface FaultDefinition {
  /** The operation that it is for; absent: all of them. */
  readonly operation?: string;
  readonly match?: FaultMatch;
  readonly when?: FaultTrigger;
  readonly effect: FaultEffect;
}

/** Each part must match, as a subset of what the request carries. */
export interface FaultMatch {
  /** The caller's token, whole. */
  readonly token?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}
