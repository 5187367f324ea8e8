import {
  type DocumentNode,
  type DocumentNodes,
  isNode,
  listUnder,
  nodeAt,
  textUnder,
} from '../api/documented-operations.ts';

/** A member of a body, by its path from the top: `voice.settings.speed`, `tools[].id`. */
export interface SchemaLine {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A schema may contain itself. */
const deepest = 6;

/** The members that a schema describes, at every depth, in its order. */
export function schemaLines(nodes: DocumentNodes, schema: unknown, prefix = '', depth = 0): readonly SchemaLine[] {
  if (depth > deepest) return [];
  const { properties, required, items } = flattened(nodes, schema);
  if (items !== undefined) return schemaLines(nodes, items, `${prefix}[]`, depth + 1);
  return [...properties].flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const read = nodes.resolve(member);
    const type = typeText(nodes, read);
    const description = textUnder(read, 'description').trim();
    const line = { path, type, isRequired: required.has(name), description };
    return [line, ...schemaLines(nodes, read, path, depth + 1)];
  });
}

/** What a value must be, in words: `integer, at least 1`. */
export function typeText(nodes: DocumentNodes, schema: DocumentNode): string {
  const { type, enum: values, const: constant, format } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
  const items = nodes.resolve(schema['items']);
  const alternatives = [...listUnder(schema, 'oneOf'), ...listUnder(schema, 'anyOf'), ...listUnder(schema, 'allOf')];
  const inner = alternatives.map((one) => typeText(nodes, nodes.resolve(one))).filter((text) => text !== '');
  const parts = [
    types.map((one) => (one === 'array' ? listText(typeText(nodes, items)) : one)).join(' or '),
    types.length === 0 ? [...new Set(inner)].join(' or ') : '',
    Array.isArray(values) ? (values as unknown[]).map((one) => JSON.stringify(one)).join(', ') : '',
    constant === undefined ? '' : JSON.stringify(constant),
    typeof format === 'string' ? format : '',
    boundText(schema, 'minimum', 'maximum', ''),
    boundText(schema, 'minLength', 'maxLength', ' characters'),
    boundText(schema, 'minItems', 'maxItems', ' items'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function listText(items: string): string {
  return items === '' ? 'list' : `list of ${items}`;
}

function boundText(schema: DocumentNode, lowest: string, highest: string, unit: string): string {
  const low = schema[lowest];
  const high = schema[highest];
  const has = (bound: unknown): bound is number => typeof bound === 'number';
  if (has(low) && has(high)) return `${low} to ${high}${unit}`;
  if (has(low)) return `at least ${low}${unit}`;
  return has(high) ? `at most ${high}${unit}` : '';
}

interface Flattened {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly items: unknown;
}

/** A schema with those that it is made of: all of them, one of them, and what is assumed beside it. */
function flattened(nodes: DocumentNodes, value: unknown, depth = 0): Flattened {
  const schema = nodes.resolve(value);
  const properties = new Map(Object.entries(nodeAt(schema, 'properties')));
  const required = new Set(listUnder(schema, 'required').map(String));
  let items = schema['items'];
  const parts = depth > deepest ? [] : [...listUnder(schema, 'allOf'), schema['x-assumed']].filter(isNode);
  const alternatives = depth > deepest ? [] : [...listUnder(schema, 'oneOf'), ...listUnder(schema, 'anyOf')];
  for (const part of [...parts, ...alternatives]) {
    const inner = flattened(nodes, part, depth + 1);
    for (const [name, member] of inner.properties) if (!properties.has(name)) properties.set(name, member);
    // What one alternative requires another may not know.
    if (!alternatives.includes(part)) for (const name of inner.required) required.add(name);
    items ??= inner.items;
  }
  return { properties, required, items };
}
