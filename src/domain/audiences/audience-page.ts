import { leadTest, type AudienceFilter, type LeadTest } from './audience-filter.ts';
import { storedStatuses } from './lead-status.ts';
import { type Positions, PositionUnion } from './position-union.ts';
import { todaysRules, type Rules } from '../choices/rules.ts';
import type { LeadRecord, LeadStatus } from '../records.ts';

/** A campaign's leads, ordered by id, as they are stored. */
export interface IndexedLeads {
  readonly size: number;
  at(position: number): LeadRecord;
  /** Places of the leads stored with this status, ascending. */
  positionsOf(status: LeadStatus): Positions;
  /** Places of the leads whose number contains this part, ascending. */
  positionsOfNumber(part: string): Positions;
}

export interface LeadPage {
  readonly leads: readonly LeadRecord[];
  /** How many leads the filter leaves, over all pages. */
  readonly total: number;
}

/**
 * One page of the leads that a filter leaves (section 4.7). A page without a filter, or with one by status alone, costs
 * the same however many leads there are.
 * @param halted whether the campaign was force-completed
 * @param page from 1; one past the end is empty
 */
export function leadPage(
  source: IndexedLeads,
  halted: boolean,
  filter: AudienceFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
  rules: Rules = todaysRules,
): LeadPage {
  const start = (page - 1) * limit;
  const isAny = rules['audience-list.filter.several'] === 'any';
  const candidates = isAny ? new Range(source.size) : candidatePositions(source, halted, filter);
  const test = leadTest(filter, halted, rules);
  if (test !== undefined) return scan(source, candidates, test, start, limit);
  return {
    leads: candidates.slice(start, limit).map((position) => source.at(position)),
    total: candidates.length,
  };
}

interface Candidates {
  readonly length: number;
  slice(start: number, count: number): readonly number[];
  forEach(visit: (position: number) => void): void;
}

/** The fewest leads that an index can tell; `leadTest` looks at what the index has not looked at. */
function candidatePositions(source: IndexedLeads, halted: boolean, filter: AudienceFilter): Candidates {
  if (filter.mobileNo !== '') return new PositionUnion([source.positionsOfNumber(filter.mobileNo)]);
  if (filter.status.length === 0) return new Range(source.size);
  return new PositionUnion(storedStatuses(filter.status, halted).map((status) => source.positionsOf(status)));
}

function scan(source: IndexedLeads, candidates: Candidates, test: LeadTest, start: number, limit: number): LeadPage {
  const leads: LeadRecord[] = [];
  let total = 0;
  candidates.forEach((position) => {
    const lead = source.at(position);
    if (!test(lead)) return;
    if (total >= start && leads.length < limit) leads.push(lead);
    total += 1;
  });
  return { leads, total };
}

class Range implements Candidates {
  readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  slice(start: number, count: number): number[] {
    const end = Math.min(start + count, this.length);
    return Array.from({ length: Math.max(end - start, 0) }, (_, offset) => start + offset);
  }

  forEach(visit: (position: number) => void): void {
    for (let position = 0; position < this.length; position += 1) visit(position);
  }
}
