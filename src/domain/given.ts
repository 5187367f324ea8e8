type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The members without those that are undefined: what was sent. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** A section with these members; the same object if they say nothing new, so that nothing of it is stored anew. */
export function changed<T extends object>(section: T, members: Partial<T>): T {
  const isNew = (Object.keys(members) as (keyof T)[]).some((name) => members[name] !== section[name]);
  return isNew ? { ...section, ...members } : section;
}

/**
 * Does nothing when it runs. It compiles only if the record that is left after its known members were taken out has no
 * member: one that the document has and its reader does not take is named by the compiler.
 */
export const nothingLeft: (rest: Record<string, never>) => void = () => undefined;

/** The type with every member of it required, down to the last: an answer that lacks one does not compile. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Complete<T[Name]> }
    : T;
