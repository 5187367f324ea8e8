import type { ClauseId } from '../../document/names.gen.ts';
import {
  audienceHeaders,
  audienceItem,
  metadataHeaders,
  pagination,
  simplifiedHeaders,
  simplifiedItem,
} from '../../domain/audiences/audience-format.ts';
import { type AudienceFilter, leadPage } from '../../domain/audiences/audience-page.ts';
import { decideCampaignStatus } from '../../domain/campaigns/campaign-status.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { AudienceRecord, CampaignRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { Caller, Handler, QueryOf } from '../handler.ts';
import { campaignOfCaller } from '../caller.ts';
import type { View } from '../../store/state/root.ts';
import type { Change } from '../../store/state/store.ts';

/** Section 4.7. */
export const listAudience: Handler<'listAudience'> = (request, world) => {
  nothingLeft(request.body.valid());
  const { campaign_id: id, page: asked, limit, is_new: isSimplified, ...filters } = request.query.valid();
  const view = world.store.view();
  const { rules } = world;
  const campaign = campaignListed(view, request.caller, id, rules);
  // A campaign without an audience lists as one with no records.
  const audience = view.get('audiences', campaign.id) ?? { id, columns: [], attempts_allowed: 0, halted: null };
  const source = view.leads(campaign.id);
  const filter = filterOf(filters, rules);
  const pageOf = (page: number) => leadPage(source, audience.halted !== null, filter, { page, limit }, rules);
  const first = pageOf(asked);
  const isPastEnd = first.leads.length === 0 && asked > 1;
  const page = isPastEnd ? pageInstead(asked, Math.ceil(first.total / limit), rules) : asked;
  const { leads, total } = page === asked ? first : pageOf(page);
  if (!isSimplified) {
    return {
      clause: clauseOfFilters(filter) ?? (isPastEnd && total > 0 ? 'audience-list.pages' : 'audience-list.response'),
      body: {
        datalist: leads.map((lead) => audienceItem(lead, audience, rules)),
        headers: audienceHeaders.map((header) => ({ ...header })),
        pagination: pagination(total, page, limit, rules),
      },
    };
  }
  const agent = view.get('agents', campaign.agent_id);
  return {
    clause: clauseOfFilters(filter) ?? 'audience-list.is-new',
    body: {
      datalist: leads.map((lead) => simplifiedItem(lead, audience)),
      headers: simplifiedHeaders(audience.columns),
      metadata: metadataHeaders(agent?.metadata_config.metadata_input ?? [], rules),
      pagination: pagination(total, page, limit, rules),
    },
  };
};

type Listed = Pick<CampaignRecord, 'id' | 'agent_id'>;

/** With ids that nothing has, of a campaign that is not found and has an empty list. */
const unknownCampaign: Listed = { id: 0, agent_id: 0 };

/** @throws Refusal */
function campaignListed(view: View, caller: Caller, id: number, rules: Rules): Listed {
  const isDeletedMissing = rules['campaign.deleted.audience'] === 'missing';
  try {
    return campaignOfCaller(view, caller, id, 'audience-list.not-found', isDeletedMissing);
  } catch (error) {
    if (error instanceof Refusal && rules['audience-list.not-found.answer'](error.case.kind)) return unknownCampaign;
    throw error;
  }
}

type Filters = Omit<QueryOf<'listAudience'>, 'campaign_id' | 'page' | 'limit' | 'is_new'>;

/** What is answered in place of a page past the end; an empty list has no other. @throws Refusal */
function pageInstead(asked: number, last: number, rules: Rules): number {
  const answer = rules['audience-list.pages.past-the-end'];
  if (answer === 'not-found') throw new Refusal('audience-list.not-found', undefined, { kind: 'page', value: asked });
  return answer === 'last' ? Math.max(last, 1) : asked;
}

function filterOf(filters: Filters, rules: Rules): AudienceFilter {
  const { mobile_no, status, call_status, first_status, last_status, attempt, ...rest } = filters;
  nothingLeft(rest);
  return {
    mobileNo: rules['audience-list.filter.mobile-no.blank'](mobile_no ?? ''),
    status: several(status),
    callStatus: several(call_status),
    firstStatus: several(first_status),
    lastStatus: several(last_status),
    attempt: several(attempt),
  };
}

/** The clause of the one filter that is set, or of how several go together; undefined without any. */
function clauseOfFilters(filter: AudienceFilter): ClauseId | undefined {
  const clauses: readonly (ClauseId | false)[] = [
    filter.mobileNo !== '' && 'audience-list.filter.mobile-no',
    filter.status.length > 0 && 'audience-list.filter.status',
    filter.callStatus.length > 0 && 'audience-list.filter.call-status',
    filter.firstStatus.length > 0 && 'audience-list.filter.first-status',
    filter.lastStatus.length > 0 && 'audience-list.filter.last-status',
    filter.attempt.length > 0 && 'audience-list.filter.attempt',
  ];
  const [first, second] = clauses.filter((clause) => clause !== false);
  return second === undefined ? first : 'audience-list.filter.algebra';
}

function several<T extends string | number>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}

/** Section 4.6. The audience is halted as a whole, in the same commit as the campaign. */
export const forceCompleteCampaign: Handler<'forceCompleteCampaign'> = async (request, world) => {
  nothingLeft(request.query.valid());
  const { campaign_id: id, campaign_status: requested, ...rest } = request.body.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const { rules } = world;
  const isDeletedMissing = rules['campaign.deleted.status'] === 'missing';
  const campaign = campaignOfCaller(view, request.caller, id, 'campaign-force-completed.not-found', isDeletedMissing);
  const decision = decideCampaignStatus(campaign.status, requested, rules);
  const now = world.clock.now().toISOString();
  const changes: Change[] = [view.put('campaigns', { ...campaign, status: decision.status, updated_on: now })];
  const audience = view.get('audiences', id);
  if (decision.haltsAudience && audience !== undefined) {
    const record: AudienceRecord = {
      ...audience,
      halted: { by: rules['campaign.halt.updated-by'].by(request.caller.user), on: now },
    };
    changes.push(view.put('audiences', record));
  }
  if (decision.clause !== 'campaign.completed') await world.commit(changes);
  return {
    clause: decision.clause,
    body: {
      message:
        decision.haltsAudience || decision.clause === 'campaign.completed'
          ? request.messages.completed
          : request.messages.statusSet,
    },
  };
};
