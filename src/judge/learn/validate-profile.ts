import { whatOf, type Profile } from '../../clauses/profile.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { Learning } from './experiment.ts';
import { learn, type Lesson } from './learn.ts';
import { reasonLeft, updateProfile, type Change } from './update-profile.ts';

/**
 * Asks everything that learning asks, and says of each thing that a profile has whether the deployment still does so: by
 * the judgement of `learn --check`. What a script itself brings is told without a rule.
 */
export async function validateByProfile(profile: Profile, learning: Learning): Promise<readonly CheckOutcome[]> {
  const { document } = learning;
  // What it has learned, and the behaviours that it names by hand.
  const ids = new Set([
    ...profile.overlay.actions.flatMap((action) => whatOf(action) ?? []),
    ...profile.behaviours.keys(),
  ]);
  const learned = await learn(learning);
  const { changes } = updateProfile(profile, learned, profile.name, document.choices);
  const drift = new Map(changes.flatMap((change) => (change.kind === 'new' ? [] : [[change.what, change] as const])));
  const judged = [...ids].flatMap((id): CheckOutcome[] => {
    const lesson = learned.lessons.get(id);
    return lesson === undefined ? [] : [outcomeOf(id, lesson, drift.get(id), document)];
  });
  // Whether a rule is kept is said of each lesson: that its script came to an end says nothing.
  return [...learned.outcomes.map((outcome) => ({ ...outcome, clauses: [] })), ...judged];
}

function outcomeOf(id: string, lesson: Lesson, drift: Change | undefined, document: ContractDocument): CheckOutcome {
  const choice = document.choices.get(id as never);
  const clause = choice?.clause ?? (id.split(/[ ;]+/)[1] as ClauseId);
  const common = {
    title: `the profile: ${id}`,
    list: 'profile',
    clauses: document.clauses.has(clause) ? [clause] : [],
    ...({ effect: 'none', drift: [], seen: {}, requests: 0, created: 0 } as const),
    cleaning: { cleaned: 0, left: [] },
    isUnreachable: false,
    milliseconds: 0,
  };
  if (drift !== undefined && (lesson.kind === 'decided' || lesson.kind === 'unfit')) {
    const [came, evidence] = lesson.kind === 'decided' ? [lesson.said, lesson.learned] : [lesson.came, lesson.evidence];
    const violation = {
      operation: null,
      path: '',
      steps: [],
      clauses: common.clauses,
      check: common.title,
      curl: evidence.request,
      cause: `does not do as the profile says: ${id}`,
      expected: `${id} as the profile has it: ${drift.from ?? 'as by default'}`,
      came: `${came}; ${evidence.answer}`,
    };
    return { ...common, result: 'failed', violations: [violation] };
  }
  if (lesson.kind === 'decided') return { ...common, result: 'passed', violations: [] };
  const { setting } = { setting: undefined, ...lesson };
  const reason = reasonLeft({ ...lesson, setting: undefined } as typeof lesson);
  return { ...common, result: 'not verified', reason, ...(setting !== undefined && { setting }), violations: [] };
}
