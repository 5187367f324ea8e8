import { expect, it } from 'vitest';
import { describeDocument, schemaLines, textUnder, typeText, withoutReferences } from './described-document.ts';

const failed = { error: true, message: 'It failed' };
const document = {
  info: { title: 'Agents', description: 'All of them.' },
  servers: [
    { url: 'http://{host}:4010{prefix}', variables: { host: { default: 'mock' }, prefix: { default: '/api' } } },
  ],
  security: [{ token: [] }],
  paths: {
    '/agents/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        operationId: 'getAgent',
        tags: ['Agents'],
        summary: 'Get an agent',
        description: 'In full detail.',
        security: [{ token: [] }, { bearer: [] }],
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: { description: 'The agent' },
          400: { description: 'Bad', content: { 'application/json': { examples: { missing: {}, invalid: {} } } } },
          500: { $ref: '#/components/responses/Failure' },
          '4XX': { description: 'Anything' },
        },
      },
    },
    '/update': {
      servers: [{ url: 'http://mock:4010/' }],
      post: {
        operationId: 'updateAgent',
        security: [{ loginToken: [] }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/Form' },
              encoding: { 'image[a]': { contentType: 'text/plain, image/png' } },
              examples: { smallest: { summary: 'One field', value: { name: 'Ada' } } },
            },
          },
        },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, description: 'Which', schema: { example: 7 } } },
    schemas: { Form: { $ref: '#/components/schemas/Object', required: ['name'] }, Object: { type: 'object' } },
    responses: {
      Failure: {
        description: 'Failed',
        content: { 'application/json': { examples: { failed: { $ref: '#/components/examples/Failed' } } } },
      },
    },
    examples: { Failed: { value: failed } },
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'token' },
      loginToken: { type: 'apiKey', in: 'header', name: 'token' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
};
const { operations, title } = describeDocument(document);
const [get, update] = operations;

it('reads operations with their whole addresses, parameters and ways to carry a token', () => {
  expect(title).toBe('Agents');
  expect(get).toMatchObject({
    id: 'getAgent',
    method: 'GET',
    url: 'http://mock:4010/api/agents/{id}',
    path: '/agents/{id}',
    tag: 'Agents',
    summary: 'Get an agent',
    description: 'In full detail.',
    credentials: [
      { header: 'token', isBearer: false, kind: 'api' },
      { header: 'Authorization', isBearer: true, kind: 'api' },
    ],
    parameters: [
      { name: 'id', in: 'path', isRequired: true, description: 'Which', example: '7' },
      { name: 'page', in: 'query', isRequired: false, example: '' },
    ],
    body: undefined,
  });
});

it('reads documented answers, with the message of each example', () => {
  expect(get?.responses.map(({ status, examples }) => [status, examples.map(({ name }) => name)])).toEqual([
    [200, []],
    [400, ['missing', 'invalid']],
    [500, ['failed']],
  ]);
  expect(get?.responses[2]?.examples.map(({ value }) => textUnder(value, 'message'))).toEqual(['It failed']);
});

it('reads a form with the fields that take files', () => {
  expect(update).toMatchObject({
    url: 'http://mock:4010/update',
    credentials: [{ header: 'token', kind: 'login' }],
    body: {
      kind: 'form',
      schema: { type: 'object', required: ['name'] },
      examples: [{ name: 'smallest', summary: 'One field', value: { name: 'Ada' } }],
      files: [{ field: 'image[a]', accept: 'image/png' }],
    },
  });
});

it('ends at a reference to itself', () => {
  expect(withoutReferences({ a: { $ref: '#/a' } })).toEqual({ a: { $ref: '#/a' } });
});

it.each([null, {}, { paths: { '/x': null } }, 'text'])('finds no operations in %j', (value) => {
  expect(describeDocument(value).operations).toEqual([]);
});

/** The schema as it stands in a document that has these others. */
function inDocument(schema: object): unknown {
  const document = {
    schema,
    schemas: {
      Voice: { type: 'object', properties: { id: { type: 'integer', minimum: 1, description: ' Which. ' } } },
      Tree: { type: 'object', properties: { child: { $ref: '#/schemas/Tree', description: 'A branch' } } },
    },
  };
  withoutReferences(document);
  return document.schema;
}

it('lists the fields of a schema at every depth, those of all that it is made of too', () => {
  const schema = inDocument({
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 9 }, voice: { $ref: '#/schemas/Voice' } },
    allOf: [{ required: ['tools'], properties: { tools: { type: 'array', items: { $ref: '#/schemas/Voice' } } } }],
    oneOf: [{ required: ['a'], properties: { a: { const: 1 } } }, { properties: { b: { enum: ['x', 'y'] } } }],
    'x-assumed': { properties: { extra: { type: ['integer', 'null'] } } },
  });
  expect(schemaLines(schema).map(({ path, type, isRequired }) => [path, type, isRequired])).toEqual([
    ['name', 'string, 1 to 9 characters', true],
    ['voice', 'object', false],
    ['voice.id', 'integer, at least 1', false],
    ['tools', 'list of object', true],
    ['tools[].id', 'integer, at least 1', false],
    ['extra', 'integer or null', false],
    ['a', '1', false],
    ['b', '"x", "y"', false],
  ]);
  expect(schemaLines(schema)[2]?.description).toBe('Which.');
});

it('ends where a schema contains itself', () => {
  expect(schemaLines(inDocument({ $ref: '#/schemas/Tree' }))).toHaveLength(7);
});

it.each([
  [{ oneOf: [{ $ref: '#/schemas/Voice' }, { type: 'null' }] }, 'object or null'],
  [{ type: 'string', format: 'date-time' }, 'string, date-time'],
  [{ type: 'array', maxItems: 3, items: {} }, 'list, at most 3 items'],
  [{ type: 'array', items: { type: 'string', contentMediaType: 'text/csv', maxLength: 9 } }, 'list of file'],
  [{ type: 'integer', enum: [1, 2] }, '1, 2'],
  [{ type: 'boolean', default: false }, 'boolean, default false'],
  [{}, ''],
])('says of %j what it must be', (schema, text) => {
  expect(typeText(inDocument(schema))).toBe(text);
});
