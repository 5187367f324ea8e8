import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { Caller, SentRequest } from '../../steps.ts';
import { agent, intruders, intrudersAlone, own } from './requests.ts';
import type { Wanted, Weighted } from './wanted.ts';

type Query = fc.Arbitrary<Record<string, unknown>>;

/** Reads of agents, the refused ones among them. */
export function agentReads(settings: Settings, canWrite: boolean, { fresh }: Wanted): Weighted<SentRequest>[] {
  const get = (query: Query, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    fc.record({ operation: fc.constant('getAgent' as const), as, query });
  const agentId = fc.record({ agent_id: agent });
  const bystanders = (settings.agents?.read ?? []).map(({ id }) => id);
  return [
    ...(canWrite
      ? [
          { weight: 3, arbitrary: get(agentId, fc.constantFrom<Caller[]>('own', 'access', 'both', 'capital')) },
          { weight: 4, arbitrary: get(agentId, intruders(settings)) },
        ]
      : []),
    ...(bystanders.length === 0
      ? []
      : [
          {
            weight: canWrite ? 1 : 6,
            arbitrary: get(
              fc.record({ agent_id: fc.constantFrom(...bystanders) }),
              fc.constantFrom<Caller[]>('own', 'access'),
            ),
          },
        ]),
    { weight: 1, arbitrary: get(fc.constantFrom({}, { id: 1 })) },
    { weight: 3, arbitrary: get(fc.constantFrom(...fresh('agent_id', oddIds)).map((agent_id) => ({ agent_id }))) },
    { weight: 1, arbitrary: get(fc.record({ agent_id: fc.record({ $absent: fc.nat(2) }) })) },
  ];
}

/** Beyond 32 and 53 bits, and what is no id at all. */
const oddIds = [
  ...['2147483647', '2147483648', '4294967295', '4294967296', '4294968300', '9007199254740993', '99999999999999999999'],
  ...[
    '0',
    '-1',
    '-1004',
    '1.5',
    'abc',
    '',
    '1e3',
    '0x10',
    'null',
    'undefined',
    'NaN',
    '1004abc',
    '1004.5',
    "1' or '1'='1",
    '%',
    '1,2',
  ],
];

const providerIds = [
  ...[
    'provider_zz',
    'nobody-speaks',
    'Größe',
    '供应商',
    'Привет',
    '😀',
    'two words',
    `it's "quoted"`,
    '<b>',
    'provider_a,provider_b',
  ],
  ...[
    'x'.repeat(300),
    '0',
    'PROVIDER_A',
    'Provider_B',
    'provider_A',
    'provider-a',
    'provider_',
    'provider',
    'provider_aa',
    'null',
  ],
  ...['a&b=c', 'a%20b', 'provider_a\n', ' provider_a', 'back\\slash', '{}'],
];

const pageTokens = [
  'no-such-token',
  'null',
  '0',
  '1',
  '-1',
  '999999',
  "' or 1=1",
  'x'.repeat(500),
  '%',
  'e30=',
  'undefined',
];

/** Single lists, of voices and of audiences, the refused ones among them. */
export function listReads(
  settings: Settings,
  { fresh }: Wanted,
): { voices: Weighted<SentRequest>[]; audience: Weighted<SentRequest>[] } {
  const { campaigns = {}, providers } = settings;
  const voices = (query: Query, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    fc.record({ operation: fc.constant('listVoices' as const), as, query });
  const audience = (query: Query, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<SentRequest> =>
    fc.record({ operation: fc.constant('listAudience' as const), as, query });
  const of = (kind: string): Query => fc.record({ campaign_id: fc.record({ $campaign: fc.constant(kind) }) });
  const provider_id = fc.constantFrom(...(providers?.listed ?? ['provider_a']));
  const isRead = (campaigns.read ?? []).length > 0;
  const unknown = fc.constantFrom(...fresh('provider_id', providerIds));
  return {
    voices: [
      { weight: 2, arbitrary: voices(fc.constantFrom({}, { limit: 5 }, { page_token: 'x' })) },
      { weight: 5, arbitrary: voices(fc.record({ provider_id: unknown })) },
      { weight: 2, arbitrary: voices(fc.record({ provider_id: fc.constant(providers?.not_set_up ?? 'provider_zz') })) },
      { weight: 4, arbitrary: voices(fc.record({ provider_id }), intrudersAlone(settings)) },
      {
        weight: 2,
        arbitrary: voices(fc.record({ provider_id }), fc.constantFrom<Caller[]>('access', 'both', 'capital')),
      },
      { weight: 2, arbitrary: voices(fc.record({ provider_id, page_token: fc.constantFrom(...pageTokens) })) },
      {
        weight: 1,
        arbitrary: voices(
          fc.record({ provider_id, limit: fc.constantFrom('0', '-1', 'abc', '1.5', '', '100000', '2147483648') }),
        ),
      },
    ],
    audience: [
      ...(isRead
        ? [
            { weight: 3, arbitrary: audience(of('read'), intruders(settings)) },
            { weight: 1, arbitrary: audience(of('read'), fc.constant('capital')) },
            {
              weight: 1,
              arbitrary: fc
                .tuple(
                  of('read'),
                  fc.constantFrom('page', 'limit'),
                  fc.constantFrom('0', '-1', 'abc', '1.5', '', '100000'),
                )
                .chain(([query, name, value]) => audience(fc.constant({ ...query, [name]: value }))),
            },
          ]
        : []),
      { weight: 1, arbitrary: audience(fc.constantFrom({}, { page: 1 })) },
      { weight: 1, arbitrary: audience(fc.record({ campaign_id: fc.record({ $absent: fc.nat(2) }) })) },
      // Through filters too, and by ids that are like one that is there.
      ...(campaigns.foreign === undefined ? [] : [{ weight: 3, arbitrary: audience(filtered(of('foreign'))) }]),
      ...(isRead ? [{ weight: 3, arbitrary: audience(filtered(near)) }] : []),
      ...(isRead ? [{ weight: 2, arbitrary: audience(filtered(of('read')), intruders(settings)) }] : []),
    ],
  };
}

const near: Query = fc.record({
  campaign_id: fc.record({ $near: fc.constantFrom('next', 'previous', 'longer', 'shorter', 'other sign') }),
});

/** A list with none, one or two of the filters, and in either format. */
function filtered(query: Query): Query {
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
  return fc.tuple(query, filters).map(([one, other]) => ({ ...one, ...other }));
}

/** Of API tokens and login tokens. */
export function tokenRequests(settings: Settings): Weighted<SentRequest>[] {
  const verify = fc.oneof(own, intruders(settings), intruders(settings), fc.constantFrom<Caller[]>('capital', 'both'));
  return [
    {
      weight: 3,
      arbitrary: fc.record({ operation: fc.constant('verifyToken' as const), as: verify, json: fc.constant({}) }),
    },
    ...((settings.login?.token ?? '') === ''
      ? []
      : [
          {
            weight: 3,
            arbitrary: fc.record({
              operation: fc.constant('getToken' as const),
              as: fc.constantFrom<Caller[]>(
                ...(['login', 'login', 'login', 'none', 'unknown', 'expired', 'tokenless', 'own', 'empty'] as const),
                ...(['longer', 'prefixed', 'shorter', 'half'] as const),
              ),
            }),
          },
        ]),
  ];
}
