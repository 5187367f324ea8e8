import { editDistance } from '../text/nearest.ts';
import type { Operation } from './operation.ts';

/** The operation whose method and path are most like an address; undefined if there is none. */
export function nearestOperation(operations: readonly Operation[], address: string): Operation | undefined {
  const [first, ...others] = operations;
  if (first === undefined) return undefined;
  // An address may be kilobytes long, and the distance takes time in proportion to its length.
  const sent = address.slice(0, 200);
  const distance = (operation: Operation): number => editDistance(sent, `${operation.method} ${operation.path}`, costs);
  return others.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest), first);
}

/** Added characters cost little: a caller who sends /agents has left something out, and does not mean the shortest path. */
const costs = { added: 1, removed: 8, replaced: 8, swapped: Infinity };
