import * as prettier from 'prettier';
import { parse } from 'yaml';
import { importBundled } from './bundled-module.mjs';

/** The JSON Schema of a file of faults, for editors: what `control.yaml` says of a fault, with the names that there are. */
export async function faultsSchema({ openapi, control }, output) {
  const { faultPresets } = await importBundled('src/worlds/fault-presets.ts');
  const schemas = parse(control).components.schemas;
  const definitions = {};
  take('NewFault');
  const operations = Object.values(parse(openapi).paths)
    .flatMap((path) => ['get', 'post', 'put', 'delete', 'patch'].map((method) => path[method]?.operationId))
    .filter((id) => id !== undefined);
  for (const name of ['PresetFault', 'FaultDefinition']) definitions[name].properties.operation.enum = operations;
  definitions.PresetFault.properties.preset.enum = Object.keys(faultPresets);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
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
  return prettier.format(JSON.stringify(schema), { ...(await prettier.resolveConfig(output)), parser: 'json' });

  function take(name) {
    if (definitions[name] !== undefined) return;
    definitions[name] = {};
    definitions[name] = plain(schemas[name]);
  }

  /** Without the project's own keywords, its references in the schema itself. */
  function plain(value) {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
    return Object.fromEntries(entries.map(([name, item]) => [name, name === '$ref' ? moved(item) : plain(item)]));
  }

  function moved(reference) {
    const name = reference.split('/').at(-1);
    take(name);
    return `#/$defs/${name}`;
  }
}
