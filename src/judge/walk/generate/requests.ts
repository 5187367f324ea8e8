import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';

/** Mostly the first ones that a walk has made, so that one agent sees a history. */
export const agentIndex: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 3, arbitrary: fc.nat(5) },
);

export const agent = fc.record({ $agent: agentIndex });

export const own: fc.Arbitrary<Caller> = fc.constant('own');

/** The caller, in each way to say so. */
export const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 18, arbitrary: fc.constant<Caller>('own') },
  { weight: 2, arbitrary: fc.constant<Caller>('access') },
  { weight: 1, arbitrary: fc.constant<Caller>('both') },
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

export function create(members: Readonly<Record<string, unknown>> = {}): SentRequest {
  return { operation: 'createAgent', as: 'own', json: { agent_name: { $name: '' }, ...members } };
}

export function saving(json: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = caller): fc.Arbitrary<SentRequest> {
  return fc.record({ operation: fc.constant('createAgent' as const), as, json });
}

/** An agent of the walk, with members. */
export function withId(members: fc.Arbitrary<object>, id: fc.Arbitrary<unknown> = agent): fc.Arbitrary<unknown> {
  return fc.tuple(id, members).map(([agent_id, rest]) => ({ agent_id, ...rest }));
}
