/**
 * Writes the files that are made of others and committed; with `--check` it only says which of them differ from their
 * sources, and fails.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { parse } from 'yaml';
import { generatedNote, documentTypes, readDocuments, typesOf, unionOf } from './document-types.mjs';
import { operationsPage, profilesPage, statedPage } from './pages.mjs';

const isCheck = process.argv.includes('--check');
const documents = await readDocuments();
/** What of the prose is a table. */
const proseTables = ['agentProfiles', 'voiceLanguages', 'regions', 'voiceProviders', 'transcribers', 'columns'];
/** Fields of tables whose texts the code knows one by one. */
const namedFields = ['locale', 'persona_gender'];
/** What gives the text of each file. */
const generators = {
  ...Object.fromEntries(Object.entries(documentTypes).map(([output, make]) => [output, () => make(documents)])),
  'src/store/state/records.schema.gen.json': (output) =>
    typesSchema('src/domain/{records,world-parts}.ts', '*', output),
  'src/deployment/configuration/settings.schema.gen.json': (output) =>
    typesSchema('src/deployment/configuration/settings-file.ts', 'SettingsFile', output),
  'src/judge/walk/walk-file.schema.gen.json': (output) => typesSchema('src/judge/steps.ts', 'WalkFile', output),
  'src/seed/factories/prose.gen.ts': () => constantsOf('src/seed/factories/prose.yaml', proseTables),
  'src/console/page/text/copy-as.gen.ts': () => constantsOf('src/console/page/text/copy-as.yaml'),
  'src/http/pages/portraits.gen.ts': () => constantsOf('src/http/pages/portraits.yaml'),
  'src/document/read/object-kinds.gen.ts': () => constantsOf('src/document/read/object-kinds.yaml'),
  'src/cli/commands.gen.ts': () => constantsOf('src/cli/commands.yaml'),
  'src/worlds/fault-presets.gen.ts': () => constantsOf('src/worlds/fault-presets.yaml'),
  'src/deployment/configuration/default-facts.gen.ts': () =>
    constantsOf('src/deployment/configuration/default-facts.yaml'),
  'src/domain/agents/new-agent.gen.ts': () => {
    const settings = JSON.stringify(parse(documents.openapi)['x-values']['new-agent'], null, 2);
    return `${generatedNote('openapi/openapi.yaml')}export const newAgentSettings = ${settings} as const;\n`;
  },
  'src/seed/plan/plan.gen.ts': () => typesOfSchema('src/seed/plan/plan.schema.json', 'SeedPlan'),
  'docs/profiles.md': (output, page) => profilesPage(documents.clauses, page, output),
  'docs/stated.md': (output) => statedPage(documents.clauses, output),
  'docs/operations.md': (output) => operationsPage(documents.openapi, 'src/domain/agents/agent-status.ts', output),
};

for (const [output, make] of Object.entries(generators)) {
  const current = await readFile(output, 'utf8').catch(() => '');
  const text = await make(output, current);
  if (text === current) console.log(`${output} is fresh.`);
  else if (isCheck) {
    console.error(`${output} differs from what its sources give: run npm run generate and commit it.`);
    process.exitCode = 1;
  } else {
    await writeFile(output, text);
    console.log(`${output} written.`);
  }
}

/** The schema of a source's types, or of one of them; whether they hold is seen by `npm run types`. */
async function typesSchema(path, type, output) {
  const { createGenerator } = await import('ts-json-schema-generator');
  const options = { path, tsconfig: 'tsconfig.json', type, extraTags: ['expected'], skipTypeCheck: true };
  return (await format(output, JSON.stringify(createGenerator(options).createSchema(type)), { printWidth: 120 })).code;
}

/** The types of a JSON Schema: of the whole by this name, and of each definition by its own. */
async function typesOfSchema(source, name) {
  const text = await readFile(source, 'utf8');
  const { $defs, ...whole } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  const schemas = { [name]: whole, ...$defs };
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  const named = Object.keys(schemas).map((each) => `export type ${each} = components['schemas']['${each}'];\n`);
  return generatedNote(source) + (await typesOf(JSON.stringify(document), { immutable: true })) + named.join('');
}

/** A constant for each key of a file of YAML: one value, or a table whose rows are of one type, if it is named. */
async function constantsOf(source, tables = []) {
  const constants = Object.entries(parse(await readFile(source, 'utf8'), { merge: true })).map(([name, value]) => {
    const [type, end] = tables.includes(name) ? [`: ${tableType(value)}`, ''] : ['', ' as const'];
    return `export const ${name}${type} = ${JSON.stringify(value, null, 2)}${end};\n`;
  });
  return generatedNote(source) + constants.join('\n');
}

function tableType(table) {
  const row = typeOfValues(Object.values(table));
  return Array.isArray(table) ? `readonly ${row}[]` : `Readonly<Record<string, ${row}>>`;
}

/** The type of each of these values, which are alike: a field that some of them lack is optional. */
function typeOfValues(values) {
  const [first] = values;
  if (Array.isArray(first)) return `readonly ${typeOfValues(values.flat())}[]`;
  if (typeof first !== 'object') return typeof first;
  const fields = [...new Set(values.flatMap(Object.keys))].map((name) => {
    const held = values.flatMap((value) => (name in value ? [value[name]] : []));
    const type = namedFields.includes(name) ? unionOf([...new Set(held)]) : typeOfValues(held);
    return `readonly ${name}${held.length < values.length ? '?' : ''}: ${type};`;
  });
  return `{ ${fields.join(' ')} }`;
}
