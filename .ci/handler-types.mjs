import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { importBundled } from './bundled-module.mjs';
import { dereference } from './dereference.mjs';

const records = '../domain/records.ts';

/**
 * The types that handlers need beyond those of the document's users, from its text: the decoded forms, nested as their
 * bracketed names say, and the answers that it shows by assumption alone.
 */
export async function handlerTypes(openapiText) {
  const document = parse(openapiText);
  const { buildFormFields } = await importBundled('src/document/read/form-fields.ts');
  const forms = formsOf(document);
  const bodies = forms.map(({ id, properties, required }) => {
    const members = Object.entries(properties)
      .map(([name, schema]) => ({ name, schema: dereference(document, schema), isRequired: required.includes(name) }))
      .filter(({ schema }) => schema.items?.contentMediaType === undefined);
    return [id, sectionSchema(buildFormFields(members), false)];
  });
  return [
    `import type { Json, JsonObject } from '${records}';\n`,
    '/** The body of each form, decoded; what was not sent is left out. */',
    await interfaceOf('FormBodies', Object.fromEntries(bodies)),
    '/** The fields of each form that take files. */',
    `export interface FormFileFields {\n${forms.map(({ id, files }) => `    ${id}: ${files.map((name) => `'${name}'`).join(' | ')};\n`).join('')}}\n`,
    '/** The answers that the document shows by assumption alone. */',
    await interfaceOf('AssumedAnswers', assumedAnswers(document)),
  ].join('\n');
}

function formsOf(document) {
  return operationsOf(document).flatMap(({ operationId: id, requestBody }) => {
    const media = requestBody?.content?.['multipart/form-data'];
    if (media === undefined) return [];
    const { properties, required = [] } = dereference(document, media.schema);
    return [{ id, properties, required, files: Object.keys(media.encoding ?? {}) }];
  });
}

/** An item of a list has every member: one that was not sent is refused, or has its default. */
function sectionSchema({ fields }, isItem) {
  const members = [...fields].map(([name, field]) => [name, fieldSchema(field, isItem)]);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    required: members.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
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
  const answers = operationsOf(document).flatMap(({ operationId, responses }) => {
    const schema = dereference(document, responses['200']?.content?.['application/json']?.schema ?? {});
    return schema.type === undefined && schema['x-assumed'] !== undefined ? [[operationId, schema['x-assumed']]] : [];
  });
  return Object.fromEntries(answers);
}

function operationsOf(document) {
  return Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId !== undefined);
}

async function interfaceOf(interfaceName, schemas) {
  const nodes = await openapiTS(
    { openapi: '3.1.0', info: { title: 'Forms', version: '1' }, paths: {}, components: { schemas } },
    { immutable: true, transform: storableType },
  );
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components');
  const { type } = components.members.find(({ name }) => name.text === 'schemas');
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return astToString(
    ts.factory.createInterfaceDeclaration(exported, interfaceName, undefined, undefined, type.members),
  );
}

/** A shape that the document does not show is stored as it came. */
function storableType(schema) {
  const { factory } = ts;
  // Handlers take texts from the document.
  if (typeof schema.const === 'string') return factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  if (schema.additionalProperties === true) return factory.createTypeReferenceNode('JsonObject');
  if (schema.type !== 'array' || Object.keys(schema.items).length > 0) return undefined;
  const list = factory.createArrayTypeNode(factory.createTypeReferenceNode('Json'));
  return factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, list);
}
