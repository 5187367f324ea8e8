import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { OutOfTimeError } from '../../deployment/transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { anyItem } from '../../document/validate/check-response.ts';
import { readJson } from '../../json/json-value.ts';
import { jsonText } from '../../text/escaping.ts';
import type { Api } from '../api.ts';
import { type CheckOutcome, type ViolationReport, sumOf } from '../report/outcome.ts';
import type { WalksFacts } from '../report/verdict.ts';
import { type CheckedAnswer, Violation, type Finding } from '../report/violation.ts';
import { runSteps } from '../run-steps.ts';
import { type Session, type SessionOptions, openSession } from '../session.ts';
import type { Step, WalkFile } from '../steps.ts';
import { finale, generatorOf, mayComplete } from './generate/themes.ts';
import { walkArbitrary } from './generate/walk-arbitrary.ts';
import { Histogram } from './histogram.ts';
import type { Seen } from './perform/walk-state.ts';
import walkSchema from './walk-file.schema.gen.json' with { type: 'json' };

export interface ExploreOptions extends WalkTarget {
  readonly walks: number;
  readonly steps: number;
  readonly seed: number;
  /** When no more walks are begun, in milliseconds since 1970. */
  readonly until: number;
  readonly isInterrupted: () => boolean;
  /** How many attempts may go into the shrinking of one walk; 0: the first violation ends everything. */
  readonly shrinks: number;
  /** @param clauses how many stated rules an answer was compared with */
  readonly onProgress: (walk: number, steps: number, violations: number, clauses: number) => void;
  /** What earlier runs against the same provider have covered. */
  readonly histogram?: Histogram;
}

export interface Exploration extends Omit<WalksFacts, 'seed'> {
  readonly outcome: CheckOutcome;
  readonly found: readonly FoundViolation[];
}

/** So many causes, and a run has told enough. */
const mostFound = 10;

/** Sends generated walks to the target, and shrinks those that break a rule. The same seed and target give the same walks. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { document, plan } = options;
  const generator = generatorOf(plan, document);
  const histogram = options.histogram ?? new Histogram(document, options.seed);
  const run = new WalkSeries(options, { ...options, watch: (seen) => histogram.watch(seen) });
  const isEnough = (): boolean =>
    run.isOver() || run.found.all.length >= mostFound || (options.shrinks === 0 && run.found.all.length > 0);
  // The end of a time is left to the force completion.
  const began = Date.now();
  const last = began + (options.until - began) * (mayComplete(plan) ? 0.85 : 1);
  let walks = 0;
  try {
    for (; walks < options.walks && !isEnough() && Date.now() < last; walks += 1) {
      options.onProgress(walks + 1, histogram.steps, run.found.all.length, histogram.clauses);
      const walk = walkArbitrary(generator, options.steps, histogram);
      await run.search(walk, options.seed + walks, `walk ${walks + 1} of seed ${options.seed}`);
    }
    if (!isEnough() && mayComplete(plan)) {
      const [steps = []] = fc.sample(finale(plan, histogram), { seed: options.seed, numRuns: 1 });
      await run.once(steps, `force completion, seed ${options.seed}`);
    }
  } finally {
    run.close();
  }
  return {
    outcome: foldedOutcome(run.outcomes, run.found.all),
    found: run.found.all,
    coverage: histogram.lines(),
    steps: histogram.steps,
    walks,
  };
}

interface SeriesOptions extends Partial<Pick<ExploreOptions, 'shrinks' | 'isInterrupted'>> {
  /** When no more steps are begun, nor waits that end later, in milliseconds since 1970. */
  readonly until: number;
  readonly watch?: (seen: Seen) => void;
}

/** The walks of a run, one after another, and what came of them. */
export class WalkSeries {
  readonly found = new FoundViolations();
  readonly outcomes: CheckOutcome[] = [];
  readonly #options: SeriesOptions;
  readonly #session: Session;
  readonly #clauses: readonly ClauseId[];
  readonly #shelf = new Map<string, unknown>();
  /** Shrinking repeats what is counted already. */
  #isShrinking = false;
  /** Causes that the walk under way has shown. */
  #shown = new Set<string>();

  constructor(target: WalkTarget, options: SeriesOptions) {
    this.#options = options;
    this.#session = openSession({ ...target, label: `${target.plan.run}-walks` });
    this.#clauses = [...target.document.clauses.values()]
      .toSorted((one, other) => other.kind.localeCompare(one.kind))
      .map(({ id }) => id);
  }

  close(): void {
    this.#session.close();
  }

  isOver(): boolean {
    return this.#options.isInterrupted?.() === true || Date.now() > this.#options.until;
  }

  /** Runs a walk, and shrinks it if it shows a cause that is not settled yet. */
  async search(walk: fc.Arbitrary<readonly Step[]>, seed: number, title: string): Promise<void> {
    this.#begin();
    const { shrinks = 0 } = this.#options;
    let attempts = 0;
    let key: string | undefined;
    let shown = null as { readonly steps: readonly Step[]; readonly result: WalkResult } | null;
    const fails = async (steps: readonly Step[]): Promise<WalkResult | null> => {
      const result = await this.attempt(steps, title);
      key ??= result.found?.key;
      this.#isShrinking = true;
      return result.found !== null && result.found.key === key ? result : null;
    };
    const property = fc.asyncProperty(walk, async (steps) => {
      const isKnown = this.found.all.some((each) => each.key === key);
      const most = isKnown ? Math.ceil(shrinks / 3) : shrinks;
      if ((attempts += 1) > most + 1 || this.isOver()) return true;
      const result = await fails(steps);
      // What comes after the step that failed was not carried out.
      if (result !== null) shown = { steps: steps.slice(0, result.found?.at), result };
      return result === null;
    });
    await fc.check(property, { seed, numRuns: 1 });
    if (!shown?.result.found) return;
    const again = shrinks === 0 ? shown.result : await fails(shown.steps);
    const { key: cause, report } = again?.found ?? shown.result.found;
    this.found.add({ key: cause, report, steps: shown.steps, repeated: { failed: again === null ? 1 : 2, of: 2 } });
  }

  /** Runs steps that cannot be repeated, because what they have done stays done; the one that failed may show it alone. */
  async once(steps: readonly Step[], title: string): Promise<void> {
    this.#begin();
    const { found } = await this.attempt(steps, title);
    if (found === null) return;
    const { key, report, at } = found;
    const whole = { key, report, steps: steps.slice(0, at), repeated: { failed: 1, of: 1 } };
    this.#isShrinking = true;
    const last = steps.slice(at - 1, at).filter((step) => step.do !== 'complete');
    const alone = last.length === 0 ? null : (await this.attempt(last, title)).found;
    const shown = alone?.key === key ? { report: alone.report, steps: last, repeated: { failed: 2, of: 2 } } : {};
    this.found.add({ ...whole, ...shown });
  }

  /** Runs a walk once, as a check of every rule that stops at the first violation that is not known yet. */
  async attempt(steps: readonly Step[], title: string): Promise<WalkResult> {
    let key = '';
    let at = 0;
    const run = async (api: Api): Promise<void> => {
      await runSteps(steps, api, {
        shelf: this.#shelf,
        isReadAgain: true,
        watch: (seen) => {
          if (!this.#isShrinking) this.#options.watch?.(seen);
        },
        isKnown: (finding, answer) => this.#isKnown(keyOf(finding, answer)),
        onFinding: (finding, answer) => {
          if (this.#isKnown(keyOf(finding, answer))) return;
          key = keyOf(finding, answer);
          throw new Violation({ ...finding, answer });
        },
        isOver: (step) => {
          const wait = step.do === 'wait' ? step.milliseconds : 0;
          if (Date.now() + wait > this.#options.until) throw new OutOfTimeError();
          at += 1;
          return this.#options.isInterrupted?.() === true;
        },
      });
    };
    const clauses = this.#clauses as [ClauseId, ...ClauseId[]];
    const outcome = await this.#session.run({ title, clauses, needs: [], mostSteps: mostTold, effect: 'none', run });
    this.outcomes.push(outcome);
    const [report] = outcome.violations;
    return { outcome, found: key === '' || report === undefined ? null : { key, report, at } };
  }

  #begin(): void {
    this.#isShrinking = false;
    this.#shown = new Set();
  }

  #isKnown(key: string): boolean {
    if (!this.found.isSettled(key)) return false;
    // In one walk it counts once.
    if (!this.#isShrinking && !this.#shown.has(key)) this.found.seen(key);
    this.#shown.add(key);
    return true;
  }
}

/** Runs a kept walk once more. */
export async function replay(target: WalkTarget, steps: readonly Step[]): Promise<CheckOutcome> {
  const series = new WalkSeries(target, { until: target.plan.until?.checks ?? Infinity });
  return (await series.attempt(steps, 'kept walk').finally(() => series.close())).outcome;
}

interface WalkResult {
  readonly outcome: CheckOutcome;
  /** Null: nothing was found that was not known. */
  readonly found: { readonly key: string; readonly report: ViolationReport; readonly at: number } | null;
}

type WalkTarget = Pick<SessionOptions, 'document' | 'plan' | 'transport'>;

/** A walk that was shrunk is told whole. */
const mostTold = 60;

/** One cause, one entry: the same rule broken by the same operation at the same place. */
function keyOf({ clauses, path = '' }: Pick<Finding, 'clauses' | 'path'>, { request }: CheckedAnswer): string {
  return `${clauses[0] ?? ''} ${request.operation ?? ''} ${anyItem(path)}`;
}

/** A violation that walks have found, told once, with the shortest walk that shows it. */
export interface FoundViolation {
  readonly key: string;
  readonly report: ViolationReport;
  readonly steps: readonly Step[];
  /** In how many walks it was seen. */
  readonly count: number;
  /** How often the shrunk walk failed of how many times. */
  readonly repeated: { readonly failed: number; readonly of: number };
}

/** So many walks of one cause are shrunk, to tell the shortest; those that follow go on behind it. */
const mostShrunk = 3;

/** What the walks of a run have found, each cause once. */
export class FoundViolations {
  readonly #found = new Map<string, FoundViolation>();

  get all(): readonly FoundViolation[] {
    return [...this.#found.values()];
  }

  /** Whether enough walks of the cause were shrunk, so that it is only counted. */
  isSettled(key: string): boolean {
    return (this.#found.get(key)?.count ?? 0) >= mostShrunk;
  }

  /** Counts one more walk that shows a known cause. */
  seen(key: string): void {
    const known = this.#found.get(key);
    if (known !== undefined) this.#found.set(key, { ...known, count: known.count + 1 });
  }

  /** Of two walks of one cause the one that can be repeated is kept, then the shorter one. */
  add(violation: Omit<FoundViolation, 'count'>): void {
    const known = this.#found.get(violation.key);
    const count = (known?.count ?? 0) + 1;
    const isBetter = known === undefined || rank(violation) < rank(known);
    this.#found.set(violation.key, { ...(isBetter ? violation : known), count });
  }
}

function rank({ steps, repeated }: Pick<FoundViolation, 'steps' | 'repeated'>): number {
  return steps.length + (repeated.failed < repeated.of ? 1e6 : 0);
}

/** All walks as the outcome of one check: its violations are told as those of any check. */
function foldedOutcome(outcomes: readonly CheckOutcome[], found: readonly FoundViolation[]): CheckOutcome {
  const unreachable = outcomes.find(({ result }) => result === 'not verified');
  return {
    ...sumOf(outcomes),
    title: 'generated walks',
    clauses: [...new Set(found.flatMap(({ report }) => report.clauses))],
    effect: 'reversible',
    result: found.length > 0 ? 'failed' : unreachable === undefined ? 'passed' : 'not verified',
    ...(unreachable?.reason !== undefined && { reason: unreachable.reason }),
    violations: found.map(({ report, count, repeated: { failed, of } }) => ({
      ...report,
      came: `${report.came}${failed < of ? ` (not repeatable: seen ${failed} of ${of} times)` : ''}`,
      check: `${report.check}${count > 1 ? `, seen ${count} times` : ''}`,
    })),
    isUnreachable: unreachable?.isUnreachable === true,
  };
}

/** The file of a violation, as text. */
export function walkFileOf({ report, steps }: FoundViolation): string {
  const { clauses, expected, came } = report;
  return `${jsonText({ format: 'voice-agent-mock/walk/1', clauses, expected, came, steps } satisfies WalkFile)}\n`;
}

/** Reads the text of such a file; undefined if it is none. */
export function readWalkFile(text: string): WalkFile | undefined {
  const value = readJson(text);
  return new Ajv().compile<WalkFile>(walkSchema)(value) ? value : undefined;
}
