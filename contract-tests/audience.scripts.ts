import type { Script } from '../src/judge/script.ts';
import { filterNames, type AudienceStep, type Filter, type FilterName, type Step } from '../src/judge/steps.ts';
import { send, only, rulesShownBy, scriptsOf } from './steps.ts';

const campaign_id = { $campaign: 'read' };
const page = (query: Readonly<Record<string, unknown>>) => send('listAudience', { query });
/** Of no campaign. */
const unaddressed = [{}, ...['', 'abc', { $absent: 0 }].map((id) => ({ campaign_id: id }))].map(page);

/** Reads an audience of the settings in pages, through filters, and compares it with the whole one. */
function audience(filters: readonly Filter[] = [], more: Partial<AudienceStep> = {}): AudienceStep {
  return { do: 'audience', campaign: 0, filters, limit: 50, page: null, isNew: false, ...more };
}

const other = { campaign: 1 };
const filter = (name: FilterName, ...picks: readonly number[]): Filter => ({ name, picks });
const cut = (pick: number, ...part: readonly [from: number, length: number]): Filter => {
  return { name: 'mobile_no', picks: [pick], cut: part };
};

/** Each value alone, and two of them together, in pages of several sizes. */
function through(name: FilterName): readonly Step[] {
  const values = [0, 1, 2, 3, 4, 5];
  return [
    ...values.map((pick) => audience([filter(name, pick)])),
    ...[0, 1, 2].map((pick) => audience([filter(name, pick, pick + 1)], { limit: 3 })),
    audience([filter(name, 0, 3)], { limit: null }),
    audience([filter(name, 0, 1, 2)]),
    ...values.slice(0, 2).map((pick) => audience([filter(name, pick)], other)),
    audience([filter(name, 0)], { isNew: true }),
  ];
}

/** Every two filters, with values of which the first one of each list is seldom that of a record. */
const pairs = filterNames.flatMap((one, at) =>
  filterNames
    .slice(at + 1)
    .flatMap((other) => [0, 1].map((pick) => audience([pairedFilter(one, pick), pairedFilter(other, 1)]))),
);

function pairedFilter(name: FilterName, pick: number): Filter {
  return name === 'mobile_no' ? cut(7 * pick, 8, 4) : filter(name, pick);
}

export const audienceScripts: readonly Script[] = scriptsOf({
  [`${rulesShownBy('listAudience')}: every record has its fields, each of its type and form`]: [
    audience(),
    audience([], { isNew: true }),
    audience([], other),
    audience([], { limit: null }),
    page({ campaign_id, is_new: false }),
  ],
  'audience-list.campaign-id, audience-list.own-records': [...unaddressed, audience(), audience([], other)],
  'audience-list.own-records': [
    ...[0, 1, 2, 3, 4].map((campaign) => audience([], { campaign })),
    audience([], { between: 'other', limit: 5 }),
    audience([], { ...other, between: 'other', limit: 5 }),
  ],
  "audience-list.own-records: another workspace's audience is not listed": [
    ...[{}, { is_new: true }, { status: 0 }].map((more) => page({ campaign_id: { $campaign: 'foreign' }, ...more })),
    send('listAudience', { as: 'second', query: { campaign_id } }),
    audience(),
  ],
  'audience-list.default-page, audience-list.default-limit': [
    audience([], { limit: null }),
    audience([], { limit: null, page: 1 }),
    audience([], { limit: 5 }),
    audience([], { limit: null, ...other }),
  ],
  'audience-list.pagination': ([1, 3, 7, 20, 'divisor', 'whole', 'beyond'] as const).map((limit) =>
    audience([], { limit }),
  ),
  'audience-list.is-new, audience-list.is-new.item, audience-list.is-new.headers, audience-list.is-new.metadata': [
    audience([], { isNew: true, limit: 20 }),
    ...[1, 2].map((campaign) => audience([], { isNew: true, limit: null, campaign })),
    audience([filter('status', 0)], { isNew: true }),
    audience([], { limit: null }),
  ],
  'audience-list.is-new.headers.order, audience-list.is-new.metadata.source': only('/headers /metadata', [
    page({ campaign_id, is_new: 'true' }),
  ]),
  'audience-list.is-new.spellings': only(
    '/metadata /headers',
    ['true', 'TRUE', '1', 'false', 'False', '0'].map((is_new) => page({ campaign_id, is_new })),
  ),
  'audience-list.pages: records are listed in the order of their ids': only(
    '/datalist/[]/id',
    [1, 2].map((number) => page({ campaign_id, limit: 3, page: number })),
  ),
  'audience-list.pages': only('/datalist/[]/id /pagination', [
    page({ campaign_id }),
    page({ campaign_id, page: 9999 }),
    page({ campaign_id, mobile_no: 'nobody' }),
  ]),
  'audience-list.item.never-called, audience-list.item.duration.form': only(
    '/datalist/[]/last_attempt /datalist/[]/duration /datalist/[]/last_disposition /datalist/[]/last_call_status',
    [page({ campaign_id, limit: 50 })],
  ),
  'audience-list.campaign-id.missing, audience-list.campaign-id.invalid, audience-list.not-found': unaddressed,
  'audience-list.parameters.invalid': [
    ...['0', 'x'].map((number) => page({ campaign_id, page: number })),
    ...['0', '1001'].map((limit) => page({ campaign_id, limit })),
    ...['4', 'Fresh'].map((status) => page({ campaign_id, status })),
    ...[{ attempt: '-1' }, { is_new: 'maybe' }].map((wrong) => page({ campaign_id, ...wrong })),
  ],
  'workspace.foreign-is-missing: a campaign of another workspace is answered as one that does not exist': {
    choices: ['audience-list.not-found.answer'],
    steps: [page({ campaign_id: { $campaign: 'foreign' } }), page({ campaign_id: { $absent: 0 } })],
  },
  'audience-list.filter.status, audience.status-codes: status finds the records that have one of its values':
    through('status'),
  'audience-list.filter.attempt: attempt finds the records that have one of its values': through('attempt'),
  'audience-list.filter.last-status: last_status finds the records that have one of its values': through('last_status'),
  'audience-list.filter.first-status: first_status finds the records that have one of its values':
    through('first_status'),
  'audience-list.filter.call-status: call_status finds the records that have one of its values': through('call_status'),
  'audience-list.filter.mobile-no: a sign finds numbers that have it, and is no wildcard': ['%', '_', '*', '?'].map(
    (sign) => audience([{ ...filter('mobile_no', 0), sign }]),
  ),
  'audience-list.filter.mobile-no': [0, 7, 23].flatMap((pick) => [
    audience([cut(pick, 4, 5)], { isNew: true }),
    ...[16, 11, 8].map((length) => audience([cut(pick, 0, length)])),
    ...[cut(pick, 2, 8), cut(pick, 4, 5), cut(pick, 8, 4)].map((part) => audience([part])),
  ]),
  'audience-list.filter.mobile-no.plus': only('/datalist /pagination', [page({ campaign_id, mobile_no: ' 1555' })]),
  'audience-list.filter.call-status.any': only(
    '/datalist /pagination',
    ['busy', 'BUSY', 'answered', 'no_answer'].map((call_status) => page({ campaign_id, call_status, limit: 50 })),
  ),
  'audience-list.filter.arrays': only(
    '/datalist /pagination',
    [{ status: [0, 1] }, { 'status[]': [0, 1] }, { 'status[0]': 0, 'status[1]': 1 }, { status: '0,1' }].map((query) =>
      page({ campaign_id, ...query }),
    ),
  ),
  'audience-list.filter.algebra': only(
    '/datalist /pagination',
    [
      { status: [1, 2], attempt: [1, 2] },
      { status: 1, attempt: 1 },
      { status: '', last_status: '', attempt: '', mobile_no: '' },
    ].map((query) => page({ campaign_id, ...query })),
  ),
  'audience-list.filter.totals, audience-list.filter.status, audience-list.filter.mobile-no: of two filters both count, whichever they are':
    pairs,
  'audience-list.filter.totals': [
    ...([0, 1, 2, 3] as const).flatMap((pick) =>
      (['status', 'attempt', 'last_status'] as const).map((name) => audience([filter(name, pick)], { limit: 3 })),
    ),
    ...[cut(0, 0, 16), cut(0, 4, 3), cut(7, 6, 3), cut(23, 8, 3)].map((part) => audience([part], { limit: 1 })),
    audience([filter('status', 0), filter('attempt', 0)], { limit: 3 }),
  ],
});
