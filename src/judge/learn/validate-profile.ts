import type { Choice } from '../../clauses/choices.ts';
import type { Decision, Profile } from '../../clauses/profile/profile.ts';
import type { CheckOutcome, ViolationReport } from '../report/outcome.ts';
import { choicesOfScript } from './learn-scripts.ts';
import { learn, type Learned, type Learning, type Lesson } from './learn.ts';
import { reasonLeft, updateProfile, type Change } from './update-profile.ts';

/**
 * Tries the experiments of the choices that a profile decides, and says of each whether the deployment does as the
 * profile says: by the judgement of `learn --check`. What an experiment itself brings is told without a rule.
 */
export async function validateByProfile(profile: Profile, learning: Learning): Promise<readonly CheckOutcome[]> {
  const { document } = learning;
  const decided = [...profile.choices].filter(([, decision]) => !('not_observed' in decision));
  const ids = new Set(decided.map(([id]) => id));
  const hasShown = [...learning.shownByAnswers.keys()].some((id) => ids.has(id));
  const experiments = learning.experiments.filter((each) => hasShown || each.decides.some((id) => ids.has(id)));
  const scripts = learning.scripts.filter(
    (script) => hasShown || choicesOfScript(script, document).some(({ id }) => ids.has(id)),
  );
  const learned = await learn({ ...learning, experiments, scripts });
  const drift = new Map(driftOf(profile, learned).map((change) => [change.choice, change]));
  const judged = decided.flatMap(([id, decision]): CheckOutcome[] => {
    const [choice, lesson] = [document.choices.get(id), learned.lessons.get(id)];
    if (choice === undefined || lesson === undefined) return [];
    return [outcomeOf(choice, decision, lesson, drift.get(id))];
  });
  // Whether a rule is kept is said of each choice: that its experiment came to an end says nothing.
  return [...learned.outcomes.map((outcome) => ({ ...outcome, clauses: [] })), ...judged];
}

function driftOf(profile: Profile, learned: Learned): readonly Change[] {
  return updateProfile(profile, learned, profile.name).changes.filter(({ kind }) => kind !== 'new');
}

function outcomeOf(choice: Choice, decision: Decision, lesson: Lesson, drift: Change | undefined): CheckOutcome {
  const common = {
    title: `the profile: ${choice.id}`,
    list: 'profile',
    clauses: [choice.clause],
    ...({ effect: 'none', drift: [], seen: {}, requests: 0, created: 0 } as const),
    ...{ cleaning: { cleaned: 0, left: [] }, isUnreachable: false, milliseconds: 0 },
  };
  if (drift !== undefined && (lesson.kind === 'decided' || lesson.kind === 'unfit')) {
    return { ...common, result: 'failed', violations: [violationOf(choice, decision, lesson, common.title)] };
  }
  if (lesson.kind === 'decided') return { ...common, result: 'passed', violations: [] };
  const setting = lesson.kind === 'unseen' ? lesson.setting : undefined;
  const reason = reasonLeft(lesson.kind === 'unseen' ? { ...lesson, setting: undefined } : lesson);
  return { ...common, result: 'not verified', reason, ...(setting !== undefined && { setting }), violations: [] };
}

function violationOf(
  choice: Choice,
  decision: Decision,
  lesson: Extract<Lesson, { kind: 'decided' | 'unfit' }>,
  check: string,
): ViolationReport {
  const evidence = lesson.kind === 'decided' ? lesson.decision.learned : lesson.evidence;
  const came = lesson.kind === 'decided' ? saidOf(choice, lesson.decision) : `neither: ${lesson.came}`;
  return {
    operation: null,
    clauses: [choice.clause],
    cause: `does not do as the profile says: ${choice.id}`,
    expected: `${choice.id} as the profile has it: ${saidOf(choice, decision)}`,
    came: `${came}; ${evidence.answer}`,
    path: '',
    curl: evidence.request,
    steps: [],
    check,
  };
}

/** A decision with what it means. */
function saidOf({ alternatives }: Choice, decision: Decision): string {
  if ('alternative' in decision) return `${decision.alternative} (${alternatives?.get(decision.alternative) ?? ''})`;
  return 'value' in decision ? JSON.stringify(decision.value) : decision.not_observed;
}
