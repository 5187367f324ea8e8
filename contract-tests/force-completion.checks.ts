/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { DisposableCampaign } from '../src/deployment/configuration/settings-file.ts';
import { absentCampaign } from './absent-ids.ts';
import { differences } from './agents.ts';
import { idsOf, readAll, sorted, type Lead } from './audience-reading.ts';
import { campaignStatusChecks } from './campaign-status.checks.ts';
import { isActive, setStatus, stateOf, type CampaignState } from './campaigns.ts';

interface Completion {
  readonly campaign: DisposableCampaign;
  /** Before anything was asked. */
  readonly before: CampaignState;
  /** After requests that must be refused. */
  readonly untouched: CampaignState;
  /** The answer to `inprogress`; null where that was not asked, because the campaign might have begun to call. */
  readonly resumed: CheckedAnswer | null;
  readonly refusals: readonly { readonly clause: ClauseId; readonly why: string; readonly answer: CheckedAnswer }[];
  readonly answer: CheckedAnswer;
  readonly after: CampaignState;
  /** What a filter by each status finds after it, by the status. */
  readonly filtered: ReadonlyMap<number, readonly Lead[]>;
  readonly others: readonly OtherCampaign[];
  /** After every attempt to bring it back. */
  readonly later: CampaignState;
}

/** Another campaign, with its audience before and after the completion. */
interface OtherCampaign {
  readonly id: number;
  readonly before: readonly Lead[];
  readonly after: readonly Lead[];
}

const needs = ['campaigns.disposable'] as const;
/** More campaigns than these are not read before and after. */
const MOST_OTHERS = 8;
const LABELS = ['Fresh', 'Completed', 'Halted', 'Inqueue'] as const;

export const forceCompletionChecks: readonly Check[] = [
  check(
    {
      clauses: [
        'campaign-force-completed.campaign-id',
        'campaign-force-completed.campaign-status',
        'campaign.status.values',
      ],
      needs,
      effect: 'irreversible',
    },
    'a request without campaign_id or status, or with a status outside the list, is refused and changes nothing',
    async (api) => {
      const { refusals, before, untouched } = await completion(api);
      for (const { clause, why, answer } of refusals) {
        if (clause !== 'auth.unauthorized.everywhere') api.refused(answer, clause, why);
      }
      api.equal(untouched.leads, before.leads, { clause: 'campaign.status.values', what: 'the audience as before' });
    },
  ),
  check(
    { clauses: ['auth.unauthorized.everywhere', 'auth.token-header'], needs, effect: 'irreversible' },
    'force completion without a token, or with a bad one, is refused and halts nothing',
    async (api) => {
      const { refusals, before, untouched } = await completion(api);
      api.equal(untouched.leads, before.leads, { clause: 'auth.token-header', what: 'the audience as before' });
      for (const { clause, answer } of refusals) {
        if (clause === 'auth.unauthorized.everywhere') api.answered(answer, { status: 401 }, clause);
      }
    },
  ),
  check(
    { clauses: ['campaign.status.accepted'], needs, effect: 'irreversible' },
    'a running campaign takes inprogress and force_completed',
    async (api) => {
      const { resumed, answer } = await completion(api);
      api.answered(answer, { status: 200 }, 'campaign.status.accepted');
      if (resumed === null) return;
      api.answered(resumed, { status: 200 }, 'campaign.status.accepted');
    },
  ),
  check(
    { clauses: ['campaign.force-complete.own-campaign'], needs, effect: 'irreversible' },
    'another campaign stays as it was, and so does its audience',
    async (api) => {
      const { before, after, others, answer } = await completion(api);
      if (others.length === 0) api.notVerified('no other campaign is named that can be read', 'campaigns.read');
      for (const other of others) {
        const open = new Set(idsOf(other.before.filter(({ status }) => status === 'Fresh' || status === 'Inqueue')));
        const halted = idsOf(other.after.filter(({ id, status }) => status === 'Halted' && open.has(id)));
        const wanted = `no record of campaign ${other.id} halted`;
        api.equal(halted, [], { clause: 'campaign.force-complete.own-campaign', what: wanted, answer });
        if (before.agent === null || after.agent === null || !isActive(before.agent, other.id)) continue;
        api.holds(isActive(after.agent, other.id), {
          clause: 'campaign.force-complete.own-campaign',
          expected: `campaign ${other.id} as active as before`,
          came: after.agent.campaigns,
          answer,
          path: '/data/campaigns',
        });
      }
      const isHeld = before.agent?.is_campaign_on_hold === true && holdsOther(api, before.agent.basic_details.id);
      if (!isHeld || after.agent === null) return;
      const came = after.agent.is_campaign_on_hold;
      api.equal(came, true, { clause: 'campaign.force-complete.own-campaign', what: 'is_campaign_on_hold', answer });
    },
  ),
  check(
    { clauses: ['audience-list.filter.status.current'], needs, effect: 'irreversible' },
    'a filter by status finds halted records as halted, and no longer where they were',
    async (api) => {
      const { after, filtered } = await completion(api);
      for (const [code, leads] of filtered) {
        const wanted = idsOf(after.leads.filter(({ status }) => status === LABELS[code]));
        const what = `the ${wanted.length} records that are ${LABELS[code] ?? ''} now`;
        api.equal(sorted(idsOf(leads)), sorted(wanted), { clause: 'audience-list.filter.status.current', what });
      }
    },
  ),
  check(
    { clauses: ['campaign-force-completed.success'], needs, effect: 'irreversible' },
    'force completion is answered with 200 and a message',
    async (api) => {
      const { answer } = await completion(api);
      api.answered(answer, { status: 200 }, 'campaign-force-completed.success');
      const message = memberOf(answer.body, 'message');
      api.holds(typeof message === 'string', {
        clause: 'campaign-force-completed.success',
        expected: 'a message',
        came: message,
        answer,
        path: '/message',
      });
    },
  ),
  check(
    { clauses: ['campaign.force-complete'], needs, effect: 'irreversible' },
    'force completion completes the campaign: it is no longer active',
    async (api) => {
      const { campaign, answer, before, after } = await completion(api);
      api.answered(answer, { status: 200 }, 'campaign.force-complete');
      const open = after.leads.filter(({ status }) => status === 'Fresh' || status === 'Inqueue');
      api.equal(idsOf(open), [], { clause: 'campaign.force-complete', what: 'no record left to be called', answer });
      if (before.agent === null || after.agent === null) return;
      const wasListed = isActive(before.agent, campaign.id);
      api.holds(!isActive(after.agent, campaign.id), {
        clause: 'campaign.force-complete',
        expected: `campaign ${campaign.id} no longer active`,
        came: after.agent.campaigns,
        answer: undefined,
        path: '/data/campaigns',
      });
      if (!wasListed) return;
      api.equal(after.agent.campaign_count, before.agent.campaign_count - 1, {
        clause: 'campaign.force-complete',
        what: 'one active campaign less',
        answer: undefined,
        path: '/data/campaign_count',
      });
    },
  ),
  check(
    { clauses: ['campaign.force-complete.halts'], needs, effect: 'irreversible' },
    'force completion halts every Fresh or Inqueue record',
    async (api) => {
      const { before, after, answer } = await completion(api);
      const open = before.leads.filter(({ status }) => status === 'Fresh' || status === 'Inqueue');
      if (open.length === 0) api.notVerified('the campaign has no Fresh or Inqueue record', 'campaigns.disposable');
      const states = new Map(after.leads.map(({ id, status }) => [id, status]));
      for (const { id, status } of open) {
        api.equal(states.get(id), 'Halted', {
          clause: 'campaign.force-complete.halts',
          what: `record ${id}, ${status} before`,
          answer,
        });
      }
    },
  ),
  check(
    { clauses: ['campaign.force-complete.leaves-others'], needs, effect: 'irreversible' },
    'force completion leaves completed and halted records as they were',
    async (api) => {
      const { before, after, answer } = await completion(api);
      const closed = before.leads.filter(({ status }) => status === 'Completed' || status === 'Halted');
      if (closed.length === 0)
        api.notVerified('the campaign has no Completed or Halted record', 'campaigns.disposable');
      const records = new Map(after.leads.map((lead) => [lead.id, lead]));
      for (const lead of closed) {
        const [changed] = differences(lead, records.get(lead.id));
        api.holds(changed === undefined, {
          clause: 'campaign.force-complete.leaves-others',
          expected: `record ${lead.id} (${lead.status}) as before`,
          came: changed,
          answer,
          path: `/datalist/[]${changed?.pointer ?? ''}`,
        });
      }
      api.equal(idsOf(after.leads), idsOf(before.leads), {
        clause: 'campaign.force-complete.leaves-others',
        what: 'the same records',
        answer,
      });
    },
  ),
  check(
    { clauses: ['campaign.force-complete.irreversible'], needs, effect: 'irreversible' },
    'nothing brings a completed campaign back',
    async (api) => {
      const { campaign, after, later } = await completion(api);
      const [changed] = differences(statuses(after), statuses(later));
      api.holds(changed === undefined, {
        clause: 'campaign.force-complete.irreversible',
        expected: 'the records as force completion left them',
        came: changed,
      });
      if (after.agent === null || later.agent === null || isActive(after.agent, campaign.id)) return;
      api.holds(!isActive(later.agent, campaign.id), {
        clause: 'campaign.force-complete.irreversible',
        expected: `campaign ${campaign.id} not active`,
        came: later.agent.campaigns,
        answer: undefined,
        path: '/data/campaigns',
      });
      api.equal(later.agent.campaign_count, after.agent.campaign_count, {
        clause: 'campaign.force-complete.irreversible',
        what: 'campaign_count',
        answer: undefined,
        path: '/data/campaign_count',
      });
    },
  ),
  check(
    { clauses: ['campaign.completed'], needs, effect: 'irreversible' },
    'any status on a completed campaign is refused with 400',
    async (api) => {
      const { campaign } = await completion(api);
      for (const campaign_status of ['inprogress', 'draft', 'hold', 'pause', 'force_completed']) {
        const answer = await api.call('forceCompleteCampaign', { json: { campaign_id: campaign.id, campaign_status } });
        api.refusedBy(answer, 'campaign.completed');
      }
    },
  ),
  check(
    { clauses: ['campaign.halt.updated-by'], needs, effect: 'irreversible' },
    "halted records name the token's user, and nothing else of them changes",
    async (api) => {
      const { before, after } = await completion(api);
      const records = new Map(after.leads.map((lead) => [lead.id, lead]));
      const names = new Set<string>();
      for (const { status, updated_by: _before, ...lead } of before.leads) {
        if (status !== 'Fresh' && status !== 'Inqueue') continue;
        const { status: _status, updated_by, ...now } = records.get(lead.id) ?? ({} as Lead);
        names.add(updated_by);
        api.equal(now, lead, { clause: 'campaign.halt.updated-by', what: `record ${lead.id} but for its status` });
      }
      api.equal(names.size, 1, { clause: 'campaign.halt.updated-by', what: 'one name' });
    },
  ),
  check(
    {
      clauses: ['campaign-force-completed.campaign-id', 'campaign-force-completed.campaign-status'],
      effect: 'reversible',
    },
    'a request that names no campaign is refused',
    async (api) => {
      const absent = await absentCampaign(api);
      for (const [json, clause] of [
        [{ campaign_status: 'hold' }, 'campaign-force-completed.campaign-id'],
        [{ campaign_id: 'no-number', campaign_status: 'hold' }, 'campaign-force-completed.campaign-id'],
        [{ campaign_id: absent }, 'campaign-force-completed.campaign-status'],
        [{}, 'campaign-force-completed.campaign-id'],
      ] as const) {
        api.refused(
          await api.call('forceCompleteCampaign', { json }),
          clause,
          'campaign_id and campaign_status are required',
        );
      }
    },
  ),
  check(
    {
      clauses: [
        'campaign-force-completed.campaign-id.missing',
        'campaign-force-completed.campaign-id.invalid',
        'campaign-force-completed.campaign-status.missing',
        'campaign-force-completed.campaign-status.invalid',
        'campaign-force-completed.not-found',
      ],
      effect: 'reversible',
    },
    'what is missing, wrong or unknown is refused in this order',
    async (api) => {
      const absent = await absentCampaign(api);
      for (const [json, status, message, clause] of [
        [{ campaign_status: 'hold' }, 400, 'Campaign ID is required', 'campaign-force-completed.campaign-id.missing'],
        [{ campaign_id: null }, 400, 'Campaign ID is required', 'campaign-force-completed.campaign-id.missing'],
        [{ campaign_id: 'x' }, 400, 'Campaign ID is invalid', 'campaign-force-completed.campaign-id.invalid'],
        [{ campaign_id: `${absent}` }, 400, 'Campaign ID is invalid', 'campaign-force-completed.campaign-id.invalid'],
        [
          { campaign_id: absent },
          400,
          'Campaign status is required',
          'campaign-force-completed.campaign-status.missing',
        ],
        [
          { campaign_id: absent, campaign_status: 'x' },
          400,
          'Invalid campaign status',
          'campaign-force-completed.campaign-status.invalid',
        ],
        [
          { campaign_id: absent, campaign_status: 'hold' },
          404,
          'Campaign not found',
          'campaign-force-completed.not-found',
        ],
        [
          { campaign_id: absent + 0.5, campaign_status: 'hold' },
          404,
          'Campaign not found',
          'campaign-force-completed.not-found',
        ],
      ] as const) {
        api.answered(await api.call('forceCompleteCampaign', { json }), { status, message }, clause);
      }
    },
  ),
  check(
    { clauses: ['errors.body.unreadable'], effect: 'none' },
    'verify refuses a body that is not JSON with 400',
    async (api) => {
      const answer = await api.call('verifyToken', { raw: unreadable });
      api.answered(answer, { status: 400 }, 'errors.body.unreadable');
    },
  ),
  check(
    { clauses: ['errors.body.unreadable'], effect: 'reversible' },
    'force completion refuses a body that is not JSON with 400',
    async (api) => {
      const answer = await api.call('forceCompleteCampaign', { raw: unreadable });
      api.answered(answer, { status: 400 }, 'errors.body.unreadable');
    },
  ),
  ...campaignStatusChecks,
];

const unreadable = { contentType: 'application/json', text: '{"campaign_id": ' };

/** Completes one disposable campaign for ever, once for all checks, with what was before and what came after. */
function completion(api: Api): Promise<Completion> {
  return api.once('force completion', async () => {
    const campaign = await running(api);
    const before = await stateOf(api, campaign);
    const audiences = await otherAudiences(api, campaign.id);
    const refusals = await refusedRequests(api, campaign.id);
    const untouched = await stateOf(api, campaign);
    // One that is not seen to run would begin to call.
    const isRunning = untouched.agent !== null && isActive(untouched.agent, campaign.id);
    const resumed = isRunning ? await setStatus(api, campaign.id, 'inprogress') : null;
    const answer = await setStatus(api, campaign.id, 'force_completed');
    const after = await stateOf(api, campaign);
    const later = await otherAudiences(api, campaign.id);
    const others = [...audiences].map(([id, leads]) => ({ id, before: leads, after: later.get(id) ?? [] }));
    const filtered = new Map<number, readonly Lead[]>();
    for (const code of LABELS.keys())
      filtered.set(code, await readAll(api, { campaign_id: campaign.id, status: code }));
    for (const status of ['inprogress', 'draft', 'pause', 'hold', 'inprogress'])
      await setStatus(api, campaign.id, status);
    const seen = { campaign, before, untouched, resumed, refusals, answer, after, filtered, others };
    return { ...seen, later: await stateOf(api, campaign) };
  });
}

/** The audiences of the other campaigns that the settings name and the deployment lists. */
async function otherAudiences(api: Api, completed: number): Promise<ReadonlyMap<number, readonly Lead[]>> {
  const { campaigns, agents } = api.settings;
  const used = (agents?.read ?? []).flatMap((agent) => Object.keys(agent.campaigns ?? {}).map(Number));
  const ids = new Set([...used, ...(campaigns?.read ?? [])]);
  ids.delete(completed);
  const audiences = new Map<number, readonly Lead[]>();
  for (const campaign_id of [...ids].slice(0, MOST_OTHERS)) {
    const answer = await api.call('listAudience', { query: { campaign_id, limit: 1 } });
    if (answer.status === 200) audiences.set(campaign_id, await readAll(api, { campaign_id }));
  }
  return audiences;
}

/** Whether the settings say that the agent has a campaign on hold, which is never the one completed: that one runs. */
function holdsOther({ settings }: Api, agent: number): boolean {
  const campaigns = settings.agents?.read?.find(({ id }) => id === agent)?.campaigns ?? {};
  return Object.values(campaigns).includes('hold');
}

/** The first disposable campaign with records still to be called. */
async function running(api: Api): Promise<DisposableCampaign> {
  for (const campaign of api.need(api.settings.campaigns?.disposable, 'campaigns.disposable')) {
    const answer = await api.call('listAudience', { query: { campaign_id: campaign.id, status: 0, limit: 1 } });
    const records = memberOf(answer.body, 'datalist');
    if (answer.status === 200 && Array.isArray(records) && records.length > 0) return campaign;
  }
  return api.notVerified('no disposable campaign has a Fresh record: give one that runs', 'campaigns.disposable');
}

async function refusedRequests(api: Api, id: number): Promise<Completion['refusals']> {
  // What names no campaign never asks for the completion: a deployment that took it for all could not be undone.
  const requests: readonly (readonly [ClauseId, string, Readonly<Record<string, unknown>>])[] = [
    ['campaign-force-completed.campaign-id', 'campaign_id is missing', { campaign_status: 'hold' }],
    [
      'campaign-force-completed.campaign-id',
      'campaign_id is not a number',
      { campaign_id: 'no-number', campaign_status: 'hold' },
    ],
    ['campaign-force-completed.campaign-status', 'campaign_status is missing', { campaign_id: id }],
    ['campaign.status.values', 'the status is not in the list', { campaign_id: id, campaign_status: 'finished' }],
    ['campaign.status.values', 'the status is not in the list', { campaign_id: id, campaign_status: 'completed' }],
    ['campaign-force-completed.campaign-status', 'the status is not a text', { campaign_id: id, campaign_status: {} }],
  ];
  const refusals: Completion['refusals'][number][] = [];
  for (const [clause, why, json] of requests) {
    refusals.push({ clause, why, answer: await api.call('forceCompleteCampaign', { json }) });
  }
  const json = { campaign_id: id, campaign_status: 'force_completed' };
  for (const token of [null, 'f00d'.repeat(16), api.settings.expired_token ?? 'not-a-token']) {
    const answer = await api.call('forceCompleteCampaign', { json, token });
    refusals.push({ clause: 'auth.unauthorized.everywhere', why: 'the token is missing or bad', answer });
  }
  return refusals;
}

function statuses({ leads }: CampaignState): Record<string, string> {
  return Object.fromEntries(leads.map(({ id, status }) => [String(id), status]));
}
