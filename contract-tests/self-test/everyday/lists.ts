import type { ClauseId, OperationId } from '../../../src/document/names.gen.ts';
import {
  also,
  answering,
  asking,
  repeating,
  showing,
  showingField,
  showingLeads,
  showingValue,
  showingVoices,
  takingAs,
  under,
  withJson,
  withQuery,
  withToken,
  withoutField,
} from '../breaks.ts';
import {
  json,
  otherToken,
  type Body,
  type Call,
  broken,
  brokenBy,
  faultsOf,
  type Break,
  type Breaking,
  type Fault,
} from '../fault.ts';

const showingList = (edit: (body: Body, call: Call) => unknown): Break => showing('listAudience', edit);
const simplified = (edit: (body: Body) => unknown): Break =>
  showingList((body) => body.metadata !== undefined && edit(body));
const swapped = (values: Readonly<Record<string, string>>) => (value: string) => values[value] ?? value;

/** Matches numbers otherwise: those of the list that do not match so are left out. */
const matchingNumbers = (isMatching: (number: string, part: string) => boolean): Break =>
  showingList((body, call) => {
    const part = call.query('mobile_no');
    if (part === undefined) return;
    body.datalist = body.datalist.filter((lead: Body) => isMatching(lead.mobile_no as string, part));
    body.pagination.totalRecords = body.datalist.length;
  });

/** Lists the records that either of two filters leaves. */
const joinedByOr = showingList(async (body, call) => {
  const names = ['mobile_no', 'status'].filter((name) => call.query(name) !== undefined);
  if (names.length < 2) return;
  const answers = await Promise.all(names.map((name) => call.correct(withoutField(call.request, name))));
  const leads = answers.flatMap(({ text }) => JSON.parse(text).datalist as Body[]);
  body.datalist = [...new Map(leads.map((lead) => [lead.id, lead])).values()];
  body.pagination.totalRecords = body.datalist.length;
});

/** Numbers are matched otherwise, and a sign stands for any digits, or for one. */
const matchings: Readonly<Record<string, Breaking>> = {
  'mobile_no matches exactly': matchingNumbers((number, part) => number === part),
  'mobile_no matches the beginning alone': matchingNumbers((number, part) => number.startsWith(part)),
  'mobile_no matches the end alone': matchingNumbers((number, part) => number.endsWith(part)),
  '% is a wildcard': standingFor('%', '\\d*'),
  '_ is a wildcard': standingFor('_', '\\d'),
};

function standingFor(sign: string, digits: string): Breaking {
  return under((call) => call.query('mobile_no')?.includes(sign), {
    ...takingAs('listAudience', 'mobile_no', (part) => part.split(sign, 1)[0]),
    ...matchingNumbers((number, part) => new RegExp(part.replaceAll(sign, digits)).test(number)),
  });
}

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
  ['agent.voice-analysis', 'getAgent', 'data.voice_analysis', true],
  ['token.form', 'getToken', 'token', 'ac3e'],
  ['token.form', 'getToken', 'token', 'z'.repeat(64)],
  ['get-token.most-recent', 'getToken', 'token', 'ac3d'.repeat(16)],
  ['get-token.success', 'getToken', 'token', 'f00d'.repeat(16)],
  ['createagentorupdate.success.agent-id', 'createAgentOrUpdate', 'data.agent_id', 99],
  ['campaign-force-completed.success', 'forceCompleteCampaign', 'message', 1],
  ['audience-list.headers', 'listAudience', 'headers.[].label', ''],
];

/** Of what single fields mean, and of the lists of voices and of audiences. */
export const listFaults: readonly Fault[] = [
  ...brokenBy(matchings, (how) => [how, 'audience-list.filter.mobile-no']),
  ...shown.map(([clause, operation, path, value]) =>
    broken(`${operation}: ${path} is ${JSON.stringify(value)}`, clause, showingValue(operation, path, value)),
  ),
  ...['gender', 'age', 'language'].map((name) => {
    const filtering = showingVoices((data, call) => {
      const value = call.query(name);
      if (value !== undefined) data.voices = data.voices.filter((voice: Body) => voice[name] === value);
    });
    return broken(`voice-list: ${name} filters`, 'voice-list.client-filters', filtering);
  }),
  ...faultsOf({
    'voice-list.pagination: the last voice of each page is lost': showingVoices(
      (data) => data.has_more === true && data.voices.pop(),
    ),
    'voice-list.next-page-token: a token on the last page': showingVoices((data) => (data.next_page_token ??= 'more')),
    "voice-list.next-page-token: '' instead of null on the last page": showingVoices(
      (data) => (data.next_page_token ??= ''),
    ),
    'voice-list.next-page-token: a full last page has one behind it, which is empty': {
      before: async (call) => {
        if (!call.is('listVoices') || call.query('page_token') !== 'more') return;
        const { data, ...others } = JSON.parse((await call.correct(withoutField(call.request, 'page_token'))).text);
        return json(200, { ...others, data: { ...data, voices: [], has_more: false, next_page_token: null } });
      },
      ...showingVoices((data, call) => {
        const isFull = data.has_more === false && data.voices.length === Number(call.query('limit'));
        if (isFull) Object.assign(data as object, { has_more: true, next_page_token: 'more' });
      }),
    },
    'voice-list.default-limit: the same default page for every provider': asking(
      'listVoices',
      (call) => call.query('limit') === undefined && withQuery(call.request, 'limit', '15'),
    ),
    'voice-list.provider-id.unsupported: the refusal does not state the provider': unsupported((message, call) =>
      message.replace(call.query('provider_id') ?? '', 'it'),
    ),
    'voice-list.provider-id.unsupported: the refusal leaves a provider out': unsupported((message) =>
      message.replace(', provider_d', ''),
    ),
    'voice-list.data: total_count is that of the page': showingVoices(
      (data) => (data.total_count = data.voices.length),
    ),
    'audience.status-codes: labels are swapped': showingField(
      'listAudience',
      'datalist.[].status',
      swapped({ Fresh: 'Inqueue', Inqueue: 'Fresh' }),
    ),
    'audience-list.campaign-id: always the same campaign': takingAs(
      'listAudience',
      'campaign_id',
      swapped({ 5006: '5001' }),
    ),
    'audience-list.filter.status: of more than two values the third is lost': asking('listAudience', ({ request }) => {
      const third = request.query.filter(([name]) => name.startsWith('status'))[2];
      return third !== undefined && { ...request, query: request.query.filter((each) => each !== third) };
    }),
    'audience-list.filter.mobile-no: mobile_no and status are joined by or': joinedByOr,
    'audience-list.is-new.item: simplified records nest their columns': simplified(
      (body) =>
        (body.datalist = body.datalist.map(({ id, mobile_no, ...columns }: Body) => ({ id, mobile_no, columns }))),
    ),
    'audience-list.is-new.headers: simplified headers lack a column': simplified(({ headers }) => headers.pop()),
    'audience-list.own-records: a campaign of another workspace is listed in the simplified format': {
      before: (call) =>
        call.query('is_new') !== undefined &&
        call.query('campaign_id') === '5005' &&
        withToken(call.request, otherToken),
    },
    'audience-list.own-records: a list holds a record of another campaign too': showingList(
      async ({ datalist }, call) => {
        if (call.query('campaign_id') !== '5006') return;
        const other = await call.correct(withQuery(call.request, 'campaign_id', '5002'));
        datalist.push(...(JSON.parse(other.text).datalist as Body[]).slice(0, 1));
      },
    ),
  }),
];

const isAfterCompletion = (call: Call): boolean => call.isCompleted();
/** Shows records otherwise once a campaign was completed. */
const completing = (edit: (lead: Body) => unknown): Break => under(isAfterCompletion, showingLeads(edit)) as Break;

const takingAlong = (campaign: number): Break =>
  also((call) => call.isCompletion && withJson(call.request, (body) => (body.campaign_id = campaign)));

/** Shows audience and agent as they were before the completion, from the status on that is named. */
const restoring = (from: string): (() => Break) =>
  repeating(
    ['listAudience', 'getAgent'],
    ({ past }) => {
      const completed = past.findIndex((each) => each.isCompletion);
      return completed >= 0 && past.slice(completed).some(({ sent }) => sent.campaign_status === from);
    },
    (call) => !call.isCompleted(),
  );

/** Of campaigns and of what becomes of their audiences. */
export const campaignFaults = faultsOf({
  'campaign.force-complete.halts: force completion leaves Inqueue records': completing(
    (lead) => lead.status === 'Halted' && lead.id % 5 === 0 && (lead.status = 'Inqueue'),
  ),
  'campaign.force-complete.halts: force completion halts nothing': restoring('force_completed'),
  'campaign.force-complete.leaves-others: force completion halts completed records': completing(
    (lead) => (lead.status = 'Halted'),
  ),
  'campaign.force-complete.leaves-others: force completion loses records': showingList((body, call) => {
    const isKept = (lead: Body): boolean => lead.status !== 'Completed' || lead.id % 2 === 0;
    if (call.isCompleted()) body.datalist = body.datalist.filter(isKept);
  }),
  'campaign.force-complete: force completion leaves the campaign active': repeating(
    ['getAgent'],
    isAfterCompletion,
    (call) => !call.isCompleted(),
  ),
  'campaign.force-complete.irreversible: a completed campaign can be resumed': restoring('inprogress'),
  'campaign.force-complete.own-campaign: force completion takes another campaign of the agent along': takingAlong(5006),
  'campaign.force-complete.own-campaign: force completion takes a campaign on hold along': takingAlong(5002),
  'audience-list.filter.status.current: halted records are still found as Fresh': asking(
    'listAudience',
    (call) => call.isCompleted() && call.query('status') === '0' && withQuery(call.request, 'status', '2'),
  ),
});

const isUnplaced = (status: number) => (call: Call) => call.operation === null && call.status === status;

/** Of what is answered where no operation is, which only the mock decides. */
export const addressFaults = faultsOf({
  'addresses.one-port: the alternative address lies elsewhere': answering((call) => call.is('updateAgent'), 404),
  'addresses.one-port: the API address lies elsewhere': answering((call) => call.is('createAgentOrUpdate'), 404),
  'addresses.unknown: an unknown address is answered with 400': answering(isUnplaced(404), 400),
  'addresses.unknown: an unknown address is answered with a page': answering(isUnplaced(404), ({ body }) => ({
    ...json(404, body),
    text: '<h1>Not Found</h1>',
  })),
  'addresses.unknown: an unknown address names another operation': answering(isUnplaced(404), {
    message: 'There is no such address. Did you mean GET /verify?',
  }),
  'addresses.method: another method is answered with 404': answering(isUnplaced(405), 404),
  'addresses.method: another method is answered without Allow': answering(isUnplaced(405), ({ body }) =>
    json(405, body),
  ),
  'addresses.method: another method has a code of text': answering(isUnplaced(405), { code: 'METHOD_NOT_ALLOWED' }),
  'addresses.method: another method is answered only to callers': {
    before: ({ operation, request }) =>
      operation === null && request.headers['token'] === undefined && json(401, { error: true, message: 'Who calls?' }),
  },
  'addresses.nothing-undocumented: a slash at the end does not matter': {
    before: ({ request }) => {
      const { place } = request;
      return place?.path.endsWith('/') === true && { ...request, place: { ...place, path: place.path.slice(0, -1) } };
    },
  },
  'addresses.nothing-undocumented: a health page': {
    before: ({ request }) => request.place?.path === '/health' && json(200, { ok: true }),
  },
});
