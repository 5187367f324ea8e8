import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The reader and writer of YAML, loaded when it is first needed: a start with prepared documents does without. */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
