import { operationPlaces } from '../../deployment/addresses.ts';
import type { LedgerFile } from '../../deployment/agents/ledger-file.ts';
import type { Addresses, Settings } from '../../deployment/configuration/settings.ts';
import { createHttpTransport } from '../../deployment/http-transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Api } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Check } from '../check.ts';
import { performStep } from '../walk/perform/perform-step.ts';
import { WalkState } from '../walk/perform/walk-state.ts';
import type { Step } from '../steps.ts';
import { factsOf, isDocumentedIn } from '../walk/walk-runs.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import { Violation } from '../report/violation.ts';
import type { RunPlan } from '../run-plan.ts';
import { openSession } from '../session.ts';

/** One answer of a side, with what is stated and does not hold of it. */
export interface SeenAnswer {
  readonly answer: CheckedAnswer;
  /** The request as a line for a shell, without secrets. */
  readonly curl: string;
  readonly broken: readonly { readonly clause: ClauseId | undefined; readonly path: string | undefined }[];
  /** The addresses that the side is reached at, the longest first, as it may write them into its answers. */
  readonly roots: readonly string[];
}

/** What a walk brought from one side: the answers of each step, and the agents that the walk made, in their order. */
export interface WalkAnswers {
  readonly steps: readonly (readonly SeenAnswer[])[];
  readonly agents: readonly number[];
  readonly outcome: CheckOutcome;
}

/** The deployment or the mock, as walks are sent to it. */
export interface Side {
  readonly walk: (steps: readonly Step[], until: () => boolean) => Promise<WalkAnswers>;
  readonly close: () => void | Promise<void>;
}

export interface SideOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  readonly settings: Settings;
  readonly addresses: Addresses;
  /** Absent: the target is thrown away. */
  readonly ledger?: LedgerFile;
}

/** Opens one side. Its walks use own agents alone, which are cleaned at the end of each. */
export function openSide({ document, plan, settings, addresses, ledger }: SideOptions): Side {
  const places = operationPlaces(document);
  const transport = createHttpTransport({ ...settings, addresses, places });
  const session = openSession({
    document,
    plan: { ...plan, settings, addresses, withAssumptions: false },
    transport,
    label: `${plan.run}-parity`,
    ...(ledger !== undefined && { ledger }),
  });
  const shelf = new Map<string, unknown>();
  const roots = rootsOf(addresses);
  return {
    close: () => transport.close(),
    async walk(steps, isOver) {
      const seen: SeenAnswer[][] = [];
      let agents: readonly number[] = [];
      const run = async (api: Api): Promise<void> => {
        const broken = new Map<CheckedAnswer, { clause: ClauseId | undefined; path: string | undefined }[]>();
        const state = new WalkState(api, {
          facts: factsOf(settings),
          isDocumented: isDocumentedIn(document),
          shelf,
          settled: new Set(),
          onAnswer: () => undefined,
          onReached: () => undefined,
          onTransition: () => undefined,
          isKnown: ({ clauses, path }, answer) => {
            broken.set(answer, [...(broken.get(answer) ?? []), { clause: clauses[0], path }]);
            return true;
          },
        });
        for (const step of steps) {
          if (isOver()) return;
          const start = api.answers.length;
          await performUnjudged(step, state);
          seen.push(
            api.answers.slice(start).map(({ answer }) => ({
              answer,
              curl: session.curl(answer.request),
              broken: broken.get(answer) ?? [],
              roots,
            })),
          );
        }
        agents = [...state.agents];
      };
      // No rule is asked for: what does not hold is told by the answers.
      const check: Check = { title: 'parity', clauses: ['payload.json'], needs: [], effect: 'none', run };
      const outcome = await session.run(check);
      return { steps: seen, agents, outcome };
    },
  };
}

function rootsOf({ base_url: base, api_url: api, alt_url: alt }: Addresses): readonly string[] {
  const urls = [base, api, alt].flatMap((url) => [url, new URL(url).origin]);
  return [...new Set(urls)].sort((one, other) => other.length - one.length);
}

/** The laws that a step looks at end with it: what they find is in the answers too. */
async function performUnjudged(step: Step, state: WalkState): Promise<void> {
  try {
    await performStep(step, state);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
  }
}
