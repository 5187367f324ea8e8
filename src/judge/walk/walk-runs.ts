import { OutOfTimeError } from '../../deployment/transport.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Api } from '../api.ts';
import { type CheckedAnswer, Violation } from '../report/violation.ts';
import type { Check } from '../check.ts';
import type { CheckOutcome, ViolationReport } from '../report/outcome.ts';
import type { Session } from '../session.ts';
import type { Finding } from '../stated/model.ts';
import { restoreCampaign } from '../stated/lists/bystanders.ts';
import { performStep, readOwn } from './perform/perform-step.ts';
import { WalkState, type Seen } from './perform/walk-state.ts';
import type { Step } from '../steps.ts';

/** What came of a walk. */
export interface WalkResult {
  readonly outcome: CheckOutcome;
  /** Null: nothing was found that was not known. */
  readonly found: { readonly key: string; readonly report: ViolationReport; readonly at: number } | null;
}

export interface WalkRunsOptions {
  readonly session: Session;
  readonly document: ContractDocument;
  readonly watch: (seen: Seen) => void;
  /** Counts a violation that is known; gives whether it is. */
  readonly isKnown: (key: string) => boolean;
  readonly shouldStop: () => boolean;
  /** When no more steps are begun, nor waits that end later, in milliseconds since 1970. */
  readonly until: number;
}

/** Runs a walk as a check of every rule: it stops at the first violation that is not known yet. */
export function createWalkRuns(
  options: WalkRunsOptions,
): (title: string, steps: readonly Step[]) => Promise<WalkResult> {
  const { session, document, isKnown, watch } = options;
  const clauses = [...document.clauses.values()]
    .toSorted((one, other) => other.kind.localeCompare(one.kind))
    .map(({ id }) => id);
  const shelf = new Map<string, unknown>();
  return async (title, steps) => {
    let key = '';
    let at = 0;
    const run = async (api: Api): Promise<void> => {
      const state = new WalkState(api, {
        ...{ shelf, watch },
        isKnown: (finding, answer) => isKnown(keyOf(finding, answer)),
        onFinding: (finding, answer) => {
          if (!isKnown(keyOf(finding, answer))) throw new Violation({ ...finding, answer });
        },
      });
      try {
        for (const step of steps) {
          if (options.shouldStop()) return;
          const wait = step.do === 'wait' ? step.milliseconds : 0;
          if (Date.now() + wait > options.until) throw new OutOfTimeError();
          at += 1;
          watch({ step });
          await performStep(step, state);
        }
        await readOwn(state, true);
      } catch (error) {
        if (error instanceof Violation && error.facts.answer !== undefined) {
          key = keyOf(error.facts, error.facts.answer);
        }
        throw error;
      } finally {
        await restoreCampaign(state);
      }
    };
    const check: Check = {
      title,
      clauses: clauses as [ClauseId, ...ClauseId[]],
      needs: [],
      effect: 'none',
      mostSteps: mostTold,
      run,
    };
    const outcome = await session.run(check);
    const [report] = outcome.violations;
    return { outcome, found: key === '' || report === undefined ? null : { key, report, at } };
  };
}

/** A walk that was shrunk is told whole. */
const mostTold = 60;

/** One cause, one entry: the same rule broken by the same operation at the same place. */
export function keyOf({ clauses, path = '' }: Pick<Finding, 'clauses' | 'path'>, { request }: CheckedAnswer): string {
  return `${clauses[0] ?? ''} ${request.operation ?? ''} ${path.replaceAll(/\/\d+/g, '/[]')}`;
}
