import type { ApiResponse } from '../../../src/deployment/transport.ts';
import {
  answering,
  answeringStatus,
  asking,
  decidedBy,
  opening,
  showing,
  showingAgent,
  showingLeads,
  storing,
  withJson,
  withQuery,
} from '../breaks.ts';
import { json, type Body, type Call } from '../call.ts';
import { broken, faultsOf, type Break, type Fault } from '../fault.ts';

/** Shows records otherwise once a campaign was completed. */
const completing = (edit: (lead: Body) => unknown): Break =>
  showingLeads((lead, call) => call.isCompleted() && edit(lead));
const afterCompletion = (edit: (body: Body, call: Call) => unknown): Break =>
  showing('listAudience', (body, call) => call.isCompleted() && edit(body, call));

/** Completes another campaign too. */
const completingToo = (campaign: number): Break => ({
  after: async (call) => {
    if (call.isCompletion) await call.correct(withJson(call.request, (body) => (body.campaign_id = campaign)));
  },
});

/** Shows audience and agent as they were before the completion, from the status on that is named. */
const restoring = (from: string) => (): Break => {
  const before = new Map<string, ApiResponse>();
  return {
    after: (call, body, status) => {
      const key = JSON.stringify([call.operation, call.request.query]);
      const completed = call.past.findIndex((each) => each.isCompletion);
      const isAsked = call.past.slice(completed).some(({ sent }) => sent.campaign_status === from);
      if (completed < 0 && status === 200) before.set(key, json(200, structuredClone(body)));
      return completed >= 0 && isAsked && call.is('listAudience', 'getAgent') && before.get(key);
    },
  };
};

function keptActive(): Break {
  let before: Body;
  return showingAgent((data) => {
    before ??= structuredClone(data);
    const { campaigns, campaign_count } = before;
    Object.assign(data as object, { campaigns, campaign_count });
  });
}

const isSet = (call: Call): boolean => call.is('forceCompleteCampaign') && call.status === 200;
const storingStatus = (change: (body: Body) => unknown): Break => storing('forceCompleteCampaign', change);

/** Of campaigns and of what becomes of their audiences. */
export const campaignFaults: readonly Fault[] = [
  ...['draft', 'inprogress', 'hold', 'pause', 'deleted'].map((status) =>
    broken(
      `the campaign status ${status} is refused`,
      'campaign.status.accepted',
      answering(
        (call) => isSet(call) && call.sent.campaign_status === status,
        'campaign-force-completed.campaign-status.invalid',
      ),
    ),
  ),
  ...(['campaign-id.missing', 'campaign-id.invalid', 'campaign-status.missing'] as const).map((rule) =>
    broken(
      `a completion with ${rule.replace('.', ' ')} is accepted`,
      `campaign-force-completed.${rule.startsWith('campaign-id') ? 'campaign-id' : 'campaign-status'}`,
      answering(decidedBy(`campaign-force-completed.${rule}`), 'success'),
    ),
  ),
  ...faultsOf({
    'campaign.force-complete.halts: force completion leaves Inqueue records': completing(
      (lead) => lead.status === 'Halted' && lead.id % 5 === 0 && (lead.status = 'Inqueue'),
    ),
    'campaign.force-complete.halts: force completion halts nothing': restoring('force_completed'),
    'campaign.force-complete.leaves-others: force completion halts completed records': completing(
      (lead) => (lead.status = 'Halted'),
    ),
    'campaign.force-complete.leaves-others: force completion changes who updated records': completing(
      (lead) => (lead.updated_by = 'Someone else'),
    ),
    'campaign.force-complete.leaves-others: force completion loses records': afterCompletion((body) => {
      body.datalist = body.datalist.filter((lead: Body) => lead.status !== 'Completed' || lead.id % 2 === 0);
    }),
    'campaign.force-complete: force completion leaves the campaign active': keptActive,
    'campaign.force-complete.irreversible: a completed campaign can be resumed': restoring('inprogress'),
    'campaign.force-complete.own-campaign: force completion takes another campaign of the agent along':
      completingToo(5006),
    'campaign.force-complete.own-campaign: force completion ends the hold of another campaign': completingToo(5002),
    'campaign.force-complete.own-campaign: force completion halts records of another campaign': showingLeads(
      (lead, call) =>
        call.isCompleted() &&
        call.query('campaign_id') === '5006' &&
        lead.status === 'Fresh' &&
        (lead.status = 'Halted'),
    ),
    'audience-list.filter.status.current: halted records are still found as Fresh': asking(
      'listAudience',
      (call) => call.isCompleted() && call.query('status') === '0' && withQuery(call.request, 'status', '2'),
    ),
    'audience-list.filter.status.current: halted records are not found as Halted': afterCompletion((body, call) => {
      if (call.query('status') !== '2') return;
      Object.assign(body.pagination as object, { totalRecords: 0, totalPages: 0 });
      body.datalist = [];
    }),
    'campaign-force-completed.success: force completion answers with a list': answering(isSet, () => json(200, ['ok'])),
    'campaign.status.values: any campaign status is taken': answering(
      decidedBy('campaign-force-completed.campaign-status.invalid'),
      'success',
    ),
    'campaign.status.values: an unknown status completes the campaign': storingStatus(
      (body) => body.campaign_status === 'finished' && (body.campaign_status = 'force_completed'),
    ),
    'auth.token-header: a campaign is completed without a token': opening('forceCompleteCampaign', /^$/),
  }),
];

const isUnplaced =
  (status: number) =>
  (call: Call): boolean =>
    call.operation === null && call.status === status;
/** Edits the body of the answer to a request that is for no operation. */
const unplaced = (status: number, fields: object): Break => ({
  after: (call, body) => {
    if (isUnplaced(status)(call)) Object.assign(body as object, fields);
  },
});

/** Of what is answered where no operation is, which only the mock decides. */
export const addressFaults = faultsOf({
  'addresses.one-port: the alternative address lies elsewhere': answeringStatus((call) => call.is('updateAgent'), 404),
  'addresses.one-port: the API address lies elsewhere': answeringStatus((call) => call.is('createAgentOrUpdate'), 404),
  'addresses.unknown: an unknown address is answered with 400': answeringStatus(isUnplaced(404), 400),
  'addresses.unknown: an unknown address is answered with a page': answering(isUnplaced(404), ({ body }) => ({
    ...json(404, body),
    text: '<h1>Not Found</h1>',
  })),
  'addresses.unknown: an unknown address names another operation': unplaced(404, {
    message: 'There is no such address. Did you mean GET /verify?',
  }),
  'addresses.method: another method is answered with 404': answeringStatus(isUnplaced(405), 404),
  'addresses.method: another method is answered without Allow': answeringStatus(isUnplaced(405), 405),
  'addresses.method: another method has a code of text': unplaced(405, { code: 'METHOD_NOT_ALLOWED' }),
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
