import type { Addresses, Settings } from '../../deployment/configuration/settings.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Api } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Check } from '../run-plan.ts';
import type { Step } from '../steps.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import { SeenAnswer, type StepAnswers, factNames, withAgents } from './twin.ts';
import type { Names } from './normalise.ts';
import { runSteps, type StepsRun } from '../run-steps.ts';
import { openSession, type Session, type SessionOptions } from '../session.ts';

/** The deployment or the mock, as walks are sent to it. */
export interface Side {
  readonly walk: (
    steps: readonly Step[],
    run?: Pick<StepsRun, 'isOver' | 'readsChanged'>,
  ) => Promise<StepAnswers & { readonly outcome: CheckOutcome }>;
  readonly evidence: Session['evidence'];
  readonly close: () => void | Promise<void>;
}

interface SideOptions extends Pick<
  SessionOptions,
  'document' | 'plan' | 'transport' | 'agent' | 'noting' | 'beginAnew'
> {
  readonly settings: Settings;
  readonly addresses: Addresses;
}

/** Opens one side. Its walks use own agents alone, which are cleaned at the end of each, unless it begins anew. */
export function openSide({ document, plan, settings, addresses, ...options }: SideOptions): Side {
  // The rules that a run is asked for choose its checks, not what is sent here.
  const { only: _, ...whole } = plan;
  const session = openSession({
    document,
    plan: { ...whole, settings, addresses, withAssumptions: false },
    label: `${plan.run}-parity`,
    ...options,
  });
  const shelf = new Map<string, unknown>();
  return {
    close: session.close,
    evidence: session.evidence,
    async walk(steps, given = {}) {
      let answers: StepAnswers = { steps: [] };
      const run = async (api: Api): Promise<void> => {
        answers = await answersTo(steps, api, { shelf, facts: factNames(settings, plan.settings), ...given });
      };
      // No rule is asked for: what does not hold is told by the answers.
      const check: Check = { title: 'parity', clauses: ['payload.json'], needs: [], effect: 'none', run };
      const outcome = await session.run(check);
      return { ...answers, outcome };
    },
  };
}

/** Carries out steps without a judge, and gives every answer; what does not hold of it stands beside it. */
export async function answersTo(
  steps: Iterable<Step>,
  api: Api,
  {
    facts = new Map(),
    ...sending
  }: Pick<StepsRun, 'shelf' | 'isOver' | 'isStrict' | 'readsChanged'> & { readonly facts?: Names },
): Promise<StepAnswers> {
  const seen: (readonly CheckedAnswer[])[] = [];
  const broken = new Map<CheckedAnswer, { clause: ClauseId | undefined; path: string | undefined }[]>();
  const state = await runSteps(steps, api, {
    ...sending,
    isKnown: () => true,
    onFinding: ({ clauses, path }, answer) => {
      broken.set(answer, [...(broken.get(answer) ?? []), { clause: clauses[0], path }]);
    },
    onStep: (answers) => seen.push(answers),
  });
  const known = new Map([...facts, ...state.voices]);
  const named = seen.reduce<Names>((all, answers, step) => withAgents(all, answers, [], step), known);
  const names = withAgents(named, [], state.model.agents.keys());
  const roots = rootsOf(api.addresses);
  const seenAnswer = (answer: CheckedAnswer): SeenAnswer => {
    const given = { broken: broken.get(answer) ?? [], isInvalid: (answer.faults ?? []).length > 0 };
    return new SeenAnswer({ answer, roots, ...given, curl: () => api.curl(answer.request) }, names);
  };
  return { steps: seen.map((answers) => answers.map(seenAnswer)) };
}

/** What an answer may begin its own addresses with. */
function rootsOf({ base_url: base, api_url: api, alt_url: alt }: Addresses): readonly string[] {
  const urls = [base, api, alt].flatMap((url) => [url, new URL(url).origin]);
  return [...new Set(urls)].sort((one, other) => other.length - one.length);
}
