import { fieldOf, isContainer, isObject, listIn, objectIn, valueAt } from '../../../json/json-value.ts';

/** An operation of a document, as much of it as the console shows. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** The whole address, with the origin that the page was opened at. */
  readonly url: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** The ways in which it takes a token; the first is the usual one. */
  readonly credentials: readonly Credential[];
  readonly parameters: readonly ReturnType<typeof readParameter>[];
  readonly body: DocumentedBody | undefined;
  readonly responses: readonly DocumentedAnswer[];
}

/** One way to carry a token. */
export interface Credential {
  /** The header. */
  readonly header: string;
  readonly isBearer: boolean;
  readonly kind: 'api' | 'login';
}

/** How a token goes in a header, in words. */
export function headerInWords({ header, isBearer }: Credential): string {
  return isBearer ? `${header}: Bearer` : header;
}

export type DocumentedBody = NonNullable<ReturnType<typeof documentedBody>>;
export type DocumentedAnswer = ReturnType<typeof readAnswer>;

/** A document of the mock, the platform's API or the control API. */
export interface DescribedDocument {
  readonly title: string;
  readonly description: string;
  /** In the document's order. */
  readonly operations: readonly DocumentedOperation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads an OpenAPI document. */
export function describeDocument(document: unknown): DescribedDocument {
  const root = withoutReferences(document);
  const info = nodeAt(root, 'info');
  const operations = Object.entries(nodeAt(root, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => operationsAt(root, path, item, method)),
  );
  return { title: textUnder(info, 'title'), description: textUnder(info, 'description'), operations };
}

function operationsAt(root: unknown, path: string, item: unknown, method: string): DocumentedOperation[] {
  const operation = nodeAt(item, method);
  const id = operation['operationId'];
  if (typeof id !== 'string') return [];
  const server = firstServer(operation) ?? firstServer(item) ?? firstServer(root) ?? '';
  const parameters = [...listUnder(item, 'parameters'), ...listUnder(operation, 'parameters')];
  const responses = Object.entries(nodeAt(operation, 'responses')).filter(([status]) => /^\d+$/.test(status));
  return [
    {
      id,
      method: method.toUpperCase(),
      url: server + path,
      path,
      summary: textUnder(operation, 'summary'),
      description: textUnder(operation, 'description'),
      tag: listUnder(operation, 'tags').slice(0, 1).join(''),
      credentials: credentialsOf(root, operation),
      parameters: parameters.filter(isObject).map(readParameter),
      body: documentedBody(operation['requestBody']),
      responses: responses.map(([status, response]) => readAnswer(Number(status), response)),
    },
  ];
}

function readParameter(parameter: DocumentNode) {
  const schema = nodeAt(parameter, 'schema');
  const example = parameter['example'] ?? schema['example'];
  return {
    name: textUnder(parameter, 'name'),
    in: textUnder(parameter, 'in'),
    isRequired: parameter['required'] === true,
    description: textUnder(parameter, 'description'),
    schema,
    /** As text; empty if the document has none. */
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function credentialsOf(root: unknown, operation: DocumentNode): readonly Credential[] {
  const own = listUnder(operation['security'] === undefined ? root : operation, 'security');
  const schemes = nodeAt(nodeAt(root, 'components'), 'securitySchemes');
  return own
    .flatMap((alternative) => (isObject(alternative) ? Object.keys(alternative) : []))
    .map((name): Credential => {
      const isBearer = textUnder(schemes[name], 'scheme') === 'bearer';
      const header = isBearer ? 'Authorization' : textUnder(schemes[name], 'name');
      return { header, isBearer, kind: name === 'loginToken' ? 'login' : 'api' };
    });
}

/** The first server's address, its variables at their defaults. */
function firstServer(owner: unknown): string | undefined {
  const [server] = listUnder(owner, 'servers');
  if (server === undefined) return undefined;
  const variables = nodeAt(server, 'variables');
  const url = textUnder(server, 'url').replace(
    /\{(\w+)\}/g,
    (whole, name: string) => textUnder(variables[name], 'default') || whole,
  );
  return url.replace(/\/$/, '');
}

/** What a node of a document is read as: whatever is not there is empty. */
type DocumentNode = Readonly<Record<string, unknown>>;

/**
 * Puts what each reference stands for in its place, fields beside it on top; what contains itself does so then too.
 * @param root of JSON, which is changed
 */
export function withoutReferences(root: unknown): unknown {
  const seen = new Set<unknown>();
  const followed = (value: unknown, depth = 0): unknown => {
    const reference = fieldOf(value, '$ref');
    // A reference to itself ends somewhere.
    if (typeof reference !== 'string' || !isObject(value) || depth > 20) return value;
    const { $ref: _, ...beside } = value;
    const found = followed(valueAt(root, reference), depth + 1);
    return isObject(found) && Object.keys(beside).length > 0 ? { ...found, ...beside } : found;
  };
  const walk = (container: unknown): void => {
    if (!isContainer(container) || seen.has(container)) return;
    seen.add(container);
    for (const [name, value] of Object.entries(container)) {
      const found = followed(value);
      Reflect.set(container, name, found);
      walk(found);
    }
  };
  walk(root);
  return root;
}

export function nodeAt(value: unknown, name: string): DocumentNode {
  return objectIn(fieldOf(value, name));
}

export function listUnder(value: unknown, name: string): readonly unknown[] {
  return listIn(fieldOf(value, name));
}

export function textUnder(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

/** The body that an operation takes: JSON, or a form; undefined if none. */
function documentedBody(requestBody: unknown) {
  const content = nodeAt(requestBody, 'content');
  const [type = '', media] = Object.entries(content)[0] ?? [];
  if (!isObject(media)) return undefined;
  const encodings = Object.entries(nodeAt(media, 'encoding'));
  return {
    kind: type === 'multipart/form-data' ? ('form' as const) : ('json' as const),
    schema: nodeAt(media, 'schema'),
    examples: examplesOf(media),
    /** The fields of a form that take files, with what they take: media types, as an input's `accept` has them. */
    files: encodings.map(([field, encoding]) => ({
      field,
      accept: textUnder(encoding, 'contentType').replace(/\s+/g, ' ').replace('text/plain, ', '').trim(),
    })),
  };
}

function readAnswer(status: number, response: unknown) {
  const content = nodeAt(response, 'content');
  const media = Object.values(content);
  const examples = media.flatMap(examplesOf);
  return {
    status,
    /** Its media types; none of an answer without a body. */
    types: Object.keys(content),
    description: textUnder(response, 'description'),
    schema: nodeAt(media[0], 'schema'),
    /** Those of an error are named after the rule that refuses. */
    examples: examples.filter(({ name }, index) => examples.findIndex((one) => one.name === name) === index),
  };
}

function examplesOf(media: unknown) {
  const named = Object.entries(nodeAt(media, 'examples'));
  if (named.length > 0) {
    return named.map(([name, one]) => ({ name, summary: textUnder(one, 'summary'), value: fieldOf(one, 'value') }));
  }
  const value = fieldOf(media, 'example');
  return value === undefined ? [] : [{ name: 'example', summary: '', value }];
}

/** A field of a body, by its path from the top: `voice.settings.speed`, `tools[].id`. */
export interface SchemaLine {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A schema may contain itself. */
const deepest = 6;

/** The fields that a schema describes, at every depth, in its order. */
export function schemaLines(schema: unknown, prefix = '', depth = 0): readonly SchemaLine[] {
  if (depth > deepest) return [];
  const { properties, required, items } = flattened(schema);
  if (items !== undefined) return schemaLines(items, `${prefix}[]`, depth + 1);
  return [...properties].flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const description = textUnder(field, 'description').trim();
    const line = { path, type: typeText(field), isRequired: required.has(name), description };
    return [line, ...schemaLines(field, path, depth + 1)];
  });
}

/** The parameters of an operation; of those elsewhere than in the query it says where. */
export function parameterLines(parameters: DocumentedOperation['parameters']): readonly SchemaLine[] {
  return parameters.map(({ name, in: place, schema, isRequired, description }) => ({
    path: place === 'query' ? name : `${name} (${place})`,
    type: typeText(schema),
    isRequired,
    description,
  }));
}

/** What a value must be, in words: `integer, at least 1`. */
export function typeText(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { type, enum: values, const: constant, format, default: usual, contentMediaType } = schema;
  if (contentMediaType !== undefined) return 'file';
  const isListed = Array.isArray(values) || constant !== undefined;
  const types = isListed || type === undefined ? [] : [type].flat().map(String);
  const alternatives = [...listUnder(schema, 'oneOf'), ...listUnder(schema, 'anyOf'), ...listUnder(schema, 'allOf')];
  const inner = alternatives.map(typeText).filter((text) => text !== '');
  const parts = [
    types
      .map((one) => (one === 'array' ? ['list', typeText(schema['items'])].filter(Boolean).join(' of ') : one))
      .join(' or '),
    types.length === 0 ? [...new Set(inner)].join(' or ') : '',
    Array.isArray(values) ? (values as unknown[]).map((one) => JSON.stringify(one)).join(', ') : '',
    constant === undefined ? '' : JSON.stringify(constant),
    typeof format === 'string' ? format : '',
    boundText(schema, 'minimum', 'maximum', ''),
    boundText(schema, 'minLength', 'maxLength', ' characters'),
    boundText(schema, 'minItems', 'maxItems', ' items'),
    usual === undefined ? '' : `default ${JSON.stringify(usual)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
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
function flattened(schema: unknown, depth = 0): Flattened {
  const properties = new Map(Object.entries(nodeAt(schema, 'properties')));
  const required = new Set(listUnder(schema, 'required').map(String));
  let items = fieldOf(schema, 'items');
  const parts = depth > deepest ? [] : [...listUnder(schema, 'allOf'), fieldOf(schema, 'x-assumed')].filter(isObject);
  const alternatives = depth > deepest ? [] : [...listUnder(schema, 'oneOf'), ...listUnder(schema, 'anyOf')];
  for (const part of [...parts, ...alternatives]) {
    const inner = flattened(part, depth + 1);
    for (const [name, field] of inner.properties) if (!properties.has(name)) properties.set(name, field);
    // What one alternative requires another may not know.
    if (!alternatives.includes(part)) for (const name of inner.required) required.add(name);
    items ??= inner.items;
  }
  return { properties, required, items };
}
