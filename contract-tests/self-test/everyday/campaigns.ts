import type { ApiResponse } from '../../../src/deployment/transport.ts';
import {
  answering,
  answeringStatus,
  asking,
  opening,
  showing,
  showingAgent,
  showingLeads,
  storing,
  withJson,
  withQuery,
} from '../breaks.ts';
import {
  broken,
  faultsOf,
  isCompleted,
  isCompletion,
  isOf,
  json,
  query,
  type Body,
  type Break,
  type Call,
  type Fault,
} from '../fault.ts';

const isForce = isOf('forceCompleteCampaign');

/** Shows records otherwise once a campaign was completed. */
const completing = (edit: (lead: Body) => unknown): Break =>
  showingLeads((lead, call) => isCompleted(call) && edit(lead));

/** Completes another campaign too. */
const completingToo = (campaign: number): Break => ({
  after: async (call) => {
    if (isCompletion(call)) await call.correct(withJson(call.request, (body) => (body.campaign_id = campaign)));
  },
});

/** Shows audience and agent as they were before the completion, from the status on that is named. */
const restoring = (from: string) => (): Break => {
  const before = new Map<string, ApiResponse>();
  return {
    after: (call, body, status) => {
      const key = JSON.stringify([call.operation, call.request.query]);
      const completed = call.past.findIndex((each) => isCompletion(each));
      const isAsked = call.past.slice(completed).some(({ sent }) => sent.campaign_status === from);
      if (completed < 0 && status === 200) before.set(key, json(200, structuredClone(body)));
      return completed >= 0 && isAsked && isOf('listAudience', 'getAgent')(call) && before.get(key);
    },
  };
};

const keptActive = (): Break => {
  let before: Body;
  return showingAgent((data) => {
    before ??= structuredClone(data);
    const { campaigns, campaign_count } = before;
    Object.assign(data as object, { campaigns, campaign_count });
  });
};

const afterCompletion = (edit: (body: Body, call: Call) => unknown): Break =>
  showing('listAudience', (body, call) => isCompleted(call) && edit(body, call));

const listed = ['draft', 'inprogress', 'hold', 'pause', 'deleted'];
const refusedBy = (rule: string) => (call: Call & { readonly rule: string | undefined }) => call.rule === rule;

/** Of campaigns and of what becomes of their audiences. */
export const campaignFaults: readonly Fault[] = [
  ...listed.map((status) =>
    broken(`the campaign status ${status} is refused`, 'campaign.status.accepted', {
      after: (call) =>
        isForce(call) &&
        call.status === 200 &&
        call.sent.campaign_status === status &&
        call.refusal('campaign-force-completed.campaign-status.invalid'),
    }),
  ),
  ...faultsOf({
    'campaign.force-complete.halts': {
      'force completion leaves Inqueue records': completing(
        (lead) => lead.status === 'Halted' && lead.id % 5 === 0 && (lead.status = 'Inqueue'),
      ),
      'force completion halts nothing': restoring('force_completed'),
    },
    'campaign.force-complete.leaves-others': {
      'force completion halts completed records': completing((lead) => (lead.status = 'Halted')),
      'force completion changes who updated records': completing((lead) => (lead.updated_by = 'Someone else')),
      'force completion loses records': afterCompletion((body) => {
        body.datalist = body.datalist.filter((lead: Body) => lead.status !== 'Completed' || lead.id % 2 === 0);
      }),
    },
    'campaign.force-complete': {
      'force completion leaves the campaign active': keptActive,
      'force completion is refused': {
        after: (call, _, status) =>
          isForce(call) && status === 200 && call.refusal('campaign-force-completed.not-found'),
      },
    },
    'campaign.force-complete.irreversible': { 'a completed campaign can be resumed': restoring('inprogress') },
    'campaign.force-complete.own-campaign': {
      'force completion takes another campaign of the agent along': completingToo(5006),
      'force completion ends the hold of another campaign': completingToo(5002),
      'force completion halts records of another campaign': afterCompletion((body, call) => {
        if (query(call, 'campaign_id') !== '5006') return;
        for (const lead of body.datalist) if (lead.status === 'Fresh') lead.status = 'Halted';
      }),
    },
    'audience-list.filter.status.current': {
      'halted records are still found as Fresh': asking(
        'listAudience',
        (call) => isCompleted(call) && query(call, 'status') === '0' && withQuery(call.request, 'status', '2'),
      ),
      'halted records are not found as Halted': afterCompletion((body, call) => {
        if (query(call, 'status') !== '2') return;
        Object.assign(body.pagination as object, { totalRecords: 0, totalPages: 0 });
        body.datalist = [];
      }),
    },
    'campaign-force-completed.success': {
      'force completion answers with a list': {
        after: (call, _, status) => isForce(call) && status === 200 && json(200, ['done']),
      },
    },
    'campaign.status.values': {
      'any campaign status is taken': answering(
        refusedBy('campaign-force-completed.campaign-status.invalid'),
        'success',
      ),
      'an unknown status completes the campaign': storing(
        'forceCompleteCampaign',
        (body) => body.campaign_status === 'finished' && (body.campaign_status = 'force_completed'),
      ),
    },
    'campaign-force-completed.campaign-id': {
      'a completion may leave campaign_id out': answering(
        refusedBy('campaign-force-completed.campaign-id.missing'),
        'success',
      ),
      'a completion may have a text as campaign_id': answering(
        refusedBy('campaign-force-completed.campaign-id.invalid'),
        'success',
      ),
    },
    'campaign-force-completed.campaign-status': {
      'campaign_status may be left out': answering(
        refusedBy('campaign-force-completed.campaign-status.missing'),
        'success',
      ),
    },
    'auth.token-header': { 'a campaign is completed without a token': opening('forceCompleteCampaign', /^$/) },
  }),
];

/** Of what only the mock decides: addresses, and the statuses of campaigns. */
export const assumedFaults = faultsOf({
  'addresses.one-port': {
    'the alternative address lies elsewhere': answeringStatus(isOf('updateAgent'), 404),
    'the API address lies elsewhere': answeringStatus(isOf('createAgentOrUpdate'), 404),
  },
  'addresses.unknown': {
    'an unknown address is answered with 400': answeringStatus(isUnplaced(404), 400),
    'an unknown address is answered with a page': {
      after: (call, body) => isUnplaced(404)(call) && { ...json(404, body), text: '<h1>Not Found</h1>' },
    },
    'an unknown address names another operation': {
      after: (call, body) => {
        if (isUnplaced(404)(call)) body.message = 'There is no such address. Did you mean GET /verify?';
      },
    },
  },
  'addresses.method': {
    'another method is answered with 404': answeringStatus(isUnplaced(405), 404),
    'another method is answered without Allow': answeringStatus(isUnplaced(405), 405),
    'another method has a code of text': {
      after: (call, body) => {
        if (isUnplaced(405)(call)) body.code = 'METHOD_NOT_ALLOWED';
      },
    },
    'another method is answered only to callers': {
      before: ({ operation, request }) =>
        operation === null &&
        request.headers['token'] === undefined &&
        json(401, { error: true, message: 'Who calls?' }),
    },
  },
  'addresses.nothing-undocumented': {
    'a slash at the end does not matter': {
      before: ({ request }) => {
        const { place } = request;
        return place?.path.endsWith('/') === true && { ...request, place: { ...place, path: place.path.slice(0, -1) } };
      },
    },
    'a health page': { before: ({ request }) => request.place?.path === '/health' && json(200, { ok: true }) },
  },
  'campaign.running': {
    'a draft campaign is completed': answeringStatus(refusedBy('campaign.running'), 200),
    'the refusal of a draft is put on hold': {
      after: async (call) => {
        if (call.rule !== 'campaign.running') return;
        await call.correct(withJson(call.request, (body) => (body.campaign_status = 'hold')));
      },
    },
    'only campaigns that call can be completed': {
      after: (call, _, status) =>
        isForce(call) && status === 200 && call.sent.campaign_id === 5006 && call.refusal('campaign.running'),
    },
  },
  'campaign.other-status': {
    'another status is taken and does not stick': storing(
      'forceCompleteCampaign',
      (body) => (body.campaign_status = 'hold'),
    ),
    'another status than force_completed is refused': answeringStatus(
      (call) => isForce(call) && call.status === 200,
      400,
    ),
    'another status halts the audience': storing(
      'forceCompleteCampaign',
      (body) => (body.campaign_status = 'force_completed'),
    ),
  },
  'campaign.deleted': {
    'the audience of a deleted campaign is still listed': answeringStatus(refusedBy('audience-list.not-found'), 200),
    'a deleted campaign can be taken up again': {
      after: (call) =>
        refusedBy('campaign-force-completed.not-found')(call) && call.sent.campaign_id === 5007 && call.success(),
    },
  },
});

function isUnplaced(status: number) {
  return (call: Call & { readonly status: number }): boolean => call.operation === null && call.status === status;
}
