/** The JSON Schemas that users' editors validate files against. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { documentOperations, readDocuments } from './document-types.mjs';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The schemas that only users' editors read, by the file of `openapi/` that the build writes them to. */
export async function editorSchemas() {
  const { openapi, control } = await readDocuments();
  const { definitions } = JSON.parse(await readFile('src/store/state/records.schema.gen.json', 'utf8'));
  // Each collection has a file, the audience of a campaign too.
  const lists = { ...definitions.Collections.properties, leads: { $ref: '#/definitions/LeadRecord' } };
  const ofScenario = Object.entries(lists).map(([name, { $ref }]) => [
    `scenario/${name.replaceAll('_', '-')}.schema.json`,
    scenarioSchema(definitions, $ref.split('/').at(-1)),
  ]);
  return { 'faults.schema.json': await faultsSchema(openapi, control), ...Object.fromEntries(ofScenario) };
}

/** The schema of a file of faults: what `control.yaml` says of a fault, with the names that there are. */
async function faultsSchema(openapi, control) {
  const { presets } = parse(await readFile('src/worlds/fault-presets.yaml', 'utf8'));
  const { schemas } = parse(control).components;
  const moved = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'));
  const definitions = withoutKeywords(usedDefinitions(moved, 'NewFault'), (name) => name.startsWith('x-'));
  const operations = documentOperations(parse(openapi)).map(({ operationId }) => operationId);
  for (const name of ['PresetFault', 'FaultDefinition']) definitions[name].properties.operation.enum = operations;
  definitions.PresetFault.properties.preset.enum = Object.keys(presets);
  return {
    $schema: dialect,
    title: 'Faults that the worlds of voice-agent-mock begin with',
    type: 'object',
    required: ['faults'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Where an editor finds this schema.' },
      faults: { type: 'array', maxItems: 1000, items: { $ref: '#/$defs/NewFault' } },
    },
    $defs: definitions,
  };
}

/** The schema of one file of a scenario: from the schema that records are validated against. */
function scenarioSchema(definitions, type) {
  const list = { type: 'array', items: { $ref: `#/$defs/${type}` } };
  const moved = JSON.parse(JSON.stringify(definitions).replaceAll('#/definitions/', '#/$defs/'));
  return {
    $schema: dialect,
    title: `Records of a scenario: ${type.replace('Record', '')}`,
    description: 'A list of records, or one beside the address of this schema: { "$schema": "…", "records": […] }.',
    if: { type: 'object' },
    then: {
      type: 'object',
      required: ['records'],
      properties: { $schema: { type: 'string' }, records: list },
      additionalProperties: false,
    },
    else: list,
    $defs: withoutKeywords(usedDefinitions(moved, type), (name) => name === 'expected'),
  };
}

/** A definition and those that it refers to, and so on. */
function usedDefinitions(definitions, first) {
  const used = new Set([first]);
  for (const name of used) {
    for (const [, next] of JSON.stringify(definitions[name]).matchAll(/"#\/\$defs\/(\w+)"/g)) used.add(next);
  }
  return Object.fromEntries([...used].sort().map((name) => [name, definitions[name]]));
}

/** Without our own keywords; what `expected` says goes where VS Code and JetBrains look for the message of a pattern. */
function withoutKeywords(schema, isOwn) {
  if (Array.isArray(schema)) return schema.map((item) => withoutKeywords(item, isOwn));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => !isOwn(name));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, withoutKeywords(value, isOwn)])),
    ...(typeof schema.expected === 'string' && { patternErrorMessage: `Expected ${schema.expected}.` }),
  };
}
