import { isJsonObject, type Json } from '../../json/json-value.ts';
import { requestFault } from './request-fault.ts';
import {
  bracketSteps,
  type FormList,
  type FormSection,
  decodeFormValue,
  itemsOf,
  type FormTree,
  listName,
} from './form-values.ts';
import type { DocumentedOperation, RequestFault, Member } from '../operation.ts';

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
  tree: Readonly<Record<string, FormTree>>,
  fileFields: readonly string[] = [],
): CheckedForm {
  const files = fileFields.map(listName);
  const undocumented = fileFields.filter((_, index) => !operation.fileFields.has(files[index] ?? ''));
  const sent: Readonly<Record<string, FormTree>> = { ...sectionsOfFiles(files), ...tree };
  const reading: Reading = { operation, files, faults: [], undocumented: [] };
  const values = readSection(reading, operation.form, sent, (name) => name, false);
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
}

/** A file in a section is enough for the section to have been sent. */
function sectionsOfFiles(files: readonly string[]): Record<string, FormTree> {
  return Object.fromEntries(files.filter((name) => name.includes('[')).map((name) => [bracketSteps(name)[0], {}]));
}

function missingSections(
  operation: DocumentedOperation,
  sent: Readonly<Record<string, FormTree>>,
): readonly RequestFault[] {
  return operation.members.flatMap(({ name, isRequired, refusals }): readonly RequestFault[] => {
    const clause = refusals['section-missing'];
    if (!isRequired || clause === undefined) return [];
    const [section] = bracketSteps(name);
    if (isJsonObject(sent[section])) return [];
    return [{ name: section, reason: 'missing', clause, message: undefined, value: undefined, kind: 'missing' }];
  });
}

/** `isItem`: the section is an item of a list, which has each member that has no default. */
function readSection(
  reading: Reading,
  section: FormSection<Member>,
  sent: Readonly<Record<string, FormTree>>,
  nameOf: (member: string) => string,
  isItem: boolean,
): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const [key, field] of section.fields) {
    const value = sent[key];
    const name = nameOf(key);
    const read =
      field.kind === 'property'
        ? readProperty(reading, field.member, value, name, isItem)
        : value === undefined
          ? undefined
          : field.kind === 'list'
            ? readList(reading, field, value, name)
            : readInnerSection(reading, field, value, name, false);
    if (read !== undefined) {
      values[key] = read;
    }
  }
  reading.undocumented.push(
    ...Object.keys(sent)
      .filter((key) => !section.fields.has(key))
      .map(nameOf),
  );
  return values;
}

function readInnerSection(
  reading: Reading,
  section: FormSection<Member>,
  value: FormTree,
  name: string,
  isItem: boolean,
): Json | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) {
    const { operation } = reading;
    const message = `${name} must be an object.`;
    reading.faults.push({ name, reason: 'invalid', clause: operation.malformedRefusal, message, value, kind: 'type' });
    return undefined;
  }
  return readSection(reading, section, value as Record<string, FormTree>, (key) => `${name}[${key}]`, isItem);
}

function readList(reading: Reading, list: FormList<Member>, value: FormTree, name: string): Json {
  const items = itemsOf(value, reading.operation.reading).map((item, index) =>
    readInnerSection(reading, list.item, item, `${name}[${index}]`, true),
  );
  return items.filter((item) => item !== undefined);
}

function readProperty(
  { operation, files, faults }: Reading,
  member: Member,
  sent: FormTree | undefined,
  name: string,
  isItem: boolean,
): Json | undefined {
  const defaultValue = member.schema['x-when-absent'];
  if (sent === undefined || (typeof sent === 'string' && member.countsAsAbsent.includes(sent))) {
    const isMissing = member.isRequired || (isItem && defaultValue === undefined);
    if (isMissing && !files.includes(name)) {
      faults.push(requestFault(operation, member, { reason: 'missing', name, value: sent }));
    }
    return isItem ? defaultValue : undefined;
  }
  const decoded = decodeFormValue(member.schema, sent, name, operation.reading);
  if ('fault' in decoded) {
    const { schema, value, name: place } = decoded.fault;
    const otherwise = operation.malformedRefusal;
    faults.push(requestFault(operation, member, { reason: 'invalid', name: place, schema, value, otherwise }));
    return undefined;
  }
  if (decoded.value !== undefined && member.check.errors(decoded.value).length > 0) {
    faults.push(requestFault(operation, member, { reason: 'invalid', name, value: sent }));
    return undefined;
  }
  return decoded.value;
}
