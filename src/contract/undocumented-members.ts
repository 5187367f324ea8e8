type SchemaNode = Readonly<Record<string, unknown>>;

/**
 * The members of a body that its schema does not know, as paths with `[]` for every item of a list. A schema that is
 * open, or lists no members, knows them all.
 */
export function undocumentedMembers(schema: SchemaNode, body: unknown): string[] {
  return [...new Set(membersBeyond(schemasFor(schema, body), body, ''))];
}

function membersBeyond(schemas: readonly SchemaNode[], value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => nodes(schema['items']));
    return value.flatMap((item) =>
      membersBeyond(
        items.flatMap((each) => schemasFor(each, item)),
        item,
        `${path}[]`,
      ),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const listing = schemas.filter((schema) => 'properties' in schema);
  const isOpen = listing.length === 0 || schemas.some((schema) => schema['additionalProperties'] === true);
  return Object.entries(value).flatMap(([name, member]) => {
    const known = listing.flatMap((schema) => nodes((schema['properties'] as SchemaNode)[name]));
    const at = path === '' ? name : `${path}.${name}`;
    if (known.length === 0) return isOpen ? [] : [at];
    return membersBeyond(
      known.flatMap((each) => schemasFor(each, member)),
      member,
      at,
    );
  });
}

/** The schema with all that hold beside it; of alternatives, the one that asks for most of what is there. */
function schemasFor(schema: SchemaNode, value: unknown): SchemaNode[] {
  const parts = list(schema['allOf']).flatMap((part) => schemasFor(part, value));
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const fits = (each: SchemaNode): number =>
    ((each['required'] as string[] | undefined) ?? []).filter((name) => names.includes(name)).length;
  const [best] = list(schema['anyOf']).sort((one, other) => fits(other) - fits(one));
  return [schema, ...parts, ...(best === undefined ? [] : schemasFor(best, value))];
}

function list(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.flatMap(nodes) : [];
}

function nodes(value: unknown): SchemaNode[] {
  return typeof value === 'object' && value !== null ? [value as SchemaNode] : [];
}
