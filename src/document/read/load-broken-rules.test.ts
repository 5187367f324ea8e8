import { expect, test } from 'vitest';
import { loadContractDocument } from './load.ts';
import {
  loadBroken,
  loadTexts,
  media,
  parameter,
  part,
  schema,
  verifyOperation,
  voiceListOperation,
  type BreakDocument,
} from '../../testing/small-document.ts';

test.each<[string, string, string, BreakDocument]>([
  [
    'an unknown clause of an operation',
    'openapi.yaml#/paths/~1verify/post/x-clauses/0',
    'verify.vallid is not a clause of the catalogue',
    (openapi) => void (verifyOperation(openapi)['x-clauses'][0] = 'verify.vallid'),
  ],
  [
    'an unknown clause deep in a schema',
    'openapi.yaml#/components/schemas/Voice/properties/title/x-clauses/0',
    'voice.tittle is not a clause',
    (openapi) => void (part(schema(openapi, 'Voice').properties['title'])['x-clauses'] = ['voice.tittle']),
  ],
  [
    'an unknown clause of a security scheme',
    'openapi.yaml#/components/securitySchemes/apiAccessToken/x-clauses/0',
    'not a clause of the catalogue',
    (openapi) => void (part(openapi.components.securitySchemes['apiAccessToken'])['x-clauses'] = ['token']),
  ],
  [
    'an unknown clause in x-refusals',
    'openapi.yaml#/paths/~1voice-list/get/parameters/0/x-refusals/missing',
    'voice-list.provider is not a clause',
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
    (openapi) => void Reflect.deleteProperty(verifyOperation(openapi)['x-refusals'], 'token-invalid'),
  ],
  [
    'an error example that is not named after a rule',
    'openapi.yaml#/paths/~1verify/post/responses/401/content/application~1json/examples/unauthorized',
    'unauthorized is not a clause',
    (openapi) =>
      void (media(verifyOperation(openapi), '401').examples['unauthorized'] = {
        $ref: '#/components/examples/Unauthorized',
      }),
  ],
  [
    'a refusal of a parameter without an example',
    'openapi.yaml#/paths/~1voice-list/get',
    'x-refusals names voice-list.limit.range, of which no response has an example',
    (openapi) =>
      void Reflect.deleteProperty(media(voiceListOperation(openapi), '400').examples, 'voice-list.limit.range'),
  ],
  [
    'a refusal of an operation without an example',
    'openapi.yaml#/paths/~1verify/post',
    'x-refusals names warnings.strict',
    (openapi) => void Reflect.deleteProperty(media(verifyOperation(openapi), '400').examples, 'warnings.strict'),
  ],
  [
    'two operations of one operationId',
    'openapi.yaml#/paths/~1verify/post/operationId',
    'listVoices is the id of another operation too',
    (openapi) => void (verifyOperation(openapi).operationId = 'listVoices'),
  ],
  [
    'an operation without an operationId',
    'openapi.yaml#/paths/~1verify/post/operationId',
    'is not a text',
    (openapi) => void Reflect.deleteProperty(verifyOperation(openapi), 'operationId'),
  ],
  [
    'a clause of an operation that is not there',
    'clauses.yaml#/verify.valid/operations/0',
    'verify is not an operation of the document',
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
    'a stated clause without the sentence that it follows',
    'clauses.yaml#/verify.valid/sentence',
    'is there of a stated rule',
    (_, clauses) => void Reflect.deleteProperty(part(clauses['verify.valid']), 'sentence'),
  ],
  [
    'an assumed clause that claims a sentence',
    'clauses.yaml#/verify.success/sentence',
    'of no assumed one',
    (_, clauses) => void (part(clauses['verify.success'])['sentence'] = 'x'),
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
    'x-color is not an extension that belongs here',
    (openapi) => void (verifyOperation(openapi)['x-color'] = 'red'),
  ],
  [
    'an extension of an operation that stands in a response',
    'openapi.yaml#/paths/~1verify/post/responses/200/x-refusals',
    'x-refusals is not an extension',
    (openapi) => void Object.assign(part(verifyOperation(openapi).responses['200']), { 'x-refusals': {} }),
  ],
  [
    'an unknown extension at the top',
    'openapi.yaml#/x-color',
    'x-color is not an extension',
    (openapi) => void Object.assign(openapi, { 'x-color': 'red' }),
  ],
  [
    'an unknown extension of the information',
    'openapi.yaml#/info/x-color',
    'x-color is not an extension',
    (openapi) => void Object.assign(openapi.info, { 'x-color': 'red' }),
  ],
  [
    'a security scheme that is not there',
    'openapi.yaml#/paths/~1verify/post/security/0',
    'key names no security scheme',
    (openapi) => void (verifyOperation(openapi).security = [{ key: [] }]),
  ],
  [
    'a server without an address',
    'openapi.yaml#/servers/0/variables/port',
    'is not a text',
    (openapi) => void Reflect.deleteProperty(part(openapi.servers[0]).variables, 'port'),
  ],
  [
    'a parameter that is not in the query',
    'openapi.yaml#/paths/~1voice-list/get/parameters/0/in',
    'only parameters of the path and of the query',
    (openapi) => void (parameter(openapi, 0)['in'] = 'header'),
  ],
  [
    'a status that is none',
    'openapi.yaml#/paths/~1verify/post/responses/default',
    'is not a status',
    (openapi) => void (verifyOperation(openapi).responses['default'] = part(verifyOperation(openapi).responses['200'])),
  ],
  [
    'a body of another media type',
    'openapi.yaml#/paths/~1verify/post/requestBody/content',
    'application/json, multipart/form-data',
    (openapi) =>
      void (verifyOperation(openapi).requestBody.content = { 'text/plain': media(verifyOperation(openapi), '200') }),
  ],
  [
    'refusals deep inside a member',
    'openapi.yaml#/paths/~1verify/post/requestBody/content/application~1json/schema/properties/a/properties/b/x-refusals',
    'only a whole member',
    (openapi) =>
      void (part(verifyOperation(openapi).requestBody.content['application/json']).schema = {
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
      Object.assign(openapi, { paths: {} });
      Object.values(clauses).forEach((clause) => Object.assign(clause, { operations: 'all' }));
    },
  ],
  [
    'a part that is not an object',
    'openapi.yaml#/paths/~1verify/post/responses/200',
    'is not an object',
    (openapi) => void (verifyOperation(openapi).responses['200'] = [] as never),
  ],
  [
    'clauses that are not a list',
    'openapi.yaml#/paths/~1verify/post/x-clauses',
    'is not a list',
    (openapi) => void (verifyOperation(openapi)['x-clauses'] = 'verify.valid' as never),
  ],
])('%s is refused, at %s', (_, place, problem, breakIt) => {
  const error = loadBroken(breakIt);
  expect(error?.place).toBe(place);
  expect(error?.problem).toContain(problem);
  expect(error?.message).toBe(`${place}: ${error?.problem ?? ''}`);
});

test.each([
  ['openapi.yaml', 'openapi: [', '{}'],
  ['openapi.yaml', 'a: 1\na: 2', '{}'],
  ['openapi.yaml', '- 1', '{}'],
  ['clauses.yaml', '{}', ': :'],
])('%s that is not a YAML object is refused', (place, openapi, clauses) => {
  expect(() => loadTexts(openapi, clauses)).toThrow(expect.objectContaining({ name: 'ContractDocumentError', place }));
});

test('a document that is not there is refused by the name of its file', () => {
  expect(() => loadContractDocument({ openapiFile: 'none.yaml' })).toThrow(/none\.yaml/);
});
