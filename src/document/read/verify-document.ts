import { isJsonList, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError, below, listAt, objectAt } from './document-error.ts';
import { dereference, type DocumentReader } from './document-reader.ts';
import { readExamples } from './read-responses.ts';
import { visitSchemas } from './schema-walk.ts';

/**
 * Looks at every part of the document, used by an operation or not.
 * @throws ContractDocumentError for an extension that does not belong where it stands, a clause that the catalogue does
 *   not have, a schema that does not compile and an example that breaks its schema
 */
export function verifyDocument(reader: DocumentReader): void {
  const walk = { reader, references: new Set(followedReferences(reader.document)) };
  verifyObject(walk, 'document', reader.document, 'openapi.yaml');
}

interface Walk {
  readonly reader: DocumentReader;
  /** Every `$ref` of the document. */
  readonly references: ReadonlySet<string>;
}

function followedReferences(value: unknown): readonly string[] {
  if (isJsonList(value)) {
    return value.flatMap(followedReferences);
  }
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, part]) =>
        name === '$ref' && typeof part === 'string' ? [part] : followedReferences(part),
      )
    : [];
}

function verifyObject(walk: Walk, kind: ObjectKind, object: JsonObject, place: string): void {
  const { reader } = walk;
  if (fieldOf(object, '$ref') !== undefined && kind !== 'schema') {
    dereference(reader.document, object, place);
    return;
  }
  const { extensions, parts } = objectKinds[kind];
  const stranger = Object.keys(object).find((name) => name.startsWith('x-') && !extensions.includes(name));
  if (stranger !== undefined) {
    throw new ContractDocumentError(below(place, stranger), `${stranger} is not an extension that belongs here.`);
  }
  reader.clauses(object, place);
  if (kind === 'schema') {
    verifySchema(walk, object, place);
  }
  verifyExamples(reader, object, place);
  for (const [name, part] of Object.entries(parts)) {
    const value = fieldOf(object, name);
    const at = below(place, name);
    if (part.form === 'one' && value !== undefined) {
      verifyObject(walk, part.kind, objectAt(value, at), at);
    } else if (part.form === 'list') {
      listAt(value, at).forEach((item, index) =>
        verifyObject(walk, part.kind, objectAt(item, below(at, index)), below(at, index)),
      );
    } else if (part.form === 'map') {
      for (const [key, item] of Object.entries(objectAt(value, at))) {
        verifyObject(walk, part.kind, objectAt(item, below(at, key)), below(at, key));
      }
    }
  }
}

function verifySchema({ reader, references }: Walk, schema: JsonObject, place: string): void {
  visitSchemas(schema, (part, steps) => void reader.clauses(part, below(place, ...steps)));
  if (references.has(place.replace('openapi.yaml', ''))) {
    // It compiles together with what refers to it.
    return;
  }
  reader.check(schema, 'stated', place).compile();
  reader.check(schema, 'assumed', place).compile();
}

function verifyExamples(reader: DocumentReader, object: JsonObject, place: string): void {
  const { schema, example, value } = object;
  if (!isJsonObject(schema)) {
    return;
  }
  const check = reader.check(schema, 'assumed', below(place, 'schema'));
  const examples: readonly (readonly [string, unknown])[] = [
    [below(place, 'example'), example],
    [below(place, 'value'), value],
    ...readExamples(reader, object, place).map(([name, of]) => [below(place, 'examples', name), of] as const),
  ];
  for (const [at, sample] of examples) {
    const [error] = sample === undefined ? [] : check.errors(sample);
    if (error !== undefined) {
      const where = error.instancePath === '' ? 'it' : error.instancePath;
      throw new ContractDocumentError(at, `the example breaks its schema: ${where} ${error.message ?? error.keyword}.`);
    }
  }
}

/** The objects that an OpenAPI document is made of, as far as this one uses them. */
type ObjectKind =
  | 'document'
  | 'info'
  | 'server'
  | 'variable'
  | 'tag'
  | 'path'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'media'
  | 'encoding'
  | 'response'
  | 'header'
  | 'example'
  | 'schema'
  | 'components'
  | 'securityScheme'
  | 'beyond';

interface Part {
  readonly form: 'one' | 'list' | 'map';
  readonly kind: ObjectKind;
}

interface Shape {
  readonly extensions: readonly string[];
  readonly parts: Readonly<Record<string, Part>>;
}

const onePart = (kind: ObjectKind): Part => ({ form: 'one', kind });
const listPart = (kind: ObjectKind): Part => ({ form: 'list', kind });
const mapPart = (kind: ObjectKind): Part => ({ form: 'map', kind });

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Which extensions may stand in an object, and what stands further down. Schemas have their own walk. */
const objectKinds: Readonly<Record<ObjectKind, Shape>> = {
  document: {
    extensions: ['x-clauses', 'x-beyond-operations', 'x-behaviours', 'x-values', 'x-body-limit', 'x-token-order'],
    parts: {
      info: onePart('info'),
      servers: listPart('server'),
      tags: listPart('tag'),
      paths: mapPart('path'),
      components: onePart('components'),
      'x-beyond-operations': mapPart('beyond'),
    },
  },
  info: { extensions: [], parts: {} },
  server: { extensions: [], parts: { variables: mapPart('variable') } },
  variable: { extensions: [], parts: {} },
  tag: { extensions: [], parts: {} },
  path: {
    extensions: [],
    parts: {
      servers: listPart('server'),
      parameters: listPart('parameter'),
      ...Object.fromEntries(methods.map((method) => [method, onePart('operation')])),
    },
  },
  operation: {
    extensions: ['x-clauses', 'x-refusals', 'x-reading', 'x-body-limit'],
    parts: {
      servers: listPart('server'),
      parameters: listPart('parameter'),
      requestBody: onePart('requestBody'),
      responses: mapPart('response'),
    },
  },
  parameter: {
    extensions: ['x-clauses', 'x-refusals', 'x-expected', 'x-message', 'x-reading'],
    parts: { schema: onePart('schema'), examples: mapPart('example') },
  },
  requestBody: { extensions: ['x-clauses'], parts: { content: mapPart('media') } },
  media: {
    extensions: [],
    parts: { schema: onePart('schema'), examples: mapPart('example'), encoding: mapPart('encoding') },
  },
  encoding: { extensions: ['x-reading'], parts: { headers: mapPart('header') } },
  response: {
    extensions: ['x-clauses', 'x-refuses', 'x-members', 'x-added', 'x-shown'],
    parts: { headers: mapPart('header'), content: mapPart('media') },
  },
  header: { extensions: ['x-clauses'], parts: { schema: onePart('schema'), examples: mapPart('example') } },
  example: { extensions: ['x-worded'], parts: {} },
  schema: {
    // A misplaced extension further down does not compile.
    extensions: ['x-clauses', 'x-refusals', 'x-counts-as-absent', 'x-when-absent', 'x-expected', 'x-assumed'],
    parts: {},
  },
  components: {
    extensions: [],
    parts: {
      securitySchemes: mapPart('securityScheme'),
      headers: mapPart('header'),
      responses: mapPart('response'),
      parameters: mapPart('parameter'),
      requestBodies: mapPart('requestBody'),
      examples: mapPart('example'),
      schemas: mapPart('schema'),
      pathItems: mapPart('path'),
    },
  },
  securityScheme: { extensions: ['x-clauses'], parts: {} },
  beyond: { extensions: ['x-clauses', 'x-worded'], parts: { schema: onePart('schema') } },
};
