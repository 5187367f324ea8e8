import * as fc from 'fast-check';
import type { OperationId } from '../../../document/names.gen.ts';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, FormField, SentRequest, Step } from '../../steps.ts';
import type { Members } from './json-fields.ts';
import { type Wanted, agentIndex, drawnFrom, newAgentRequest, requestTo } from './drawing.ts';
import { cellsOf, plainKinds, requestOf, type KindName } from '../kinds.ts';
import { plainValues } from './texts.ts';

type Requests = readonly SentRequest[];

/**
 * Requests at once, two or three: on one agent, for one number, creations, the same twice, and each operation beside each.
 * @param any requests of every kind, to be sent beside each other
 */
export function raceStep(
  settings: Settings,
  members: Members,
  any: fc.Arbitrary<SentRequest>,
  wanted: Wanted,
): fc.Arbitrary<Step> {
  const change = changes(members, wanted);
  const ofOperation = (operation: OperationId): fc.Arbitrary<SentRequest> => anyRequestTo(operation, settings, change);
  const pairs = wanted.racePairs.map(([one, other]) => fc.tuple(ofOperation(one), ofOperation(other)));
  const kinds: fc.Arbitrary<Requests>[] = [
    ...onOneAgent(change, wanted),
    creations,
    creations,
    fc.array(any, { minLength: 2, maxLength: 3 }),
    any.map((each) => [each, each]),
    ...(pairs.length === 0 ? [] : [fc.oneof(...pairs), fc.oneof(...pairs), fc.oneof(...pairs)]),
    ...forNumbers(settings),
    ...ofLists(settings),
    ofTokens(settings),
  ];
  return fc.oneof(...kinds).map((requests) => ({ do: 'race', requests }));
}

type Change = fc.Arbitrary<Readonly<Record<string, unknown>>>;

function changes(members: Members, wanted: Wanted): Change {
  const single = Object.entries(members).filter(([name]) => !['agent_name', 'voice'].includes(name));
  return drawnFrom<Readonly<Record<string, unknown>>>(
    [3, fc.oneof(...single.map(([name, value]) => fc.record({ [name]: value })))],
    [3, fc.record({ description: plainValues(wanted).text('description') })],
    [3, fc.record({ prompt: plainValues(wanted).text('prompt') })],
    [1, fc.record({ agent_name: fc.record({ $name: fc.constantFrom('', 'raced') }) })],
    [3, fc.record({ status: fc.constantFrom(1, 3) })],
  );
}

const updateRaced = ($agent: number, json: object): SentRequest => ({
  ...{ operation: 'createAgent', as: 'own', json: { agent_id: { $agent }, ...json } },
});
const ofForm = (fields: readonly FormField[]): SentRequest => ({
  operation: 'createAgentOrUpdate',
  as: 'own',
  form: fields,
});
const named: FormField = { name: 'basic_details[agent_name]', value: { $name: 'raced' } };
const typed: FormField = { name: 'basic_details[agent_type]', value: '3' };
const renameAgent = ($uuid: number): SentRequest => ({
  ...{ operation: 'updateAgent', as: 'own', json: { agent_id: { $uuid }, name: { $name: 'raced' } } },
});
const detail = (name: string, value: unknown): FormField => ({ name: `basic_details[${name}]`, value });

function onOneAgent(change: Change, wanted: Wanted): fc.Arbitrary<Requests>[] {
  const prompt = plainValues(wanted).text('basic_details[agent_prompt]');
  const several = fc
    .tuple(agentIndex, fc.array(change, { minLength: 2, maxLength: 3 }))
    .map(([index, all]): Requests => all.map((each) => updateRaced(index, each)));
  const mixed = fc
    .tuple(agentIndex, change, prompt)
    .map(([index, each, value]): Requests => [
      updateRaced(index, each),
      ofForm([
        { name: 'agent_id', value: { $agent: index } },
        detail('agent_name', { $nameOf: index }),
        detail('agent_prompt', value),
      ]),
    ]);
  const beside = (status: number): fc.Arbitrary<Requests> =>
    fc.tuple(agentIndex, change).map(([index, each]) => [updateRaced(index, { status }), updateRaced(index, each)]);
  const reading = fc
    .tuple(agentIndex, change)
    .map(([index, each]): Requests => [
      updateRaced(index, each),
      { operation: 'getAgent', as: 'own', query: { agent_id: { $agent: index } } },
    ]);
  const renaming = fc
    .tuple(agentIndex, change)
    .map(([index, each]): Requests => [renameAgent(index), updateRaced(index, each)]);
  const read = reading.map((requests) => requests.toReversed());
  return [several, several, mixed, beside(2), beside(3), beside(1), reading, read, renaming];
}

const described = detail('description', 'raced by form');
const creations = fc.constantFrom<Requests[]>(
  [newAgentRequest(), newAgentRequest()],
  [newAgentRequest({ description: 'raced' }), newAgentRequest({ description: 'raced too' })],
  [newAgentRequest(), newAgentRequest({ description: 'raced' }), newAgentRequest({ prompt: 'raced' })],
  [newAgentRequest({ prompt: 'raced' }), ofForm([named, described])],
  [ofForm([named, described]), ofForm([named, detail('agent_prompt', 'raced by form')])],
  [ofForm([named]), ofForm([named]), newAgentRequest()],
);

function forNumbers({ numbers = {} }: Settings): fc.Arbitrary<Requests>[] {
  const known = (['owned', 'shared'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => ({ $number: [kind, index] as const })),
  );
  if (known.length === 0) return [];
  const attach = (number: unknown): SentRequest => ofForm([named, typed, { name: 'phone_numbers[]', value: number }]);
  const number = fc.constantFrom(...known);
  return [
    number.map((each) => [attach(each), attach(each)]),
    fc.tuple(number, number).map(([one, other]) => [attach(one), attach(other)]),
    fc.tuple(agentIndex, number).map(([index, each]) => [attach(each), updateRaced(index, { status: 2 })]),
    fc.tuple(agentIndex, number).map(([index, each]) => [attach(each), updateRaced(index, { status: 1 })]),
  ];
}

/** Lists of audiences, and of voices, each of another campaign or provider. */
function ofLists({ campaigns, providers }: Settings): fc.Arbitrary<Requests>[] {
  const audiences = (campaigns?.read ?? []).map((_, $campaign): SentRequest => {
    return { operation: 'listAudience', as: 'own', query: { campaign_id: { $campaign }, limit: 5 } };
  });
  const voices = (providers?.listed ?? []).map((provider_id): SentRequest => {
    return { operation: 'listVoices', as: 'own', query: { provider_id, limit: 5 } };
  });
  return [audiences, voices]
    .filter(({ length }) => length > 1)
    .map((lists) => fc.shuffledSubarray(lists, { minLength: 2, maxLength: Math.min(3, lists.length) }));
}

/** A token that is right beside one that is not, in either order. */
function ofTokens({ login }: Settings): fc.Arbitrary<Requests> {
  const verify = (as: Caller): SentRequest => ({ operation: 'verifyToken', as, json: {} });
  const get = (as: Caller): SentRequest => ({ operation: 'getToken', as });
  const pairs: Requests[] = [
    ...(['unknown', 'expired'] as const).map((as) => [verify('own'), verify(as)]),
    ...(login === undefined ? [] : (['unknown', 'tokenless'] as const).map((as) => [get('login'), get(as)])),
  ];
  return fc
    .tuple(fc.constantFrom(...pairs), fc.boolean())
    .map(([all, isTurned]) => (isTurned ? all.toReversed() : all));
}

/** Requests to an operation as they may be under way beside any other. */
function anyRequestTo(operation: OperationId, settings: Settings, change: Change): fc.Arbitrary<SentRequest> {
  const { agents } = settings;
  const ids = [...(agents?.read ?? []).map(({ id }) => id), { $agent: 0 }, { $agent: 1 }, { $agent: 2 }];
  const updating = fc.tuple(agentIndex, change).map(([index, each]) => updateRaced(index, each));
  const varied: Partial<Readonly<Record<OperationId, fc.Arbitrary<SentRequest>>>> = {
    getAgent: requestTo('getAgent', { query: fc.record({ agent_id: fc.constantFrom(...ids) }) }),
    createAgent: fc.oneof(fc.constant(newAgentRequest({ description: 'raced' })), updating),
    createAgentOrUpdate: fc.constantFrom(
      ofForm([named, described, detail('agent_prompt', 'raced by form')]),
      ofForm([named, typed]),
    ),
    ...(agents?.uuid !== undefined && { updateAgent: agentIndex.map(renameAgent) }),
  };
  const isRaced = (kind: KindName, as: Caller): boolean =>
    kind === plainKinds[operation] && (racedBy[operation] ?? ['own']).includes(as);
  const plain = varied[operation] === undefined ? cellsOf(settings, true, isRaced).map(requestOf) : [];
  return varied[operation] ?? fc.constantFrom(...plain, ...(plain.length === 0 ? [newAgentRequest()] : []));
}

/** Who sends what says of a caller alone whether it may. */
const racedBy: Partial<Readonly<Record<OperationId, readonly Caller[]>>> = {
  verifyToken: ['own', 'unknown', 'none', 'expired'],
  getToken: ['login', 'unknown', 'tokenless'],
};
