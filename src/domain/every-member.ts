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
