import { grouped, isJsonList, isJsonObject, stepsOf, valueAt, type Json, type JsonObject } from '../json/json-value.ts';
import { nearest } from './nearest.ts';

/** What Ajv finds wrong. */
export interface SchemaError {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  /** URI fragment of the keyword in the schema. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The schema that the keyword stands in, where Ajv was asked for it. */
  readonly parentSchema?: unknown;
}

/** What a validator found, for people. */
interface ErrorInWords {
  /** Where it is; of a field that is missing or too many, that field. */
  readonly steps: readonly string[];
  /** What follows the name of that place: `must be an integer`. */
  readonly said: string;
  /** The known word that was most likely meant. */
  readonly near: string | undefined;
}

/**
 * Words an error of Ajv's: the one place that does.
 * @param value what was validated; undefined if no word is to be guessed
 * @param root the schema that it was validated by, unless the error brings the part of it that is broken
 */
export function errorInWords(error: SchemaError, value: unknown, root: JsonObject): ErrorInWords {
  const { instancePath, params } = error;
  const child = params['missingProperty'] ?? strangerIn(error);
  const schema = schemaOf(error, root);
  const near = nearest(wordOf(error, value), wordsFor(error, schema));
  return {
    steps: [...stepsOf(instancePath), ...(typeof child === 'string' ? [child] : [])],
    said: sentence(error, schema, near),
    near,
  };
}

/** The same as a problem of the place that it is at: `is not known here: did you mean name?` */
export function problemInWords({ said, near }: ErrorInWords): string {
  return near === undefined ? said : `${said}: did you mean ${near}?`;
}

/** The field that the schema does not know. */
function strangerIn({ params }: SchemaError): unknown {
  return params['additionalProperty'] ?? params['unevaluatedProperty'];
}

/** What was written where other words are taken; '' where none are. */
function wordOf(error: SchemaError, value: unknown): string {
  const written = strangerIn(error) ?? valueAt(value, error.instancePath);
  return typeof written === 'string' ? written : '';
}

function wordsFor(error: SchemaError, schema: JsonObject): readonly string[] {
  if (strangerIn(error) !== undefined) return knownFields(schema);
  if (error.keyword !== 'enum') return [];
  return listOrNone(error.params['allowedValues']).filter((word) => typeof word === 'string');
}

function knownFields({ properties }: JsonObject): readonly string[] {
  return Object.keys(isJsonObject(properties) ? properties : {});
}

function sentence(error: SchemaError, schema: JsonObject, near: string | undefined): string {
  const { keyword, params, message } = error;
  if (keyword === 'required') return ['is required', ...listOrNone(params['alternatives']).map(String)].join(', or ');
  if (keyword === 'false schema') return `does not go with ${fieldBeside(error)}`;
  if (strangerIn(error) !== undefined) {
    const known = near === undefined ? knownFields(schema) : [];
    return known.length === 0 ? 'is not known here' : `is not known here: take ${known.join(', ')}`;
  }
  if (keyword === 'enum') return `must be ${expectation({ enum: listOrNone(params['allowedValues']) })}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  const isDescribed = described.has(keyword) && schema['type'] !== undefined;
  if (ownWords(schema) !== undefined || isDescribed) return `must be ${expectation(schema)}`;
  return message ?? `breaks the rule ${keyword}`;
}

/** The path of the field beside which this one is refused. */
function fieldBeside({ instancePath, schemaPath }: SchemaError): string {
  const [, name = 'another field'] =
    /\/dependentSchemas\/([^/]+)\/properties\/[^/]+\/false schema$/.exec(schemaPath) ?? [];
  return [...stepsOf(instancePath).slice(0, -1), name].join('.');
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
  const whole = withParts(schema);
  const { enum: values, type, format, minimum, maximum, items } = whole;
  const expected = ownWords(whole);
  if (expected !== undefined) return expected;
  if (Array.isArray(values)) return alternatives(values.map(String));
  if (isJsonObject(items) && items['contentMediaType'] !== undefined) return 'a file';
  if (format === 'uuid') return 'a UUID';
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? ''];
  return alternatives(types.map((name) => typeInWords(name, minimum, maximum)));
}

/** The words that a schema has for what it takes; those made of our own types have them under `expected`. */
function ownWords({ 'x-expected': words, expected }: JsonObject): string | undefined {
  return [words, expected].find((each) => typeof each === 'string');
}

/** `1, 2, 3 or 4`, or with another word before the last. */
export function alternatives(words: readonly string[], joint = 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

function typeInWords(type: Json, minimum: Json | undefined, maximum: Json | undefined): string {
  if (type === 'integer' && minimum === 1 && maximum === undefined) return 'a positive integer';
  if (type === 'integer') return `an integer${range(minimum, maximum)}`;
  return type === 'number' ? `a number${range(minimum, maximum)}` : (typeNames.get(type) ?? 'another value');
}

const typeNames: ReadonlyMap<Json, string> = new Map(
  Object.entries({ boolean: 'true or false', string: 'a string', array: 'a list', object: 'an object', null: 'null' }),
);

function range(minimum: Json | undefined, maximum: Json | undefined): string {
  if (typeof minimum === 'number') {
    return typeof maximum === 'number' ? ` from ${minimum} to ${maximum}` : ` of ${minimum} or more`;
  }
  return typeof maximum === 'number' ? ` of ${maximum} or less` : '';
}

/** The schema together with the schemas that hold beside it. */
export function withParts(schema: JsonObject): JsonObject {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : [];
  return Object.assign({}, ...parts.map(withParts), schema) as JsonObject;
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
  const branchOf = ({ schemaPath }: SchemaError): string =>
    schemaPath
      .slice(choice.schemaPath.length + 1)
      .split('/', 1)
      .join('');
  const branches = grouped(errors.filter(isWithin), branchOf);
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
