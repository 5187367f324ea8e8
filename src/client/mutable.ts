/**
 * A type without `readonly`, all the way down. openapi-fetch takes the generated types apart, and what it makes of a
 * readonly list has none of a list's methods.
 */
export type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
