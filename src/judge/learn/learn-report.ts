import type { Learned } from './learn.ts';
import { reasonLeft, type Change } from './update-profile.ts';
import { grouped } from '../../json/json-value.ts';

/** How many choices were decided, and how many requests that took. */
export function figuresOf(
  { lessons }: Learned,
  requests: number,
): Readonly<Record<'decided' | 'unfit' | 'hidden' | 'unseen' | 'requests', number>> {
  const count = (kind: string): number => [...lessons.values()].filter((lesson) => lesson.kind === kind).length;
  const [decided, unfit, hidden, unseen] = [count('decided'), count('unfit'), count('hidden'), count('unseen')];
  return { decided, unfit, hidden, unseen, requests };
}

/** What was learned, for people: the figures, the changes, what fits no alternative, what was not observed and why. */
export function learnReport(
  learned: Learned,
  requests: number,
  changes: readonly Change[],
  isAnew: boolean,
): readonly string[] {
  const { decided, unfit, hidden, unseen } = figuresOf(learned, requests);
  const lines = [
    `Learned: ${decided} decided, ${unfit} cannot be told, ${hidden} without effect here, ${unseen} not observed; ${requests} requests.`,
  ];
  const shown = isAnew ? changes.filter(({ kind }) => kind !== 'new') : changes;
  lines.push(...shown.map(changeLine));
  const violated = new Set(learned.outcomes.flatMap(({ violations }) => violations.flatMap(({ clauses }) => clauses)));
  if (violated.size > 0) lines.push(`Stated rules are violated, as contract would tell: ${[...violated].join(', ')}`);
  const cut = learned.outcomes.filter(({ setting }) => setting === '--max-minutes').map(({ title }) => title);
  if (cut.length > 0) lines.push(`left out, as the time of the run was used up (--max-minutes): ${cut.join('; ')}`);
  for (const [choice, lesson] of learned.lessons) {
    if (lesson.kind === 'unfit') {
      lines.push(`cannot be told: ${choice}: ${lesson.came}`, `  ${lesson.evidence.request}`);
    }
  }
  return [...lines, ...unseenLines(learned)];
}

function changeLine({ what, kind, from, to }: Change): string {
  if (kind === 'contradicted') return `contradicted: ${what}: by hand ${from ?? ''}, the deployment: ${to}`;
  return `${kind}: ${what}: ${from === undefined ? '' : `${from} -> `}${to}`;
}

/** What was not observed, each reason once. */
function unseenLines({ lessons }: Learned): readonly string[] {
  const unseen = [...lessons].flatMap(([choice, lesson]) =>
    lesson.kind === 'unseen' ? [{ choice, reason: reasonLeft(lesson).replace(/^(.{120}).+/su, '$1…') }] : [],
  );
  return [...grouped(unseen, ({ reason }) => reason)].map(
    ([reason, all]) => `not observed: ${reason}: ${all.map(({ choice }) => choice).join(', ')}`,
  );
}
