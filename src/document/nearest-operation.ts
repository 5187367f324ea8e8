import type { Operation } from './operation.ts';

/** The operation whose method and path are most like an address; undefined if there is none. */
export function nearestOperation(operations: readonly Operation[], address: string): Operation | undefined {
  const [first, ...others] = operations;
  if (first === undefined) return undefined;
  // An address may be kilobytes long, and the distance takes time in proportion to its length.
  const sent = address.slice(0, 200);
  const distance = (operation: Operation): number => editDistance(sent, `${operation.method} ${operation.path}`);
  return others.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest), first);
}

/**
 * The cost of turning one text into the other. Added characters cost little: a caller who sends /agents has left
 * something out, and does not mean the shortest path.
 */
function editDistance(from: string, to: string): number {
  const [added, changed] = [1, 8];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index * added);
  for (let i = 1; i <= from.length; i++) {
    const next = [i * changed];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : changed);
      next.push(Math.min(replaced, (row[j] ?? 0) + changed, (next[j - 1] ?? 0) + added));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
