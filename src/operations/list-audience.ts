import type { ClauseId } from '../contract-document/names.gen.ts';
import type { AudienceFilter } from '../domain/audience-filter.ts';
import {
  audienceHeaders,
  audienceItem,
  metadataHeaders,
  pagination,
  simplifiedHeaders,
  simplifiedItem,
} from '../domain/audience-format.ts';
import { leadPage } from '../domain/audience-page.ts';
import type { AudienceRecord } from '../domain/records.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Handler, QueryOf } from './handler.ts';

const defaultPage = 1;
const defaultLimit = 10;

/** Section 4.7. */
export const listAudience: Handler<'listAudience'> = async (request, world) => {
  const query = request.query.valid();
  const { campaign_id: id, page = defaultPage, limit = defaultLimit } = query;
  const view = world.store.view();
  const campaign = view.get('campaigns', id);
  if (campaign?.workspace_id !== request.caller.workspace.id || campaign.status === 'deleted') {
    throw new Refusal('audience-list.not-found');
  }
  const audience = view.get('audiences', id) ?? emptyAudience(id);
  const source = await world.store.leads(id);
  const filter = filterOf(query);
  const { leads, total } = leadPage(source, audience.halted !== null, filter, { page, limit });
  const isPastEnd = leads.length === 0 && total > 0;
  if (query.is_new !== true) {
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

function filterOf(query: QueryOf<'listAudience'>): AudienceFilter {
  return {
    mobileNo: partOfNumber(query.mobile_no ?? ''),
    status: several(query.status),
    callStatus: several(query.call_status),
    firstStatus: several(query.first_status),
    lastStatus: several(query.last_status),
    attempt: several(query.attempt),
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
