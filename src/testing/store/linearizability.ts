/** An operation on a list that can be appended to, replaced and read. Times are of one clock. */
export interface Operation {
  readonly key: string;
  /**
   * `append` adds an item and gives the list with it; `write` makes it the only one; `read` gives the list.
   */
  readonly kind: 'append' | 'write' | 'read';
  readonly item?: string;
  /** The list that was answered; undefined where no answer came: it may have happened, at any later time, or not. */
  readonly list?: readonly string[];
  readonly from: number;
  /** Infinity if no answer came. */
  readonly to: number;
}

/**
 * Finds out whether a history could have come of operations that took effect one after another, each at a moment between
 * its call and its answer (Wing and Gong's search, with the states that were tried kept, as Lowe has it). Lists of
 * different keys are looked at one by one, which is as good: linearizability is local.
 * @returns the keys whose histories could not
 */
export function brokenKeys(history: readonly Operation[]): readonly string[] {
  const byKey = new Map<string, Operation[]>();
  for (const operation of history) byKey.set(operation.key, [...(byKey.get(operation.key) ?? []), operation]);
  return [...byKey].filter(([, operations]) => !isLinearizable(operations)).map(([key]) => key);
}

/** @param operations on one list, which begins empty */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const seen = new Set(operations.flatMap(({ list = [] }) => list));
  const ordered = operations
    // What nobody has seen the effect of need not have happened.
    .filter((operation) => !isOptional(operation) || (operation.kind !== 'read' && seen.has(operation.item ?? '')))
    .toSorted((one, other) => one.from - other.from);
  const tried = new Set<string>();
  const stack: { readonly done: bigint; readonly list: readonly string[] }[] = [{ done: 0n, list: [] }];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const { done, list } = state;
    const key = `${done} ${list.join()}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const open = ordered.map((operation, index) => ({ operation, index })).filter(({ index }) => !hasBit(done, index));
    if (open.every(({ operation }) => isOptional(operation))) return true;
    // Only what was called before the first answer that is due can be next.
    const due = Math.min(...open.map(({ operation }) => (isOptional(operation) ? Infinity : operation.to)));
    const latest = Math.max(-Infinity, ...ordered.map(({ from }, index) => (hasBit(done, index) ? from : -Infinity)));
    const possible = open.filter(({ operation }) => operation.from <= due && operation.to >= latest);
    // A read that fits now need not wait: it changes nothing for the others.
    const read = possible.find(({ operation }) => operation.kind === 'read' && stepOf(operation, list) !== undefined);
    for (const { operation, index } of read === undefined ? possible : [read]) {
      const next = stepOf(operation, list);
      if (next !== undefined) stack.push({ done: done | (1n << BigInt(index)), list: next });
    }
  }
  return false;
}

function isOptional({ to }: Operation): boolean {
  return to === Infinity;
}

function hasBit(set: bigint, index: number): boolean {
  return ((set >> BigInt(index)) & 1n) === 1n;
}

/** The list after an operation; undefined if it would have answered otherwise. */
function stepOf({ kind, item = '', list: answer }: Operation, list: readonly string[]): readonly string[] | undefined {
  const next = kind === 'append' ? [...list, item] : kind === 'write' ? [item] : list;
  if (answer === undefined) return next;
  return answer.length === next.length && answer.every((value, index) => value === next[index]) ? next : undefined;
}
