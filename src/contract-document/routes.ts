import type { Operation } from './operation.ts';

export type RouteMatch =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** `allow` is what the Allow header lists. */
  | { readonly kind: 'method-not-allowed'; readonly path: string; readonly allow: readonly string[] }
  | { readonly kind: 'unknown'; readonly nearest: Operation };

export interface Routes {
  /** Finds what serves a request by its exact path, without a query; a slash at the end makes it another path. */
  find(method: string, path: string): RouteMatch;
}

export function createRoutes(operations: readonly [Operation, ...Operation[]]): Routes {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  }
  return {
    find(method, path) {
      const served = byPath.get(path);
      if (served === undefined) {
        return { kind: 'unknown', nearest: nearestOperation(operations, `${method} ${path}`) };
      }
      const operation = served.find((candidate) => candidate.method === method);
      return operation === undefined
        ? { kind: 'method-not-allowed', path, allow: served.map((candidate) => candidate.method) }
        : { kind: 'operation', operation };
    },
  };
}

function nearestOperation([first, ...others]: readonly [Operation, ...Operation[]], address: string): Operation {
  // An address may be kilobytes long, and the distance takes time by its length.
  const sent = address.slice(0, 200);
  const distance = (operation: Operation): number => editDistance(sent, `${operation.method} ${operation.path}`);
  return others.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest), first);
}

/**
 * What it takes to make one text the other. Characters to add count little: who asks for /agents has left something
 * out, and does not mean the shortest path.
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
