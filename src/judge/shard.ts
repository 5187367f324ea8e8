import type { Check } from './check.ts';

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

type NamedList = readonly [name: string, checks: readonly Check[]];

/** The lists of a shard: those that may run at the same time, and those with checks that cannot be undone, each alone after them. */
export function listsInOrder(
  lists: CheckLists,
  shard: Shard | undefined,
): { readonly together: readonly NamedList[]; readonly alone: readonly NamedList[] } {
  const named = Object.entries(listsOfShard(lists, shard));
  const isAlone = ([, checks]: NamedList): boolean => checks.some(({ effect }) => effect === 'irreversible');
  return { together: named.filter((list) => !isAlone(list)), alone: named.filter(isAlone) };
}
