import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { readBoolean, readInteger, readNumber } from './decode-text.ts';
import type { OperationReading } from '../read/reading-rules.ts';

/** A form's nested values as its bracketed names spell them: texts, lists and objects. */
export type FormTree = string | readonly FormTree[] | { readonly [name: string]: FormTree };

/** What the texts mean by the schema; of what cannot be read, the place. */
export type Decoded =
  /** Undefined where nothing was sent after all. */
  | { readonly value: Json | undefined }
  | { readonly fault: { readonly name: string; readonly schema: JsonObject; readonly value: FormTree } };

/** Decodes the texts of one field, called `name` in faults, by the types that its schema asks for. */
export function decodeFormValue(schema: JsonObject, sent: FormTree, name: string, reading: OperationReading): Decoded {
  if (isFileList(schema)) {
    // Browsers send an empty part for a file field that was left empty.
    return sent === '' ? { value: undefined } : { fault: { name, schema, value: sent } };
  }
  const value = scalar(schema, sent, reading);
  if (value !== undefined) {
    return { value };
  }
  if (schema['type'] === 'array' && (reading.takesBareLists || isList(sent))) {
    const items = isJsonObject(schema['items']) ? schema['items'] : {};
    return collect(
      itemsOf(sent, reading).map((item, index) => decodeFormValue(items, item, `${name}[${index}]`, reading)),
    );
  }
  if (schema['type'] === 'object' && isObject(sent)) {
    return decodeObject(schema, sent, name, reading);
  }
  return { fault: { name, schema, value: sent } };
}

/** The items of what is sent for a list: a bare value is a list of one, one empty value an empty list. */
export function itemsOf(sent: FormTree, { emptiesLists }: OperationReading): readonly FormTree[] {
  const items = isList(sent) ? sent : [sent];
  return emptiesLists && items.length === 1 && items[0] === '' ? [] : items;
}

function scalar(schema: JsonObject, sent: FormTree, { booleans }: OperationReading): Json | undefined {
  const { type } = schema;
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (Object.keys(schema).length === 0) {
    return plain(sent);
  }
  if (typeof sent !== 'string') {
    return undefined;
  }
  if (types.includes('string')) {
    return sent;
  }
  const number = types.includes('integer')
    ? readInteger(sent)
    : types.includes('number')
      ? readNumber(sent)
      : undefined;
  const truth = types.includes('boolean') ? readBoolean(sent, booleans) : undefined;
  return number ?? (types.includes('integer') && truth !== undefined ? Number(truth) : truth);
}

function decodeObject(
  schema: JsonObject,
  sent: Readonly<Record<string, FormTree>>,
  name: string,
  reading: OperationReading,
): Decoded {
  const parts = [schema, ...(Array.isArray(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : [])];
  const properties = Object.fromEntries(
    parts.flatMap((part) => (isJsonObject(part['properties']) ? Object.entries(part['properties']) : [])),
  );
  const members = Object.entries(sent).map(([key, value]): readonly [string, Decoded] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, decodeFormValue(isJsonObject(property) ? property : {}, value, `${name}[${key}]`, reading)];
  });
  const values: [string, Json][] = [];
  for (const [key, decoded] of members) {
    if ('fault' in decoded) {
      return decoded;
    }
    if (decoded.value !== undefined) {
      values.push([key, decoded.value]);
    }
  }
  return { value: Object.fromEntries(values) };
}

function collect(decoded: readonly Decoded[]): Decoded {
  const fault = decoded.find((item) => 'fault' in item);
  return (
    fault ?? { value: decoded.flatMap((item) => ('value' in item && item.value !== undefined ? [item.value] : [])) }
  );
}

/** The same without prototypes that are none: a copy that can be stored. */
function plain(sent: FormTree): Json {
  if (typeof sent === 'string') {
    return sent;
  }
  return isList(sent)
    ? sent.map(plain)
    : Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, plain(value)]));
}

function isFileList(schema: JsonObject): boolean {
  return isJsonObject(schema['items']) && schema['items']['contentMediaType'] !== undefined;
}

function isList(sent: FormTree): sent is readonly FormTree[] {
  return Array.isArray(sent);
}

function isObject(sent: FormTree): sent is Readonly<Record<string, FormTree>> {
  return typeof sent === 'object' && !isList(sent);
}
