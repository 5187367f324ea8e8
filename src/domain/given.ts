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
