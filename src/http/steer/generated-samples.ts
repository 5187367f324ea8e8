import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as PrismGenerator from '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
import type { DocumentedResponse } from '../../document/operation.ts';
import { sampleSchema } from './sample-schema.ts';

/** Makes a body for a documented response, the same one for the same seed. Rejects where the generator cannot. */
export type Samples = (response: DocumentedResponse, seed: string) => Promise<unknown>;

/**
 * A body by Prism's generator, which is loaded when it is first asked for. What is assumed is part of the schema, so that
 * the assumed rules hold too.
 */
export const generateSample: Samples = ({ content }, seed) => {
  const { generate } = loadGenerator();
  const schema = sampleSchema(content.get('application/json')?.assumed.schema ?? {});
  // Only the schema is looked at; of the operation Prism says where it stands in its errors.
  const made = generate(undefined as never, undefined, schema, seed);
  return made._tag === 'Right' ? Promise.resolve(made.right) : Promise.reject(made.left);
};

/**
 * The build leaves it beside the other files with one language of faker's: all of Prism takes 1.4 s of processor time to
 * load, its generator with every language 0.9 s, this 0.1 s.
 */
function loadGenerator(): typeof PrismGenerator {
  const require = createRequire(import.meta.url);
  const built = fileURLToPath(new URL('./prism-generator.cjs', import.meta.url));
  const file = existsSync(built) ? built : '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
  return require(file) as typeof PrismGenerator;
}
