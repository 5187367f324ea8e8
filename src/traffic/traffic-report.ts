import type { OperationPlaces } from '../deployment/addresses.ts';
import { type TokenVariables, curlTo } from '../deployment/curl.ts';
import type { ApiRequest } from '../deployment/transport.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { CheckOutcome, ViolationReport } from '../judge/report/outcome.ts';
import type { CheckedAnswer, Finding } from '../judge/report/violation.ts';
import { type RunFacts, type Verdict, verdictOf } from '../judge/report/verdict.ts';
import { shownViolation } from '../judge/run-check.ts';
import { terminalLine } from '../text/escaping.ts';
import { type Masker, secretsOfHeaders } from '../text/masker.ts';
import { type Judged, notOfApi } from './traffic-judge.ts';

/** So many kinds of violations and of undocumented answers are told, the others counted. */
const mostTold = 100;
/** Requests that are told before a violation. */
const mostSteps = 6;

const unseen = 'no exchange shows it';

/** What came of one operation. */
interface Usage {
  readonly seen: Record<string, number>;
  readonly reached: Set<ClauseId>;
  /** By place and rule. */
  readonly violations: Map<string, ViolationReport>;
  readonly hasSucceeded: Partial<Record<'read' | 'unread', true>>;
}

/** Gathers what came of exchanges, in memory that does not grow with their number. */
export class TrafficReport {
  /** How many exchanges were judged, were not, and were of something else. */
  readonly counts = { judged: 0, unjudged: 0, others: 0 };
  readonly #masker: Masker;
  readonly #curl: (request: ApiRequest) => string;
  readonly #usages = new Map<string, Usage>();
  readonly #reasons = new Map<string, Map<string, number>>();
  readonly #drift = new Set<string>();
  #latest: CheckedAnswer[] = [];
  #told = 0;
  #more = 0;

  constructor(places: OperationPlaces, masker: Masker, variables: TokenVariables) {
    this.#masker = masker;
    this.#curl = (request) => terminalLine(masker.line(curlTo(request, places, null, variables)));
  }

  take({ exchange, answer, findings, reached, drift, unjudged }: Judged): void {
    if (unjudged === notOfApi) {
      this.counts.others += 1;
      return;
    }
    for (const secret of secretsOfHeaders(Object.entries(exchange.headers).flat())) this.#masker.learn(secret);
    if (unjudged === null) this.counts.judged += 1;
    else this.#leaveOut(unjudged, answer?.request.operation ?? new URL(exchange.url).pathname);
    if (answer === null) return;
    this.#masker.learnFrom(answer.body);
    const usage = this.#count(answer);
    for (const each of drift) if (this.#drift.size < mostTold) this.#drift.add(this.#show(each));
    this.#latest = [...this.#latest.slice(1 - mostSteps), answer];
    for (const clause of reached) usage.reached.add(clause);
    for (const finding of findings) this.#violate(finding, answer, usage);
  }

  #count({ request, status, unread }: CheckedAnswer): Usage {
    const operation = String(request.operation);
    const unused: Usage = { seen: {}, reached: new Set(), violations: new Map(), hasSucceeded: {} };
    const usage = this.#usages.get(operation) ?? unused;
    this.#usages.set(operation, usage);
    usage.seen[`${operation} ${status}`] = (usage.seen[`${operation} ${status}`] ?? 0) + 1;
    if (status >= 200 && status < 300) usage.hasSucceeded[unread === null ? 'read' : 'unread'] = true;
    return usage;
  }

  #leaveOut(reason: string, what: string): void {
    this.counts.unjudged += 1;
    const shown = this.#show(reason);
    const of = this.#reasons.get(shown) ?? new Map<string, number>();
    if (this.#reasons.size < mostTold) this.#reasons.set(shown, of.set(what, (of.get(what) ?? 0) + 1));
  }

  #violate(finding: Finding, answer: CheckedAnswer, { violations }: Usage): void {
    const { clauses, path = '' } = finding;
    const key = `${clauses.join()} ${path.replaceAll(/\/\d+/g, '/[]')}`;
    if (violations.has(key)) return;
    if (this.#told >= mostTold) {
      this.#more += 1;
      return;
    }
    this.#told += 1;
    const around = { show: this.#show, maskJson: this.#masker.json };
    violations.set(key, {
      ...shownViolation(finding, answer, usageTitle(answer.request.operation), { curl: this.#curl }, around),
      steps: this.#latest.map((each) => `${this.#curl(each.request).slice(0, 600)}  # ${each.status}`),
    });
  }

  readonly #show = (text: string): string => terminalLine(this.#masker.text(text));

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
      return clause.verdict === 'not verified' && clause.checks.length === 0 ? { ...clause, reason: unseen } : clause;
    });
    const requests = this.counts.judged + this.counts.unjudged;
    return { ...verdict, clauses, summary: { ...verdict.summary, requests } };
  }

  #outcomes(): readonly CheckOutcome[] {
    const usages = [...this.#usages];
    const violated = new Set(usages.flatMap(([, { violations }]) => [...violations.values()].flatMap(clausesOf)));
    const used = usages.flatMap(([operation, { seen, reached, violations }]): CheckOutcome[] => {
      const kept = [...reached].filter((id) => !violated.has(id));
      const told = [...violations.values()];
      const title = usageTitle(operation);
      const requests = Object.values(seen).reduce((sum, count) => sum + count, 0);
      const judged = kept.length > 0 ? ({ result: 'passed' } as const) : { reason: 'nothing of it was judged' };
      const passed = { ...nothing, ...judged, title, seen, requests, clauses: kept };
      const broken = [...new Set(told.flatMap(clausesOf))];
      const failed = { ...nothing, title: `${title}: violations`, clauses: broken, violations: told };
      return told.length === 0 ? [passed] : [passed, { ...failed, result: 'failed' }];
    });
    const more = this.#more === 0 ? [] : [`${this.#more} violations more are not told`];
    const having = (what: 'read' | 'unread') => usages.flatMap(([id, usage]) => (usage.hasSucceeded[what] ? [id] : []));
    const successes = { read: having('read'), unread: having('unread') };
    const left = this.unjudgedLines().map((reason) => ({ ...nothing, title: 'Not judged', reason }));
    return [...used, { ...nothing, title: 'Traffic', drift: [...this.#drift, ...more], successes }, ...left];
  }
}

const clausesOf = ({ clauses }: ViolationReport): readonly ClauseId[] => clauses;

const nothing: CheckOutcome = {
  ...{ title: '', clauses: [], effect: 'none', result: 'not verified', violations: [], drift: [], seen: {} },
  ...{ requests: 0, created: 0, cleaning: { cleaned: 0, left: [] }, isUnreachable: false, milliseconds: 0 },
  reason: 'it is what was seen besides',
};

function usageTitle(operation: string | null): string {
  return `${operation ?? 'Elsewhere'} as it was used`;
}
