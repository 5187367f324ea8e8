import { createHash } from 'node:crypto';
import type { Need } from '../deployment/configuration/settings.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { Clause } from '../document/operation.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { Api } from './api.ts';

/** `reversible`: it changes only what it made itself, and cleans up. `irreversible`: what it does stays done. */
export type Effect = 'none' | 'reversible' | 'irreversible';

export interface Check {
  /** Absent: it is called by the first of its rules. */
  readonly title?: string;
  /** The rules that it fails for, all stated or all assumed. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** What it needs of the settings; `reversible` checks of numbers run one after another. */
  readonly needs: readonly Need[];
  readonly effect: Effect;
  /** How many requests a violation tells at most; a few if absent. */
  readonly mostSteps?: number;
  /** @throws Violation for the rule that does not hold */
  readonly run: (api: Api) => Promise<void>;
}

/** What a check is called: by its title, or by its rule as the catalogue words it. */
export function titleOfCheck({ title, clauses: [clause] }: Check, catalogue: ReadonlyMap<ClauseId, Clause>): string {
  return title ?? catalogue.get(clause)?.rule ?? clause;
}

/** Every check of the suite by the name of its list; the checks of a list run one after another. */
export type CheckLists = Readonly<Record<string, readonly Check[]>>;

/** A part of a suite: the `index`th, from 1, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The shard that `2/3` names; undefined for any other text. */
export function parseShard(text: string): Shard | undefined {
  const [, index = '', count = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : undefined;
}

/**
 * The lists of a shard, the same on every machine: the longest list first, each to the shard that has the fewest checks.
 * A list is never split, because its checks share numbers and campaigns.
 */
export function listsOfShard(lists: CheckLists, shard: Shard | undefined): CheckLists {
  if (shard === undefined) return lists;
  const sizes = Array.from({ length: shard.count }, () => 0);
  const names = new Set<string>();
  for (const [name, list] of Object.entries(lists).toSorted(([, one], [, other]) => other.length - one.length)) {
    const place = sizes.indexOf(Math.min(...sizes));
    sizes[place] = (sizes[place] ?? 0) + list.length;
    if (place === shard.index - 1) names.add(name);
  }
  return Object.fromEntries(Object.entries(lists).filter(([name]) => names.has(name)));
}

/**
 * Which checks and rules a verdict is of: the package's version, and a digest of document, rules and checks, so that two
 * commits of one version are told apart: `0.1.0+3f2a91c4`.
 */
export function suiteVersion(version: string, document: ContractDocument, lists: CheckLists): string {
  const titles = Object.entries(lists).map(([name, list]) => [
    name,
    list.map(({ title, clauses }) => [title, clauses]),
  ]);
  const whole = JSON.stringify([document.openapi, [...document.clauses.values()], titles]);
  return `${version}+${createHash('sha256').update(whole).digest('hex').slice(0, 8)}`;
}
