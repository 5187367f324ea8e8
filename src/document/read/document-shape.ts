/** The objects that an OpenAPI document is made of, as far as this one uses them. */
export type ObjectKind =
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

const one = (kind: ObjectKind): Part => ({ form: 'one', kind });
const list = (kind: ObjectKind): Part => ({ form: 'list', kind });
const map = (kind: ObjectKind): Part => ({ form: 'map', kind });

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Which extensions may stand in an object, and what stands further down. Schemas have their own walk. */
export const objectKinds: Readonly<Record<ObjectKind, Shape>> = {
  document: {
    extensions: ['x-clauses', 'x-beyond-operations', 'x-body-limit', 'x-token-order'],
    parts: {
      info: one('info'),
      servers: list('server'),
      tags: list('tag'),
      paths: map('path'),
      components: one('components'),
      'x-beyond-operations': map('beyond'),
    },
  },
  info: { extensions: [], parts: {} },
  server: { extensions: [], parts: { variables: map('variable') } },
  variable: { extensions: [], parts: {} },
  tag: { extensions: [], parts: {} },
  path: {
    extensions: [],
    parts: {
      servers: list('server'),
      parameters: list('parameter'),
      ...Object.fromEntries(methods.map((method) => [method, one('operation')])),
    },
  },
  operation: {
    extensions: ['x-clauses', 'x-refusals', 'x-reading', 'x-body-limit'],
    parts: {
      servers: list('server'),
      parameters: list('parameter'),
      requestBody: one('requestBody'),
      responses: map('response'),
    },
  },
  parameter: {
    extensions: ['x-clauses', 'x-refusals', 'x-expected', 'x-message', 'x-reading'],
    parts: { schema: one('schema'), examples: map('example') },
  },
  requestBody: { extensions: ['x-clauses'], parts: { content: map('media') } },
  media: {
    extensions: [],
    parts: { schema: one('schema'), examples: map('example'), encoding: map('encoding') },
  },
  encoding: { extensions: ['x-reading'], parts: { headers: map('header') } },
  response: {
    extensions: ['x-clauses', 'x-refuses', 'x-members', 'x-added'],
    parts: { headers: map('header'), content: map('media') },
  },
  header: { extensions: ['x-clauses'], parts: { schema: one('schema'), examples: map('example') } },
  example: { extensions: ['x-worded'], parts: {} },
  schema: {
    // A misplaced extension further down does not compile.
    extensions: ['x-clauses', 'x-refusals', 'x-counts-as-absent', 'x-when-absent', 'x-expected', 'x-assumed'],
    parts: {},
  },
  components: {
    extensions: [],
    parts: {
      securitySchemes: map('securityScheme'),
      headers: map('header'),
      responses: map('response'),
      parameters: map('parameter'),
      requestBodies: map('requestBody'),
      examples: map('example'),
      schemas: map('schema'),
      pathItems: map('path'),
    },
  },
  securityScheme: { extensions: ['x-clauses'], parts: {} },
  beyond: { extensions: ['x-clauses', 'x-worded'], parts: { schema: one('schema') } },
};
