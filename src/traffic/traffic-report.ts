import type { OperationPlaces } from '../deployment/addresses.ts';
import { type TokenVariables, curlTo } from '../deployment/curl.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { type CheckOutcome, Sightings, type ViolationReport, emptyOutcome, mostTold } from '../judge/report/outcome.ts';
import { type Showing, violationKey, showingBy, shownViolation, stepLine } from '../judge/report/showing.ts';
import { type RunFacts, type Verdict, verdictOf } from '../judge/report/verdict.ts';
import type { CheckedAnswer, Finding } from '../judge/report/violation.ts';
import { type Masker, secretsOfHeaders } from '../text/masker.ts';
import { type Judged, notOfApi } from './traffic-judge.ts';

/** Requests that are told before a violation. */
const mostSteps = 6;

/** Gathers what came of exchanges, in memory that does not grow with their number. */
export class TrafficReport {
  /** How many exchanges were judged, were not, and were of something else. */
  readonly counts = { judged: 0, unjudged: 0, others: 0 };
  readonly #masker: Masker;
  readonly #showing: Showing;
  readonly #sightings = new Sightings();
  /** By the title of their operation. */
  readonly #reached = new Map<string, Set<ClauseId>>();
  /** By operation, place and rule. */
  readonly #violations = new Map<string, ViolationReport>();
  /** How often each operation was not judged, by the reason. */
  readonly #reasons = new Map<string, Map<string, number>>();
  readonly #drift = new Set<string>();
  #latest: CheckedAnswer[] = [];
  #more = 0;

  constructor(places: OperationPlaces, masker: Masker, variables: TokenVariables) {
    this.#masker = masker;
    this.#showing = showingBy(masker, (request) => curlTo(request, places, null, variables));
  }

  take({ exchange, answer, findings, reached, unjudged }: Judged): void {
    if (unjudged === notOfApi) {
      this.counts.others += 1;
      return;
    }
    for (const secret of secretsOfHeaders(Object.entries(exchange.headers).flat())) this.#masker.learn(secret);
    if (unjudged === null) this.counts.judged += 1;
    else this.#leaveOut(unjudged, answer?.request.operation ?? new URL(exchange.url).pathname);
    if (answer === null) return;
    this.#masker.learnFrom(answer.body);
    this.#sightings.add(answer);
    const title = `${String(answer.request.operation)} as it was used`;
    this.#reached.set(title, new Set([...(this.#reached.get(title) ?? []), ...reached]));
    for (const each of answer.drift ?? []) if (this.#drift.size < mostTold) this.#drift.add(this.#showing.show(each));
    this.#latest = [...this.#latest.slice(1 - mostSteps), answer];
    for (const finding of findings) this.#violate(finding, answer, title);
  }

  #leaveOut(reason: string, what: string): void {
    this.counts.unjudged += 1;
    const shown = this.#showing.show(reason);
    const of = this.#reasons.get(shown) ?? new Map<string, number>();
    if (this.#reasons.size < mostTold) this.#reasons.set(shown, of.set(what, (of.get(what) ?? 0) + 1));
  }

  #violate(finding: Finding, answer: CheckedAnswer, title: string): void {
    const key = `${title} ${violationKey(finding)}`;
    if (this.#violations.has(key)) return;
    if (this.#violations.size >= mostTold) {
      this.#more += 1;
      return;
    }
    const shown = shownViolation(finding, answer, title, this.#showing);
    this.#violations.set(key, { ...shown, steps: this.#latest.map((each) => stepLine(each, this.#showing)) });
  }

  /** What was not judged, and why: a line for each reason. */
  unjudgedLines(): readonly string[] {
    return [...this.#reasons].map(([reason, of]) => {
      const counts = [...of].slice(0, 5).map(([operation, count]) => `${count} ${operation}`);
      const count = [...of.values()].reduce((sum, each) => sum + each, 0);
      return `${count} not judged: ${reason} (${counts.join(', ')}${of.size > 5 ? ', …' : ''})`;
    });
  }

  verdict(document: ContractDocument, facts: Omit<RunFacts, 'effects' | 'shard' | 'run'>): Verdict {
    const verdict = verdictOf(document, this.#outcomes(), { ...facts, run: 'traffic', effects: ['none'], shard: null });
    const clauses = verdict.clauses.map((clause) => {
      const isUnseen = clause.verdict === 'not verified' && clause.checks.length === 0;
      return isUnseen ? { ...clause, reason: 'no exchange shows it' } : clause;
    });
    const requests = this.counts.judged + this.counts.unjudged;
    return { ...verdict, clauses, summary: { ...verdict.summary, requests } };
  }

  #outcomes(): readonly CheckOutcome[] {
    const all = [...this.#violations.values()];
    const violated = new Set(all.flatMap(({ clauses }) => clauses));
    const used = [...this.#reached].flatMap(([title, reached]): CheckOutcome[] => {
      const kept = [...reached].filter((id) => !violated.has(id));
      const judged = kept.length > 0 ? ({ result: 'passed' } as const) : { reason: 'nothing of it was judged' };
      const passed = { ...emptyOutcome, ...judged, title, clauses: kept };
      const violations = all.filter(({ check }) => check === title);
      const clauses = [...new Set(violations.flatMap((violation) => violation.clauses))];
      const failed = { ...emptyOutcome, title: `${title}: violations`, clauses, violations };
      return violations.length === 0 ? [passed] : [passed, { ...failed, result: 'failed' }];
    });
    const more = this.#more === 0 ? [] : [`${this.#more} violations more are not told`];
    const { seen, successes } = this.#sightings;
    const beside = { title: 'Traffic', reason: 'it is what was seen besides', drift: [...this.#drift, ...more] };
    const left = this.unjudgedLines().map((reason) => ({ ...emptyOutcome, title: 'Not judged', reason }));
    return [...used, { ...emptyOutcome, ...beside, seen, successes }, ...left];
  }
}
