import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { SentRequest } from '../../steps.ts';
import { wrongMembers, type Members, type MemberSets } from './json-members.ts';
import { agent, caller, create, intruders, own, saving, withId } from './requests.ts';
import { namesOf, otherTypes, plainValues, textsOf } from './texts.ts';
import { scaled, type Wanted, type Weighted } from './wanted.ts';

/** Creations and updates by JSON that are right, as far as the specification says. */
export function savingRequests(sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = membersOf(sets, wanted);
  const names = namesOf(wanted);
  const inQuery = fc
    .tuple(agent, some, caller)
    .map(([agent_id, json, as]): SentRequest => ({ operation: 'createAgent', as, query: { agent_id }, json }));
  const odd = fc
    .tuple(fc.constantFrom(...Object.keys(sets.odd)), otherTypes)
    .map(([name, value]) => ({ [name]: value }));
  return [
    ...scaled(
      [
        { weight: 2, arbitrary: fc.constant(create()) },
        {
          weight: 4,
          arbitrary: saving(
            fc.tuple(plainValues(wanted).name, some).map(([agent_name, rest]) => ({ agent_name, ...rest })),
          ),
        },
        {
          weight: 1,
          arbitrary: saving(fc.tuple(names, plainOf(sets)).map(([agent_name, rest]) => ({ ...rest, agent_name }))),
        },
        { weight: 1, arbitrary: saving(names.map((agent_name) => ({ agent_name }))) },
      ],
      wanted.factor('createAgent'),
    ),
    { weight: 14, arbitrary: saving(withId(some)) },
    // Names that change, and change back.
    { weight: 1, arbitrary: saving(withId(fc.record({ agent_name: plainValues(wanted).name }))) },
    { weight: 1, arbitrary: saving(withId(fc.record({ agent_name: fc.record({ $formerName: fc.nat(3) }) }))) },
    { weight: 3, arbitrary: inQuery },
    { weight: 1, arbitrary: saving(withId(odd)) },
    // Nothing but the agent: nothing changes.
    { weight: 1, arbitrary: saving(withId(fc.constant({}))) },
  ];
}

/** Members alone, in pairs (those that are missing first) and all together; beside others few are odd. */
function membersOf(
  { odd, plain }: MemberSets,
  { memberPairs }: Pick<Wanted, 'memberPairs'>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const alone = fc.oneof(...Object.keys(odd).map((name) => fc.record(picked(odd, [name]))));
  const pairs = (sets: Members): Weighted<Readonly<Record<string, unknown>>>[] =>
    memberPairs.length === 0
      ? []
      : [{ weight: 3, arbitrary: fc.oneof(...memberPairs.map((pair) => fc.record(picked(sets, pair)))) }];
  const rest = plainOf({ plain });
  return fc.oneof(
    { weight: 7, arbitrary: alone },
    ...pairs(plain),
    ...pairs(odd),
    { weight: 4, arbitrary: rest },
    { weight: 3, arbitrary: fc.tuple(alone, rest).map(([one, others]) => ({ ...one, ...others, ...one })) },
    { weight: 3, arbitrary: fc.tuple(rest, alone).map(([others, one]) => ({ ...others, ...one })) },
    { weight: 2, arbitrary: fc.record(plain) },
    { weight: 1, arbitrary: fc.record(odd, { requiredKeys: [] }) },
  );
}

/** Two or three plain members, or about half of them. */
function plainOf({ plain }: Pick<MemberSets, 'plain'>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const few = fc
    .subarray(Object.keys(plain), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(picked(plain, names)));
  return fc.oneof(few, fc.record(plain, { requiredKeys: [] }));
}

function picked(members: Members, wanted: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(wanted.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

const absent = fc.record({ $absent: fc.nat(2) });

/** Requests of create-agent that must be refused, with right members before and behind the wrong one. */
export function wrongRequests(settings: Settings, sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = membersOf(sets, wanted);
  const names = namesOf(wanted);
  const status = fc.constantFrom(1, 2, 3);
  const both = fc.tuple(some, wrongMembers, fc.boolean());
  const besides = both.map(([rest, wrong, isFirst]) =>
    isFirst ? { ...wrong, ...rest, ...wrong } : { ...rest, ...wrong },
  );
  return [
    { weight: 4, arbitrary: saving(withId(wrongMembers)) },
    { weight: 4, arbitrary: saving(withId(besides)) },
    {
      weight: 2,
      arbitrary: saving(withId(fc.tuple(wrongMembers, wrongMembers).map(([one, two]) => ({ ...one, ...two })))),
    },
    {
      weight: 2,
      arbitrary: saving(withId(fc.tuple(wrongMembers, status).map(([wrong, each]) => ({ ...wrong, status: each })))),
    },
    {
      weight: 1,
      arbitrary: saving(
        fc.tuple(names, status).map(([agent_name, each]) => ({ agent_name, status: each })),
        own,
      ),
    },
    {
      weight: 2,
      arbitrary: saving(
        fc.tuple(absent, some).map(([agent_id, rest]) => ({ ...rest, agent_id })),
        own,
      ),
    },
    {
      weight: 1,
      arbitrary: saving(
        fc.tuple(absent, status).map(([agent_id, each]) => ({ agent_id, status: each })),
        own,
      ),
    },
    {
      weight: 2,
      arbitrary: saving(
        fc.tuple(names, wrongMembers).map(([agent_name, wrong]) => ({ agent_name, ...wrong })),
        own,
      ),
    },
    ...intrusions(settings, sets, wanted),
    ...foreignRequests(settings, names),
  ];
}

/** Right requests of callers who may not. */
function intrusions(settings: Settings, sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = membersOf(sets, wanted);
  const names = namesOf(wanted);
  const description = textsOf('description', wanted);
  return [
    { weight: 4, arbitrary: saving(withId(fc.record({ description })), intruders(settings)) },
    { weight: 1, arbitrary: saving(withId(some), intruders(settings)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(agent, some, intruders(settings))
        .map(([agent_id, json, as]): SentRequest => ({ operation: 'createAgent', as, query: { agent_id }, json })),
    },
    { weight: 2, arbitrary: saving(withId(fc.record({ status: fc.constantFrom(1, 3) })), intruders(settings)) },
    {
      weight: 1,
      arbitrary: saving(
        names.map((agent_name) => ({ agent_name })),
        intruders(settings),
      ),
    },
  ];
}

/** Agents that the other workspace has made: ours may neither read nor change them. */
function foreignRequests(settings: Settings, names: fc.Arbitrary<unknown>): Weighted<SentRequest>[] {
  if ((settings.second_workspace?.token ?? '') === '') return [];
  const foreign = fc.constant({ $foreign: 0 });
  const change = fc.oneof(
    fc.record({ description: fc.constant('x') }),
    fc.record({ status: fc.constantFrom(1, 2, 3) }),
  );
  return [
    {
      weight: 2,
      arbitrary: saving(
        names.map((agent_name) => ({ agent_name })),
        fc.constant('second'),
      ),
    },
    { weight: 1, arbitrary: saving(withId(change, foreign), own) },
    {
      weight: 1,
      arbitrary: fc.record({
        operation: fc.constant('getAgent' as const),
        as: own,
        query: fc.record({ agent_id: foreign }),
      }),
    },
  ];
}

const active = fc.constant({ $in: 'active' });

const invalidStatuses = [4, 0, -1, 99, -3, 5, 10, 11, 12, 13, 21, 1.5, 2.5, 3.2, 2_147_483_647, 4_294_967_297, 1e21];

/** Publishing, unpublishing, deleting, and statuses that there are not. */
export function lifecycleRequests(settings: Settings, sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = membersOf(sets, wanted);
  const status = fc.constantFrom(1, 3);
  const invalid = fc.constantFrom(...wanted.fresh('status', invalidStatuses));
  return [
    { weight: 4, arbitrary: saving(withId(fc.constant({ status: 1 }))) },
    { weight: 5, arbitrary: saving(withId(fc.constant({ status: 1 }), fc.constant({ $in: 'ready' }))) },
    { weight: 2, arbitrary: saving(withId(fc.constant({ status: 3 }))) },
    { weight: 5, arbitrary: saving(withId(fc.constant({ status: 3 }), active)) },
    { weight: 2, arbitrary: saving(withId(fc.constant({ status: 1 }), active)) },
    { weight: 2, arbitrary: saving(withId(fc.constant({ status: 2 }), active)) },
    { weight: 2, arbitrary: saving(withId(wrongMembers, active)) },
    { weight: 2, arbitrary: saving(withId(fc.record({ status: invalid }), active)) },
    { weight: 1, arbitrary: saving(withId(some, active), intruders(settings)) },
    {
      weight: 4,
      arbitrary: saving(withId(some, fc.constantFrom({ $in: 'active' }, { $in: 'active' }, { $in: 'ready' }))),
    },
    { weight: 1, arbitrary: saving(withId(fc.constant({ status: 2 }))) },
    // Not the first agents: they are to see a history.
    {
      weight: 3,
      arbitrary: saving(fc.integer({ min: 1, max: 8 }).map(($agent) => ({ agent_id: { $agent }, status: 2 }))),
    },
    { weight: 2, arbitrary: saving(withId(fc.tuple(some, status).map(([rest, each]) => ({ ...rest, status: each })))) },
    { weight: 3, arbitrary: saving(withId(fc.record({ status: invalid }))) },
    {
      weight: 1,
      arbitrary: saving(withId(fc.tuple(some, invalid).map(([rest, each]) => ({ ...rest, status: each })))),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(agent, status).map(([agent_id, each]): SentRequest => ({
        operation: 'createAgent',
        as: 'own',
        query: { agent_id },
        json: { status: each },
      })),
    },
  ];
}
