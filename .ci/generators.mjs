import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';
import ts from 'typescript';
import { importBundled } from './bundled-module.mjs';
import { choiceTypes } from './choice-types.mjs';
import { contractNames } from './contract-names.mjs';
import { faultsSchema } from './faults-schema.mjs';
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
    banner('openapi/control.yaml') + (await controlTypes(control)),
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
    make: (source, output) => schemaOf(source, output, '*'),
  },
  {
    output: 'src/seed/plan/plan.gen.ts',
    source: 'src/seed/plan/plan.schema.json',
    make: async (source) => banner(source) + (await planTypes(await readFile(source, 'utf8'))),
  },
  {
    output: 'src/deployment/configuration/settings.schema.gen.json',
    source: 'src/deployment/configuration/settings-file.ts',
    make: (source, output) => schemaOf(source, output, 'SettingsFile'),
  },
  {
    output: 'openapi/profile.schema.json',
    source: 'openapi/clauses.yaml',
    make: async (source, output) => profileSchema(await readFile(source, 'utf8'), output),
  },
  {
    output: 'openapi/faults.schema.json',
    source: 'openapi/control.yaml',
    make: async (_, output) => faultsSchema(await readDocuments(), output),
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

/** The types of a seeding plan, from its schema, which says what they may be. */
async function planTypes(text) {
  const { $defs, ...plan } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };
  return typesOf(JSON.stringify({ ...document, components: { schemas: { SeedPlan: plan, ...$defs } } }), {
    immutable: true,
  });
}

/** The JSON Schema of a file's types, or of one of them. */
async function schemaOf(source, output, type) {
  const { createGenerator } = await import('ts-json-schema-generator');
  const schema = createGenerator({
    path: source,
    tsconfig: 'tsconfig.json',
    type,
    extraTags: ['expected'],
  }).createSchema(type);
  return prettier.format(JSON.stringify(schema), { ...(await prettier.resolveConfig(output)), parser: 'json' });
}

/** Texts that the control API takes and that are names: whoever misspells one learns it from the compiler. */
const namedTexts = [
  [/\/(?:(?:PresetFault|FaultDefinition|RequestMatcher)\/operation|OperationFilter)$/, 'OperationId'],
  [/\/(?:(?:RequestMatcher|query)\/rule|\{id\}\/.+\/path\/id|Rule\/id)$/, 'ClauseId'],
  [/\/PresetFault\/preset$/, 'PresetName'],
];

async function controlTypes(text) {
  const { faultPresets } = await importBundled('src/worlds/fault-presets.ts');
  const transform = ({ type, enum: values }, { path = '' }) => {
    const name = type === 'string' && !values && namedTexts.find(([places]) => places.test(path))?.[1];
    return name ? ts.factory.createTypeReferenceNode(name) : undefined;
  };
  const presets = Object.keys(faultPresets).map((name) => `'${name}'`);
  return [
    "import type { ClauseId, OperationId } from './names.gen.ts';\n\n",
    `/** The names of presets of faults. */\nexport type PresetName = ${presets.join(' | ')};\n\n`,
    await typesOf(text, { immutable: true, transform }),
  ].join('');
}

/** Those that users get are not immutable: openapi-fetch turns a readonly list into an object. */
async function typesOf(text, options) {
  return astToString(await openapiTS(text, { cwd: documentsFolder, ...options }));
}
