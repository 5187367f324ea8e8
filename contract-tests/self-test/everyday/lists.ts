import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import {
  answering,
  asking,
  takingAs,
  showing,
  showingField,
  showingValue,
  showingVoices,
  withQuery,
} from '../breaks.ts';
import { json, type Body, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';

const showingList = (edit: (body: Body, call: Call) => unknown): Break => showing('listAudience', edit);
const simplified = (edit: (body: Body) => unknown): Break =>
  showingList((body) => body.metadata !== undefined && edit(body));
const full = (edit: (body: Body) => unknown): Break => showingList((body) => body.metadata === undefined && edit(body));

/** Takes a value for a parameter that was not sent. */
const byDefault = (operation: 'listVoices' | 'listAudience', name: string, value: string): Break =>
  asking(operation, (call) => call.query(name) === undefined && withQuery(call.request, name, value));
const takingFilterAs = (name: string, change: (value: string) => string): Break =>
  takingAs('listAudience', name, change);
const swapped = (values: Readonly<Record<string, string>>) => (value: string) => values[value] ?? value;

const matchingNumbers = (isMatching: (number: string, part: string) => boolean): Break =>
  showingList((body, call) => {
    const part = call.query('mobile_no');
    if (part === undefined) return;
    body.datalist = body.datalist.filter((lead: Body) => isMatching(lead.mobile_no as string, part));
    body.pagination.totalRecords = body.datalist.length;
  });

/** What says which provider is not supported says something else. */
const unsupported = (change: (message: string, call: Call) => string): Break => ({
  after: (call, body) => {
    if (call.rule === 'voice-list.provider-id.unsupported') body.message = change(String(body.message), call);
  },
});

/** What a field cannot show, although its type is right. */
const shown: readonly (readonly [ClauseId, OperationId, path: string, value: unknown])[] = [
  ['agent.basic-details.agent-token', 'getAgent', 'data.basic_details.agent_token', 'a.b.c'],
  ['agent.basic-details.timestamps', 'getAgent', 'data.basic_details.updated_on', '2026-03-02T09:15:00+02:00'],
  ['agent.tools.denials', 'getAgent', 'data.tools.denials', { denied_words: [], denied_topics: [] }],
  ['agent.last-modified', 'getAgent', 'data.last_modified', '2026-03-02T09:15:00.000Z'],
  ['agent.voice-analysis', 'getAgent', 'data.voice_analysis', false],
  ['agent.campaigns', 'getAgent', 'data.campaigns', []],
  ['agent.campaign-count', 'getAgent', 'data.campaign_count', 0],
  ['agent.is-campaign-on-hold', 'getAgent', 'data.is_campaign_on_hold', false],
  ['agent.is-draft', 'getAgent', 'data.is_draft', true],
  ['agent.is-audience', 'getAgent', 'data.is_audience', false],
  ['token.form', 'getToken', 'token', 'ac3e'],
  ['token.form', 'getToken', 'token', 'z'.repeat(64)],
  ['get-token.most-recent', 'getToken', 'token', 'ac3d'.repeat(16)],
  ['get-token.success', 'getToken', 'token', 'f00d'.repeat(16)],
];

const nowhere = json(404, { error: true, message: 'no such address' });
const lying = (operation: OperationId): Break =>
  answering(
    (call) => call.is(operation),
    () => nowhere,
  );

/** Of the lists of voices and of audiences, of single fields, and of where operations lie. */
export const listFaults: readonly Fault[] = [
  ...shown.map(([clause, operation, path, value]) =>
    broken(`${operation}: ${path} is ${JSON.stringify(value)}`, clause, showingValue(operation, path, value)),
  ),
  ...['gender', 'age', 'language'].map((name) =>
    broken(
      `voice-list: ${name} filters`,
      'voice-list.client-filters',
      showingVoices((data, call) => {
        const value = call.query(name);
        if (value !== undefined) data.voices = data.voices.filter((voice: Body) => voice[name] === value);
      }),
    ),
  ),
  ...faultsOf({
    'voice-list.pagination: the last voice of each page is lost': showingVoices(
      (data) => data.has_more === true && data.voices.pop(),
    ),
    'voice-list.next-page-token: a token on the last page': showingVoices((data) => (data.next_page_token ??= 'more')),
    "voice-list.next-page-token: '' instead of null on the last page": showingVoices(
      (data) => (data.next_page_token ??= ''),
    ),
    'voice-list.data: total_count is that of the page': showingVoices(
      (data) => (data.total_count = data.voices.length),
    ),
    'voice-list.default-limit: the same default page for every provider': byDefault('listVoices', 'limit', '15'),
    'voice-list.provider-id.unsupported: the refusal does not state the provider': unsupported((message, call) =>
      message.replace(call.query('provider_id') ?? '', 'it'),
    ),
    'voice-list.provider-id.unsupported: the refusal leaves a provider out': unsupported((message) =>
      message.replace(', provider_d', ''),
    ),
    'audience-list.default-limit: 20 records by default': byDefault('listAudience', 'limit', '20'),
    'audience-list.default-page: page 2 by default': byDefault('listAudience', 'page', '2'),
    'audience-list.pagination: totalRecords is that of the page': showingList(
      ({ datalist, pagination }) => (pagination.totalRecords = datalist.length),
    ),
    'audience-list.campaign-id: campaign_id may be left out': asking(
      'listAudience',
      (call) =>
        Number.isNaN(Number(call.query('campaign_id') ?? 'x')) && withQuery(call.request, 'campaign_id', '5001'),
    ),
    'audience-list.campaign-id: always the same campaign': takingFilterAs('campaign_id', swapped({ 5006: '5001' })),
    'audience-list.filter.mobile-no: mobile_no matches exactly': matchingNumbers((number, part) => number === part),
    'audience-list.filter.mobile-no: mobile_no matches the beginning alone': matchingNumbers((number, part) =>
      number.startsWith(part),
    ),
    'audience-list.filter.mobile-no: mobile_no matches the end alone': matchingNumbers((number, part) =>
      number.endsWith(part),
    ),
    'audience.status-codes: labels are swapped': showingField(
      'listAudience',
      'datalist.[].status',
      swapped({ Fresh: 'Inqueue', Inqueue: 'Fresh' }),
    ),
    'audience-list.headers: a header has another label': full(({ headers }) => (headers[8].label = 'Updated By')),
    'audience-list.is-new: is_new is true by default': byDefault('listAudience', 'is_new', 'true'),
    'audience-list.is-new.item: simplified records lack their columns': simplified(
      (body) => (body.datalist = body.datalist.map(({ id, mobile_no }: Body) => ({ id, mobile_no }))),
    ),
    'audience-list.is-new.item: simplified records nest their columns': simplified(
      (body) =>
        (body.datalist = body.datalist.map(({ id, mobile_no, ...columns }: Body) => ({ id, mobile_no, columns }))),
    ),
    'audience-list.is-new.headers: simplified headers lack a column': simplified(({ headers }) => headers.pop()),
    'audience-list.is-new.headers: simplified headers lack mobile_no': simplified(({ headers }) => headers.shift()),
    'audience-list.is-new.metadata: metadata without labels': simplified(
      (body) => (body.metadata = [{ key: 'callback_time' }]),
    ),
    'audience-list.own-records: a list holds a record of another campaign too': showingList(
      async ({ datalist }, call) => {
        if (call.query('campaign_id') !== '5006') return;
        const other = await call.correct(withQuery(call.request, 'campaign_id', '5002'));
        datalist.push(...(JSON.parse(other.text).datalist as Body[]).slice(0, 1));
      },
    ),
    'payload.json: get-by-id answers as text/html': {
      after: (call, body) =>
        call.is('getAgent') && { ...json(call.status, body), headers: { 'content-type': 'text/html' } },
    },
    'payload.json: voice-list answers with XML': {
      after: (call, body) => call.is('listVoices') && { ...json(call.status, body), text: '<voices/>' },
    },
    'addresses.prefixes: createagentorupdate lies elsewhere': lying('createAgentOrUpdate'),
    'addresses.prefixes: agent/update lies elsewhere': lying('updateAgent'),
    'versioning.prefix: the prefix /api/v1/global is not served': lying('getAgent'),
  }),
];
