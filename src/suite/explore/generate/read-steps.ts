import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import {
  filterNames,
  type AudienceStep,
  type Filter,
  type FilterName,
  type SentRequest,
  type VoicesStep,
} from '../steps.ts';
import { agentIndex, intruders, type Wanted, type Weighted } from './agent-steps.ts';

/** Requests that read one answer, the refused ones among them. */
export function readRequests(settings: Settings, canRead: boolean): Weighted<SentRequest>[] {
  const own = fc.constant('own' as const);
  const get = (
    query: fc.Arbitrary<Record<string, unknown>>,
    as: fc.Arbitrary<SentRequest['as']>,
  ): fc.Arbitrary<SentRequest> => fc.record({ operation: fc.constant('getAgent' as const), as, query });
  const ask = (
    operation: 'listVoices' | 'listAudience',
    query: fc.Arbitrary<Record<string, unknown>>,
    as = own as fc.Arbitrary<SentRequest['as']>,
  ): fc.Arbitrary<SentRequest> => fc.record({ operation: fc.constant(operation), as, query });
  const agentId = fc.record({ agent_id: fc.record({ $agent: agentIndex }) });
  const { campaigns = {}, login } = settings;
  const campaign = fc.record({ campaign_id: fc.record({ $campaign: fc.constant('read') }) });
  return [
    ...(canRead
      ? [
          { weight: 1, arbitrary: get(agentId, fc.constantFrom('own', 'access', 'both')) },
          { weight: 2, arbitrary: get(agentId, intruders(settings)) },
        ]
      : []),
    { weight: 1, arbitrary: get(fc.constantFrom({}, { id: 1 }), own) },
    {
      weight: 1,
      arbitrary: get(
        fc.constantFrom(...oddIds).map((agent_id) => ({ agent_id })),
        own,
      ),
    },
    { weight: 1, arbitrary: get(fc.record({ agent_id: fc.record({ $absent: fc.nat(1) }) }), own) },
    { weight: 1, arbitrary: ask('listVoices', fc.constantFrom({}, { limit: 5 })) },
    {
      weight: 1,
      arbitrary: ask(
        'listVoices',
        fc.record({
          provider_id: fc.constantFrom(
            'provider_zz',
            'nobody-speaks',
            'Größe',
            '供应商',
            'two words',
            `it's "quoted"`,
            '<b>',
            'provider_a,provider_b',
            'x'.repeat(300),
            '0',
          ),
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: ask(
        'listVoices',
        fc.record({ provider_id: fc.constant(settings.providers?.not_set_up ?? 'provider_zz') }),
      ),
    },
    {
      weight: 1,
      arbitrary: ask(
        'listVoices',
        fc.record({ provider_id: fc.constantFrom(...(settings.providers?.listed ?? ['provider_a'])) }),
        intrudersAlone(settings),
      ),
    },
    {
      weight: 1,
      arbitrary: ask(
        'listVoices',
        fc.record({
          provider_id: fc.constantFrom(...(settings.providers?.listed ?? ['provider_a'])),
          page_token: fc.constantFrom('no-such-token', 'null', '0', '999999', "' or 1=1"),
        }),
      ),
    },
    ...((campaigns.read ?? []).length > 0
      ? [{ weight: 2, arbitrary: ask('listAudience', campaign, intrudersAlone(settings)) }]
      : []),
    { weight: 1, arbitrary: ask('listAudience', fc.constantFrom({}, { page: 1 })) },
    { weight: 1, arbitrary: ask('listAudience', fc.record({ campaign_id: fc.record({ $absent: fc.nat(1) }) })) },
    ...(campaigns.foreign === undefined
      ? []
      : [
          {
            weight: 1,
            arbitrary: ask(
              'listAudience',
              fc.record({ campaign_id: fc.record({ $campaign: fc.constant('foreign') }) }),
            ),
          },
        ]),
    {
      weight: 2,
      arbitrary: fc.record({
        operation: fc.constant('verifyToken' as const),
        as: fc.oneof(own, intruders(settings)),
        json: fc.constant({}),
      }),
    },
    ...((login?.token ?? '') === ''
      ? []
      : [
          {
            weight: 3,
            arbitrary: fc.record({
              operation: fc.constant('getToken' as const),
              as: fc.constantFrom<SentRequest['as'][]>(
                'login',
                'login',
                'none',
                'unknown',
                'expired',
                'tokenless',
                'own',
                'empty',
                'longer',
                'prefixed',
              ),
            }),
          },
        ]),
  ];
}

/** Beyond 32 and 53 bits, and what is no id at all. */
const oddIds = [
  '2147483648',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '0',
  '-1',
  '1.5',
  'abc',
  '',
  '1e3',
  '0x10',
  'null',
  "1' or '1'='1",
];

/** Without the callers of another workspace: they may read what is theirs. */
function intrudersAlone(settings: Settings): fc.Arbitrary<SentRequest['as']> {
  return intruders(settings).map((as) => (as === 'second' ? 'none' : as));
}

/** Pages of voices, in sizes that change from page to page. */
export function voicesStep(settings: Settings): fc.Arbitrary<VoicesStep> {
  const size = fc.oneof(fc.constant(null), fc.constantFrom(3, 5, 7, 10, 11, 20, 33, 50, 100, 2, 1));
  const pages = fc.record({
    do: fc.constant('voices' as const),
    provider: fc.nat(Math.max(0, (settings.providers?.listed ?? []).length - 1)),
    limits: fc.array(size, { minLength: 1, maxLength: 3 }),
    isTwice: fc.boolean(),
    isAccess: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });
  const beside = fc.constantFrom<NonNullable<VoicesStep['beside']>[]>(
    ['language', 'zz'],
    ['gender', 'female'],
    ['gender', 'male'],
    ['age', 'old'],
    ['language', 'en'],
  );
  return fc.oneof(
    { weight: 5, arbitrary: pages },
    { weight: 1, arbitrary: fc.tuple(pages, beside).map(([step, each]) => ({ ...step, beside: each })) },
  );
}

/** An audience, whole, by one filter, by a pair (those that are missing first) or by more. */
export function audienceStep(settings: Settings, { filterPairs }: Wanted): fc.Arbitrary<AudienceStep> {
  const filter = (name: FilterName): fc.Arbitrary<Filter> =>
    fc.record({
      name: fc.constant(name),
      picks: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
      ...(name === 'mobile_no' && { cut: fc.tuple(fc.nat(6), fc.integer({ min: 2, max: 8 })) }),
    });
  const pairs = filterPairs.map((pair) => fc.tuple(...(pair as [FilterName, FilterName]).map(filter)));
  return fc.record({
    do: fc.constant('audience' as const),
    campaign: fc.nat(Math.max(0, (settings.campaigns?.read ?? []).length - 1)),
    filters: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...filterNames).chain(filter)) },
      ...(pairs.length === 0 ? [] : [{ weight: 8, arbitrary: fc.oneof(...pairs) }]),
      {
        weight: 1,
        arbitrary: fc.uniqueArray(fc.constantFrom(...filterNames).chain(filter), {
          maxLength: 4,
          selector: ({ name }) => name,
        }),
      },
    ),
    limit: fc.oneof(fc.constant(null), fc.constantFrom(3, 7, 10, 25, 50, 51, 100, 100, 2, 1)),
    page: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
    ),
    isNew: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });
}
