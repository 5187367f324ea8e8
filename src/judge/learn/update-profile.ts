import { isDeepStrictEqual } from 'node:util';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Decision, Profile } from '../../clauses/profile/profile.ts';
import type { Learned, Lesson } from './learn.ts';

/** What a run has to say of a choice beside what a profile said before. */
export interface Change {
  readonly choice: ChoiceId;
  /**
   * `new`: the profile did not decide it. `changed`: the deployment does something else than was learned before.
   * `contradicted`: it does something else than was written by hand, which stays.
   */
  readonly kind: 'new' | 'changed' | 'contradicted';
  /** What the profile says; undefined if it says nothing. */
  readonly from: string | undefined;
  readonly to: string;
}

export interface UpdatedProfile {
  readonly profile: Profile;
  readonly changes: readonly Change[];
}

/**
 * A profile with what was learned. What was written by hand stays; what was learned before stays too if it still holds,
 * with its evidence, or could not be seen this time.
 */
export function updateProfile(before: Profile | null, { lessons }: Learned, name: string): UpdatedProfile {
  const changes: Change[] = [];
  const choices = [...lessons].map(([choice, lesson]): [ChoiceId, Decision] => {
    const next: Decision = lesson.kind === 'decided' ? lesson.decision : { not_observed: reasonLeft(lesson) };
    const old = before?.choices.get(choice);
    if (old === undefined || 'not_observed' in old) {
      // Without a decision an answer that fits no alternative changes nothing.
      if (lesson.kind === 'decided') changes.push({ choice, kind: 'new', from: undefined, to: said(next) });
      return [choice, next];
    }
    if (lesson.kind === 'unseen' || lesson.kind === 'hidden' || isSame(old, next)) return [choice, old];
    const isByHand = 'by' in old;
    changes.push({ choice, kind: isByHand ? 'contradicted' : 'changed', from: said(old), to: said(next) });
    return [choice, isByHand ? old : next];
  });
  return { profile: { name: before?.name ?? name, choices: new Map(choices) }, changes };
}

/** Why a choice is not decided, and what would help. */
export function reasonLeft(lesson: Exclude<Lesson, { kind: 'decided' }>): string {
  if (lesson.kind === 'unfit') return `fits no alternative: ${lesson.came}; ${lesson.evidence.answer}`;
  if (lesson.kind === 'hidden') return `nothing depends on it: ${lesson.reason}`;
  const { reason, setting = '' } = lesson;
  return reason.includes(setting) ? reason : `${reason} (${setting})`;
}

function said(decision: Decision): string {
  if ('alternative' in decision) return decision.alternative;
  return 'value' in decision ? JSON.stringify(decision.value) : decision.not_observed;
}

function isSame(one: Decision, other: Decision): boolean {
  if ('alternative' in one && 'alternative' in other) return one.alternative === other.alternative;
  return 'value' in one && 'value' in other && isDeepStrictEqual(one.value, other.value);
}
