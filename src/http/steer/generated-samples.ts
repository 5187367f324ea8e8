import type { DocumentedResponse } from '../../document/operation.ts';
import { createSeededRandom } from '../../worlds/random.ts';
import { sampleSchema } from './sample-schema.ts';

/** Makes a body for a documented response, the same one for the same seed. Rejects where the generator cannot. */
export type Samples = (response: DocumentedResponse, seed: string) => Promise<unknown>;

/**
 * A body by json-schema-faker, the generator of Prism, which is loaded when it is first asked for. What is assumed is part
 * of the schema, so that the assumed rules hold too.
 */
export const generateSample: Samples = async ({ content }, seed) => {
  const { JSONSchemaFaker } = await import('json-schema-faker');
  const random = createSeededRandom(seed);
  // The options are those of the process: no other answer comes between setting and using them.
  JSONSchemaFaker.option({ ...options, random: () => random.next() });
  return JSONSchemaFaker.generate(sampleSchema(content.get('application/json')?.assumed.schema ?? {}));
};

const options = {
  failOnInvalidTypes: false,
  failOnInvalidFormat: false,
  alwaysFakeOptionals: true,
  optionalsProbability: 1,
  fixedProbabilities: true,
} as const;
