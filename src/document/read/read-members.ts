import { fieldOf, isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError, below, listAt, objectAt, textAt } from './document-error.ts';
import { dereference, type DocumentReader } from './document-reader.ts';
import { buildFormFields, listName } from '../validate/check-form.ts';
import type { DocumentedOperation, Member, FileField, FileProblem, FileRefusals, Refusals } from '../operation.ts';
import { readReading, usualParameterReading, usualFileReading } from './reading-rules.ts';
import { readRefusals } from './read-responses.ts';
import { visitSchemas } from './schema-walk.ts';
import type { RefusalId } from '../names.gen.ts';

/**
 * The parameters of a path item and of its operation.
 * @throws ContractDocumentError for one that is in neither the path nor the query
 */
export function readParameters(
  reader: DocumentReader,
  pathItem: JsonObject,
  operation: JsonObject,
  place: string,
): Pick<DocumentedOperation, 'parameters' | 'pathParameters'> {
  const read = [pathItem, operation].flatMap((holder) => readParametersOf(reader, holder, place));
  const of = (where: 'query' | 'path') =>
    read.filter((parameter) => parameter.in === where).map(({ member }) => member);
  return { parameters: of('query'), pathParameters: of('path') };
}

function readParametersOf(
  reader: DocumentReader,
  holder: JsonObject,
  place: string,
): readonly { readonly in: 'query' | 'path'; readonly member: Member }[] {
  return listAt(holder['parameters'], below(place, 'parameters')).map((value, index) => {
    const at = below(place, 'parameters', index);
    const parameter = dereference(reader.document, objectAt(value, at), at);
    const where = parameter['in'];
    if (where !== 'query' && where !== 'path') {
      throw new ContractDocumentError(below(at, 'in'), 'only parameters of the path and of the query are read.');
    }
    const { 'x-expected': expected, 'x-refusals': refusals } = parameter;
    const schema = {
      ...reader.schema(objectAt(parameter['schema'], below(at, 'schema')), below(at, 'schema')),
      ...(expected !== undefined && { 'x-expected': textAt(expected, below(at, 'x-expected')) }),
      ...(refusals !== undefined && { 'x-refusals': objectAt(refusals, below(at, 'x-refusals')) }),
    };
    const name = textAt(parameter['name'], below(at, 'name'));
    const member = documentedMember(reader, name, schema, parameter['required'] === true, at);
    const reading = readReading(usualParameterReading, parameter['x-reading'], at);
    const clauses = [...reader.clauses(parameter, at), ...member.clauses];
    const message = parameter['x-message'];
    const worded = message === undefined ? {} : { message: textAt(message, below(at, 'x-message')) };
    return { in: where, member: { ...member, ...worded, reading, clauses } };
  });
}

/** What the operation takes as a body, and the body's fields. */
export function readBody(
  reader: DocumentReader,
  operation: JsonObject,
  place: string,
): Pick<
  DocumentedOperation,
  'body' | 'isBodyRequired' | 'bodyLimit' | 'bodySchema' | 'bodyCheck' | 'members' | 'form' | 'fileFields'
> {
  const bodyLimit = operation['x-body-limit'] ?? reader.document['x-body-limit'];
  if (typeof bodyLimit !== 'number') {
    throw new ContractDocumentError('x-body-limit', 'must say how many bytes a JSON body may have.');
  }
  const none = {
    isBodyRequired: false,
    bodyLimit,
    bodySchema: {},
    bodyCheck: undefined,
    members: [],
    fileFields: new Map(),
  };
  if (operation['requestBody'] === undefined) return { body: 'none', ...none, form: buildFormFields([]) };
  const at = below(place, 'requestBody');
  const requestBody = dereference(reader.document, objectAt(operation['requestBody'], at), at);
  const content = objectAt(requestBody['content'], below(at, 'content'));
  const [mediaType, ...others] = Object.keys(content);
  const kind = mediaType === undefined ? undefined : bodyKinds.get(mediaType);
  if (mediaType === undefined || kind === undefined || others.length > 0) {
    throw new ContractDocumentError(
      below(at, 'content'),
      `one of ${[...bodyKinds.keys()].join(', ')} must stand here.`,
    );
  }
  const schemaAt = below(at, 'content', mediaType, 'schema');
  const media = objectAt(content[mediaType], below(at, 'content', mediaType));
  const schema = reader.schema(objectAt(media['schema'], schemaAt), schemaAt);
  const isBodyRequired = requestBody['required'] === true;
  if (reader.bodies === 'whole') {
    const bodyCheck = reader.check(schema, 'assumed', schemaAt);
    return { ...none, body: kind, isBodyRequired, bodySchema: schema, bodyCheck, form: buildFormFields([]) };
  }
  const bodySchema = reader.check(schema, 'assumed', schemaAt).schema;
  const required = listAt(schema['required'], below(schemaAt, 'required'));
  const members = Object.entries(objectAt(schema['properties'], below(schemaAt, 'properties'))).map(([name, value]) => {
    const memberAt = below(schemaAt, 'properties', name);
    return documentedMember(reader, name, objectAt(value, memberAt), required.includes(name), memberAt);
  });
  const form = buildFormFields(kind === 'multipart' ? members : []);
  const fileFields = readFileFields(members, media['encoding'], below(at, 'content', mediaType, 'encoding'));
  return { ...none, body: kind, isBodyRequired, bodySchema, members, form, fileFields };
}

const bodyKinds = new Map<string, 'json' | 'multipart'>([
  ['application/json', 'json'],
  ['multipart/form-data', 'multipart'],
]);

function documentedMember(
  reader: DocumentReader,
  name: string,
  schema: JsonObject,
  isRequired: boolean,
  place: string,
): Member {
  const check = reader.check(schema, 'assumed', place);
  refuseInnerExtensions(check.schema, place);
  const absent = fieldOf(schema, 'x-counts-as-absent');
  return {
    name,
    isRequired,
    schema: check.schema,
    check,
    refusals: readRefusals(reader, schema, ['missing', 'invalid', 'section-missing', ...fileProblems], place),
    countsAsAbsent: Array.isArray(absent) ? absent : [],
    clauses: reader.clauses(schema, place),
    reading: usualParameterReading,
  };
}

/** Faults further down are answered by the refusals of the field that they stand in. */
function refuseInnerExtensions(schema: JsonObject, place: string): void {
  visitSchemas(schema, (part, steps) => {
    const extension = ['x-refusals', 'x-counts-as-absent'].find((name) => Object.hasOwn(part, name));
    if (steps.length > 0 && extension !== undefined) {
      throw new ContractDocumentError(below(place, ...steps, extension), 'only a whole member may say so.');
    }
  });
}

/** The reasons to refuse a file, as `x-refusals` names them. */
const fileProblems: readonly FileProblem[] = ['too-many', 'too-large', 'empty', 'wrong-type'];

/**
 * The fields of a form that take files: those whose encoding the document gives. `contentType` lists the media types,
 * text/plain where a text may come instead; `maxLength`, of a list that of its items, is the size of a file in bytes;
 * `maxItems` is how many a list takes.
 * @throws ContractDocumentError for a field that lacks one of them
 */
function readFileFields(members: readonly Member[], encoding: unknown, place: string): ReadonlyMap<string, FileField> {
  return new Map(
    Object.entries(objectAt(encoding, place)).map(([name, value]) => {
      const at = below(place, name);
      const member = members.find((candidate) => candidate.name === name);
      if (member === undefined) throw new ContractDocumentError(at, 'is not a field of the form.');
      return [listName(name), readFileField(member, objectAt(value, at), at)];
    }),
  );
}

function readFileField({ name, schema, refusals }: Member, encoding: JsonObject, place: string): FileField {
  const types = textAt(encoding['contentType'], below(place, 'contentType')).split(/,\s*/);
  const list = fieldOf(schema, 'items');
  const file = isJsonObject(list) ? list : schema;
  return {
    name: listName(name),
    maximumFiles: file === schema ? 1 : limitAt(schema['maxItems'], 'maxItems', place),
    maximumSize: limitAt(file['maxLength'], 'maxLength', place),
    mediaTypes: types.filter((type) => type !== 'text/plain'),
    takesText: types.includes('text/plain'),
    refusals: fileRefusals(refusals, place),
    reading: readReading(usualFileReading, encoding['x-reading'], place),
  };
}

function fileRefusals(refusals: Refusals, place: string): FileRefusals {
  const ruleFor = (problem: FileProblem): RefusalId => {
    const rule = refusals[problem];
    if (rule === undefined) throw new ContractDocumentError(place, `x-refusals names no rule for ${problem}.`);
    return rule;
  };
  return Object.fromEntries(fileProblems.map((problem) => [problem, ruleFor(problem)])) as FileRefusals;
}

function limitAt(limit: unknown, keyword: string, place: string): number {
  if (typeof limit !== 'number') throw new ContractDocumentError(place, `the field takes files and has no ${keyword}.`);
  return limit;
}
