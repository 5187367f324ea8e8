import type { DocumentedOperation, FormList, FormSection, Member, RequestFault } from '../operation.ts';
import type { OperationReading } from '../read/reading-rules.ts';
import { cutTo, hasOpenItems, kindOfFault, kindOfText, requestFault, trimmedBy, whatBecomes } from './request-fault.ts';
import { type Json, type JsonObject, fieldOf, isJsonList, isJsonObject } from '../../json/json-value.ts';

export interface CheckedForm {
  /** As `FormBodies` types them, if there are no faults. */
  readonly values: Readonly<Record<string, Json>>;
  /** In document order, but a section that has a required field and was not sent comes first. */
  readonly faults: readonly RequestFault[];
  /** The bracketed names, the outermost only, that the operation does not document. */
  readonly undocumented: readonly string[];
}

/**
 * Checks a form by the operation's schema and decodes its texts (createagentorupdate.values): integers are decimal,
 * booleans true, false, 1 or 0 in any case. A bare value is a list of one where a list is asked for, one empty value
 * an empty list. `fileFields` are the names of the fields that came as files.
 */
export function checkForm(
  operation: DocumentedOperation,
  tree: FormObject,
  fileFields: readonly string[] = [],
): CheckedForm {
  const files = fileFields.map(listName);
  const undocumented = fileFields.filter((_, index) => !operation.fileFields.has(files[index] ?? ''));
  const sent: FormObject = { ...sectionsOfFiles(files), ...tree };
  const reading: Reading = { operation, files, faults: [], undocumented: [], isItem: false };
  const values = readSection(reading, operation.form, sent, (name) => name);
  return {
    values,
    faults: [...missingSections(operation, sent), ...reading.faults],
    undocumented: [...reading.undocumented, ...undocumented],
  };
}

interface Reading {
  readonly operation: DocumentedOperation;
  readonly files: readonly string[];
  readonly faults: RequestFault[];
  readonly undocumented: string[];
  /** Whether the section is an item of a list, which has each field that has no default. */
  readonly isItem: boolean;
}

/** A file in a section is enough for the section to have been sent. */
function sectionsOfFiles(files: readonly string[]): Record<string, FormTree> {
  return Object.fromEntries(files.filter((name) => name.includes('[')).map((name) => [bracketSteps(name)[0], {}]));
}

function missingSections(operation: DocumentedOperation, sent: FormObject): readonly RequestFault[] {
  return operation.members.flatMap(({ name, isRequired, refusals }): readonly RequestFault[] => {
    const clause = refusals['section-missing'];
    if (!isRequired || clause === undefined) return [];
    const [section] = bracketSteps(name);
    if (isJsonObject(sent[section])) return [];
    return [{ name: section, reason: 'missing', clause, message: undefined, value: undefined, kind: 'missing' }];
  });
}

function readSection(
  reading: Reading,
  section: FormSection<Member>,
  sent: FormObject,
  nameOf: (member: string) => string,
): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const [key, field] of section.fields) {
    const value = sent[key];
    const name = nameOf(key);
    const read =
      field.kind === 'property'
        ? readProperty(reading, field.member, value, name)
        : value === undefined
          ? undefined
          : field.kind === 'list'
            ? readList(reading, field, value, name)
            : readInnerSection({ ...reading, isItem: false }, field, value, name);
    if (read !== undefined) values[key] = read;
  }
  const strangers = Object.keys(sent).filter((key) => !section.fields.has(key));
  reading.undocumented.push(...strangers.map(nameOf));
  return values;
}

function readInnerSection(reading: Reading, section: FormSection<Member>, value: FormTree, name: string) {
  if (isSection(value)) return readSection(reading, section, value, (key) => `${name}[${key}]`);
  const clause = reading.operation.malformedRefusal;
  const message = `${name} must be an object.`;
  reading.faults.push({ name, reason: 'invalid', clause, message, value, kind: 'type' });
  return undefined;
}

function readList(reading: Reading, list: FormList<Member>, value: FormTree, name: string): Json {
  const ofItem = { ...reading, isItem: true };
  const items = itemsOf(value, reading.operation.reading);
  const read = items.map((item, index) => readInnerSection(ofItem, list.item, item, `${name}[${index}]`));
  return read.filter((item) => item !== undefined);
}

function readProperty(reading: Reading, member: Member, sent: FormTree | undefined, name: string): Json | undefined {
  const { operation, faults } = reading;
  if (sent === undefined) return absentProperty(reading, member, sent, name);
  const key = keyOfField(member.name);
  const { values, longest } = operation.reading;
  const decoded = decodeFormValue(member.schema, sent, name, operation.reading);
  const { kind, isTaken } = kindOfValue(member, sent, decoded, longest[key]);
  const isNone = typeof sent === 'string' && member.countsAsAbsent.includes(sent);
  const outcome = isNone ? 'absent' : whatBecomes(values[key], kind, isTaken);
  if (outcome === 'absent') return absentProperty(reading, member, sent, name);
  if (outcome === 'cut' && typeof sent === 'string') return cutTo(longest[key], sent);
  if ('fault' in decoded) {
    const otherwise = operation.malformedRefusal;
    faults.push(requestFault(operation, member, { reason: 'invalid', ...decoded.fault, otherwise }));
    return undefined;
  }
  if (outcome !== 'refused') return trimmedBy(values[key], decoded.value);
  faults.push(requestFault(operation, member, { reason: 'invalid', name, value: sent, kind }));
  return undefined;
}

function absentProperty(reading: Reading, member: Member, value: FormTree | undefined, name: string): Json | undefined {
  const { operation, files, faults, isItem } = reading;
  const defaultValue = member.schema['x-when-absent'];
  const isMissing = member.isRequired || (isItem && defaultValue === undefined);
  if (isMissing && !files.includes(name)) {
    faults.push(requestFault(operation, member, { reason: 'missing', name, value }));
  }
  return isItem ? defaultValue : undefined;
}

/** What is the matter with a value of a form, in one word: a number that can be read is outside its range. */
function kindOfValue({ schema, check }: Member, sent: FormTree, decoded: Decoded, longest?: number) {
  if ('fault' in decoded) return { kind: kindOfFault(sent, schema), isTaken: false };
  const { value } = decoded;
  const isRight = value === undefined || check.errors(value).length === 0;
  if (!isRight && typeof value === 'number') return { kind: 'outside', isTaken: false };
  const usual = hasOpenItems(schema) ? 'open-items' : undefined;
  const kind = kindOfText(sent, longest) ?? (isRight ? usual : kindOfFault(sent, schema));
  return { kind, isTaken: isRight && kind !== 'long' };
}

/** A field's name as what becomes of its values stands under: every item of a list as its first. */
export function keyOfField(name: string): string {
  return name.replaceAll(/\[\d*\]/g, '[0]');
}

/** The nested fields of a form that the document lists flat: `knowledge_base[tools][0][id]` is an id in a list. */
export function buildFormFields<M extends { readonly name: string }>(members: readonly M[]): FormSection<M> {
  const root: FormSection<M> = { kind: 'section', fields: new Map() };
  for (const member of members) addField(root, bracketSteps(member.name), member);
  return root;
}

/** The steps of a bracketed name. A `[]` at its end only says that the value, a list by its schema, is sent by item. */
function bracketSteps(name: string): readonly [string, ...string[]] {
  const [first = '', ...inner] = name.replace(/\[\]$/, '').replaceAll(']', '').split('[');
  return [first, ...inner];
}

function addField<M>(section: FormSection<M>, [name = '', ...inner]: readonly string[], member: M): void {
  const isItem = inner.length > 1 && inner[0] === '0';
  if (inner.length === 0) section.fields.set(name, { kind: 'property', member });
  else addField(sectionIn(section, name, isItem ? 'list' : 'section'), isItem ? inner.slice(1) : inner, member);
}

/** The section that the fields of a section, or of a list's items, stand in. */
function sectionIn<M>(section: FormSection<M>, name: string, kind: 'list' | 'section'): FormSection<M> {
  const known = section.fields.get(name);
  if (known?.kind === kind) return known.kind === 'list' ? known.item : known;
  const inner: FormSection<M> = { kind: 'section', fields: new Map() };
  section.fields.set(name, kind === 'list' ? { kind, item: inner } : inner);
  return inner;
}

/** A form's nested values as its bracketed names spell them: texts, lists and objects. */
export type FormTree = string | readonly FormTree[] | FormObject;
/** Values by their names, without a prototype. */
export interface FormObject {
  readonly [name: string]: FormTree;
}

/** What the texts mean by the schema; of what cannot be read, the place. */
type Decoded =
  /** Undefined where nothing was sent after all. */
  | { readonly value: Json | undefined }
  | { readonly fault: { readonly name: string; readonly schema: JsonObject; readonly value: FormTree } };

/** Decodes the texts of one field, called `name` in faults, by the types that its schema asks for. */
function decodeFormValue(schema: JsonObject, sent: FormTree, name: string, reading: OperationReading): Decoded {
  if (fieldOf(schema['items'], 'contentMediaType') !== undefined) {
    // Browsers send an empty part for a file field that was left empty.
    return sent === '' ? { value: undefined } : { fault: { name, schema, value: sent } };
  }
  const value = scalar(schema, sent, reading);
  if (value !== undefined) return { value };
  if (schema['type'] === 'array' && (reading.takesBareLists || isList(sent))) {
    const items = isJsonObject(schema['items']) ? schema['items'] : {};
    return collectDecoded(
      itemsOf(sent, reading).map((item, index) => decodeFormValue(items, item, `${name}[${index}]`, reading)),
    );
  }
  if (schema['type'] === 'object' && isSection(sent)) return decodeObject(schema, sent, name, reading);
  return { fault: { name, schema, value: sent } };
}

/** The items of what is sent for a list: a bare value is a list of one, one empty value an empty list. */
function itemsOf(sent: FormTree, { emptiesLists }: OperationReading): readonly FormTree[] {
  const items = isList(sent) ? sent : [sent];
  return emptiesLists && items.length === 1 && items[0] === '' ? [] : items;
}

function scalar(schema: JsonObject, sent: FormTree, { booleans }: OperationReading): Json | undefined {
  const { type } = schema;
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (Object.keys(schema).length === 0) return formAsJson(sent);
  if (typeof sent !== 'string') return undefined;
  return types.includes('string') ? sent : numberOrTruth(types, sent, booleans);
}

/**
 * What a text says by one of these types: an integer in decimal digits, a number in decimal without an exponent, or true,
 * false, 1 or 0 in any case, as far as these spellings are taken; undefined for any other writing.
 */
export function numberOrTruth(types: readonly Json[], text: string, booleans: readonly string[]): Json | undefined {
  const isInteger = types.includes('integer');
  const digits = isInteger ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  if ((isInteger || types.includes('number')) && digits.test(text)) return Number(text);
  const spelling = text.toLowerCase();
  if (!types.includes('boolean') || !booleans.includes(spelling)) return undefined;
  const truth = ['true', '1'].includes(spelling) || (['false', '0'].includes(spelling) ? false : undefined);
  return isInteger && truth !== undefined ? Number(truth) : truth;
}

function decodeObject(schema: JsonObject, sent: FormObject, name: string, reading: OperationReading): Decoded {
  const parts = [schema, ...(isJsonList(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : [])];
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as JsonObject;
  const values: [string, Json][] = [];
  for (const [key, value] of Object.entries(sent)) {
    const property = fieldOf(properties, key);
    const decoded = decodeFormValue(isJsonObject(property) ? property : {}, value, `${name}[${key}]`, reading);
    if ('fault' in decoded) return decoded;
    if (decoded.value !== undefined) values.push([key, decoded.value]);
  }
  return { value: Object.fromEntries(values) };
}

function collectDecoded(decoded: readonly Decoded[]): Decoded {
  const fault = decoded.find((item) => 'fault' in item);
  return (
    fault ?? { value: decoded.flatMap((item) => ('value' in item && item.value !== undefined ? [item.value] : [])) }
  );
}

/** The same without prototypes that are none: a copy that can be stored. */
function formAsJson(sent: FormTree): Json {
  if (typeof sent === 'string') return sent;
  return isList(sent)
    ? sent.map(formAsJson)
    : Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, formAsJson(value)]));
}

export function isList(sent: FormTree): sent is readonly FormTree[] {
  return Array.isArray(sent);
}

function isSection(sent: FormTree): sent is FormObject {
  return typeof sent === 'object' && !isList(sent);
}

/** The name without the ending that spells a list, `[]` or `[3]`; any other name stays whole. */
export function listName(spelling: string): string {
  return spelling.endsWith(']') ? spelling.replace(/(?<=[^])\[\d*\]$/, '') : spelling;
}
