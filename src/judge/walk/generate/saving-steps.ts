import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { type MemberSets, type Members, wrongMembers } from './json-fields.ts';
import {
  type Wanted,
  type Weighted,
  agent,
  agentIndex,
  besides,
  caller,
  drawnFrom,
  intruders,
  newAgentRequest,
  own,
  requestTo,
  saving,
  scaled,
  withId,
} from './drawing.ts';
import { namesOf, otherTypes, plainValues, textsOf } from './texts.ts';

type Fields = fc.Arbitrary<Readonly<Record<string, unknown>>>;

/** Creations and updates by JSON that are right, as far as the specification says. */
export function savingRequests(sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = someFields(sets, wanted);
  const plainName = fc.record({ agent_name: plainValues(wanted).name });
  const named = fc.record({ agent_name: namesOf(wanted) });
  const odd = fc
    .tuple(fc.constantFrom(...Object.keys(sets.odd)), otherTypes)
    .map(([name, value]) => ({ [name]: value }));
  const creations: Weighted<SentRequest>[] = [
    [2, fc.constant(newAgentRequest())],
    [4, saving(besides(plainName, some))],
    [1, saving(besides(plainOf(sets), named))],
    [1, saving(named)],
  ];
  return [
    ...scaled(creations, wanted.factor('createAgent')),
    [14, saving(withId(some))],
    // Names that change, and change back.
    [1, saving(withId(plainName))],
    [1, saving(withId(fc.record({ agent_name: fc.record({ $formerName: fc.nat(3) }) })))],
    [3, byQuery(some, caller)],
    [1, saving(withId(odd))],
    // Nothing but the agent: nothing changes.
    [1, saving(withId(fc.constant({})))],
  ];
}

/** An update of the agent that the query names. */
function byQuery(json: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> {
  return requestTo('createAgent', { as, query: fc.record({ agent_id: agent }), json });
}

/** Fields alone, in pairs (those that are missing first) and all together; beside others few are odd. */
function someFields({ odd, plain }: MemberSets, { memberPairs }: Pick<Wanted, 'memberPairs'>): Fields {
  const alone: Fields = fc.oneof(...Object.keys(odd).map((name) => fc.record(picked(odd, [name]))));
  const pairs = (sets: Members): Weighted<Readonly<Record<string, unknown>>>[] =>
    memberPairs.length === 0 ? [] : [[3, fc.oneof(...memberPairs.map((pair) => fc.record(picked(sets, pair))))]];
  const rest = plainOf({ plain });
  return drawnFrom<Readonly<Record<string, unknown>>>(
    [7, alone],
    ...pairs(plain),
    ...pairs(odd),
    [4, rest],
    [3, fc.tuple(alone, rest).map(([one, others]) => ({ ...one, ...others, ...one }))],
    [3, besides(rest, alone)],
    [2, fc.record(plain)],
    [1, fc.record(odd, { requiredKeys: [] })],
  );
}

/** Two or three plain fields, or about half of them. */
function plainOf({ plain }: Pick<MemberSets, 'plain'>): Fields {
  const few = fc
    .subarray(Object.keys(plain), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(picked(plain, names)));
  return fc.oneof(few, fc.record(plain, { requiredKeys: [] }));
}

function picked(members: Members, wanted: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(wanted.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

const absent = fc.record({ $absent: fc.nat(2) });
const listedStatus = fc.record({ status: fc.constantFrom(1, 2, 3) });
/** A deletion is not for every agent: they are to see a history. */
const harmlessStatus = fc.record({ status: fc.constantFrom(1, 3) });

/** Requests of create-agent that must be refused, with right fields before and behind the wrong one. */
export function wrongRequests(settings: Settings, sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = someFields(sets, wanted);
  const named = fc.record({ agent_name: namesOf(wanted) });
  const beside = fc
    .tuple(some, wrongMembers, fc.boolean())
    .map(([rest, wrong, isFirst]) => ({ ...(isFirst && wrong), ...rest, ...wrong }));
  return [
    [4, saving(withId(wrongMembers))],
    [4, saving(withId(beside))],
    [2, saving(withId(besides(wrongMembers, wrongMembers)))],
    [2, saving(withId(besides(wrongMembers, listedStatus)))],
    [1, saving(besides(named, listedStatus), own)],
    [2, saving(besides(some, fc.record({ agent_id: absent })), own)],
    [1, saving(withId(listedStatus, absent), own)],
    [2, saving(besides(named, wrongMembers), own)],
    ...intrusions(settings, some, wanted),
    ...foreignRequests(settings, named),
  ];
}

/** Right requests of callers who may not. */
function intrusions(settings: Settings, some: Fields, wanted: Wanted): Weighted<SentRequest>[] {
  const intruder = intruders(settings);
  return [
    [4, saving(withId(fc.record({ description: textsOf('description', wanted) })), intruder)],
    [1, saving(withId(some), intruder)],
    [1, byQuery(some, intruder)],
    [2, saving(withId(harmlessStatus), intruder)],
    [1, saving(fc.record({ agent_name: namesOf(wanted) }), intruder)],
  ];
}

/** Agents that the other workspace has made: ours may neither read nor change them. */
function foreignRequests(settings: Settings, named: Fields): Weighted<SentRequest>[] {
  if ((settings.second_workspace?.token ?? '') === '') return [];
  const foreign = fc.constant({ $foreign: 0 });
  return [
    [2, saving(named, fc.constant('second'))],
    [1, saving(withId(fc.oneof(fc.constant({ description: 'x' }), listedStatus), foreign), own)],
    [1, requestTo('getAgent', { query: fc.record({ agent_id: foreign }) })],
  ];
}

const active = fc.constant({ $in: 'active' });

const invalidStatuses = [4, 0, -1, 99, -3, 5, 10, 11, 12, 13, 21, 1.5, 2.5, 3.2, 2_147_483_647, 4_294_967_297, 1e21];

/** Publishing, unpublishing, deleting, and statuses that there are not. */
export function lifecycleRequests(settings: Settings, sets: MemberSets, wanted: Wanted): Weighted<SentRequest>[] {
  const some = someFields(sets, wanted);
  const to = (status: number): fc.Arbitrary<object> => fc.constant({ status });
  const invalid = fc.record({ status: fc.constantFrom(...wanted.fresh('status', invalidStatuses)) });
  const published = fc.constantFrom({ $in: 'active' }, { $in: 'active' }, { $in: 'ready' });
  // Not the first agents: they are to see a history.
  const later = fc.record({ $agent: fc.integer({ min: 1, max: 8 }) });
  return [
    [4, saving(withId(to(1)))],
    [5, saving(withId(to(1), fc.constant({ $in: 'ready' })))],
    [2, saving(withId(to(3)))],
    [5, saving(withId(to(3), active))],
    [2, saving(withId(to(1), active))],
    [2, saving(withId(to(2), active))],
    [2, saving(withId(wrongMembers, active))],
    [2, saving(withId(invalid, active))],
    [1, saving(withId(some, active), intruders(settings))],
    [4, saving(withId(some, published))],
    [1, saving(withId(to(2)))],
    [3, saving(withId(to(2), later))],
    [2, saving(withId(besides(some, harmlessStatus)))],
    [3, saving(withId(invalid))],
    [1, saving(withId(besides(some, invalid)))],
    [1, byQuery(harmlessStatus)],
  ];
}

/** Requests to agent/update, of agents whose UUID the settings tell from their id. */
export function renamingRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  if (settings.agents?.uuid === undefined) return [];
  const name = namesOf(wanted);
  const known = ['en', 'de', 'hi', 'en-US', 'pt-BR', 'fr', 'zh-CN'];
  const language = fc.constantFrom(...wanted.fresh('agent/update language', known));
  const uuid = fc.record({ $uuid: agentIndex });
  const of = (fields: fc.Arbitrary<object>, as?: fc.Arbitrary<Caller>, id: fc.Arbitrary<unknown> = uuid) =>
    requestTo('updateAgent', { ...(as && { as }), json: withId(fields, id) });
  return [
    [5, of(fc.record({ name }))],
    [2, of(fc.record({ language }))],
    [2, of(fc.record({ name, language }))],
    [2, of(fc.oneof(fc.record({ name: otherTypes }), fc.record({ language: otherTypes })))],
    [2, of(fc.record({ name }), intruders(settings))],
    [1, of(fc.record({ name }), undefined, fc.constant({ $absentUuid: 0 }))],
  ];
}
