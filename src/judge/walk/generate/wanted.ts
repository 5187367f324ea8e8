import * as fc from 'fast-check';
import type { Cell } from '../kinds.ts';
import type { OperationId } from '../../../document/names.gen.ts';

/** An arbitrary, and how often it is drawn beside the others. */
export type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];

/** What the histogram says is missing: the generator goes there. */
export interface Wanted {
  /** Of a field's values those that were sent least often, in an order of the run's own. */
  readonly fresh: <T>(field: string, values: readonly T[]) => readonly T[];
  /** Pairs of fields of create-agent that were sent together least often. */
  readonly memberPairs: readonly (readonly [string, string])[];
  readonly filterPairs: readonly (readonly [string, string])[];
  /** Pairs of operations that were least often under way at the same time. */
  readonly racePairs: readonly (readonly [OperationId, OperationId])[];
  /** Of kinds of requests, by callers and about agents in states, those that were answered least often. */
  readonly cells: (possible: readonly Cell[]) => readonly Cell[];
  /** How much more often than at first an operation is to be drawn. */
  readonly factor: (operation: OperationId) => number;
}

/** How values are chosen: the odd ones, what was sent least often first, or such as nobody has a reason to refuse. */
export interface Choose {
  readonly isPlain: boolean;
  /** Of a field's values; the first ones are the plain ones. */
  readonly of: (field: string, values: readonly unknown[], plain?: number) => fc.Arbitrary<unknown>;
  readonly text: (field: string) => fc.Arbitrary<unknown>;
  readonly name: fc.Arbitrary<unknown>;
}

/** One of several, each as often as its weight says. */
export function drawnFrom<T>(...choices: readonly Weighted<T>[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

export function scaled<T>(choices: readonly Weighted<T>[], factor: number): Weighted<T>[] {
  return choices.map(([weight, arbitrary]) => [Math.max(1, Math.round(weight * factor)), arbitrary]);
}
