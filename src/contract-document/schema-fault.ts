import type { JsonObject } from '../domain/records.ts';
import { expectation } from './expectation.ts';
import { isJsonObject } from './json-access.ts';
import type { Fault } from './operation.ts';
import type { SchemaCheck, SchemaError } from './schema-compiler.ts';

/** What is wrong with a value by a schema that no rule of its own answers for: the fault that says most, or nothing. */
export function schemaFault(check: SchemaCheck, value: unknown): readonly Fault[] {
  const error = tellingError(check.errors(value));
  if (error === undefined) return [];
  const { instancePath, keyword, params } = error;
  const parent = stepsOf(instancePath).join('.');
  const child = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const name = [parent, child].filter((part) => typeof part === 'string' && part !== '').join('.');
  const message = `${name === '' ? 'The body' : name} ${sentence(error, schemaOf(error, check.schema))}.`;
  return [{ name, reason: keyword === 'required' ? 'missing' : 'invalid', clause: undefined, message, value }];
}

/** Where alternatives are left open, the error furthest down says most; a member too many says least. */
function tellingError(errors: readonly SchemaError[]): SchemaError | undefined {
  const weight = ({ keyword, instancePath }: SchemaError) =>
    instancePath.split('/').length * 10 +
    (keyword === 'oneOf' || keyword === 'anyOf' ? -5 : 0) +
    (keyword === 'required' ? -1 : 0);
  return errors.reduce<SchemaError | undefined>(
    (best, error) => (best === undefined || weight(error) > weight(best) ? error : best),
    undefined,
  );
}

function sentence({ keyword, params, message }: SchemaError, schema: JsonObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not known here';
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  if (typeof schema['x-expected'] === 'string' || described.has(keyword)) return `must be ${expectation(schema)}`;
  return message ?? `breaks the rule ${keyword}`;
}

/** Keywords of which the schema's own words say all. */
const described = new Set(['type', 'enum', 'minimum', 'maximum']);

/** The schema that the keyword stands in. */
function schemaOf({ schemaPath }: SchemaError, root: JsonObject): JsonObject {
  const found = stepsOf(schemaPath)
    .slice(0, -1)
    .reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), root);
  return isJsonObject(found) ? found : {};
}

/** The steps of a JSON pointer, or of one in a URI fragment. */
function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => (pointer.startsWith('#') ? decodeURIComponent(step) : step)).map(unescaped);
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
