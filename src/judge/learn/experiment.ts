import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { unmetNeeds } from '../../deployment/configuration/settings.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Api } from '../api.ts';
import type { Check } from '../run-plan.ts';
import { answersTo } from '../as-mock/side.ts';
import { factNames, type StepAnswers } from '../as-mock/twin.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import { checkOf, type Script } from '../script.ts';
import type { Session, SessionOptions } from '../session.ts';
import { needsOf, type Step } from '../steps.ts';
import { Findings } from './findings.ts';
import { choicesOfScript, type AskedScript } from './learn-scripts.ts';
import type { ValueId } from './values.ts';

/** Something to be tried on a deployment, to see which alternatives it follows. */
export interface Experiment extends Partial<Pick<Check, 'needs'>>, Pick<Check, 'effect'> {
  readonly title: string;
  /** The choices that it can decide. */
  readonly decides: readonly (ChoiceId | ValueId)[];
  readonly run: (api: Api, findings: Findings) => Promise<void>;
}

/** The experiment as a check of the suite, which runs it, keeps to its plan and cleans up behind it. */
export function asCheck(about: Experiment, document: ContractDocument, findings: Findings): Check {
  const [clause] = about.decides.flatMap((id) => document.choices.get(id as ChoiceId)?.clause ?? []);
  const { title, effect, needs = [] } = about;
  const run = async (api: Api): Promise<void> => {
    try {
      await about.run(api, findings);
    } finally {
      findings.distrust(new Set(api.answers.filter(({ faults = [] }) => faults.length > 0)));
    }
  };
  return { title, effect, needs, clauses: [clause ?? 'payload.json'], run };
}

/** The plan is of the deployment. */
export interface Learning extends Pick<SessionOptions, 'document' | 'plan' | 'transport' | 'ledger'> {
  readonly scripts: readonly Script[];
  readonly experiments: readonly Experiment[];
  readonly now: () => Date;
  readonly onOutcome?: (done: number, outcome: CheckOutcome) => void;
  /** Whether to stop before the next experiment. */
  readonly isEnded?: () => boolean;
}

interface AskedAll {
  readonly asked: readonly AskedScript[];
  readonly findings: Findings;
  readonly outcomes: readonly CheckOutcome[];
}

/** Sends everything, once. */
export async function ask(learning: Learning, session: Session): Promise<AskedAll> {
  const { document, plan, scripts, experiments } = learning;
  const findings = new Findings();
  const { failures } = findings;
  const outcomes: CheckOutcome[] = [];
  const asked: AskedScript[] = [];
  const run = async (check: Check, choices: readonly string[]): Promise<CheckOutcome | null> => {
    if (outcomes.at(-1)?.isUnreachable === true || learning.isEnded?.() === true) return null;
    const outcome = await session.run(check);
    outcomes.push(outcome);
    const reason = outcome.reason ?? 'what was asked did not show it';
    for (const choice of choices) {
      // What one script could not ask another one may have asked.
      if (outcome.result === 'not verified' || failures.get(choice)?.setting === undefined) {
        failures.set(choice, { reason, setting: outcome.setting });
      }
    }
    learning.onOutcome?.(outcomes.length, outcome);
    return outcome;
  };
  for (const each of experiments) await run(asCheck(each, document, findings), each.decides);
  const before: Script[] = [];
  for (const whole of scripts) {
    // Which of two requests at once comes first is no choice of a deployment, and nothing is done by waiting.
    const isCalm = ({ do: kind }: Step): boolean => kind !== 'race' && kind !== 'wait';
    // Of what shows only how answers look each step tells something by itself: those that the settings have nothing for are left out.
    const isOfSettings = (step: Step): boolean =>
      whole.clauses[0] !== 'payload.json' || unmetNeeds(plan.settings, needsOf([step])).length === 0;
    const steps = whole.steps.filter((step) => isCalm(step) && isOfSettings(step));
    const sent: Step[] = [];
    const script = { ...whole, steps: sent };
    let answers: StepAnswers = { steps: [] };
    const check = checkOf({ ...whole, steps }, async (api) => {
      const isOver = (): boolean => learning.isEnded?.() === true;
      const facts = factNames(plan.settings, plan.settings);
      // What shows of a value is looked at where others are refused.
      const readsChanged =
        whole.tries === undefined || new Set(steps.filter((_, at) => whole.tries?.[at]?.length !== 1));
      const run = { shelf: new Map(), isOver, readsChanged, facts };
      answers = await answersTo(stepsWanted({ ...whole, steps }, api, sent), api, run);
    });
    const choices = choicesOfScript(script, document).map(({ id }) => id);
    const outcome = await run(check, choices);
    if (outcome === null || answers.steps.length === 0) continue;
    asked.push({ script, answers, ...(check.effect === 'irreversible' && { before: [...before] }) });
    if (check.effect === 'irreversible') before.push(script);
  }
  return { asked, findings, outcomes };
}

/** The steps of a script, noted as they are sent: of those that try values of a field none, once the first was taken. */
function* stepsWanted({ steps, tries = [] }: Script, api: Api, sent: Step[]): Generator<Step> {
  const refused = new Map<string, boolean>();
  for (const [place, step] of steps.entries()) {
    const fields = tries[place] ?? [];
    if (fields.some((field) => refused.get(field) === false)) continue;
    sent.push(step);
    yield step;
    const latest = api.answers.findLast(({ request }) => request.operation !== 'getAgent');
    for (const field of fields) if (!refused.has(field)) refused.set(field, (latest?.status ?? 0) >= 400);
  }
}
