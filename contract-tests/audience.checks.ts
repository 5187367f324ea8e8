/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../src/document/names.gen.ts';
import type { components } from '../src/document/types.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import { UNKNOWN_ID } from './absent-ids.ts';
import {
  attemptsMade,
  audienceOf,
  idsOf,
  largestCampaign,
  paginationOf,
  readAll,
  readPage,
  sorted,
  type Lead,
} from './audience-reading.ts';

const HEADERS = [
  { key: 'mobile_no', label: 'Mobile Number' },
  { key: 'input_data', label: 'Input Data' },
  { key: 'status', label: 'Lead Status' },
  { key: 'total_attempt', label: 'Attempt' },
  { key: 'last_call_status', label: 'Call Status' },
  { key: 'duration', label: 'Duration' },
  { key: 'last_disposition', label: 'Disposition' },
  { key: 'last_attempt', label: 'Last Attempt' },
  { key: 'updated_by', label: 'Modified By' },
];

const itemClauses: readonly [ClauseId, ...ClauseId[]] = [
  'audience-list.item.id',
  'audience-list.item.mobile-no',
  'audience-list.item.input-data',
  'audience-list.item.total-attempt',
  'audience-list.item.duration',
  'audience-list.item.last-attempt',
  'audience-list.item.last-disposition',
  'audience-list.item.last-call-status',
  'audience-list.item.status',
  'audience-list.item.updated-by',
  'audience-list.response',
  'audience-list.headers',
  'audience-list.pagination',
];

const types: readonly (readonly [keyof components['schemas']['AudienceItem'], ClauseId, string])[] = [
  ['id', 'audience-list.item.id', 'integer'],
  ['mobile_no', 'audience-list.item.mobile-no', 'string'],
  ['input_data', 'audience-list.item.input-data', 'object'],
  ['total_attempt', 'audience-list.item.total-attempt', 'string'],
  ['duration', 'audience-list.item.duration', 'string'],
  ['last_attempt', 'audience-list.item.last-attempt', 'string'],
  ['last_disposition', 'audience-list.item.last-disposition', 'string'],
  ['last_call_status', 'audience-list.item.last-call-status', 'string'],
  ['status', 'audience-list.item.status', 'string'],
  ['updated_by', 'audience-list.item.updated-by', 'string'],
];

const needs = ['campaigns.read'] as const;

export const audienceChecks: readonly Check[] = [
  ...types.map(([name, clause, type]) =>
    check({ clauses: [clause], needs, effect: 'none' }, `${name} of every record is of type ${type}`, async (api) => {
      for (const campaign_id of campaigns(api)) {
        for (const lead of await audienceOf(api, campaign_id)) {
          const value: unknown = lead[name];
          const came = Number.isInteger(value)
            ? 'integer'
            : Array.isArray(value) || value === null
              ? 'neither'
              : typeof value;
          api.holds(came === type, {
            clause,
            expected: `${name} of type ${type}`,
            came: value,
            answer: undefined,
            path: `/datalist/[]/${name}`,
          });
        }
      }
    }),
  ),
  check(
    { clauses: itemClauses, needs, effect: 'none' },
    'every record has its members, each of its type',
    async (api) => {
      for (const campaign_id of campaigns(api)) await audienceOf(api, campaign_id);
    },
  ),
  check(
    {
      clauses: ['audience-list.item.total-attempt', 'audience-list.item.last-attempt', 'audience-list.item.status'],
      needs,
      effect: 'none',
    },
    'attempts read made/allowed, a last attempt is a date and time, a status is its label',
    async (api) => {
      for (const campaign_id of campaigns(api)) {
        for (const lead of await audienceOf(api, campaign_id)) {
          const [made, allowed] = (/^(\d+)\/(\d+)$/.exec(lead.total_attempt) ?? []).slice(1).map(Number);
          api.holds(made !== undefined && allowed !== undefined, {
            clause: 'audience-list.item.total-attempt',
            expected: 'made/allowed',
            came: lead.total_attempt,
            answer: undefined,
            path: '/datalist/[]/total_attempt',
          });
          // What stands there before the first attempt is not shown.
          if (made !== 0) {
            const isTime = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(
              lead.last_attempt,
            );
            api.holds(isTime, {
              clause: 'audience-list.item.last-attempt',
              expected: 'YYYY-MM-DD HH:MM:SS',
              came: lead.last_attempt,
              answer: undefined,
              path: '/datalist/[]/last_attempt',
            });
          }
          const isLabel = ['Fresh', 'Completed', 'Halted', 'Inqueue'].includes(lead.status);
          api.holds(isLabel, {
            clause: 'audience-list.item.status',
            expected: 'Fresh, Completed, Halted or Inqueue',
            came: lead.status,
            answer: undefined,
            path: '/datalist/[]/status',
          });
        }
      }
    },
  ),
  check(
    { clauses: ['audience-list.response', 'audience-list.headers'], needs, effect: 'none' },
    'the headers are the nine in their order',
    async (api) => {
      for (const campaign_id of campaigns(api)) {
        // A page past the end need not be answered with a list.
        const second = (await audienceOf(api, campaign_id)).length > 10 ? [{ page: 2 }] : [];
        for (const query of [{}, ...second, { is_new: false }]) {
          const { answer } = await readPage(api, { campaign_id, ...query });
          const headers = memberOf(answer.body, 'headers') as { key?: unknown; label?: unknown }[];
          api.holds(Array.isArray(headers), {
            clause: 'audience-list.response',
            expected: 'headers',
            came: headers,
            answer,
            path: '/headers',
          });
          const came = headers.map(({ key, label }) => ({ key, label }));
          api.equal(came, HEADERS, { clause: 'audience-list.headers', what: 'the headers', answer, path: '/headers' });
        }
      }
    },
  ),
  check(
    { clauses: ['audience-list.campaign-id'], effect: 'none' },
    'campaign_id is required and a number',
    async (api) => {
      for (const query of [{}, { page: 1 }, { campaign_id: 'abc' }]) {
        api.refused(
          await api.call('listAudience', { query }),
          'audience-list.campaign-id',
          'campaign_id is a required number',
        );
      }
    },
  ),
  check(
    { clauses: ['audience-list.campaign-id'], needs, effect: 'none' },
    'campaign_id names the campaign',
    async (api) => {
      const seen = new Map<string, number>();
      for (const campaign_id of campaigns(api)) {
        const leads = await audienceOf(api, campaign_id);
        const same = seen.get(JSON.stringify(leads));
        const isOther = same === undefined || leads.length === 0;
        api.holds(isOther, {
          clause: 'audience-list.campaign-id',
          expected: `the audience of ${campaign_id}`,
          came: `that of ${same ?? ''}`,
        });
        seen.set(JSON.stringify(leads), campaign_id);
      }
      const unknown = await api.call('listAudience', { query: { campaign_id: UNKNOWN_ID } });
      const records = memberOf(unknown.body, 'datalist');
      const isNone = unknown.status >= 400 || (Array.isArray(records) && records.length === 0);
      api.holds(isNone, {
        clause: 'audience-list.campaign-id',
        expected: 'no record of an unknown campaign',
        came: records,
        answer: unknown,
        path: '/datalist',
      });
    },
  ),
  check(
    { clauses: ['audience-list.own-records'], needs, effect: 'none' },
    'a list holds no record of another campaign',
    async (api) => {
      const audiences = await knownAudiences(api);
      if (audiences.length < 2) api.notVerified('a second campaign with records is not given', 'campaigns.read');
      for (const [index, one] of audiences.entries()) {
        for (const other of audiences.slice(index + 1)) expectApart(api, one, other);
      }
    },
  ),
  check(
    { clauses: ['audience-list.default-page', 'audience-list.default-limit'], needs, effect: 'none' },
    'the default is page 1 with 10 records',
    async (api) => {
      const { id: campaign_id } = await largestCampaign(api);
      const plain = await readPage(api, { campaign_id });
      const { totalRecords, currentPage, limit } = plain.pagination;
      api.equal(currentPage, 1, {
        clause: 'audience-list.default-page',
        what: 'currentPage',
        answer: plain.answer,
        path: '/pagination/currentPage',
      });
      api.equal(limit, 10, {
        clause: 'audience-list.default-limit',
        what: 'limit',
        answer: plain.answer,
        path: '/pagination/limit',
      });
      api.equal(plain.leads.length, Math.min(10, totalRecords), {
        clause: 'audience-list.default-limit',
        what: 'the records of the page',
        answer: plain.answer,
        path: '/datalist',
      });
      const first = await readPage(api, { campaign_id, page: 1, limit: 10 });
      api.equal(plain.leads, first.leads, {
        clause: 'audience-list.default-page',
        what: 'the records of page 1',
        answer: plain.answer,
        path: '/datalist',
      });
      const five = await readPage(api, { campaign_id, limit: 5 });
      api.equal(five.leads, first.leads.slice(0, 5), {
        clause: 'audience-list.default-page',
        what: 'the first records',
        answer: five.answer,
        path: '/datalist',
      });
      if (totalRecords <= 10) return;
      const second = await readPage(api, { campaign_id, page: 2 });
      api.equal(second.pagination.limit, 10, {
        clause: 'audience-list.default-limit',
        what: 'limit',
        answer: second.answer,
        path: '/pagination/limit',
      });
    },
  ),
  check(
    { clauses: ['audience-list.pagination'], needs, effect: 'none' },
    'the pages hold every record once, for any page size',
    async (api) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      for (const limit of [3, 7, 20].filter((each) => each < leads.length)) {
        const { pagination, answer, leads: records } = await readPage(api, { campaign_id, limit, page: 2 });
        const total = pagination.totalRecords;
        const expected = {
          totalRecords: leads.length,
          totalPages: Math.ceil(leads.length / limit),
          currentPage: 2,
          limit,
        };
        const came = Object.fromEntries(Object.keys(expected).map((name) => [name, memberOf(pagination, name)]));
        api.equal(came, expected, {
          clause: 'audience-list.pagination',
          what: 'the pagination',
          answer,
          path: '/pagination',
        });
        api.equal(records.length, Math.max(0, Math.min(limit, total - limit)), {
          clause: 'audience-list.pagination',
          what: 'the records of page 2',
          answer,
          path: '/datalist',
        });
        const all = idsOf(await readAll(api, { campaign_id }, limit));
        // 40 pages of 3 records are enough for one that is very long.
        const wanted = idsOf(leads).slice(0, all.length === leads.length ? undefined : limit * 40);
        api.equal(all, wanted, {
          clause: 'audience-list.pagination',
          what: 'the same records',
          answer: undefined,
          path: '/datalist',
        });
      }
      api.equal(new Set(idsOf(leads)).size, leads.length, {
        clause: 'audience-list.pagination',
        what: 'no record twice',
        answer: undefined,
        path: '/datalist',
      });
    },
  ),
  check(
    {
      clauses: [
        'audience-list.is-new',
        'audience-list.is-new.item',
        'audience-list.is-new.headers',
        'audience-list.is-new.metadata',
      ],
      needs,
      effect: 'none',
    },
    'is_new true gives the simplified format of the same records',
    async (api) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      const full = await readPage(api, { campaign_id, limit: 20 });
      const answer = await api.call('listAudience', { query: { campaign_id, limit: 20, is_new: 'true' } });
      api.answered(answer, { status: 200 }, 'audience-list.is-new');
      const [simplified] = (memberOf(answer.body, 'datalist') ?? []) as unknown[];
      const isFull =
        memberOf(simplified, 'input_data') !== undefined && memberOf(simplified, 'total_attempt') !== undefined;
      api.holds(!isFull, {
        clause: 'audience-list.is-new',
        expected: 'the simplified format',
        came: simplified,
        answer,
        path: '/datalist/0',
      });
      expectHeaders(api, memberOf(answer.body, 'metadata'), 'audience-list.is-new.metadata', '/metadata');
      expectHeaders(api, memberOf(answer.body, 'headers'), 'audience-list.is-new.headers', '/headers');
      const columns = [...new Set(leads.flatMap(({ input_data }) => Object.keys(input_data)))];
      const keys = (memberOf(answer.body, 'headers') as { key: string }[]).map(({ key }) => key);
      const missing = ['mobile_no', ...columns.filter(isPlain)].filter((key) => !keys.includes(key));
      api.equal(missing, [], {
        clause: 'audience-list.is-new.headers',
        what: 'no column without a header',
        answer,
        path: '/headers',
      });
      const strange = keys.filter((key) => !['mobile_no', 'input_id', 'input_mobile_no', ...columns].includes(key));
      api.equal(strange, [], {
        clause: 'audience-list.is-new.headers',
        what: 'headers of mobile_no and input columns alone',
        answer,
        path: '/headers',
      });
      const items = memberOf(answer.body, 'datalist') as Readonly<Record<string, unknown>>[];
      api.holds(Array.isArray(items) && items.length === full.leads.length, {
        clause: 'audience-list.is-new.item',
        expected: 'the same records',
        came: items,
        answer,
        path: '/datalist',
      });
      for (const [index, lead] of full.leads.entries()) {
        const item = items[index] ?? {};
        const expected = {
          id: lead.id,
          mobile_no: lead.mobile_no,
          ...Object.fromEntries(Object.entries(lead.input_data).filter(([name]) => isPlain(name))),
        };
        const came = Object.fromEntries(Object.keys(expected).map((name) => [name, item[name]]));
        api.equal(came, expected, {
          clause: 'audience-list.is-new.item',
          what: 'the record',
          answer,
          path: `/datalist/${index}`,
        });
        const isSimple = !('input_data' in item) && !('total_attempt' in item);
        api.holds(isSimple, {
          clause: 'audience-list.is-new',
          expected: 'the simplified format',
          came: item,
          answer,
          path: `/datalist/${index}`,
        });
      }
      api.equal(paginationOf(answer).totalRecords, full.pagination.totalRecords, {
        clause: 'audience-list.is-new',
        what: 'the pagination as above',
        answer,
        path: '/pagination',
      });
    },
  ),
  check({ clauses: ['audience-list.is-new'], needs, effect: 'none' }, 'is_new is false by default', async (api) => {
    const { id: campaign_id } = await largestCampaign(api);
    const [plain, off] = [await readPage(api, { campaign_id }), await readPage(api, { campaign_id, is_new: 'false' })];
    api.equal(plain.leads, off.leads, {
      clause: 'audience-list.is-new',
      what: 'the full format',
      answer: plain.answer,
      path: '/datalist',
    });
    const isFull = plain.leads.every((lead) => 'input_data' in lead && 'total_attempt' in lead);
    api.holds(isFull, {
      clause: 'audience-list.is-new',
      expected: 'the full format',
      came: plain.leads,
      answer: plain.answer,
      path: '/datalist',
    });
  }),
  check(
    { clauses: ['audience-list.is-new.headers.order', 'audience-list.is-new.metadata.source'], needs, effect: 'none' },
    'the simplified headers are mobile_no, then the input columns',
    async (api) => {
      const { id: campaign_id } = await largestCampaign(api);
      const answer = await api.call('listAudience', { query: { campaign_id, is_new: 'true' } });
      const [first] = memberOf(answer.body, 'headers') as { key: string }[];
      api.equal(first?.key, 'mobile_no', {
        clause: 'audience-list.is-new.headers.order',
        what: 'the first header',
        answer,
        path: '/headers/0/key',
      });
      api.holds(Array.isArray(memberOf(answer.body, 'metadata')), {
        clause: 'audience-list.is-new.metadata.source',
        expected: 'metadata',
        came: answer.body,
        answer,
      });
    },
  ),
  check(
    { clauses: ['audience-list.is-new.spellings'], needs, effect: 'none' },
    'is_new takes true, false, 1 and 0 in any case',
    async (api) => {
      const [campaign_id = 0] = campaigns(api);
      for (const [is_new, isNew] of [
        ['true', true],
        ['TRUE', true],
        ['1', true],
        ['false', false],
        ['False', false],
        ['0', false],
      ] as const) {
        const answer = await api.call('listAudience', { query: { campaign_id, is_new } });
        api.equal(memberOf(answer.body, 'metadata') !== undefined, isNew, {
          clause: 'audience-list.is-new.spellings',
          what: `is_new=${is_new}`,
          answer,
        });
      }
    },
  ),
  check(
    { clauses: ['audience-list.pages'], needs, effect: 'none' },
    'records are ordered by id, and a page past the end is empty',
    async (api) => {
      const { id: campaign_id, leads } = await largestCampaign(api);
      api.equal(idsOf(leads), sorted(idsOf(leads)), { clause: 'audience-list.pages', what: 'the order' });
      const past = await readPage(api, { campaign_id, page: 9999 });
      api.equal([past.leads, past.pagination.currentPage], [[], 9999], {
        clause: 'audience-list.pages',
        what: 'an empty page',
        answer: past.answer,
      });
      const none = await readPage(api, { campaign_id, mobile_no: 'nobody' });
      api.equal(none.pagination.totalPages, 0, {
        clause: 'audience-list.pages',
        what: 'totalPages',
        answer: none.answer,
      });
    },
  ),
  check(
    { clauses: ['audience-list.item.never-called', 'audience-list.item.duration.form'], needs, effect: 'none' },
    'a record never called has empty members',
    async (api) => {
      for (const lead of (await largestCampaign(api)).leads) {
        const { last_attempt, duration, last_disposition, last_call_status } = lead;
        if (attemptsMade(lead) > 0) {
          api.holds(/^\d{2,}:[0-5]\d:[0-5]\d$/.test(duration), {
            clause: 'audience-list.item.duration.form',
            expected: 'HH:MM:SS',
            came: duration,
          });
          continue;
        }
        api.equal([last_attempt, duration, last_disposition, last_call_status], ['', '', '', ''], {
          clause: 'audience-list.item.never-called',
          what: 'empty members',
        });
      }
    },
  ),
  check(
    {
      clauses: ['audience-list.campaign-id.missing', 'audience-list.campaign-id.invalid', 'audience-list.not-found'],
      effect: 'none',
    },
    'a missing, wrong or unknown campaign_id is refused',
    async (api) => {
      for (const query of [{}, { campaign_id: '' }]) {
        const answer = await api.call('listAudience', { query });
        api.refusedBy(answer, 'audience-list.campaign-id.missing');
      }
      const wrong = await api.call('listAudience', { query: { campaign_id: 'abc' } });
      api.refusedBy(wrong, 'audience-list.campaign-id.invalid');
      const unknown = await api.call('listAudience', { query: { campaign_id: UNKNOWN_ID } });
      api.refusedBy(unknown, 'audience-list.not-found');
    },
  ),
  check(
    { clauses: ['audience-list.parameters.invalid'], needs, effect: 'none' },
    'a parameter of the wrong type or out of range is refused with 400 that names it',
    async (api) => {
      const [campaign_id = 0] = campaigns(api);
      for (const [name, value] of [
        ['page', '0'],
        ['page', 'x'],
        ['limit', '0'],
        ['limit', '1001'],
        ['status', '4'],
        ['status', 'Fresh'],
        ['attempt', '-1'],
        ['is_new', 'maybe'],
      ] as const) {
        const answer = await api.call('listAudience', { query: { campaign_id, [name]: value } });
        api.answered(answer, { status: 400 }, 'audience-list.parameters.invalid');
        const message = String(memberOf(answer.body, 'message'));
        api.holds(message.includes(name), {
          clause: 'audience-list.parameters.invalid',
          expected: `a message that names ${name}`,
          came: message,
          answer,
          path: '/message',
        });
      }
    },
  ),
  check(
    { clauses: ['workspace.foreign-is-missing'], needs: ['campaigns.foreign'], effect: 'none' },
    'a campaign of another workspace is answered as one that does not exist',
    async (api) => {
      const campaign_id = api.need(api.settings.campaigns?.foreign, 'campaigns.foreign');
      const [foreign, unknown] = [
        await api.call('listAudience', { query: { campaign_id } }),
        await api.call('listAudience', { query: { campaign_id: UNKNOWN_ID } }),
      ];
      api.equal([foreign.status, foreign.body], [unknown.status, unknown.body], {
        clause: 'workspace.foreign-is-missing',
        what: 'the answer to an unknown campaign',
        answer: foreign,
      });
    },
  ),
];

interface Audience {
  readonly campaign: number;
  readonly leads: ReadonlyMap<number, Lead>;
}

/** More campaigns than these are not compared. */
const MOST_CAMPAIGNS = 8;

/** The audiences that have records, of every campaign that the settings name, the one of the other workspace included. */
async function knownAudiences(api: Api): Promise<readonly Audience[]> {
  const { agents, campaigns: named, second_workspace: second } = api.settings;
  const used = (agents?.read ?? []).flatMap((agent) => Object.keys(agent.campaigns ?? {}).map(Number));
  const own = [...new Set([...campaigns(api), ...used])]
    .slice(0, MOST_CAMPAIGNS)
    .map((id) => ({ id, token: undefined }));
  const isForeignKnown = named?.foreign !== undefined && (second?.token ?? '') !== '';
  const foreign = isForeignKnown ? [{ id: named.foreign, token: second?.token }] : [];
  const audiences: Audience[] = [];
  for (const { id: campaign_id, token } of [...own, ...foreign]) {
    const caller = token === undefined ? {} : { token };
    const answer = await api.call('listAudience', { query: { campaign_id, limit: 50 }, ...caller });
    const page = memberOf(answer.body, 'datalist');
    if (answer.status !== 200 || !Array.isArray(page) || page.length === 0) continue;
    const leads = token === undefined ? await audienceOf(api, campaign_id) : (page as readonly Lead[]);
    audiences.push({ campaign: campaign_id, leads: new Map(leads.map((lead) => [lead.id, lead])) });
  }
  return audiences;
}

/** Expects no record in both. Where each campaign counts its records for itself, an id alone does not tell one. */
function expectApart(api: Api, one: Audience, other: Audience): void {
  const both = [...one.leads.values()].filter(({ id }) => other.leads.has(id));
  const same = both.filter((lead) => isDeepStrictEqual(lead, other.leads.get(lead.id)));
  if (same.length < both.length) return;
  const wanted = `no record of campaign ${one.campaign} in the list of ${other.campaign}`;
  api.equal(idsOf(same), [], {
    clause: 'audience-list.own-records',
    what: wanted,
    answer: undefined,
    path: '/datalist',
  });
}

function campaigns(api: Api): readonly number[] {
  return api.need(api.settings.campaigns?.read, 'campaigns.read');
}

/** A column of such a name would take the place of a member: how it shows is not told. */
function isPlain(column: string): boolean {
  return column !== 'id' && column !== 'mobile_no';
}

function expectHeaders(api: Api, value: unknown, clause: ClauseId, path: string): void {
  const isList =
    Array.isArray(value) &&
    value.every((each) => typeof memberOf(each, 'key') === 'string' && typeof memberOf(each, 'label') === 'string');
  api.holds(isList, { clause, expected: 'a list of key and label', came: value, answer: undefined, path });
}
