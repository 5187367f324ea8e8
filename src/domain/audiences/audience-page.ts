import { effectiveStatus, storedStatuses } from './audience-format.ts';
import { type Rules, defaultRules } from '../choices/rules.ts';
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

interface LeadPage {
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
  rules: Rules = defaultRules,
): LeadPage {
  const start = (page - 1) * limit;
  const isAny = rules['audience-list.filter.several'] === 'any';
  const candidates = isAny ? new Range(source.size) : candidatePositions(source, halted, filter);
  const test = leadTest(filter, halted, rules);
  const leadsFrom = (first: number, count: number): LeadPage =>
    test === undefined
      ? { leads: candidates.slice(first, count).map((position) => source.at(position)), total: candidates.length }
      : scan(source, candidates, test, first, count);
  if (rules['audience-list.order'] === 'by-id') return leadsFrom(start, limit);
  const { total } = leadsFrom(0, 0);
  const end = Math.max(total - start, 0);
  const first = Math.max(end - limit, 0);
  return { leads: leadsFrom(first, end - first).leads.toReversed(), total };
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
  constructor(readonly length: number) {}

  slice(start: number, count: number): number[] {
    const end = Math.min(start + count, this.length);
    return Array.from({ length: Math.max(end - start, 0) }, (_, offset) => start + offset);
  }

  forEach(visit: (position: number) => void): void {
    for (let position = 0; position < this.length; position += 1) visit(position);
  }
}

/** What audience-list is asked for; an empty list is not a filter. */
export interface AudienceFilter {
  /** A part of the number. */
  readonly mobileNo: string;
  readonly status: readonly LeadStatus[];
  readonly callStatus: readonly string[];
  readonly firstStatus: readonly string[];
  readonly lastStatus: readonly string[];
  readonly attempt: readonly number[];
}

type LeadTest = (lead: LeadRecord) => boolean;

/**
 * The test for the filters that no index covers: an index finds the number, and without a number the status.
 * Values of one filter are or-ed, filters are and-ed (`audience-list.filter.algebra`).
 * @returns undefined if there is nothing to test
 */
export function leadTest(filter: AudienceFilter, halted: boolean, rules: Rules = defaultRules): LeadTest | undefined {
  const isAny = rules['audience-list.filter.several'] === 'any';
  const calls = rules['audience-list.filter.call-status.calls'];
  const inCase = rules['audience-list.filter.call-status.case'];
  const named = (statuses: readonly string[]) => statuses.map(inCase);
  const has = (statuses: ReadonlySet<string>, status: string | undefined): boolean =>
    status !== undefined && statuses.has(inCase(status));
  const statuses = filter.mobileNo === '' && !isAny ? [] : filter.status;
  // What costs least comes first: a lead that it leaves out is looked at no further.
  const tests = [
    anyOf(filter.attempt, (attempts) => (lead) => attempts.has(lead.calls.length)),
    anyOf(statuses, (wanted) => (lead) => wanted.has(effectiveStatus(lead.status, halted))),
    isAny && filter.mobileNo !== '' ? (lead: LeadRecord) => lead.mobile_no.includes(filter.mobileNo) : undefined,
    anyOf(named(filter.firstStatus), (statuses) => (lead) => has(statuses, lead.calls[0]?.call_status)),
    anyOf(named(filter.lastStatus), (statuses) => (lead) => has(statuses, lead.calls.at(-1)?.call_status)),
    anyOf(
      named(filter.callStatus),
      (wanted) => (lead) => calls(lead.calls).some((call) => has(wanted, call.call_status)),
    ),
  ].filter((test) => test !== undefined);
  const [only] = tests;
  if (only === undefined || tests.length === 1) return only;
  return isAny ? (lead) => tests.some((test) => test(lead)) : (lead) => tests.every((test) => test(lead));
}

function anyOf<T>(values: readonly T[], test: (values: ReadonlySet<T>) => LeadTest): LeadTest | undefined {
  return values.length === 0 ? undefined : test(new Set(values));
}

/** Distinct places, ascending. */
export type Positions = ArrayLike<number> & Iterable<number>;

/**
 * Several ascending lists of distinct places, read as the one ascending list of all of them without building it: any
 * slice costs the logarithm of the lists' lengths.
 */
export class PositionUnion {
  readonly length: number;
  readonly #lists: readonly Positions[];

  constructor(lists: readonly Positions[]) {
    // Stryker disable next-line all: an empty list only costs time.
    this.#lists = lists.filter((list) => list.length > 0);
    this.length = this.#lists.reduce((sum, list) => sum + list.length, 0);
  }

  /** At most `count` places from the `start`-th on. */
  slice(start: number, count: number): number[] {
    const places: number[] = [];
    const size = Math.min(count, this.length - start);
    // Stryker disable next-line all: with nothing to visit it costs time alone.
    if (size > 0) this.#visit(this.#cursorsAt(start), size, (place) => places.push(place));
    return places;
  }

  /** Visits every place. Calls back, because a generator takes several times as long for millions of places. */
  forEach(visit: (place: number) => void): void {
    const [only] = this.#lists;
    // Stryker disable all: one list needs no merging, and says the same with it.
    if (only !== undefined && this.#lists.length === 1) {
      for (const place of only) visit(place);
      return;
    }
    // Stryker restore all
    this.#visit(
      this.#lists.map(() => 0),
      this.length,
      visit,
    );
  }

  #visit(cursors: number[], count: number, visit: (place: number) => void): void {
    const lists = this.#lists;
    for (let visited = 0; visited < count; visited += 1) {
      let least = Infinity;
      let from = 0;
      for (let index = 0; index < lists.length; index += 1) {
        const place = lists[index]?.[cursors[index] ?? 0] ?? Infinity;
        if (place < least) {
          least = place;
          from = index;
        }
      }
      visit(least);
      cursors[from] = (cursors[from] ?? 0) + 1;
    }
  }

  /** Where each list stands when `start` places have gone before: the least place with more than that many up to it. */
  #cursorsAt(start: number): number[] {
    const last = Math.max(...this.#lists.map((list) => list[list.length - 1] ?? 0));
    const least = leastFrom(last, (place) => this.#countBelow(place + 1) > start);
    return this.#lists.map((list) => countBelow(list, least));
  }

  #countBelow(bound: number): number {
    return this.#lists.reduce((sum, list) => sum + countBelow(list, bound), 0);
  }
}

/** How many places of an ascending list are smaller than the bound. */
function countBelow(list: ArrayLike<number>, bound: number): number {
  return leastFrom(list.length, (place) => (list[place] ?? Infinity) >= bound);
}

/** The least number from 0 that passes a test which all after it pass too; `end` if none before it does. */
export function leastFrom(end: number, passes: (number: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
