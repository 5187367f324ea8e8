import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';
import { contractNames } from './contract-names.mjs';
import { formTypes } from './form-types.mjs';
import { architecturePage } from './state-diagram.mjs';

const banner = (source) =>
  `/** Generated from ${source} by \`npm run generate\`: change the source, not this file. */\n\n`;

/**
 * The files that are made of others and committed. `source` is what they are made of; `make` gives the text. A file
 * whose source is not there is left out.
 */
export const generators = [
  {
    output: 'src/contract-document/types.gen.ts',
    source: 'openapi/openapi.yaml',
    make: (source) => typesOf(source, { immutable: false }),
  },
  {
    output: 'src/contract-document/names.gen.ts',
    source: 'openapi/openapi.yaml',
    make: async (source) =>
      banner('openapi/openapi.yaml and openapi/clauses.yaml') +
      contractNames(await readFile(source, 'utf8'), await readFile('openapi/clauses.yaml', 'utf8')),
  },
  {
    output: 'src/contract-document/forms.gen.ts',
    source: 'openapi/openapi.yaml',
    make: async (source) => banner(source) + (await formTypes(await readFile(source, 'utf8'))),
  },
  {
    output: 'src/contract-document/control-types.gen.ts',
    source: 'openapi/control.yaml',
    make: (source) => typesOf(source, { immutable: true }),
  },
  {
    output: 'src/store/records.schema.gen.json',
    source: 'src/domain/records.ts',
    make: (source, output) => recordSchema(source, output),
  },
  {
    output: 'docs/architecture.md',
    source: 'src/domain/state-diagram.ts',
    make: (source) => architecturePage(source, 'docs/architecture.md'),
  },
];

/** The JSON Schema of what is stored, from its types. */
async function recordSchema(source, output) {
  const { createGenerator } = await import('ts-json-schema-generator');
  const schema = createGenerator({ path: source, tsconfig: 'tsconfig.json', type: '*' }).createSchema('*');
  return prettier.format(JSON.stringify(schema), { ...(await prettier.resolveConfig(output)), parser: 'json' });
}

/** Those that users get are not immutable: openapi-fetch turns a readonly list into an object. */
async function typesOf(source, options) {
  const document = await readFile(source, 'utf8');
  const nodes = await openapiTS(document, { cwd: new URL('../openapi/', import.meta.url), ...options });
  return banner(source) + astToString(nodes);
}
