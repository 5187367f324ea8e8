import { expect, test } from 'vitest';
import {
  loadBroken,
  media,
  parameter,
  part,
  schema,
  verifyOperation,
  voiceListOperation,
  type BreakDocument,
} from '../../testing/small-document.ts';

test('the small document that the tests break loads', () => {
  expect(loadBroken(() => undefined)).toBeUndefined();
});

test.each<[string, string, string, BreakDocument]>([
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
    'not an extension',
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
    (openapi) => void Object.assign(openapi.components.schemas, { Unused: { type: 'string', pattern: '(' } }),
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
    (openapi) => void (part(voiceListOperation(openapi).responses['500']).$ref = '#/components/responses/Failure'),
  ],
  [
    'a reference out of the document',
    'openapi.yaml#/paths/~1voice-list/get/responses/500',
    'does not point into this document',
    (openapi) =>
      void (part(voiceListOperation(openapi).responses['500']).$ref = 'other.yaml#/components/responses/ServerError'),
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
    '/message must be "',
    (openapi) =>
      void (part(media(verifyOperation(openapi), '200').examples['valid']).value = {
        error: false,
        code: 200,
        message: '',
        data: {},
      }),
  ],
  [
    'an example of a refusal that breaks an assumption alone',
    'openapi.yaml#/paths/~1voice-list/get/responses/404/content/application~1json/examples/voice-list.provider-not-found',
    '/code is required',
    (openapi) =>
      void (part(media(voiceListOperation(openapi), '404').examples['voice-list.provider-not-found']).value = {
        error: true,
        message: 'Provider not found',
      }),
  ],
  [
    'an example of a request that breaks its schema',
    'openapi.yaml#/paths/~1verify/post/requestBody/content/application~1json/examples/empty',
    'it must be an object',
    (openapi) =>
      void (part(part(verifyOperation(openapi).requestBody.content['application/json']).examples['empty']).value = [1]),
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
    (openapi) => void (media(verifyOperation(openapi), '200').examples['valid'] = {}),
  ],
  [
    'an example of x-beyond-operations that breaks its schema',
    'openapi.yaml#/x-beyond-operations/addresses.method/value',
    '/error must be true',
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
])('%s is refused, at %s', (_, place, problem, breakIt) => {
  const error = loadBroken(breakIt);
  expect(error?.place).toBe(place);
  expect(error?.problem).toContain(problem);
  expect(error?.message).toBe(`${place}: ${error?.problem ?? ''}`);
});
