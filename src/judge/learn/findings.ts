import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { SeenRefusal } from './refusals-seen.ts';
import type { SeenSuccess } from './shapes-seen.ts';
import type { ValueId } from './values.ts';

/** Why something was not seen, and the setting that would help. */
interface Failure {
  readonly reason: string;
  readonly setting?: string | undefined;
}

/** What was seen of a behaviour or a value. */
export type Sight =
  /** The name of an alternative, or the value. */
  | { readonly kind: 'shown'; readonly value: unknown; readonly answer: CheckedAnswer }
  /** The deployment does something that the choice has no alternative for. */
  | { readonly kind: 'unfit'; readonly came: string; readonly answer: CheckedAnswer }
  | ({ readonly kind: 'unseen' } & Failure)
  /** What the deployment does otherwise leaves nothing to be seen of it, and nothing that would depend on it. */
  | { readonly kind: 'hidden'; readonly reason: string };

/** What has been found out, by behaviour and value, and the answers from which the rest is concluded. */
export class Findings {
  readonly #sights = new Map<string, Sight[]>();
  refusals: SeenRefusal[] = [];
  readonly granted: SeenSuccess[] = [];
  /** Why what was to be seen of a choice was not, where nothing else was. */
  readonly failures = new Map<string, Failure>();

  /** @param others which it begins with */
  constructor(others?: Findings) {
    if (others === undefined) return;
    for (const [id, sights] of others.#sights) this.#sights.set(id, [...sights]);
    this.refusals = [...others.refusals];
    this.granted.push(...others.granted);
    this.failures = others.failures;
  }

  /** @param id a behaviour or value, or what a script showed that is neither */
  note(id: string, sight: Sight): void {
    const sights = this.#sights.get(id);
    // A recording may show one choice 100,000 times.
    if (sights === undefined) this.#sights.set(id, [sight]);
    else sights.push(sight);
  }

  /** A choice shows by an answer: the alternative's name or the value, or undefined if the answer fits none. */
  decide(id: ChoiceId | ValueId, value: unknown, answer: CheckedAnswer, came = 'the answer fits no alternative'): void {
    this.note(id, value === undefined ? { kind: 'unfit', came, answer } : { kind: 'shown', value, answer });
  }

  /** A rule has refused a request. */
  refused(clause: RefusalId, answer: CheckedAnswer, mock?: CheckedAnswer): void {
    if (answer.status < 400 || answer.status >= 500) return;
    this.refusals.push({ clause, answer, ...(mock !== undefined && { mock }) });
  }

  /** Takes back what was concluded from answers that break a stated rule: what they mean cannot be told. */
  distrust(answers: ReadonlySet<CheckedAnswer>): void {
    for (const [id, sights] of this.#sights) {
      const kept = sights.filter((sight) => !('answer' in sight && answers.has(sight.answer)));
      if (kept.length === sights.length) continue;
      const reason = 'the answer that would show it breaks a stated rule';
      this.#sights.set(id, [...kept, { kind: 'unseen', reason }]);
    }
  }

  sightsOf(id: string): readonly Sight[] {
    return this.#sights.get(id) ?? [];
  }

  /** Of what something was seen. */
  get ids(): readonly string[] {
    return [...this.#sights.keys()];
  }
}
