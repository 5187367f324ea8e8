/** In levels: JSON from outside that nests deeper is not taken, so that walks over what is taken may recurse. */
export const deepestJson = 200;

/** The value of a JSON text from outside; undefined if it is not JSON, or nested in more levels than these. */
export function readJson(text: string, levels = deepestJson): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isDeeperThan(value, levels) ? undefined : value;
}

/** Whether objects and lists stand in one another in more levels than these. */
export function isDeeperThan(root: unknown, levels: number): boolean {
  let depth = 0;
  for (const values of levelsOf(root)) {
    depth += 1;
    if (depth > levels && values.some((value) => typeof value === 'object' && value !== null)) return true;
  }
  return false;
}

/** The values of a JSON value level by level, itself first; without recursion, so that no depth overflows the stack. */
export function* levelsOf(root: unknown): Generator<readonly unknown[], undefined> {
  let level: readonly unknown[] = [root];
  while (level.length > 0) {
    yield level;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Object.values(value) as unknown[]) next.push(child);
    }
    level = next;
  }
}
