/** One place where two values differ. `before` is undefined if it is new, `after` if it is gone. */
export interface JsonDifference {
  /** Member names and indexes from the outside in, joined by dots; empty for the whole value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Where two JSON values differ, innermost places, in the order of the names that either has. */
export function jsonDiff(before: unknown, after: unknown, path = ''): readonly JsonDifference[] {
  if (isSame(before, after)) return [];
  const isPair = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  if (!isPair) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    jsonDiff(memberOf(before, name), memberOf(after, name), path === '' ? name : `${path}.${name}`),
  );
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function memberOf(container: Container, name: string): unknown {
  return Object.hasOwn(container, name) ? container[name] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
