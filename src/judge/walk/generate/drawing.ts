import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { OperationId } from '../../../document/names.gen.ts';
import type { Caller, FormField, SentRequest } from '../../steps.ts';

/** An arbitrary, and how often it is drawn beside the others. */
export type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];

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

/** Mostly the first ones that a walk has made, so that one agent sees a history. */
export const agentIndex: fc.Arbitrary<number> = drawnFrom([6, fc.constant(0)], [2, fc.constant(1)], [3, fc.nat(5)]);

export const agent = fc.record({ $agent: agentIndex });

export const own: fc.Arbitrary<Caller> = fc.constant('own');

/** The caller, in each way to say so. */
export const caller: fc.Arbitrary<Caller> = drawnFrom<Caller>(
  [18, own],
  [2, fc.constant('access')],
  [1, fc.constant('both')],
);

/** Callers who may not, as far as the settings give their tokens. */
export function intruders({ second_workspace: second, expired_token: expired }: Settings): fc.Arbitrary<Caller> {
  const known: Caller[] = ['none', 'unknown', 'empty', 'longer', 'prefixed', 'shorter', 'half'];
  if ((second?.token ?? '') !== '') known.push('second', 'second', 'second', 'second');
  if ((expired ?? '') !== '') known.push('expired', 'expired', 'expired');
  return fc.constantFrom(...known);
}

/** Without the callers of another workspace: they may read what is theirs. */
export function intrudersAlone(settings: Settings): fc.Arbitrary<Caller> {
  return intruders(settings).map((as) => (as === 'second' ? 'none' : as));
}

interface Drawn {
  readonly as?: fc.Arbitrary<Caller>;
  readonly query?: fc.Arbitrary<Record<string, unknown>>;
  readonly json?: fc.Arbitrary<unknown>;
  readonly form?: fc.Arbitrary<readonly FormField[]>;
}

/** A request to an operation, whose parts are drawn. */
export function requestTo(operation: OperationId, { as = own, ...parts }: Drawn = {}): fc.Arbitrary<SentRequest> {
  return fc.record({ operation: fc.constant(operation), as, ...parts });
}

export function newAgentRequest(fields: Readonly<Record<string, unknown>> = {}): SentRequest {
  return { operation: 'createAgent', as: 'own', json: { agent_name: { $name: '' }, ...fields } };
}

/** Several drawn objects as one: of a field that several have, the last one counts. */
export function besides(...objects: readonly fc.Arbitrary<object>[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.tuple(...objects).map((all) => Object.assign({}, ...all) as Record<string, unknown>);
}
