import type { DocumentedOperation, Member, RequestFault } from '../operation.ts';
import type { ParameterReading } from '../read/reading-rules.ts';
import { listName, numberOrTruth } from './check-form.ts';
import { kindOfFault, kindOfText, whatBecomes, requestFault, schemaFault } from './request-fault.ts';
import {
  type Json,
  type JsonObject,
  fieldOf,
  grouped,
  isContainer,
  isJsonObject,
  pointerOf,
  stepsOf,
  valueAt,
} from '../../json/json-value.ts';
import { withParts } from '../../text/schema-errors.ts';

/** One pair of a query string or text of a form, decoded; the name as sent: `status`, `status[]` or `status[0]`. */
export interface SentText {
  readonly name: string;
  readonly value: string;
}

interface CheckedQuery {
  /** By the parameters' names; what takes one or several is always a list. Without what is at fault, or absent and without a default. */
  readonly values: Readonly<Record<string, unknown>>;
  /** In document order. */
  readonly faults: readonly RequestFault[];
  /** The names, as sent, that the operation does not document. */
  readonly undocumented: readonly string[];
}

/**
 * Reads a query by the operation's parameters. Numbers are decimal, booleans true, false, 1 or 0 in any case; a list
 * comes as repeated names, as `name[]` or as `name[0]`, of numbers also comma-separated (audience-list.filter.arrays).
 * An empty value counts as absent. What takes one value and is sent twice, or as a list, is invalid.
 */
export function checkQuery(operation: DocumentedOperation, entries: readonly SentText[]): CheckedQuery {
  const sent = grouped(entries.map(valueAsSent), ({ name }) => name);
  const values: Record<string, unknown> = {};
  const faults: RequestFault[] = [];
  for (const parameter of operation.parameters) {
    const checked = checkParameter(operation, parameter, sent.get(parameter.name) ?? []);
    if ('fault' in checked) faults.push(checked.fault);
    else if (checked.value !== undefined) values[parameter.name] = checked.value;
  }
  const isDocumented = (name: string): boolean => operation.parameters.some((parameter) => parameter.name === name);
  const undocumented = [...sent].filter(([name]) => !isDocumented(name)).flatMap(([, found]) => found);
  return { values, faults, undocumented: [...new Set(undocumented.map(({ spelling }) => spelling))] };
}

/** Its value, undefined if it is absent and has no default; or what is wrong with it. */
type CheckedParameter = { readonly value: unknown } | { readonly fault: RequestFault };

function checkParameter(
  operation: DocumentedOperation,
  parameter: Member,
  sent: readonly SentValue[],
): CheckedParameter {
  const outcomes = operation.reading.values[parameter.name];
  const invalid = (value: unknown, kind?: string) => ({
    fault: requestFault(operation, parameter, { reason: 'invalid', value, kind }),
  });
  const found = sent.filter((each) => each.value !== '');
  if (outcomes?.['empty'] === 'refused' && found.length < sent.length) return invalid('', 'empty');
  const value = decodeParameter(parameter, found);
  if (value === undefined) return absentParameter(operation, parameter, sent);
  const { kind, isTaken } = kindOfQuery(operation, parameter, value, found);
  const outcome = whatBecomes(outcomes, kind, isTaken);
  if (outcome === 'absent') return absentParameter(operation, parameter, sent);
  const read = outcome === 'nearest' ? nearestTo(parameter, value) : isTaken ? value : undefined;
  if (outcome !== 'refused' && read !== undefined) return { value: read };
  const texts = found.map((each) => each.value);
  return invalid(texts.length === 1 ? texts[0] : texts, kind);
}

function absentParameter(
  operation: DocumentedOperation,
  parameter: Member,
  [first]: readonly SentValue[],
): CheckedParameter {
  const { schema, isRequired } = parameter;
  if (schema['default'] !== undefined || !isRequired) return { value: schema['default'] };
  return { fault: requestFault(operation, parameter, { reason: 'missing', value: first?.value }) };
}

/** Reads the parameters of a path, each as decoded of its percent-encoding; all of them are there. */
export function checkPath(
  operation: DocumentedOperation,
  params: Readonly<Record<string, string>>,
): Pick<CheckedQuery, 'values' | 'faults'> {
  const values: Record<string, unknown> = {};
  const faults = operation.pathParameters.flatMap((parameter): readonly RequestFault[] => {
    const text = params[parameter.name] ?? '';
    const value = decodeText(parameter.schema, text, parameter.reading);
    if (value === notReadable || parameter.check.errors(value).length > 0) {
      return [requestFault(operation, parameter, { reason: 'invalid', value: text })];
    }
    values[parameter.name] = value;
    return [];
  });
  return { values, faults };
}

interface SentValue extends SentText {
  readonly spelling: string;
  readonly isListItem: boolean;
}

const notReadable = Symbol('not readable');
type Decoded = Json | typeof notReadable;

function valueAsSent({ name: spelling, value }: SentText): SentValue {
  const name = listName(spelling);
  return { name, spelling, isListItem: name !== spelling, value };
}

/** The value by the parameter's schema; undefined where nothing was sent. */
function decodeParameter({ schema, reading }: Member, found: readonly SentValue[]): Decoded | undefined {
  const item = itemSchema(schema);
  if (item !== undefined) {
    if (!isSpelledAs(reading.lists, found)) return notReadable;
    const isSplit = item['type'] !== 'string' && reading.lists.includes('commas');
    const texts = found.flatMap(({ value }) => (isSplit ? value.split(',') : [value]));
    const values = texts.filter((text) => text !== '').map((text) => decodeText(item, text, reading));
    const readable = values.filter((value) => value !== notReadable);
    return values.length === 0 ? undefined : readable.length === values.length ? readable : notReadable;
  }
  const [first, second] = found;
  if (first === undefined) return undefined;
  return second !== undefined || first.isListItem ? notReadable : decodeText(schema, first.value, reading);
}

/** Whether a list is sent in a way that is taken. */
function isSpelledAs(lists: ParameterReading['lists'], found: readonly SentValue[]): boolean {
  const isBare = ({ isListItem }: SentValue) => !isListItem;
  const isIndexed = ({ spelling }: SentValue) => /\[\d+\]$/.test(spelling);
  if (!lists.includes('repeated') && found.length > 1 && found.some(isBare)) return false;
  if (!lists.includes('brackets') && found.some((value) => !isBare(value) && !isIndexed(value))) return false;
  return lists.includes('indexes') || !found.some(isIndexed);
}

/** What is the matter with a parameter, in one word: a number that can be read is outside its range. */
function kindOfQuery(
  { reading }: DocumentedOperation,
  { name, schema, check }: Member,
  value: Decoded,
  found: readonly SentValue[],
): { readonly kind?: string | undefined; readonly isTaken: boolean } {
  const [first, second] = found;
  if (value !== notReadable && check.errors(value).length === 0) {
    const kind = kindOfText(value, reading.longest[name]);
    return { kind, isTaken: kind !== 'long' };
  }
  if (value !== notReadable) {
    const usual = typeof value === 'number' ? 'outside' : 'value';
    return { kind: kindOfText(value) ?? usual, isTaken: false };
  }
  const isSeveral = second !== undefined || first?.isListItem === true;
  return { kind: isSeveral ? 'several' : kindOfFault(first?.value ?? '', schema), isTaken: false };
}

/** The nearest number in the range; undefined for what is no whole number. */
function nearestTo({ schema }: Member, value: Decoded): number | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  const { minimum = -Infinity, maximum = Infinity } = withParts(schema);
  return Math.min(Math.max(value, Number(minimum)), Number(maximum));
}

/** The schema of a list's items, where the schema takes a list, alone or beside a single value. */
function itemSchema(schema: JsonObject): JsonObject | undefined {
  const alternatives = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [schema];
  const list = alternatives.find((alternative) => alternative['type'] === 'array');
  return isJsonObject(list?.['items']) ? list['items'] : undefined;
}

function decodeText(schema: JsonObject, text: string, { booleans }: ParameterReading): Decoded {
  const { type } = schema;
  const isText = type !== 'integer' && type !== 'number' && type !== 'boolean';
  return isText ? text : (numberOrTruth([type], text, booleans) ?? notReadable);
}

/**
 * Checks a JSON body by the operation's schema, what is assumed included: the first fault of each field in document
 * order, and the fields, named with dots, that the operation does not document.
 */
export function checkBody(operation: DocumentedOperation, body: JsonObject): Omit<CheckedQuery, 'values'> {
  if (operation.bodyCheck !== undefined) return { faults: schemaFault(operation.bodyCheck, body), undocumented: [] };
  const faults = operation.members.flatMap((member) => checkMember(operation, member, body));
  const undocumented = undocumentedIn(operation.bodySchema, body, pointerOf).map((path) => path.join('.'));
  return { faults, undocumented };
}

function checkMember(operation: DocumentedOperation, member: Member, body: JsonObject): readonly RequestFault[] {
  const value = fieldOf(body, member.name);
  if (value === undefined || member.countsAsAbsent.includes(value)) {
    return member.isRequired ? [requestFault(operation, member, { reason: 'missing', value })] : [];
  }
  const [error] = member.check.errors(value);
  if (error === undefined) return minded(operation, member, value);
  const { values, longest } = operation.reading;
  const steps = stepsOf(error.instancePath);
  const schema = schemaAt(member.schema, steps);
  const name = [member.name, ...steps].join('.');
  const fault = requestFault(operation, member, { reason: 'invalid', value: valueAt(value, steps), name, schema });
  // Another type is never taken as it is: what handles the request counts on the schema's.
  const isTaken = typeof fault.value === 'string' && kindOfText(fault.value, longest[name]) !== 'long';
  return isTaken && ['taken', 'cut'].includes(values[name]?.[fault.kind] ?? '') ? [] : [fault];
}

/** The fault of a text that is right by its schema, and is refused all the same. */
function minded(operation: DocumentedOperation, member: Member, value: Json): readonly RequestFault[] {
  const { [member.name]: longest } = operation.reading.longest;
  const { [member.name]: outcomes } = operation.reading.values;
  if (longest === undefined && outcomes === undefined) return [];
  const kind = kindOfText(value, longest);
  const isRefused = kind !== undefined && (kind === 'long' || outcomes?.[kind] === 'refused');
  return isRefused ? [requestFault(operation, member, { reason: 'invalid', value, kind })] : [];
}

function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce((holder, step) => {
    const member = isJsonObject(holder['properties']) ? fieldOf(holder['properties'], step) : holder['items'];
    return isJsonObject(member) ? member : holder;
  }, schema);
}

/** The paths of undocumented fields, the outermost only; an empty schema and `additionalProperties: true` show all. */
export function undocumentedIn(
  schema: JsonObject,
  value: unknown,
  keyOf: (path: readonly string[]) => string,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  // The path is that of the value, and is so again at the end.
  const path: string[] = [];
  const note = (schemas: readonly JsonObject[], inner: unknown): void => {
    if (!isContainer(inner) || found.size >= mostUndocumented) return;
    const parts = schemas.flatMap((part) => partsFor(part, inner));
    if (parts.some(saysNothing)) return;
    const isList = Array.isArray(inner);
    const isOpen = parts.some((part) => part['additionalProperties'] === true);
    for (const [name, child] of Object.entries(inner)) {
      const shown = parts.map((part) => (isList ? part['items'] : fieldOf(part['properties'], name)));
      if (found.size >= mostUndocumented) return;
      path.push(name);
      if (isList || shown.some(isJsonObject)) note(shown.filter(isJsonObject), child);
      else if (!isOpen && !found.has(keyOf(path))) found.set(keyOf(path), [...path]);
      path.pop();
    }
  };
  note([schema], value);
  return [...found.values()];
}

/** So many fields that the document does not show are looked for. */
export const mostUndocumented = 10_000;

/** The schemas that speak of the value: the schema itself, those beside it, and of its alternatives those that fit. */
function partsFor(schema: JsonObject, value: unknown): readonly JsonObject[] {
  const { allOf, anyOf, oneOf } = schema;
  if (allOf === undefined && anyOf === undefined && oneOf === undefined) return [schema];
  const joined = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  const others = [...joined, ...fitting(alternatives, value)].flatMap((part) => partsFor(part, value));
  const isWrapper = Object.keys(schema).every((keyword) => ['allOf', 'anyOf', 'oneOf'].includes(keyword));
  return isWrapper && others.length > 0 ? others : [schema, ...others];
}

/** The alternative that requires most, of those whose required fields are all present; all alternatives if none is. */
function fitting(alternatives: readonly JsonObject[], value: unknown): readonly JsonObject[] {
  const required = (schema: JsonObject): readonly unknown[] =>
    Array.isArray(schema['required']) ? schema['required'] : [];
  const complete = alternatives.filter((schema) =>
    required(schema).every((name) => isJsonObject(value) && Object.hasOwn(value, String(name))),
  );
  const [best] = complete.toSorted((a, b) => required(b).length - required(a).length);
  return best === undefined ? alternatives : [best];
}

const constraints = ['type', 'properties', 'items', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'required', 'format'];

/** Whether the schema says nothing of the value: its shape is not shown. */
function saysNothing(schema: JsonObject): boolean {
  return !constraints.some((keyword) => Object.hasOwn(schema, keyword));
}
