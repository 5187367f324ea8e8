import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';
import { choiceTypes } from './choice-types.mjs';
import { contractNames } from './contract-names.mjs';
import { handlerTypes } from './handler-types.mjs';
import { operationsPage } from './operations-page.mjs';
import { profileSchema, profilesPage } from './profile-files.mjs';
import { scenarioFileTypes, scenarioSchema } from './scenario-schemas.mjs';
import { architecturePage } from './state-diagram.mjs';

const banner = (source) =>
  `/** Generated from ${source} by \`npm run generate\`: change the source, not this file. */\n\n`;
const documentsFolder = new URL('../openapi/', import.meta.url);

/** What is made of the documents' texts, by the file that it is written to. */
export const documentTypes = {
  'src/document/types.gen.ts': async ({ openapi }) =>
    banner('openapi/openapi.yaml') + (await typesOf(openapi, { immutable: false })),
  'src/document/names.gen.ts': ({ openapi, clauses }) =>
    banner('openapi/openapi.yaml and openapi/clauses.yaml') + contractNames(openapi, clauses),
  'src/clauses/choices.gen.ts': ({ clauses }) => banner('openapi/clauses.yaml') + choiceTypes(clauses),
  'src/document/handler-types.gen.ts': async ({ openapi }) =>
    banner('openapi/openapi.yaml') + (await handlerTypes(openapi)),
  'src/document/control-types.gen.ts': async ({ control }) =>
    banner('openapi/control.yaml') + (await typesOf(control, { immutable: true })),
};

/** The texts of the documents. */
export async function readDocuments() {
  const read = (name) => readFile(new URL(name, documentsFolder), 'utf8');
  const [openapi, clauses, control] = await Promise.all(['openapi.yaml', 'clauses.yaml', 'control.yaml'].map(read));
  return { openapi, clauses, control };
}

/**
 * The files that are made of others and committed. `source` is what they are made of; `make` gives the text. A file
 * whose source is not there is left out.
 */
export const generators = [
  ...Object.entries(documentTypes).map(([output, make]) => ({
    output,
    source: `openapi/${output.includes('control') ? 'control' : output.includes('clauses') ? 'clauses' : 'openapi'}.yaml`,
    make: async () => make(await readDocuments()),
  })),
  {
    output: 'src/store/records.schema.gen.json',
    source: 'src/domain/records.ts',
    make: (source, output) => recordSchema(source, output),
  },
  {
    output: 'openapi/profile.schema.json',
    source: 'openapi/clauses.yaml',
    make: async (source, output) => profileSchema(await readFile(source, 'utf8'), output),
  },
  {
    output: 'docs/profiles.md',
    source: 'openapi/clauses.yaml',
    make: async (source, output) =>
      profilesPage(await readFile(source, 'utf8'), await readFile(output, 'utf8'), output),
  },
  ...Object.entries(scenarioFileTypes).map(([name, type]) => ({
    output: `openapi/scenario/${name}.schema.json`,
    // Made itself of the record types, before.
    source: 'src/store/records.schema.gen.json',
    make: (source, output) => scenarioSchema(source, type, output),
  })),
  {
    output: 'docs/operations.md',
    source: 'openapi/openapi.yaml',
    make: async (source, output) => operationsPage(await readFile(source, 'utf8'), output),
  },
  {
    output: 'docs/architecture.md',
    source: 'src/domain/agents/state-diagram.ts',
    make: (source) => architecturePage(source, 'docs/architecture.md'),
  },
];

/** The JSON Schema of what is stored, from its types. */
async function recordSchema(source, output) {
  const { createGenerator } = await import('ts-json-schema-generator');
  const schema = createGenerator({
    path: source,
    tsconfig: 'tsconfig.json',
    type: '*',
    extraTags: ['expected'],
  }).createSchema('*');
  return prettier.format(JSON.stringify(schema), { ...(await prettier.resolveConfig(output)), parser: 'json' });
}

/** Those that users get are not immutable: openapi-fetch turns a readonly list into an object. */
async function typesOf(text, options) {
  return astToString(await openapiTS(text, { cwd: documentsFolder, ...options }));
}
