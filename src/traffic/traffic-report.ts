import type { OperationPlaces } from '../deployment/addresses.ts';
import { urlOf } from '../deployment/addresses.ts';
import { type TokenVariables, curlLine } from '../deployment/curl.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { CheckOutcome, ViolationReport } from '../judge/report/outcome.ts';
import type { CheckedAnswer, Finding } from '../judge/report/violation.ts';
import { type RunFacts, type Verdict, verdictOf } from '../judge/report/verdict.ts';
import { shownAnswer } from '../judge/run-check.ts';
import { terminalLine } from '../text/escaping.ts';
import { type Masker, secretsOfHeaders } from '../text/masker.ts';
import { type Judged, notOfApi } from './traffic-judge.ts';

/** So many kinds of violations and of undocumented answers are told, the others counted. */
const mostTold = 100;
/** Requests that are told before a violation. */
const mostSteps = 6;

const cleaning = { cleaned: 0, left: [] };
const unseen = 'no exchange shows it';

/** Gathers what came of exchanges, in memory that does not grow with their number. */
export class TrafficReport {
  /** How many exchanges were judged, were not, and were of something else. */
  readonly counts = { judged: 0, unjudged: 0, others: 0, violating: 0 };
  readonly #places: OperationPlaces;
  readonly #masker: Masker;
  readonly #variables: TokenVariables;
  readonly #violations = new Map<string, ViolationReport>();
  readonly #reached = new Map<ClauseId, Set<string>>();
  readonly #reasons = new Map<string, Map<string, number>>();
  readonly #seen: Record<string, number> = {};
  readonly #drift = new Set<string>();
  readonly #successes = { read: new Set<string>(), unread: new Set<string>() };
  #latest: CheckedAnswer[] = [];
  #more = 0;

  constructor(places: OperationPlaces, masker: Masker, variables: TokenVariables) {
    this.#places = places;
    this.#masker = masker;
    this.#variables = variables;
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
    this.#count(answer, drift);
    if (findings.length > 0) this.counts.violating += 1;
    for (const clause of reached) {
      this.#reached.set(clause, (this.#reached.get(clause) ?? new Set()).add(String(answer.request.operation)));
    }
    this.#latest = [...this.#latest.slice(1 - mostSteps), answer];
    for (const finding of findings) this.#violate(finding, answer);
  }

  #leaveOut(reason: string, what: string): void {
    this.counts.unjudged += 1;
    const shown = this.#show(reason);
    const of = this.#reasons.get(shown) ?? new Map<string, number>();
    if (this.#reasons.size < mostTold) this.#reasons.set(shown, of.set(what, (of.get(what) ?? 0) + 1));
  }

  #count({ request: { operation }, status, unread }: CheckedAnswer, drift: readonly string[]): void {
    const key = `${String(operation)} ${status}`;
    this.#seen[key] = (this.#seen[key] ?? 0) + 1;
    if (status >= 200 && status < 300) this.#successes[unread === null ? 'read' : 'unread'].add(String(operation));
    for (const each of drift) if (this.#drift.size < mostTold) this.#drift.add(this.#show(each));
  }

  /** One violation for each place, rule and operation. */
  #violate(finding: Finding, answer: CheckedAnswer): void {
    const { clauses, path = '', expected, came } = finding;
    const { operation } = answer.request;
    const key = `${String(operation)} ${clauses.join()} ${path.replaceAll(/\/\d+/g, '/[]')}`;
    if (this.#violations.has(key)) return;
    if (this.#violations.size >= mostTold) {
      this.#more += 1;
      return;
    }
    const curl = (request: CheckedAnswer['request']): string => this.#curl(request);
    const around = { show: this.#show, maskJson: this.#masker.json };
    this.#violations.set(key, {
      clauses,
      expected: this.#show(expected),
      came: this.#show(came),
      path: this.#show(path),
      check: usageTitle(operation),
      ...shownAnswer(answer, finding, path, { curl }, around),
      steps: this.#latest.map((each) => `${curl(each.request).slice(0, 600)}  # ${each.status}`),
    });
  }

  readonly #show = (text: string): string => terminalLine(this.#masker.text(text));

  #curl(request: CheckedAnswer['request']): string {
    const { method = 'GET' } = this.#places.get(request.operation ?? 'getAgent') ?? {};
    const addresses = { base_url: '$URL/api/v1/global', api_url: '$URL', alt_url: '$URL' };
    const url = urlOf(addresses, this.#places, request);
    return terminalLine(this.#masker.line(curlLine(request, method, url, this.#variables)));
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
      return clause.verdict === 'not verified' && clause.checks.length === 0 ? { ...clause, reason: unseen } : clause;
    });
    return {
      ...verdict,
      clauses,
      summary: { ...verdict.summary, requests: this.counts.judged + this.counts.unjudged },
    };
  }

  #outcomes(): readonly CheckOutcome[] {
    const violations = [...this.#violations.values()];
    const violated = new Set(violations.flatMap(({ clauses }) => clauses));
    const operations = Object.keys(this.#seen).map((key) => key.split(' ', 1).join(''));
    const outcomes = [...new Set(operations)].flatMap((operation) => {
      const reached = [...this.#reached].flatMap(([id, by]) => (by.has(operation) && !violated.has(id) ? [id] : []));
      const own = violations.filter(({ check }) => check === usageTitle(operation));
      const seen = Object.entries(this.#seen).filter(([key]) => key.startsWith(`${operation} `));
      const shared = { ...nothing, title: usageTitle(operation), seen: Object.fromEntries(seen) };
      const broken = [...new Set(own.flatMap(({ clauses }) => clauses))];
      const failed = { ...nothing, title: `${usageTitle(operation)}: violations`, clauses: broken, violations: own };
      const passed: CheckOutcome = {
        ...shared,
        clauses: reached,
        result: reached.length === 0 ? 'not verified' : 'passed',
        ...(reached.length === 0 && { reason: 'nothing of it was judged' }),
        requests: seen.reduce((sum, [, count]) => sum + count, 0),
      };
      return own.length === 0 ? [passed] : [passed, { ...failed, result: 'failed' as const }];
    });
    const { read, unread } = this.#successes;
    const more = this.#more === 0 ? [] : [`${this.#more} violations more are not told`];
    const drift = [...this.#drift, ...more];
    const left = this.unjudgedLines().map((reason) => ({ ...nothing, title: 'Not judged', reason }));
    return [
      ...outcomes,
      { ...nothing, title: 'Traffic', drift, successes: { read: [...read], unread: [...unread] } },
      ...left,
    ];
  }
}

const nothing: CheckOutcome = {
  ...{ title: '', clauses: [], effect: 'none', result: 'not verified', violations: [], drift: [], seen: {} },
  ...{
    requests: 0,
    created: 0,
    cleaning,
    isUnreachable: false,
    milliseconds: 0,
    reason: 'it is what was seen besides',
  },
};

function usageTitle(operation: string | null): string {
  return `${operation ?? 'Elsewhere'} as it was used`;
}
