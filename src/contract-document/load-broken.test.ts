import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContractDocumentError } from './document-error.ts';
import { loadContractDocument } from './load.ts';

/** The places of the document that the tests break; anything else may stand beside them. */
interface SmallDocument {
  [extension: `x-${string}`]: unknown;
  info: Record<string, unknown>;
  servers: { url: string; variables: Record<string, Record<string, unknown>> }[];
  paths: Record<string, Record<string, SmallOperation>>;
  components: { schemas: Record<string, SmallSchema>; securitySchemes: Record<string, Record<string, unknown>> };
}
interface SmallOperation {
  operationId: string;
  security: Record<string, unknown>[];
  'x-clauses': string[];
  'x-refusals': Record<string, string>;
  'x-color'?: string;
  parameters: { [name: string]: unknown; schema: SmallSchema; 'x-refusals': Record<string, string> }[];
  requestBody: { content: Record<string, { schema: SmallSchema; examples: Record<string, { value?: unknown }> }> };
  responses: Record<string, { $ref?: string; 'x-color'?: string; content: Record<string, SmallMedia> }>;
}
interface SmallMedia {
  schema: SmallSchema;
  examples: Record<string, { value?: unknown; $ref?: string }>;
}
interface SmallSchema {
  [keyword: string]: unknown;
  properties: Record<string, SmallSchema>;
}
type SmallClauses = Record<string, Record<string, unknown>>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-document-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const real = {
  openapi: readFileSync('openapi/openapi.yaml', 'utf8'),
  clauses: readFileSync('openapi/clauses.yaml', 'utf8'),
};

/** The voices and the verification of tokens alone, with the clauses that govern them. */
function smallDocument(): { openapi: SmallDocument; clauses: SmallClauses } {
  const openapi = JSON.parse(JSON.stringify(parse(real.openapi))) as SmallDocument;
  const kept = new Set(['listVoices', 'verifyToken']);
  const clauses = Object.entries(parse(real.clauses) as SmallClauses).map(([id, clause]) => {
    const { operations } = clause;
    const governed = operations === 'all' ? 'all' : (operations as string[]).filter((name) => kept.has(name));
    return [id, { ...clause, operations: governed }] as const;
  });
  const { '/voice-list': voices, '/verify': verify } = openapi.paths;
  const { schemas, securitySchemes } = openapi.components;
  const { token, apiAccessToken } = securitySchemes;
  const names = [
    'Error',
    'UnauthorizedError',
    'ServerError',
    'ProviderId',
    'VoiceListAnswer',
    'Voice',
    'TokenVerified',
  ];
  const needed = [...names, 'EpochMilliseconds'].map((name) => [name, schemas[name]]);
  return {
    openapi: {
      ...openapi,
      paths: Object.fromEntries(Object.entries({ '/voice-list': voices, '/verify': verify })) as SmallDocument['paths'],
      components: {
        ...openapi.components,
        schemas: Object.fromEntries(needed) as Record<string, SmallSchema>,
        securitySchemes: Object.fromEntries(
          Object.entries({ token, apiAccessToken }),
        ) as SmallDocument['components']['securitySchemes'],
      },
    },
    clauses: Object.fromEntries(clauses.filter(([, { operations }]) => operations.length > 0)),
  };
}

function load(openapi: string, clauses: string): void {
  const openapiFile = join(folder, 'openapi.yaml');
  const clausesFile = join(folder, 'clauses.yaml');
  writeFileSync(openapiFile, openapi);
  writeFileSync(clausesFile, clauses);
  loadContractDocument({ openapiFile, clausesFile });
}

function loadBroken(
  breakIt: (openapi: SmallDocument, clauses: SmallClauses) => void,
): ContractDocumentError | undefined {
  const { openapi, clauses } = smallDocument();
  breakIt(openapi, clauses);
  try {
    load(JSON.stringify(openapi), JSON.stringify(clauses));
    return undefined;
  } catch (error) {
    if (error instanceof ContractDocumentError) {
      return error;
    }
    throw error;
  }
}

const voices = (openapi: SmallDocument): SmallOperation => part(part(openapi.paths['/voice-list'])['get']);
const verify = (openapi: SmallDocument): SmallOperation => part(part(openapi.paths['/verify'])['post']);
const schema = (openapi: SmallDocument, name: string): SmallSchema => part(openapi.components.schemas[name]);
const media = (operation: SmallOperation, status: string): SmallMedia =>
  part(part(operation.responses[status]).content['application/json']);
const parameter = (openapi: SmallDocument, index: number): SmallOperation['parameters'][number] =>
  part(voices(openapi).parameters[index]);

function part<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('The document is not what this test counts on.');
  }
  return value;
}

test('the small document that the other tests break loads', () => {
  expect(loadBroken(() => undefined)).toBeUndefined();
});

test.each<[string, string, string, (openapi: SmallDocument, clauses: SmallClauses) => void]>([
  [
    'an unknown keyword in a schema',
    'openapi.yaml#/paths/~1voice-list/get/responses/200/content/application~1json/schema',
    'unknown keyword: "maxLenght"',
    (openapi) => void (part(schema(openapi, 'Voice').properties['title'])['maxLenght'] = 5),
  ],
  [
    'an unknown extension in a schema',
    'openapi.yaml#/paths/~1voice-list/get/responses/200/content/application~1json/schema',
    'unknown keyword: "x-color"',
    (openapi) => void (part(schema(openapi, 'Voice').properties['title'])['x-color'] = 'red'),
  ],
  [
    'a marker of ours in a schema',
    'openapi.yaml#/components/schemas/Voice/x-assumed-part',
    'no extension',
    (openapi) => void (schema(openapi, 'Voice')['x-assumed-part'] = true),
  ],
  [
    'a schema that does not compile',
    'openapi.yaml#/paths/~1voice-list/get/parameters/2',
    'does not compile',
    (openapi) => void (parameter(openapi, 2).schema['type'] = 'integre'),
  ],
  [
    'a pattern that is none in a schema that nothing uses',
    'openapi.yaml#/components/schemas/Unused',
    'does not compile',
    (openapi) => void (openapi.components.schemas['Unused'] = { type: 'string', pattern: '(', properties: {} }),
  ],
  [
    'an unknown format',
    'openapi.yaml#/paths/~1voice-list/get/parameters/1',
    'unknown format "tokken"',
    (openapi) => void (parameter(openapi, 1).schema['format'] = 'tokken'),
  ],
  [
    'an assumed schema that does not compile',
    'openapi.yaml#/paths/~1voice-list/get/parameters/2',
    'does not compile',
    (openapi) => void (parameter(openapi, 2).schema['x-assumed'] = { minimum: 'one' }),
  ],
  [
    'a reference to a schema that is not there',
    'openapi.yaml#/components/schemas/VoiceListAnswer/properties/timestamp',
    '$ref #/components/schemas/EpochMilliseconds points at nothing',
    (openapi) => void Reflect.deleteProperty(openapi.components.schemas, 'EpochMilliseconds'),
  ],
  [
    'a reference to a response that is not there',
    'openapi.yaml#/paths/~1voice-list/get/responses/500',
    'points at nothing',
    (openapi) => void (part(voices(openapi).responses['500']).$ref = '#/components/responses/Failure'),
  ],
  [
    'a reference out of the document',
    'openapi.yaml#/paths/~1voice-list/get/responses/500',
    'does not point into this document',
    (openapi) => void (part(voices(openapi).responses['500']).$ref = 'other.yaml#/components/responses/ServerError'),
  ],
  [
    'a schema that refers to itself',
    'openapi.yaml#/components/schemas/Voice/properties/title',
    'leads back to itself',
    (openapi) =>
      void (part(schema(openapi, 'Voice').properties)['title'] = { $ref: '#/components/schemas/Voice' } as never),
  ],
  [
    'an example of an answer that breaks its schema',
    'openapi.yaml#/paths/~1verify/post/responses/200/content/application~1json/examples/valid',
    '/message must be equal to constant',
    (openapi) =>
      void (part(media(verify(openapi), '200').examples['valid']).value = {
        error: false,
        code: 200,
        message: '',
        data: {},
      }),
  ],
  [
    'an example of a refusal that breaks an assumption alone',
    'openapi.yaml#/paths/~1voice-list/get/responses/404/content/application~1json/examples/voice-list.provider-not-found',
    'must have required property',
    (openapi) =>
      void (part(media(voices(openapi), '404').examples['voice-list.provider-not-found']).value = {
        error: true,
        message: 'Provider not found',
      }),
  ],
  [
    'an example of a request that breaks its schema',
    'openapi.yaml#/paths/~1verify/post/requestBody/content/application~1json/examples/empty',
    'must be object',
    (openapi) =>
      void (part(part(verify(openapi).requestBody.content['application/json']).examples['empty']).value = [1]),
  ],
  [
    'an example of a parameter that breaks its schema',
    'openapi.yaml#/paths/~1voice-list/get/parameters/2/example',
    'must be <= 100',
    (openapi) => void (parameter(openapi, 2)['example'] = 1000),
  ],
  [
    'an example without a value',
    'openapi.yaml#/paths/~1verify/post/responses/200/content/application~1json/examples/valid',
    'without a value',
    (openapi) => void (media(verify(openapi), '200').examples['valid'] = {}),
  ],
  [
    'an example of x-beyond-operations that breaks its schema',
    'openapi.yaml#/x-beyond-operations/addresses.method/value',
    'must be equal to constant',
    (openapi) =>
      void (part((openapi['x-beyond-operations'] as Record<string, Record<string, unknown>>)['addresses.method'])[
        'value'
      ] = {
        error: false,
        code: 405,
        message: '',
        data: {},
      }),
  ],
  [
    'an unknown clause of an operation',
    'openapi.yaml#/paths/~1verify/post/x-clauses/0',
    'verify.vallid is no clause of the catalogue',
    (openapi) => void (verify(openapi)['x-clauses'][0] = 'verify.vallid'),
  ],
  [
    'an unknown clause deep in a schema',
    'openapi.yaml#/components/schemas/Voice/properties/title/x-clauses/0',
    'voice.tittle is no clause',
    (openapi) => void (part(schema(openapi, 'Voice').properties['title'])['x-clauses'] = ['voice.tittle']),
  ],
  [
    'an unknown clause of a security scheme',
    'openapi.yaml#/components/securitySchemes/apiAccessToken/x-clauses/0',
    'no clause of the catalogue',
    (openapi) => void (part(openapi.components.securitySchemes['apiAccessToken'])['x-clauses'] = ['token']),
  ],
  [
    'an unknown clause in x-refusals',
    'openapi.yaml#/paths/~1voice-list/get/parameters/0/x-refusals/missing',
    'voice-list.provider is no clause',
    (openapi) => void (parameter(openapi, 0)['x-refusals']['missing'] = 'voice-list.provider'),
  ],
  [
    'an unknown reason in x-refusals',
    'openapi.yaml#/paths/~1voice-list/get/parameters/0/x-refusals/mising',
    'the reasons to refuse are missing, invalid, section-missing',
    (openapi) => void (parameter(openapi, 0)['x-refusals']['mising'] = 'voice-list.provider-id.missing'),
  ],
  [
    'an operation that names no rule for bad tokens',
    'openapi.yaml#/paths/~1verify/post/x-refusals',
    'no rule for token-invalid',
    (openapi) => void Reflect.deleteProperty(verify(openapi)['x-refusals'], 'token-invalid'),
  ],
  [
    'an error example that is not named after a rule',
    'openapi.yaml#/paths/~1verify/post/responses/401/content/application~1json/examples/unauthorized',
    'unauthorized is no clause',
    (openapi) =>
      void (media(verify(openapi), '401').examples['unauthorized'] = { $ref: '#/components/examples/Unauthorized' }),
  ],
  [
    'a refusal of a parameter without an example',
    'openapi.yaml#/paths/~1voice-list/get',
    'x-refusals names voice-list.limit.range, of which no response has an example',
    (openapi) => void Reflect.deleteProperty(media(voices(openapi), '400').examples, 'voice-list.limit.range'),
  ],
  [
    'a refusal of an operation without an example',
    'openapi.yaml#/paths/~1verify/post',
    'x-refusals names warnings.strict',
    (openapi) => void Reflect.deleteProperty(media(verify(openapi), '400').examples, 'warnings.strict'),
  ],
  [
    'two operations of one operationId',
    'openapi.yaml#/paths/~1verify/post/operationId',
    'listVoices is the id of another operation too',
    (openapi) => void (verify(openapi).operationId = 'listVoices'),
  ],
  [
    'an operation without an operationId',
    'openapi.yaml#/paths/~1verify/post/operationId',
    'is no text',
    (openapi) => void Reflect.deleteProperty(verify(openapi), 'operationId'),
  ],
  [
    'a clause of an operation that is not there',
    'clauses.yaml#/verify.valid/operations/0',
    'verify is no operation of the document',
    (_, clauses) => void (part(clauses['verify.valid'])['operations'] = ['verify']),
  ],
  [
    'a clause of no operation',
    'clauses.yaml#/verify.valid/operations',
    'names no operation',
    (_, clauses) => void (part(clauses['verify.valid'])['operations'] = []),
  ],
  [
    'a clause that is neither stated nor assumed',
    'clauses.yaml#/verify.valid/kind',
    'neither stated nor assumed',
    (_, clauses) => void (part(clauses['verify.valid'])['kind'] = 'said'),
  ],
  [
    'a clause with a part of another name',
    'clauses.yaml#/verify.valid/rules',
    'no part of a clause',
    (_, clauses) => void (part(clauses['verify.valid'])['rules'] = 'x'),
  ],
  [
    'an unknown extension of an operation',
    'openapi.yaml#/paths/~1verify/post/x-color',
    'x-color is no extension that belongs here',
    (openapi) => void (verify(openapi)['x-color'] = 'red'),
  ],
  [
    'an extension of an operation that stands in a response',
    'openapi.yaml#/paths/~1verify/post/responses/200/x-refusals',
    'x-refusals is no extension',
    (openapi) => void Object.assign(part(verify(openapi).responses['200']), { 'x-refusals': {} }),
  ],
  [
    'an unknown extension at the top',
    'openapi.yaml#/x-color',
    'x-color is no extension',
    (openapi) => void (openapi['x-color'] = 'red'),
  ],
  [
    'an unknown extension of the information',
    'openapi.yaml#/info/x-color',
    'x-color is no extension',
    (openapi) => void (openapi.info['x-color'] = 'red'),
  ],
  [
    'a security scheme that is not there',
    'openapi.yaml#/paths/~1verify/post/security/0',
    'key names no security scheme',
    (openapi) => void (verify(openapi).security = [{ key: [] }]),
  ],
  [
    'a server without an address',
    'openapi.yaml#/servers/0/variables/port',
    'is no text',
    (openapi) => void Reflect.deleteProperty(part(openapi.servers[0]).variables, 'port'),
  ],
  [
    'a parameter that is not in the query',
    'openapi.yaml#/paths/~1voice-list/get/parameters/0/in',
    'only query parameters',
    (openapi) => void (parameter(openapi, 0)['in'] = 'header'),
  ],
  [
    'a status that is none',
    'openapi.yaml#/paths/~1verify/post/responses/default',
    'is no status',
    (openapi) => void (verify(openapi).responses['default'] = part(verify(openapi).responses['200'])),
  ],
  [
    'a body of another media type',
    'openapi.yaml#/paths/~1verify/post/requestBody/content',
    'application/json, multipart/form-data',
    (openapi) => void (verify(openapi).requestBody.content = { 'text/plain': media(verify(openapi), '200') }),
  ],
  [
    'refusals deep inside a member',
    'openapi.yaml#/paths/~1verify/post/requestBody/content/application~1json/schema/properties/a/properties/b/x-refusals',
    'only a whole member',
    (openapi) =>
      void (part(verify(openapi).requestBody.content['application/json']).schema = {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { b: { type: 'string', 'x-refusals': {}, properties: {} } } },
        },
      }),
  ],
  [
    'no operation at all',
    'openapi.yaml#/paths',
    'has no operation',
    (openapi, clauses) => {
      openapi.paths = {};
      Object.values(clauses).forEach((clause) => void (clause['operations'] = 'all'));
    },
  ],
  [
    'a part that is no object',
    'openapi.yaml#/paths/~1verify/post/responses/200',
    'is no object',
    (openapi) => void (verify(openapi).responses['200'] = [] as never),
  ],
  [
    'clauses that are no list',
    'openapi.yaml#/paths/~1verify/post/x-clauses',
    'is no list',
    (openapi) => void (verify(openapi)['x-clauses'] = 'verify.valid' as never),
  ],
])('%s is refused, at %s', (_, place, problem, breakIt) => {
  const error = loadBroken(breakIt);
  expect(error?.place).toBe(place);
  expect(error?.problem).toContain(problem);
  expect(error?.message).toBe(`${place}: ${error?.problem ?? ''}`);
});

test.each([
  ['openapi.yaml', 'openapi: [', real.clauses],
  ['openapi.yaml', 'a: 1\na: 2', real.clauses],
  ['openapi.yaml', '- 1', real.clauses],
  ['clauses.yaml', real.openapi, ': :'],
])('%s that is no YAML object is refused', (place, openapi, clauses) => {
  expect(() => load(openapi, clauses)).toThrow(expect.objectContaining({ name: 'ContractDocumentError', place }));
});

test('a document that is not there is refused by the name of its file', () => {
  expect(() => loadContractDocument({ openapiFile: join(folder, 'none.yaml') })).toThrow(/none\.yaml/);
});
