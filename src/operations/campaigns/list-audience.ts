import type { ClauseId } from '../../document/names.gen.ts';
import type { AudienceFilter } from '../../domain/audiences/audience-filter.ts';
import {
  audienceHeaders,
  audienceItem,
  metadataHeaders,
  pagination,
  simplifiedHeaders,
  simplifiedItem,
} from '../../domain/audiences/audience-format.ts';
import { leadPage } from '../../domain/audiences/audience-page.ts';
import { nothingLeft } from '../../domain/every-member.ts';
import type { AudienceRecord } from '../../domain/records.ts';
import { campaignOfCaller } from './campaign-of-caller.ts';
import type { Handler, QueryOf } from '../handler.ts';

/** Section 4.7. */
export const listAudience: Handler<'listAudience'> = async (request, world) => {
  nothingLeft(request.body.valid());
  const { campaign_id: id, page, limit, is_new: isSimplified, ...filters } = request.query.valid();
  const view = world.store.view();
  const campaign = campaignOfCaller(view, request.caller, id, 'audience-list.not-found');
  const audience = view.get('audiences', id) ?? emptyAudience(id);
  const source = await world.store.leads(id);
  const filter = filterOf(filters);
  const { leads, total } = leadPage(source, audience.halted !== null, filter, { page, limit });
  const isPastEnd = leads.length === 0 && total > 0;
  if (!isSimplified) {
    return {
      clause: decidingClause(filter) ?? (isPastEnd ? 'audience-list.pages' : 'audience-list.response'),
      body: {
        datalist: leads.map((lead) => audienceItem(lead, audience)),
        headers: audienceHeaders.map((header) => ({ ...header })),
        pagination: pagination(total, page, limit),
      },
    };
  }
  const agent = view.get('agents', campaign.agent_id);
  return {
    clause: decidingClause(filter) ?? 'audience-list.is-new',
    body: {
      datalist: leads.map((lead) => simplifiedItem(lead, audience)),
      headers: simplifiedHeaders(audience.columns),
      metadata: metadataHeaders(agent?.metadata_config.metadata_input ?? []),
      pagination: pagination(total, page, limit),
    },
  };
};

type Filters = Omit<QueryOf<'listAudience'>, 'campaign_id' | 'page' | 'limit' | 'is_new'>;

function filterOf(filters: Filters): AudienceFilter {
  const { mobile_no, status, call_status, first_status, last_status, attempt, ...rest } = filters;
  nothingLeft(rest);
  return {
    mobileNo: partOfNumber(mobile_no ?? ''),
    status: several(status),
    callStatus: several(call_status),
    firstStatus: several(first_status),
    lastStatus: several(last_status),
    attempt: several(attempt),
  };
}

/** The clause of the one filter that is set, or of how several go together; undefined without any. */
function decidingClause(filter: AudienceFilter): ClauseId | undefined {
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

/** A leading blank is the plus sign that a client left unencoded (`audience-list.filter.mobile-no.plus`). */
function partOfNumber(text: string): string {
  return text.startsWith(' ') ? `+${text.slice(1)}` : text;
}

function several<T extends string | number>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}

/** A campaign without an audience lists as one with no records. */
function emptyAudience(id: number): AudienceRecord {
  return { id, columns: [], attempts_allowed: 0, halted: null };
}
