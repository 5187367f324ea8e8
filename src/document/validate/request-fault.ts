import { valueAt, stepsOf, isJsonList, isJsonObject, type JsonObject, type Json } from '../../json/json-value.ts';
import type { RefusalId } from '../names.gen.ts';
import type { DocumentedOperation, RequestFault, Member } from '../operation.ts';
import { nearest } from '../../text/nearest.ts';
import { type SchemaCheck, type SchemaError, createDocumentAjv } from './schema-compiler.ts';

interface FaultPlace {
  readonly reason: RequestFault['reason'];
  readonly value?: unknown;
  /** Where it is not the member itself that is at fault, but something in it. */
  readonly name?: string;
  readonly schema?: JsonObject;
  /** What is wrong, where the value does not say. */
  readonly kind?: string | undefined;
  /** The rule for faults without a refusal of their own; by default the operation's for what is missing or invalid. */
  readonly otherwise?: RefusalId | undefined;
}

/**
 * The fault of a member. A refusal of the member's own is answered as the document's example shows it; the operation's
 * general one stands for many faults, so its message says which.
 */
export function requestFault(operation: DocumentedOperation, member: Member, place: FaultPlace): RequestFault {
  const { reason, value, name = member.name, schema = member.schema } = place;
  const own = member.refusals[reason];
  const sentence = reason === 'missing' ? `${name} is required.` : `${name} must be ${expectation(schema)}.`;
  return {
    name,
    reason,
    clause: own ?? place.otherwise ?? (reason === 'missing' ? operation.missingRefusal : operation.invalidRefusal),
    message: own === undefined ? sentence : undefined,
    value,
    kind: place.kind ?? kindOfFault(value, schema),
  };
}

/** What is wrong with a value, in one word; a text is of the type that it can be read as. */
export function kindOfFault(value: unknown, schema: JsonObject): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string' && value.trim() === '') return value === '' ? 'empty' : 'blank';
  return kindByType(value, schema);
}

function kindByType(value: unknown, schema: JsonObject): string {
  const { type } = withParts(schema);
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  const isNumber = types.some((each) => each === 'integer' || each === 'number');
  if (isNumber && typeof value === 'string') return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? 'number-text' : 'type';
  if (isNumber && typeof value === 'number') return 'outside';
  if (types.length > 0 && !types.includes(jsonType(value))) return typeof value === 'number' ? 'number' : 'type';
  return inListedCase(schema, value) === undefined ? 'value' : 'case';
}

/** The listed text that a value is but for its case. */
export function inListedCase(schema: JsonObject, value: unknown): string | undefined {
  const { enum: listed } = withParts(schema);
  const texts = isJsonList(listed) ? listed.filter((each) => typeof each === 'string') : [];
  return typeof value === 'string' ? texts.find((each) => each.toLowerCase() === value.toLowerCase()) : undefined;
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What is wrong with a value by a schema that no rule of its own answers for: the fault that says most, or nothing. */
export function schemaFault(check: SchemaCheck, value: unknown): readonly RequestFault[] {
  const error = tellingError(check.errors(value));
  return error === undefined ? [] : [schemaErrorFault(check, value, error)];
}

/** Everything that is wrong with a value; of alternatives, with the one that was most likely meant. */
export function schemaFaults(check: SchemaCheck, value: unknown): readonly RequestFault[] {
  return withoutAlternatives(check.errors(value)).map((error) => schemaErrorFault(check, value, error));
}

/** What is wrong with a value by a schema of its own, each with its path, `agents[1].id`; nothing if it fits. */
export function faultsInWords(
  { $schema: _dialect, ...schema }: JsonObject,
  value: unknown,
): readonly { readonly path: string; readonly problem: string }[] {
  const validate = createDocumentAjv({ verbose: true }).compile(schema);
  if (validate(value)) return [];
  return withoutAlternatives(validate.errors ?? []).map((error) => {
    const { steps, said, near } = wordedError(error, value, schema);
    const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
    return { path: path.replace(/^\./, ''), problem: near === undefined ? said : `did you mean ${near}? It ${said}` };
  });
}

function schemaErrorFault(check: SchemaCheck, value: unknown, error: SchemaError): RequestFault {
  const { steps, said, near } = wordedError(error, value, check.schema);
  const name = steps.join('.');
  const sentence = `${name === '' ? 'The body' : name} ${said}.`;
  const message = near === undefined ? sentence : `${sentence} Did you mean ${near}?`;
  const kind = error.keyword === 'required' ? 'missing' : 'value';
  return { name, reason: kind === 'missing' ? kind : 'invalid', clause: undefined, message, value, kind };
}

/** Where an error is, what to say of it after the name of that place, and the known word that was most likely meant. */
function wordedError(
  error: SchemaError,
  value: unknown,
  root: JsonObject,
): { readonly steps: readonly string[]; readonly said: string; readonly near: string | undefined } {
  const { instancePath, params } = error;
  const child = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const schema = schemaOf(error, root);
  return {
    steps: [...stepsOf(instancePath), ...(typeof child === 'string' ? [child] : [])],
    said: sentence(error, schema),
    near: nearest(wordOf(error, value), wordsFor(error, schema)),
  };
}

/** What was written where other words are taken; '' where none are. */
function wordOf({ instancePath, params }: SchemaError, value: unknown): string {
  const child = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof child === 'string') return child;
  const written = stepsOf(instancePath).reduce<unknown>((at, step) => Reflect.get(Object(at), step), value);
  return typeof written === 'string' ? written : '';
}

function wordsFor({ keyword, params }: SchemaError, schema: JsonObject): readonly string[] {
  if (isMemberTooMany(keyword)) return knownMembers(schema);
  return keyword === 'enum' ? listOrNone(params['allowedValues']).filter((word) => typeof word === 'string') : [];
}

function knownMembers({ properties }: JsonObject): readonly string[] {
  return Object.keys(isJsonObject(properties) ? properties : {});
}

/** The error furthest down says most; a member too many says least. Of alternatives the one that fits best counts. */
function tellingError(errors: readonly SchemaError[]): SchemaError | undefined {
  const weight = ({ keyword, instancePath }: SchemaError) =>
    instancePath.split('/').length * 10 + (keyword === 'required' ? -1 : 0) + (isMemberTooMany(keyword) ? -2 : 0);
  return withoutAlternatives(errors).reduce<SchemaError | undefined>(
    (best, error) => (best === undefined || weight(error) > weight(best) ? error : best),
    undefined,
  );
}

/**
 * The errors with those of alternatives left out, but for the alternative that was most likely meant: of a value that fits
 * none of several, each reports its own.
 */
export function withoutAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choice = errors
    .filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
    .toSorted((one, other) => one.schemaPath.length - other.schemaPath.length)[0];
  if (choice === undefined) return errors;
  const isWithin = ({ schemaPath }: SchemaError) => schemaPath.startsWith(`${choice.schemaPath}/`);
  const others = errors.filter((error) => error !== choice && !isWithin(error));
  const branches = new Map<string, SchemaError[]>();
  for (const error of errors.filter(isWithin)) {
    const branch = error.schemaPath
      .slice(choice.schemaPath.length + 1)
      .split('/', 1)
      .join('');
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const meant = mostLikely([...branches.values()].map(withoutAlternatives), choice);
  return [...others, ...(meant ?? [choice])];
}

/** Of several alternatives' errors those of the one that was meant, or what all of them ask for. */
function mostLikely(
  branches: readonly (readonly SchemaError[])[],
  choice: SchemaError,
): readonly SchemaError[] | undefined {
  const depth = depthOf(choice);
  // What stands further down does not tell which alternative was meant.
  const fixed = (branch: readonly SchemaError[]) =>
    branch.filter((error) => error.keyword === 'const' && depthOf(error) <= depth + 1);
  const own = (branch: readonly SchemaError[]) => branch.filter((error) => depthOf(error) === depth);
  const [best] = branches.toSorted(
    (one, other) =>
      fixed(one).length - fixed(other).length || own(one).length - own(other).length || one.length - other.length,
  );
  const [first] = best ?? [];
  if (best === undefined || first === undefined) return undefined;
  const [asked] = fixed(best);
  if (asked !== undefined) {
    const allowedValues = branches.flatMap(fixed).map(({ params }) => params['allowedValue']);
    return [{ ...asked, keyword: 'enum', params: { allowedValues: [...new Set(allowedValues)] } }];
  }
  const isOneMissing = branches.every((branch) => branch.length === 1 && branch[0]?.keyword === 'required');
  if (!isOneMissing) return best;
  const missing = branches.flat().map(({ params }) => String(params['missingProperty']));
  return [{ ...first, params: { ...first.params, alternatives: missing.slice(1) } }];
}

function depthOf({ instancePath }: SchemaError): number {
  return instancePath.split('/').length;
}

function isMemberTooMany(keyword: string): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
}

function sentence({ keyword, params, message }: SchemaError, schema: JsonObject): string {
  if (keyword === 'required') return ['is required', ...listOrNone(params['alternatives']).map(String)].join(', or ');
  if (isMemberTooMany(keyword)) {
    const known = knownMembers(schema);
    return known.length === 0 ? 'is not known here' : `is not known here: take ${known.join(', ')}`;
  }
  if (keyword === 'enum') return `must be ${expectation({ enum: listOrNone(params['allowedValues']) })}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  if (typeof schema['x-expected'] === 'string' || described.has(keyword)) return `must be ${expectation(schema)}`;
  return message ?? `breaks the rule ${keyword}`;
}

/** Keywords of which the schema's own words say all. */
const described = new Set(['type', 'minimum', 'maximum']);

function listOrNone(value: unknown): readonly Json[] {
  return isJsonList(value) ? value : [];
}

/** The schema that the keyword stands in. */
function schemaOf({ schemaPath, parentSchema }: SchemaError, root: JsonObject): JsonObject {
  if (isJsonObject(parentSchema)) return parentSchema;
  const found = valueAt(root, stepsOf(schemaPath).slice(0, -1));
  return isJsonObject(found) ? found : {};
}

/** What a value must be by its schema, in words that follow 'must be': `x-expected`, else what the schema says. */
export function expectation(schema: JsonObject): string {
  const { 'x-expected': expected, enum: values, type, format, minimum, maximum, items } = withParts(schema);
  if (typeof expected === 'string') return expected;
  if (Array.isArray(values)) return alternatives(values.map(String));
  if (isJsonObject(items) && items['contentMediaType'] !== undefined) return 'a file';
  if (format === 'uuid') return 'a UUID';
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? ''];
  return alternatives(types.map((name) => typeInWords(name, minimum, maximum)));
}

/** `1, 2, 3 or 4` */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

function typeInWords(type: Json, minimum: Json | undefined, maximum: Json | undefined): string {
  switch (type) {
    case 'integer':
      return minimum === 1 && maximum === undefined ? 'a positive integer' : `an integer${range(minimum, maximum)}`;
    case 'number':
      return `a number${range(minimum, maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'a string';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'null':
      return 'null';
    default:
      return 'another value';
  }
}

function range(minimum: Json | undefined, maximum: Json | undefined): string {
  if (typeof minimum === 'number') {
    return typeof maximum === 'number' ? ` from ${minimum} to ${maximum}` : ` of ${minimum} or more`;
  }
  return typeof maximum === 'number' ? ` of ${maximum} or less` : '';
}

/** The schema together with the schemas that hold beside it. */
function withParts(schema: JsonObject): JsonObject {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : [];
  return Object.assign({}, ...parts.map(withParts), schema) as JsonObject;
}
