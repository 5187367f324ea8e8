/**
 * A copy of a value with members added: each at a JSON pointer, in which * stands for every item of a list. Where the
 * pointer leads to nothing, and where a member is there already, nothing is added.
 */
export function addMembers(value: object, members: Readonly<Record<string, unknown>>): object {
  const copy = structuredClone(value);
  for (const [pointer, added] of Object.entries(members)) {
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() ?? '';
    for (const holder of holdersAt([copy], steps)) {
      if (!Object.hasOwn(holder, last)) {
        // A member may be called __proto__.
        Object.defineProperty(holder, last, { value: added, enumerable: true, writable: true, configurable: true });
      }
    }
  }
  return copy;
}

/** The objects that the steps lead to. */
function holdersAt(roots: readonly unknown[], steps: readonly string[]): readonly object[] {
  const found = steps.reduce<readonly unknown[]>(
    (holders, step) =>
      holders.flatMap((holder): readonly unknown[] => {
        if (Array.isArray(holder)) return step === '*' ? (holder as readonly unknown[]) : [];
        const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
        return isThere ? [Reflect.get(holder, step)] : [];
      }),
    roots,
  );
  return found.filter(
    (holder): holder is object => typeof holder === 'object' && holder !== null && !Array.isArray(holder),
  );
}
