import type { ClauseId } from '../../../src/document/names.gen.ts';
import { asking, instead, showing, showingLeads, withChanged, withQuery, withoutQuery } from '../breaks.ts';
import { broken, faultsOf, isOf, json, query, type Body, type Break, type Call, type Fault } from '../fault.ts';

const voices = (edit: (data: Body, call: Call) => unknown): Break =>
  showing('listVoices', ({ data }, call) => edit(data, call));
const audience = (edit: (body: Body, call: Call) => unknown): Break => showing('listAudience', edit);
const simplified = (edit: (body: Body) => unknown): Break =>
  audience((body) => body.metadata !== undefined && edit(body));
const full = (edit: (body: Body) => unknown): Break => audience((body) => body.metadata === undefined && edit(body));

/** Takes a value for a parameter that was not sent. */
const byDefault = (operation: 'listVoices' | 'listAudience', name: string, value: string): Break =>
  asking(operation, (call) => query(call, name) === undefined && withQuery(call.request, name, value));
const asked = (name: string, change: (value: string) => string): Break =>
  asking('listAudience', (call) => withChanged(call, name, change));

/** Takes the value of one filter for another. */
const asFilter = (name: string, other: string): Break =>
  asking('listAudience', (call) => {
    const value = query(call, name);
    return value !== undefined && withQuery(withoutQuery(call.request, name), other, value);
  });

function lastOfSeveral(name: string): Break {
  return asking('listAudience', ({ request }) => {
    const values = request.query
      .filter(([each]) => each.replace(/\[.*/, '') === name)
      .flatMap(([, value]) => value.split(','));
    const last = values.at(-1);
    return last !== undefined && withQuery(withoutQuery(request, name), name, last);
  });
}

const matchingNumbers = (isMatching: (number: string, part: string) => boolean): Break =>
  audience((body, call) => {
    const part = query(call, 'mobile_no');
    if (part === undefined) return;
    body.datalist = body.datalist.filter((lead: Body) => isMatching(lead.mobile_no as string, part));
    body.pagination.totalRecords = body.datalist.length;
  });

/** Counts as if the filter had not been sent. */
const countingAll = (name: string): Break =>
  audience(async (body, call) => {
    if (query(call, name) === undefined) return;
    const all: Body = JSON.parse((await call.correct(withoutQuery(call.request, name, 'page'))).text);
    const { totalRecords, totalPages } = all.pagination;
    Object.assign(body.pagination as object, { totalRecords, totalPages });
  });

/** What says which provider is not supported says something else. */
const unsupported = (change: (message: string, call: Call) => string): Break => ({
  after: (call, body) => {
    if (call.rule === 'voice-list.provider-id.unsupported') body.message = change(String(body.message), call);
  },
});

const filtering = (name: string): Break =>
  voices((data, call) => {
    const value = query(call, name);
    if (value !== undefined) data.voices = data.voices.filter((voice: Body) => voice[name] === value);
  });

const swapped: Readonly<Record<string, string>> = { Fresh: 'Inqueue', Inqueue: 'Fresh' };
const totals: readonly string[] = ['status', 'attempt', 'last_status'];

/** Of the lists of voices and of audiences. */
export const listFaults: readonly Fault[] = [
  ...['gender', 'age', 'language'].map((name) =>
    broken(`voice-list: ${name} filters`, 'voice-list.client-filters', filtering(name)),
  ),
  ...totals.map((name) =>
    broken(`the totals do not see the filter ${name}`, 'audience-list.filter.totals', countingAll(name)),
  ),
  ...(
    [
      ['first_status', 'last_status', 'audience-list.filter.first-status'],
      ['last_status', 'first_status', 'audience-list.filter.last-status'],
      ['call_status', 'first_status', 'audience-list.filter.call-status'],
    ] satisfies [string, string, ClauseId][]
  ).map(([name, other, clause]) => broken(`${name} is read as ${other}`, clause, asFilter(name, other))),
  ...faultsOf({
    'voice-list.limit': {
      'one voice too many per page': asking('listVoices', (call) =>
        withChanged(call, 'limit', (limit) => String(Number(limit) + 1)),
      ),
    },
    'voice-list.pagination': {
      'the last voice of each page is lost': voices((data) => data.has_more === true && data.voices.pop()),
      'each page repeats a voice': voices((data) => data.voices.length > 1 && (data.voices[0] = data.voices[1])),
      'the order changes with the page size': voices(
        (data, call) => query(call, 'limit') !== undefined && data.voices.reverse(),
      ),
    },
    'voice-list.page-token': {
      'page_token ends in a failure': instead(
        'listVoices',
        (call) => query(call, 'page_token') !== undefined,
        'errors.server',
      ),
    },
    'voice-list.next-page-token': {
      'a token on the last page': voices((data) => (data.next_page_token ??= 'more')),
      "'' instead of null on the last page": voices((data) => (data.next_page_token ??= '')),
      'has_more is always false': voices((data) => (data.has_more = false)),
    },
    'voice-list.data': {
      'total_count is that of the page': voices((data) => (data.total_count = data.voices.length)),
      'total_count is one too many': voices((data) => (data.total_count = Number(data.total_count) + 1)),
    },
    'voice-list.default-limit': {
      'the same default page for every provider': byDefault('listVoices', 'limit', '15'),
    },
    'voice-list.provider-id': {
      'any provider is taken': asking('listVoices', (call) =>
        withChanged(call, 'provider_id', (id) => (/^provider_[abcd]$|^$/.test(id) ? id : 'provider_a')),
      ),
    },
    'voice-list.provider-id.missing': {
      'provider_id may be left out': byDefault('listVoices', 'provider_id', 'provider_a'),
    },
    'voice-list.provider-id.unsupported': {
      'the refusal does not state the provider': unsupported((message, call) =>
        message.replace(query(call, 'provider_id') ?? '', 'it'),
      ),
      'the refusal leaves a provider out': unsupported((message) => message.replace(', provider_d', '')),
    },
    'audience-list.default-limit': { '20 records by default': byDefault('listAudience', 'limit', '20') },
    'audience-list.default-page': {
      'page 2 by default': byDefault('listAudience', 'page', '2'),
      'pages count from 0': audience(({ pagination }) => (pagination.currentPage -= 1)),
    },
    'audience-list.pagination': {
      'page 2 repeats page 1': asked('page', (page) => (page === '2' ? '1' : page)),
      'the last record of each page is lost': audience(({ datalist }) => datalist.length > 2 && datalist.pop()),
      'totalRecords is that of the page': audience(
        ({ datalist, pagination }) => (pagination.totalRecords = datalist.length),
      ),
      'totalPages is one too few': audience(({ pagination }) => (pagination.totalPages -= 1)),
    },
    'audience-list.campaign-id': {
      'campaign_id may be left out': {
        before: (call) =>
          isOf('listAudience')(call) &&
          Number.isNaN(Number(query(call, 'campaign_id') ?? 'x')) &&
          withQuery(call.request, 'campaign_id', '5001'),
      },
      'always the same campaign': asked('campaign_id', (id) => (id === '5006' ? '5001' : id)),
    },
    'audience-list.filter.mobile-no': {
      'mobile_no matches exactly': matchingNumbers((number, part) => number === part),
      'mobile_no matches the beginning alone': matchingNumbers((number, part) => number.startsWith(part)),
      'mobile_no matches the end alone': matchingNumbers((number, part) => number.endsWith(part)),
    },
    'audience-list.filter.status': { 'several statuses give the last one': lastOfSeveral('status') },
    'audience-list.filter.attempt': {
      'several attempts give the last one': lastOfSeveral('attempt'),
      'attempt counts one less': asked('attempt', (attempt) => String(Number(attempt) + 1)),
    },
    'audience.status-codes': {
      'the codes 1 and 2 are swapped': {
        before: ({ request }) => ({
          ...request,
          query: request.query.map(([name, value]) => [
            name,
            name === 'status' ? value.replace(/[12]/g, (code) => (code === '1' ? '2' : '1')) : value,
          ]),
        }),
      },
      'labels are swapped': showingLeads((lead) => (lead.status = swapped[lead.status] ?? lead.status)),
    },
    'audience-list.item.status': {
      'labels are lower case': showingLeads((lead) => (lead.status = lead.status?.toLowerCase())),
    },
    'audience-list.headers': {
      'the headers are in another order': full(({ headers }) => headers.reverse()),
      'a header has another label': full(({ headers }) => (headers[8].label = 'Updated By')),
      'a header is left out': full(({ headers }) => headers.pop()),
    },
    'audience-list.is-new': { 'is_new is true by default': byDefault('listAudience', 'is_new', 'true') },
    'audience-list.is-new.item': {
      'simplified records lack their columns': simplified(
        (body) => (body.datalist = body.datalist.map(({ id, mobile_no }: Body) => ({ id, mobile_no }))),
      ),
      'simplified records nest their columns': simplified(
        (body) =>
          (body.datalist = body.datalist.map(({ id, mobile_no, ...columns }: Body) => ({ id, mobile_no, columns }))),
      ),
    },
    'audience-list.is-new.headers': {
      'simplified headers lack a column': simplified(({ headers }) => headers.pop()),
      'simplified headers lack mobile_no': simplified(({ headers }) => headers.shift()),
    },
    'audience-list.is-new.metadata': {
      'metadata without labels': simplified((body) => (body.metadata = [{ key: 'callback_time' }])),
    },
    'audience-list.own-records': {
      'a list holds a record of another campaign too': audience(async ({ datalist }, call) => {
        if (query(call, 'campaign_id') !== '5006') return;
        const other = await call.correct(withQuery(call.request, 'campaign_id', '5002'));
        datalist.push(...(JSON.parse(other.text).datalist as Body[]).slice(0, 1));
      }),
    },
    'payload.json': {
      'get-by-id answers as text/html': {
        after: (call, body) =>
          isOf('getAgent')(call) && { ...json(call.status, body), headers: { 'content-type': 'text/html' } },
      },
      'voice-list answers with XML': {
        after: (call, body) => isOf('listVoices')(call) && { ...json(call.status, body), text: '<voices/>' },
      },
    },
  }),
];
