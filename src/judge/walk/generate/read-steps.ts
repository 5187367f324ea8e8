import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import {
  type AudienceStep,
  type Caller,
  type Filter,
  type FilterName,
  type PageSize,
  type SentRequest,
  type VoicesStep,
  betweens,
  filterNames,
} from '../../steps.ts';
import {
  type Wanted,
  type Weighted,
  agent,
  besides,
  drawnFrom,
  intruders,
  intrudersAlone,
  own,
  requestTo,
} from './drawing.ts';
import { cellsOf, requestOf } from '../kinds.ts';

type Query = fc.Arbitrary<Record<string, unknown>>;

/** Reads of agents, the refused ones among them. */
export function agentReads(settings: Settings, canWrite: boolean, { fresh }: Wanted): Weighted<SentRequest>[] {
  const get = (agent_id: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    requestTo('getAgent', { as, query: fc.record({ agent_id }) });
  const bystanders = (settings.agents?.read ?? []).map(({ id }) => id);
  const reads: Weighted<SentRequest>[] = [];
  if (canWrite) reads.push([3, get(agent, anyWay)], [4, get(agent, intruders(settings))]);
  if (bystanders.length > 0) {
    reads.push([canWrite ? 1 : 6, get(fc.constantFrom(...bystanders), fc.constantFrom<Caller[]>('own', 'access'))]);
  }
  return [
    ...reads,
    [1, requestTo('getAgent', { query: fc.constantFrom({}, { id: 1 }) })],
    [3, get(fc.constantFrom(...fresh('agent_id', oddIds)))],
    [1, get(fc.record({ $absent: fc.nat(2) }))],
  ];
}

const anyWay = fc.constantFrom<Caller[]>('own', 'access', 'both', 'capital');
const otherWay = fc.constantFrom<Caller[]>('access', 'both', 'capital');

/** Beyond 32 and 53 bits, and what is no id at all. */
const oddIds = [
  ...['2147483647', '2147483648', '4294967295', '4294967296', '4294968300', '9007199254740993', '99999999999999999999'],
  ...['0', '-1', '-1004', '1.5', 'abc', '', '1e3', '0x10', 'null', 'undefined', 'NaN', '1004abc', '1004.5'],
  ...["1' or '1'='1", '%', '1,2'],
];

const providerIds = [
  ...['provider_zz', 'nobody-speaks', 'Größe', '供应商', 'Привет', '😀', 'two words', `it's "quoted"`, '<b>'],
  ...['provider_a,provider_b', 'x'.repeat(300), '0', 'PROVIDER_A', 'Provider_B', 'provider_A', 'provider-a'],
  ...['provider_', 'provider', 'provider_aa', 'null', 'a&b=c', 'a%20b', 'provider_a\n', ' provider_a', 'back\\slash'],
  '{}',
];

const pageTokens = ['no-such-token', 'null', '0', '1', '-1', '999999', "' or 1=1", 'x'.repeat(500), '%', 'e30='];

/** Of pages and their sizes. */
const oddSizes = ['0', '-1', 'abc', '1.5', '', '100000'];

/** Single lists of voices, the refused ones among them. */
export function voiceReads(settings: Settings, { fresh }: Wanted): Weighted<SentRequest>[] {
  const { providers } = settings;
  const list = (query: Query, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    requestTo('listVoices', { as, query });
  const listed = fc.record({ provider_id: fc.constantFrom(...(providers?.listed ?? ['provider_a'])) });
  return [
    [2, list(fc.constantFrom({}, { limit: 5 }, { page_token: 'x' }))],
    [5, list(fc.record({ provider_id: fc.constantFrom(...fresh('provider_id', providerIds)) }))],
    [2, list(fc.constant({ provider_id: providers?.not_set_up ?? 'provider_zz' }))],
    [4, list(listed, intrudersAlone(settings))],
    [2, list(listed, otherWay)],
    [2, list(besides(listed, fc.record({ page_token: fc.constantFrom(...pageTokens, 'undefined') })))],
    [1, list(besides(listed, fc.record({ limit: fc.constantFrom(...oddSizes, '2147483648') })))],
  ];
}

/** Single lists of audiences, the refused ones among them. */
export function audienceReads(settings: Settings): Weighted<SentRequest>[] {
  const { campaigns = {} } = settings;
  const list = (query: Query, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    requestTo('listAudience', { as, query });
  const of = (kind: string): Query => fc.constant({ campaign_id: { $campaign: kind } });
  const sized = fc.constantFrom('page', 'limit').chain((name) => fc.record({ [name]: fc.constantFrom(...oddSizes) }));
  const near = fc.constantFrom('next', 'previous', 'longer', 'shorter', 'other sign');
  const reads: Weighted<SentRequest>[] = [
    [1, list(fc.constantFrom({}, { page: 1 }))],
    [1, list(fc.record({ campaign_id: fc.record({ $absent: fc.nat(2) }) }))],
  ];
  // Through filters too, and by ids that are like one that is there.
  if (campaigns.foreign !== undefined) reads.push([3, list(besides(of('foreign'), filters))]);
  if ((campaigns.read ?? []).length === 0) return reads;
  return [
    [3, list(of('read'), intruders(settings))],
    [1, list(of('read'), fc.constant('capital'))],
    [1, list(besides(of('read'), sized))],
    ...reads,
    [3, list(besides(fc.record({ campaign_id: fc.record({ $near: near }) }), filters))],
    [2, list(besides(of('read'), filters), intruders(settings))],
  ];
}

/** None, one or two of the filters, and either format. */
const filters = fc.record(
  {
    status: fc.nat(3),
    attempt: fc.nat(3),
    mobile_no: fc.constantFrom('+1', '555', '0'),
    is_new: fc.boolean(),
    limit: fc.constantFrom(1, 5, 10),
    page: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
);

/** Of API tokens and login tokens, by every caller; the right one comes more often. */
export function tokenRequests(settings: Settings): Weighted<SentRequest>[] {
  const kinds = (settings.login?.token ?? '') === '' ? ['verify'] : ['verify', 'get-token'];
  const cells = cellsOf(settings, false, (kind) => kinds.includes(kind));
  const right = cells.filter(([kind, as]) => as === (kind === 'verify' ? 'own' : 'login'));
  return [
    [6, fc.constantFrom(...right.map(requestOf))],
    [4, fc.constantFrom(...cells.map(requestOf))],
  ];
}

/** Page sizes, and those that divide what there is. */
const ofWhole: readonly PageSize[] = ['whole', 'half', 'divisor', 'short', 'beyond'];

/** Now and then. */
const isSeldom = drawnFrom([3, fc.constant(false)], [1, fc.constant(true)]);

/** Pages of voices, in sizes that change from page to page. */
export function voicesStep(settings: Settings, { fresh }: Wanted): fc.Arbitrary<VoicesStep> {
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 10, 11, 12, 20, 25, 33, 49, 50, 51, 99, 100];
  const size = drawnFrom<PageSize | null>(
    [2, fc.constant(null)],
    [6, fc.constantFrom(...fresh('voices limit', [...sizes, ...ofWhole]))],
    [2, fc.constantFrom(1, 2, 3, 10)],
  );
  const pages = fc.record({
    do: fc.constant('voices' as const),
    provider: fc.nat(Math.max(0, (settings.providers?.listed ?? []).length - 1)),
    limits: fc.oneof(fc.tuple(size), fc.array(size, { minLength: 1, maxLength: 3 })),
    isTwice: fc.boolean(),
    isAccess: isSeldom,
    isBack: isSeldom,
  });
  const parameters = Object.entries({ language: ['zz', 'en'], gender: ['female', 'male'], age: ['old'] });
  const beside = fc.constantFrom(
    ...parameters.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  );
  return drawnFrom<VoicesStep>(
    [7, pages],
    [2, fc.tuple(pages, fc.constantFrom(...betweens)).map(([step, between]) => ({ ...step, between }))],
    [1, fc.tuple(pages, beside).map(([step, each]) => ({ ...step, beside: each }))],
  );
}

/** An audience, whole, by one filter, by a pair (those that are missing first) or by more. */
export function audienceStep(settings: Settings, { filterPairs, fresh }: Wanted): fc.Arbitrary<AudienceStep> {
  const filter = (name: FilterName): fc.Arbitrary<Filter> =>
    fc.record({
      name: fc.constant(name),
      picks: fc.oneof(fc.tuple(fc.nat(40)), fc.array(fc.nat(40), { minLength: 1, maxLength: 4 })),
      ...(name === 'mobile_no' && { cut: fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 16 })) }),
    });
  const any = fc.constantFrom(...filterNames).chain(filter);
  const pairs = filterPairs.map((pair) => fc.tuple(...(pair as [FilterName, FilterName]).map(filter)));
  const sizes: readonly PageSize[] = [1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 25, 49, 50, 51, 99, 100];
  const step = fc.record({
    do: fc.constant('audience' as const),
    campaign: fc.nat(Math.max(0, (settings.campaigns?.read ?? []).length - 1)),
    filters: drawnFrom<readonly Filter[]>(
      [4, fc.constant([])],
      [5, fc.tuple(any)],
      ...(pairs.length === 0 ? [] : [[8, fc.oneof(...pairs)] as const]),
      [2, fc.uniqueArray(any, { maxLength: 4, selector: ({ name }) => name })],
    ),
    limit: drawnFrom<PageSize | null>(
      [2, fc.constant(null)],
      [7, fc.constantFrom(...fresh('audience limit', [...sizes, ...ofWhole]))],
      [2, fc.constantFrom(3, 7, 10)],
    ),
    page: drawnFrom<number | null>([3, fc.constant(null)], [1, fc.integer({ min: 1, max: 4 })]),
    isNew: isSeldom,
  });
  const interrupted = fc.tuple(step, fc.constantFrom(...betweens)).map(([each, between]) => ({ ...each, between }));
  return drawnFrom<AudienceStep>([6, step], [1, interrupted]);
}
