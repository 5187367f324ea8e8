import { fieldOf, isJsonList, isJsonObject, pointerOf, type Json, type JsonObject } from '../../json/json-value.ts';
import type { RefusalId } from '../names.gen.ts';
import type { DocumentedOperation, RequestFault, Member } from '../operation.ts';
import type { OperationReading } from '../read/reading-rules.ts';
import {
  type SchemaError,
  errorInWords,
  expectation,
  problemInWords,
  withoutAlternatives,
  withParts,
} from '../../text/schema-errors.ts';
import { type SchemaCheck, createDocumentAjv } from './schema-compiler.ts';

interface FaultPlace {
  readonly reason: RequestFault['reason'];
  readonly value?: unknown;
  /** Where it is not the field itself that is at fault, but something in it. */
  readonly name?: string;
  readonly schema?: JsonObject;
  /** What is wrong, where the value does not say. */
  readonly kind?: string | undefined;
  /** The rule for faults without a refusal of their own; by default the operation's for what is missing or invalid. */
  readonly otherwise?: RefusalId | undefined;
}

/**
 * The fault of a field. A refusal of the field's own is answered as the document's example shows it; the operation's
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
    kind: onItsSide(place.kind ?? kindOfFault(value, schema), value, schema),
  };
}

/** The kinds of which a number outside its range is, and what they have in common where it is not told apart. */
export const sidesOfRange: readonly string[] = ['below', 'above', 'outside'];

/** Deployments that say of a number what it must not pass say it of each end. */
function onItsSide(kind: string, value: unknown, schema: JsonObject): string {
  if (kind !== 'outside') return kind;
  const { minimum = -Infinity, maximum = Infinity } = withParts(schema);
  if (Number(value) < Number(minimum)) return 'below';
  return Number(value) > Number(maximum) ? 'above' : kind;
}

/** What is wrong with a value, in one word; a text is of the type that it can be read as. */
export function kindOfFault(value: unknown, schema: JsonObject): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  const { maxLength } = withParts(schema);
  return kindOfText(value, typeof maxLength === 'number' ? maxLength : undefined) ?? kindByType(value, schema);
}

type Outcomes = OperationReading['values'][string] | undefined;

/** What becomes of a value of a kind. */
export function whatBecomes(outcomes: Outcomes, kind: string | undefined, isTaken: boolean): string {
  return outcomes?.[kind ?? ''] ?? (isTaken ? 'taken' : 'refused');
}

/** What a deployment may mind in a text that is right; undefined if that is nothing. */
export function kindOfText(value: unknown, longest = Infinity): 'empty' | 'blank' | 'long' | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return value === '' ? 'empty' : 'blank';
  return value.length > longest && Array.from(value).length > longest ? 'long' : undefined;
}

function kindByType(value: unknown, schema: JsonObject): string {
  const type = expectedType(schema);
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  const isNumber = types.some((each) => each === 'integer' || each === 'number');
  if (isNumber && typeof value === 'string') return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? 'number-text' : 'type';
  if (isNumber && typeof value === 'number') return 'outside';
  const jsonType = Array.isArray(value) ? 'array' : typeof value;
  if (types.length > 0 && !types.includes(jsonType)) return kindsOfOthers[typeof value] ?? 'type';
  return inListedCase(schema, value) === undefined ? 'value' : 'case';
}

/** Whether it is a list of which the document does not say what it holds. */
export function hasOpenItems({ type, items }: JsonObject): boolean {
  return type === 'array' && isJsonObject(items) && Object.keys(items).length === 0;
}

/** Values of another type that a lenient reader may convert. */
const kindsOfOthers: Readonly<Record<string, string>> = { number: 'number', boolean: 'flag' };

/** The type that a schema asks for, if it is one. */
export function expectedType(schema: JsonObject): Json | undefined {
  return withParts(schema)['type'];
}

/** The listed text that a value is but for its case. */
function inListedCase(schema: JsonObject, value: unknown): string | undefined {
  const { enum: listed } = withParts(schema);
  const texts = isJsonList(listed) ? listed.filter((each) => typeof each === 'string') : [];
  return typeof value === 'string' ? texts.find((each) => each.toLowerCase() === value.toLowerCase()) : undefined;
}

/** A JSON body as the operation reads it: kinds of values as its `x-reading` says, everything else as it came. */
export function convertedBody({ reading, bodySchema, members }: DocumentedOperation, body: JsonObject): JsonObject {
  const isWrong = ([name = '', ...steps]: readonly string[]): boolean => {
    const errors = members.find((member) => member.name === name)?.check.errors(fieldOf(body, name)) ?? [];
    return errors.some(({ instancePath }) => instancePath === pointerOf(steps));
  };
  return readFields(bodySchema, body, [], { ...reading, isWrong });
}

interface Reading extends OperationReading {
  /** Whether what stands at a path does not fit its schema. */
  readonly isWrong: (path: readonly string[]) => boolean;
}

function readFields(schema: JsonObject, value: JsonObject, path: readonly string[], reading: Reading): JsonObject {
  const { properties } = schema;
  const entries = Object.entries(value).flatMap(([name, sent]): readonly (readonly [string, Json])[] => {
    const own = isJsonObject(properties) ? fieldOf(properties, name) : undefined;
    if (!isJsonObject(own)) return [[name, sent]];
    const place = [...path, name];
    if (isJsonObject(sent)) return [[name, readFields(own, sent, place, reading)]];
    const read = valueRead(own, sent, place, reading);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/** What a value of the right type is said to be, whether it is right or not. */
const kindsOfRightType: readonly string[] = ['value', 'case', ...sidesOfRange];

/** Undefined if it counts as not sent. */
function valueRead(schema: JsonObject, value: Json, path: readonly string[], reading: Reading): Json | undefined {
  const { values, longest, isWrong } = reading;
  const name = path.join('.');
  const outcomes = values[name];
  if (outcomes === undefined) return value;
  const kind = kindOfText(value, longest[name]) ?? kindOfFault(value, schema);
  switch (outcomes[kind]) {
    case 'absent':
      return kindsOfRightType.includes(kind) && !isWrong(path) ? value : undefined;
    case 'converted':
      return typeof value === 'string' ? Number(value) : JSON.stringify(value);
    case 'cut':
      return cutTo(longest[name], value);
    case 'listed':
      return inListedCase(schema, value) ?? value;
    default:
      return trimmedBy(outcomes, value);
  }
}

/** A text without the blanks around it, where a deployment drops them. */
export function trimmedBy<Value>(outcomes: Outcomes, value: Value): Value | string {
  return outcomes?.['padded'] === 'trimmed' && typeof value === 'string' ? value.trim() : value;
}

/** The first characters of a text, so many. */
export function cutTo<Value>(longest: number | undefined, value: Value): Value | string {
  return typeof value === 'string' ? Array.from(value).slice(0, longest).join('') : value;
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
    const words = errorInWords(error, value, schema);
    const path = words.steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
    return { path: path.replace(/^\./, ''), problem: problemInWords(words) };
  });
}

function schemaErrorFault(check: SchemaCheck, value: unknown, error: SchemaError): RequestFault {
  const { steps, said, near } = errorInWords(error, value, check.schema);
  const name = steps.join('.');
  const sentence = `${name === '' ? 'The body' : name} ${said}.`;
  const message = near === undefined ? sentence : `${sentence} Did you mean ${near}?`;
  const kind = error.keyword === 'required' ? 'missing' : 'value';
  return { name, reason: kind === 'missing' ? kind : 'invalid', clause: undefined, message, value, kind };
}

/** The error furthest down says most; a field too many says least. Of alternatives the one that fits best counts. */
function tellingError(errors: readonly SchemaError[]): SchemaError | undefined {
  const weight = ({ keyword, instancePath }: SchemaError) =>
    instancePath.split('/').length * 10 +
    (keyword === 'required' ? -1 : 0) +
    (/^(?:additional|unevaluated)Properties$/.test(keyword) ? -2 : 0);
  return withoutAlternatives(errors).reduce<SchemaError | undefined>(
    (best, error) => (best === undefined || weight(error) > weight(best) ? error : best),
    undefined,
  );
}
