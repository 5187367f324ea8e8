import { fieldOf, isObject, valueAt } from '../../../json/json-value.ts';

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
  readonly parameters: readonly DocumentedParameter[];
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

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: DocumentNode;
  /** As text; empty if the document has none. */
  readonly example: string;
}

/** A document of the mock, the platform's API or the control API. */
export interface DescribedDocument {
  readonly title: string;
  readonly description: string;
  readonly nodes: DocumentNodes;
  /** In the document's order. */
  readonly operations: readonly DocumentedOperation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads an OpenAPI document. */
export function describeDocument(document: unknown): DescribedDocument {
  const nodes = new DocumentNodes(document);
  const info = nodeAt(document, 'info');
  const operations = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => operationsAt(nodes, path, item, method)),
  );
  return { title: textUnder(info, 'title'), description: textUnder(info, 'description'), nodes, operations };
}

function operationsAt(nodes: DocumentNodes, path: string, item: unknown, method: string): DocumentedOperation[] {
  const operation = nodeAt(item, method);
  const id = operation['operationId'];
  if (typeof id !== 'string') return [];
  const server = firstServer(operation) ?? firstServer(item) ?? firstServer(nodes.root) ?? '';
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
      tag: tagOf(operation),
      credentials: credentialsOf(nodes, operation),
      parameters: parameters.map((parameter) => readParameter(nodes.resolve(parameter), nodes)),
      body: documentedBody(nodes, operation['requestBody']),
      responses: responses.map(([status, response]) => readAnswer(nodes, Number(status), response)),
    },
  ];
}

function tagOf(operation: DocumentNode): string {
  const [tag] = listUnder(operation, 'tags');
  return typeof tag === 'string' ? tag : '';
}

function readParameter(parameter: DocumentNode, nodes: DocumentNodes): DocumentedParameter {
  const schema = nodes.resolve(parameter['schema']);
  const example = parameter['example'] ?? schema['example'];
  return {
    name: textUnder(parameter, 'name'),
    in: textUnder(parameter, 'in'),
    isRequired: parameter['required'] === true,
    description: textUnder(parameter, 'description'),
    schema,
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function credentialsOf(nodes: DocumentNodes, operation: DocumentNode): readonly Credential[] {
  const own =
    operation['security'] === undefined ? listUnder(nodes.root, 'security') : listUnder(operation, 'security');
  const schemes = nodeAt(nodeAt(nodes.root, 'components'), 'securitySchemes');
  return own
    .flatMap((alternative) => Object.keys(nodes.resolve(alternative)))
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

/** A document that was read from JSON, and what its references stand for. */
export class DocumentNodes {
  readonly root: unknown;

  constructor(root: unknown) {
    this.root = root;
  }

  /** A node, or what it refers to: fields beside the reference come on top. */
  resolve(value: unknown, depth = 0): DocumentNode {
    if (!isObject(value)) return {};
    const { $ref: reference, ...rest } = value;
    // A reference to itself ends somewhere.
    if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 20) return value;
    const found = valueAt(this.root, reference);
    return { ...this.resolve(found, depth + 1), ...rest };
  }
}

export function nodeAt(value: unknown, name: string): DocumentNode {
  const member = fieldOf(value, name);
  return isObject(member) ? member : {};
}

export function listUnder(value: unknown, name: string): readonly unknown[] {
  const member = fieldOf(value, name);
  return Array.isArray(member) ? (member as unknown[]) : [];
}

export function textUnder(value: unknown, name: string): string {
  const member = fieldOf(value, name);
  return typeof member === 'string' ? member : '';
}

export interface DocumentedBody {
  readonly kind: 'json' | 'form';
  readonly schema: DocumentNode;
  readonly examples: readonly DocumentedExample[];
  /** The fields of a form that take files, with what they take: media types, as an input's `accept` has them. */
  readonly files: readonly { readonly field: string; readonly accept: string }[];
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly description: string;
  readonly schema: DocumentNode;
  /** Those of an error are named after the rule that refuses. */
  readonly examples: readonly DocumentedExample[];
}

interface DocumentedExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

/** The body that an operation takes: JSON, or a form; undefined if none. */
function documentedBody(nodes: DocumentNodes, requestBody: unknown): DocumentedBody | undefined {
  const content = nodeAt(nodes.resolve(requestBody), 'content');
  const [type = '', media] = Object.entries(content)[0] ?? [];
  if (!isObject(media)) return undefined;
  const encodings = Object.entries(nodeAt(media, 'encoding'));
  return {
    kind: type === 'multipart/form-data' ? 'form' : 'json',
    schema: nodes.resolve(media['schema']),
    examples: examplesOf(nodes, media),
    files: encodings.map(([field, encoding]) => ({
      field,
      accept: textUnder(encoding, 'contentType').replace(/\s+/g, ' ').replace('text/plain, ', '').trim(),
    })),
  };
}

function readAnswer(nodes: DocumentNodes, status: number, response: unknown): DocumentedAnswer {
  const read = nodes.resolve(response);
  const media = Object.values(nodeAt(read, 'content'));
  const examples = media.flatMap((one) => examplesOf(nodes, nodes.resolve(one)));
  return {
    status,
    description: textUnder(read, 'description'),
    schema: nodes.resolve(nodes.resolve(media[0])['schema']),
    examples: examples.filter(({ name }, index) => examples.findIndex((one) => one.name === name) === index),
  };
}

/** What an example of an error tells people; empty if it has no such text. */
export function messageOfExample({ value }: DocumentedExample): string {
  return textUnder(value, 'message');
}

function examplesOf(nodes: DocumentNodes, media: DocumentNode): DocumentedExample[] {
  const named = Object.entries(nodeAt(media, 'examples')).map(([name, example]) => {
    const read = nodes.resolve(example);
    return { name, summary: textUnder(read, 'summary'), value: read['value'] };
  });
  return named.length > 0 || media['example'] === undefined
    ? named
    : [{ name: 'example', summary: '', value: media['example'] }];
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
  const parts = depth > deepest ? [] : [...listUnder(schema, 'allOf'), schema['x-assumed']].filter(isObject);
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
