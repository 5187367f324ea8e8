import * as fc from 'fast-check';
import type { Histogram } from '../histogram.ts';
import type { OperationId } from '../../../document/names.gen.ts';
import { type Settings, unmetNeeds } from '../../../deployment/configuration/settings.ts';
import type { Caller, FormField, SentRequest, Step } from '../../steps.ts';
import { agentIndex, drawnFrom, newAgentRequest, requestTo, type Weighted } from './drawing.ts';
import { field } from './form-sections.ts';
import type { Members } from './saving-steps.ts';
import { plainRequest } from '../cells.ts';
import { needsOf } from '../../script-needs.ts';
import { plainValues } from './texts.ts';

type Requests = readonly SentRequest[];

/** Operations that are sent at once, beside the pairs that were under way together least often. */
const groups: readonly (readonly [weight: number, operations: readonly OperationId[]])[] = [
  [4, ['createAgent', 'createAgent']],
  [3, ['createAgent', 'createAgent', 'createAgent']],
  [4, ['createAgent', 'createAgentOrUpdate']],
  [3, ['createAgentOrUpdate', 'createAgentOrUpdate']],
  [1, ['createAgent', 'getAgent']],
  [1, ['getAgent', 'createAgent']],
  [1, ['updateAgent', 'createAgent']],
  [1, ['listVoices', 'listVoices']],
  [1, ['listAudience', 'listAudience']],
  [1, ['verifyToken', 'verifyToken']],
  [1, ['getToken', 'getToken']],
];

/**
 * Requests at once, two or three: about one agent, for one number, creations, the same twice, and each operation beside each.
 * @param any requests of every kind, to be sent beside each other
 */
export function raceStep(
  settings: Settings,
  members: Members,
  any: fc.Arbitrary<SentRequest>,
  wanted: Histogram,
): fc.Arbitrary<Step> {
  const racer = racersOf(settings, members, wanted);
  const together = (operations: readonly OperationId[]): fc.Arbitrary<Requests> =>
    agentIndex.chain((index) => fc.tuple(...operations.map((operation) => racer(operation, index))));
  return drawnFrom<Requests>(
    ...groups.map(([weight, operations]) => [weight, together(operations)] as const),
    ...wanted.racePairs.map((pair): Weighted<Requests> => [1, together(pair)]),
    [2, fc.array(any, { minLength: 2, maxLength: 3 })],
    [2, any.map((each) => [each, each])],
  ).map((requests) => ({ do: 'race', requests }));
}

/** Who sends what says of a caller alone whether it may. */
const callers: Partial<Readonly<Record<OperationId, readonly Caller[]>>> = {
  verifyToken: ['own', 'unknown', 'none', 'expired'],
  getToken: ['login', 'unknown', 'tokenless'],
};

/** Requests to an operation as they may be under way beside others: about this agent, if they are about one of the walk. */
function racersOf(
  settings: Settings,
  members: Members,
  wanted: Histogram,
): (operation: OperationId, index: number) => fc.Arbitrary<SentRequest> {
  const { agents, campaigns, providers } = settings;
  const change = changes(members, wanted);
  const form = forms(settings, wanted);
  const created = fc
    .constantFrom({}, {}, { description: 'raced' }, { description: 'raced too' }, { prompt: 'raced' })
    .map(newAgentRequest);
  const plain = (operation: OperationId): fc.Arbitrary<SentRequest> => {
    const sent = (callers[operation] ?? ['own']).map((as) => plainRequest(operation, as));
    const known = sent.filter((request) => unmetNeeds(settings, needsOf([{ do: 'send', request }])).length === 0);
    return known.length === 0 ? created : fc.constantFrom(...known);
  };
  const asked = (operation: OperationId, name: string, ids: readonly unknown[] = []): fc.Arbitrary<SentRequest> =>
    ids.length === 0
      ? plain(operation)
      : fc.constantFrom(...ids).map((id) => reading(operation, { [name]: id, limit: 5 }));
  const others: Partial<Readonly<Record<OperationId, fc.Arbitrary<SentRequest>>>> = {
    listVoices: asked('listVoices', 'provider_id', providers?.listed),
    listAudience: asked(
      'listAudience',
      'campaign_id',
      campaigns?.read?.map((_, $campaign) => ({ $campaign })),
    ),
  };
  return (operation, index) => {
    const $agent = index;
    switch (operation) {
      case 'createAgent':
        return drawnFrom(
          [3, requestTo(operation, { json: change.map((each) => ({ agent_id: { $agent }, ...each })) })],
          [1, created],
        );
      case 'createAgentOrUpdate':
        return requestTo(operation, { form: form(index) });
      case 'getAgent': {
        const ids = [{ $agent }, { $agent }, ...(agents?.read ?? []).map(({ id }) => id)];
        return fc.constantFrom(...ids).map((agent_id) => reading(operation, { agent_id }));
      }
      default:
        return others[operation] ?? plain(operation);
    }
  };
}

function reading(operation: OperationId, query: NonNullable<SentRequest['query']>): SentRequest {
  return { operation, as: 'own', query };
}

function changes(members: Members, wanted: Histogram): fc.Arbitrary<object> {
  const single = Object.entries(members).filter(([name]) => !['agent_name', 'voice'].includes(name));
  const { text } = plainValues(wanted);
  return drawnFrom<object>(
    [3, fc.oneof(...single.map(([name, value]) => fc.record({ [name]: value })))],
    [3, fc.record({ description: text('description') })],
    [3, fc.record({ prompt: text('prompt') })],
    [1, fc.record({ agent_name: fc.record({ $name: fc.constantFrom('', 'raced') }) })],
    [4, fc.record({ status: fc.constantFrom(1, 1, 3, 3, 2) })],
  );
}

/** New agents, with a detail or a number, and the agent of this index. */
function forms({ numbers = {} }: Settings, wanted: Histogram): (index: number) => fc.Arbitrary<readonly FormField[]> {
  const prompt = plainValues(wanted).text('basic_details[agent_prompt]');
  const detail = (name: string, value: unknown): FormField => field(`basic_details[${name}]`, value);
  const known = (['owned', 'shared'] as const).flatMap((kind) =>
    (numbers[kind] ?? []).map((_, index) => field('phone_numbers[]', { $number: [kind, index] })),
  );
  const raced = [detail('agent_name', { $name: 'raced' }), detail('agent_type', '3')];
  const text = fc.constantFrom('description', 'agent_prompt').map((name) => [...raced, detail(name, 'raced by form')]);
  const numbered = known.length === 0 ? text : fc.constantFrom(...known).map((number) => [...raced, number]);
  return (index) =>
    drawnFrom<readonly FormField[]>(
      [2, numbered],
      [2, text],
      [
        2,
        prompt.map((value) => [
          field('agent_id', { $agent: index }),
          detail('agent_name', { $nameOf: index }),
          detail('agent_prompt', value),
        ]),
      ],
    );
}
