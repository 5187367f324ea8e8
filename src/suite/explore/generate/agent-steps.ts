import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { SentRequest } from '../steps.ts';
import { jsonMembers, names, otherTypes, texts, wrongMembers } from './values.ts';

/** An arbitrary, and how often it is drawn beside the others. */
export interface Weighted<T> {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<T>;
}

/** What the histogram says is missing. */
export interface Wanted {
  /** Pairs of members of create-agent that were sent together least often. */
  readonly memberPairs: readonly (readonly [string, string])[];
  readonly filterPairs: readonly (readonly [string, string])[];
  /** How much more often than at first an operation is to be drawn. */
  readonly factor: (operation: string) => number;
}

/** Mostly the first ones that a walk has made, so that one agent sees a history. */
export const agentIndex: fc.Arbitrary<number> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 3, arbitrary: fc.nat(5) },
);

const agent = fc.record({ $agent: agentIndex });

export function create(members: Readonly<Record<string, unknown>> = {}): SentRequest {
  return { operation: 'createAgent', as: 'own', json: { agent_name: { $name: '' }, ...members } };
}

function saving(json: fc.Arbitrary<unknown>, as: fc.Arbitrary<SentRequest['as']> = caller): fc.Arbitrary<SentRequest> {
  return fc.record({ operation: fc.constant('createAgent' as const), as, json });
}

const caller: fc.Arbitrary<SentRequest['as']> = fc.oneof(
  { weight: 18, arbitrary: fc.constant('own' as const) },
  { weight: 2, arbitrary: fc.constant('access' as const) },
  { weight: 1, arbitrary: fc.constant('both' as const) },
);

/** Requests to create-agent and agent/update that the run may send: of agents of its own, or of none. */
export function agentRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  const members = jsonMembers((settings.providers?.listed ?? []).length);
  const some = membersOf(members, wanted);
  const withId = (fields: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
    fc.tuple(agent, fields).map(([agent_id, rest]) => ({ agent_id, ...rest }));
  const status = fc.constantFrom(1, 3);
  // Not the first agents: they are to see a history.
  const deletion = fc.nat(7).map((index) => ({ agent_id: { $agent: index }, status: 2 }));
  const creations = [
    { weight: 3, arbitrary: saving(fc.tuple(names, some).map(([agent_name, rest]) => ({ ...rest, agent_name }))) },
    { weight: 1, arbitrary: saving(names.map((agent_name) => ({ agent_name }))) },
  ];
  const updates = [
    { weight: 9, arbitrary: saving(withId(some)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(agent, some, caller)
        .map(([agent_id, json, as]): SentRequest => ({ operation: 'createAgent', as, query: { agent_id }, json })),
    },
    { weight: 14, arbitrary: saving(withId(fc.record({ status }))) },
    { weight: 2, arbitrary: saving(deletion) },
    { weight: 1, arbitrary: saving(withId(fc.tuple(some, status).map(([rest, each]) => ({ ...rest, status: each })))) },
    {
      weight: 5,
      arbitrary: saving(
        withId(fc.record({ status: fc.constantFrom(4, 0, -1, 99, -3, 5, 10, 11, 1.5, 2_147_483_647) })),
      ),
    },
    { weight: 2, arbitrary: saving(withId(wrongMembers)) },
    {
      weight: 1,
      arbitrary: saving(
        withId(fc.tuple(wrongMembers, fc.constantFrom(1, 2, 3)).map(([wrong, each]) => ({ ...wrong, status: each }))),
      ),
    },
    {
      weight: 1,
      arbitrary: saving(withId(fc.tuple(some, wrongMembers).map(([rest, wrong]) => ({ ...rest, ...wrong })))),
    },
    {
      weight: 1,
      arbitrary: saving(
        withId(
          fc.tuple(fc.constantFrom(...Object.keys(members)), otherTypes).map(([name, value]) => ({ [name]: value })),
        ),
      ),
    },
  ];
  const refused = [
    {
      weight: 1,
      arbitrary: saving(
        fc.tuple(names, status).map(([agent_name, each]) => ({ agent_name, status: each })),
        fc.constant('own'),
      ),
    },
    {
      weight: 1,
      arbitrary: saving(
        fc.tuple(fc.record({ $absent: fc.nat(1) }), some).map(([agent_id, rest]) => ({ ...rest, agent_id })),
        fc.constant('own'),
      ),
    },
    {
      weight: 1,
      arbitrary: saving(
        fc.tuple(names, wrongMembers).map(([agent_name, wrong]) => ({ agent_name, ...wrong })),
        fc.constant('own'),
      ),
    },
    { weight: 2, arbitrary: saving(withId(fc.record({ description: texts })), intruders(settings)) },
    { weight: 1, arbitrary: saving(withId(fc.record({ status: fc.constant(3) })), intruders(settings)) },
  ];
  return [...scaled(creations, wanted.factor('createAgent')), ...updates, ...refused, ...renaming(settings)];
}

/** Members alone, in pairs (those that are missing first) and all together. */
function membersOf(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  { memberPairs }: Wanted,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const pairs = memberPairs.map(([one, other]) => fc.record(picked(members, [one, other])));
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...Object.keys(members).map((name) => fc.record(picked(members, [name])))) },
    ...(pairs.length === 0 ? [] : [{ weight: 5, arbitrary: fc.oneof(...pairs) }]),
    { weight: 6, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(members) },
  );
}

function picked(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  wanted: readonly string[],
): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(wanted.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

/** Callers who may not, as far as the settings give their tokens. */
export function intruders({
  second_workspace: second,
  expired_token: expired,
}: Settings): fc.Arbitrary<SentRequest['as']> {
  const known: SentRequest['as'][] = ['none', 'unknown', 'empty', 'longer', 'prefixed'];
  if ((second?.token ?? '') !== '') known.push('second', 'second');
  if ((expired ?? '') !== '') known.push('expired');
  return fc.constantFrom(...known);
}

function renaming(settings: Settings): Weighted<SentRequest>[] {
  if (settings.agents?.uuid === undefined) return [];
  const of = (
    json: fc.Arbitrary<object>,
    as: fc.Arbitrary<SentRequest['as']> = fc.constant('own'),
  ): fc.Arbitrary<SentRequest> =>
    fc
      .tuple(fc.record({ $uuid: agentIndex }), json, as)
      .map(([agent_id, rest, each]) => ({ operation: 'updateAgent', as: each, json: { agent_id, ...rest } }));
  return [
    { weight: 3, arbitrary: of(fc.record({ name: names })) },
    { weight: 1, arbitrary: of(fc.record({ language: fc.constantFrom('en', 'de', 'hi', 'en-US', 'pt-BR') })) },
    { weight: 1, arbitrary: of(fc.record({ name: names, language: fc.constantFrom('en', 'fr') })) },
    { weight: 1, arbitrary: of(fc.record({ name: fc.constantFrom<unknown[]>({ text: 'x' }, ['x']) })) },
    { weight: 1, arbitrary: of(fc.record({ name: names }), intruders(settings)) },
  ];
}

export function scaled<T>(list: readonly Weighted<T>[], factor: number): Weighted<T>[] {
  return list.map(({ weight, arbitrary }) => ({ weight: Math.max(1, Math.round(weight * factor)), arbitrary }));
}
