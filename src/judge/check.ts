import type { ClauseId } from '../document/names.gen.ts';
import type { Clause } from '../document/operation.ts';
import type { Api } from './api.ts';
import type { Need } from '../deployment/configuration/settings.ts';

/** `reversible`: it changes only what it made itself, and cleans up. `irreversible`: what it does stays done. */
export type Effect = 'none' | 'reversible' | 'irreversible';

export interface CheckAbout {
  /** The rules that it fails for, all stated or all assumed. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** What it needs of the settings; `reversible` checks of numbers run one after another. */
  readonly needs?: readonly Need[];
  readonly effect: Effect;
}

export interface Check {
  /** Absent: it is called by the first of its rules. */
  readonly title?: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly needs: readonly Need[];
  readonly effect: Effect;
  /** How many requests a violation tells at most; a few if absent. */
  readonly mostSteps?: number;
  readonly run: (api: Api) => Promise<void>;
}

/** What a check is called: by its title, or by its rule as the catalogue words it. */
export function titleOfCheck({ title, clauses: [clause] }: Check, catalogue: ReadonlyMap<ClauseId, Clause>): string {
  return title ?? catalogue.get(clause)?.rule ?? clause;
}

/** One check of the suite. `run` throws a `Violation` for the rule that does not hold. */
export function check(about: CheckAbout, title: string, run: (api: Api) => Promise<void>): Check {
  return { title, clauses: about.clauses, needs: about.needs ?? [], effect: about.effect, run };
}
