/** The object itself, or what its `$ref` points at, with what stands beside the `$ref` on top. */
export function dereference(document, { $ref: reference, ...beside }) {
  if (reference === undefined) return beside;
  const target = reference
    .slice(2)
    .split('/')
    .reduce((holder, name) => holder[name], document);
  return { ...target, ...beside };
}
