/** The TypeScript types that are made of the documents. */
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { parse } from 'yaml';

const { factory } = ts;
const documentsFolder = new URL('../openapi/', import.meta.url);
const { withoutReferences } = await importBundled('src/console/page/api/described-document.ts');

/** What is made of the documents' texts, by the file that it is written to. */
export const documentTypes = {
  'src/document/types.gen.ts': async ({ openapi }) =>
    generatedNote('openapi/openapi.yaml') + (await typesOf(openapi, { immutable: false, transform: fileType })),
  'src/document/names.gen.ts': ({ openapi, clauses }) =>
    generatedNote('openapi/openapi.yaml and openapi/clauses.yaml') +
    contractNames(withoutReferences(parse(openapi)), parse(clauses)),
  'src/clauses/choices.gen.ts': ({ clauses }) => generatedNote('openapi/clauses.yaml') + choiceTypes(clauses),
  'src/document/handler-types.gen.ts': async ({ openapi }) =>
    generatedNote('openapi/openapi.yaml') + (await handlerTypes(withoutReferences(parse(openapi)))),
  'src/document/control-types.gen.ts': async ({ control }) =>
    generatedNote('openapi/control.yaml') + (await controlTypes(control)),
};

export function generatedNote(source) {
  return `/** Generated from ${source} by \`npm run generate\`: change the source, not this file. */\n\n`;
}

/** The texts of the documents. */
export async function readDocuments() {
  const read = (name) => readFile(new URL(name, documentsFolder), 'utf8');
  const [openapi, clauses, control] = await Promise.all(['openapi.yaml', 'clauses.yaml', 'control.yaml'].map(read));
  return { openapi, clauses, control };
}

/** The types of a document's text. Those that users get are not immutable: openapi-fetch turns a readonly list into an object. */
export async function typesOf(text, options) {
  return astToString(await openapiTS(text, { cwd: documentsFolder, ...options }));
}

/** A module of the source with all that it imports, loaded: the generators use the product's own rules. */
export async function importBundled(source) {
  const bundle = await rolldown({ input: source, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** The operations of a document without references. */
export function documentOperations({ paths }) {
  return Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId !== undefined);
}

/** The unions of names that the document and the clause catalogue define. */
function contractNames(document, clauses) {
  const operations = documentOperations(document);
  const ids = Object.keys(clauses);
  const refusals = new Set([
    ...operations.flatMap((operation) => namedExamples(operation, (status) => status >= 400).map(([name]) => name)),
    ...Object.keys(document['x-beyond-operations']),
  ]);
  const union = (name, comment, members) =>
    `/** ${comment} */\nexport type ${name} =\n${members.map((member) => `  | '${member}'`).join('\n')};\n`;
  const byOperation = (name, comment, namesOf) => {
    const lines = operations.map((each) => `  ${each.operationId}: ${unionOf([...new Set(namesOf(each))])};\n`);
    return `/** ${comment} */\nexport interface ${name} {\n${lines.join('')}}\n`;
  };
  const operationIds = operations.map(({ operationId }) => operationId);
  return [
    union('OperationId', 'The operations of the document.', operationIds),
    union('ClauseId', 'The rules of the clause catalogue.', ids),
    union('RefusalId', 'The rules that refuse: each has an example of its error.', [...refusals].sort()),
    byOperation('MessageNames', 'The examples of success whose `message` an answer takes.', (operation) =>
      namedExamples(operation, (status) => status < 300).flatMap(([name, { value }]) => (value.message ? [name] : [])),
    ),
    byOperation(
      'DefaultedParameters',
      'The query parameters that have a value even if they are not sent.',
      ({ parameters = [] }) => parameters.filter(({ schema }) => schema.default !== undefined).map(({ name }) => name),
    ),
  ].join('\n');
}

function namedExamples({ responses }, isWanted) {
  return Object.entries(responses)
    .filter(([status]) => isWanted(Number(status)))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.entries(examples));
}

export function unionOf(names) {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}

function choiceTypes(clausesText) {
  const choices = Object.values(parse(clausesText)).flatMap(({ choices: own = {} }) => Object.entries(own));
  const lines = choices.map(([id, { alternatives: offered }]) => `  '${id}': ${unionOf(Object.keys(offered))};`);
  return `/** The behaviours that the specification leaves open, with the names of their alternatives. */
export interface Alternatives {
${lines.join('\n')}
}

export type ChoiceId = keyof Alternatives;
`;
}

/**
 * The types that handlers need beyond those of the document's users: the decoded forms, nested as their bracketed names
 * say, and the answers that it shows by assumption alone.
 */
async function handlerTypes(document) {
  const { buildFormFields } = await importBundled('src/document/validate/check-form.ts');
  const forms = documentOperations(document).flatMap(({ operationId: id, requestBody }) => {
    const { schema, encoding = {} } = requestBody?.content?.['multipart/form-data'] ?? {};
    return schema === undefined ? [] : [{ id, ...schema, files: Object.keys(encoding) }];
  });
  const bodies = forms.map(({ id, properties, required = [] }) => {
    const fields = Object.entries(properties)
      .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))
      .filter(({ schema }) => schema.items?.contentMediaType === undefined);
    return [id, sectionSchema(buildFormFields(fields), false)];
  });
  return [
    "import type { Json, JsonObject } from '../json/json-value.ts';\n",
    '/** The body of each form, decoded; what was not sent is left out. */',
    await interfaceOf('FormBodies', Object.fromEntries(bodies)),
    '/** The fields of each form that take files. */',
    `export interface FormFileFields {\n${forms.map(({ id, files }) => `    ${id}: ${unionOf(files)};\n`).join('')}}\n`,
    '/** The answers that the document shows by assumption alone. */',
    await interfaceOf('AssumedAnswers', assumedAnswers(document)),
  ].join('\n');
}

/** An item of a list has every field: one that was not sent is refused, or has its default. */
function sectionSchema({ fields }, isItem) {
  const properties = [...fields].map(([name, field]) => [name, fieldSchema(field, isItem)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])),
    required: properties.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
  };
}

function fieldSchema(field, isItem) {
  switch (field.kind) {
    case 'property':
      return { schema: field.member.schema, isRequired: isItem || field.member.isRequired };
    case 'list':
      return { schema: { type: 'array', items: sectionSchema(field.item, true) }, isRequired: isItem };
    case 'section': {
      const schema = sectionSchema(field, isItem);
      return { schema, isRequired: schema.required.length > 0 };
    }
  }
}

/** The answers of success, by operation, of which the document says nothing but by assumption. */
function assumedAnswers(document) {
  const answers = documentOperations(document).flatMap(({ operationId, responses }) => {
    const schema = responses['200']?.content?.['application/json']?.schema ?? {};
    return schema.type === undefined && schema['x-assumed'] !== undefined ? [[operationId, schema['x-assumed']]] : [];
  });
  return Object.fromEntries(answers);
}

async function interfaceOf(interfaceName, schemas) {
  const nodes = await openapiTS(
    { openapi: '3.1.0', info: { title: 'Forms', version: '1' }, paths: {}, components: { schemas } },
    { immutable: true, transform: storableType },
  );
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components');
  const { type } = components.members.find(({ name }) => name.text === 'schemas');
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return astToString(factory.createInterfaceDeclaration(exported, interfaceName, undefined, undefined, type.members));
}

/** What is sent as a file; `File` is one too. */
function fileType({ contentMediaType }) {
  return contentMediaType && factory.createTypeReferenceNode('Blob');
}

/** A shape that the document does not show is stored as it came. */
function storableType(schema) {
  // Handlers take texts from the document.
  if (typeof schema.const === 'string') return factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  if (schema.additionalProperties === true) return factory.createTypeReferenceNode('JsonObject');
  if (schema.type !== 'array' || Object.keys(schema.items).length > 0) return undefined;
  const list = factory.createArrayTypeNode(factory.createTypeReferenceNode('Json'));
  return factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, list);
}

/** Texts that the control API takes and that are names: whoever misspells one learns it from the compiler. */
const namedTexts = [
  [/\/(?:(?:PresetFault|FaultDefinition|RequestMatcher)\/operation|OperationFilter)$/, 'OperationId'],
  [/\/(?:(?:RequestMatcher|query)\/rule|\{id\}\/.+\/path\/id|Rule\/id)$/, 'ClauseId'],
  [/\/PresetFault\/preset$/, 'PresetName'],
];

async function controlTypes(text) {
  const { presets } = parse(await readFile('src/worlds/fault-presets.yaml', 'utf8'));
  const transform = ({ type, enum: values }, { path = '' }) => {
    const name = type === 'string' && !values && namedTexts.find(([places]) => places.test(path))?.[1];
    return name ? factory.createTypeReferenceNode(name) : undefined;
  };
  return [
    "import type { ClauseId, OperationId } from './names.gen.ts';\n\n",
    `/** The names of presets of faults. */\nexport type PresetName = ${unionOf(Object.keys(presets))};\n\n`,
    await typesOf(text, { immutable: true, transform }),
  ].join('');
}
