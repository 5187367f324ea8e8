import { fieldOf, isJsonList, isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { Part, ContractDocumentError, below } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
import { buildFormFields, listName } from '../validate/check-form.ts';
import type { DocumentedOperation, Member, FileField, FileProblem, FileRefusals, Refusals } from '../operation.ts';
import { readReading, usualParameterReading, usualFileReading } from './reading-rules.ts';
import { readRefusals } from './read-responses.ts';
import { visitSchemas } from './schema-walk.ts';

/** The parameters of a path item and of its operation. @throws ContractDocumentError for one of a header or cookie */
export function readParameters(
  reader: DocumentReader,
  pathItem: JsonObject,
  operation: Part,
): Pick<DocumentedOperation, 'parameters' | 'pathParameters'> {
  const holders = [new Part(pathItem, operation.place), operation];
  const read = holders.flatMap((holder) => holder.at('parameters').items.map((part) => parameterAt(reader, part)));
  const of = (where: 'query' | 'path') =>
    read.filter((parameter) => parameter.in === where).map(({ member }) => member);
  return { parameters: of('query'), pathParameters: of('path') };
}

function parameterAt(reader: DocumentReader, part: Part): { readonly in: 'query' | 'path'; readonly member: Member } {
  const parameter = reader.follow(part);
  const { in: where, required, 'x-expected': expected, 'x-refusals': refusals } = parameter.object;
  if (where !== 'query' && where !== 'path') {
    throw parameter.at('in').error('only parameters of the path and of the query are read.');
  }
  const message = parameter.at('x-message');
  const schema = {
    ...reader.schema(parameter.at('schema')),
    ...(expected !== undefined && { 'x-expected': parameter.at('x-expected').text }),
    ...(refusals !== undefined && { 'x-refusals': parameter.at('x-refusals').object }),
  };
  const name = parameter.at('name').text;
  const member = documentedMember(reader, name, new Part(schema, part.place), required === true);
  const worded = message.value === undefined ? {} : { message: message.text };
  const clauses = [...reader.clauses(parameter), ...member.clauses];
  const reading = readReading(usualParameterReading, parameter);
  return { in: where, member: { ...member, ...worded, reading, clauses } };
}

/** What the operation takes as a body, and the body's fields. */
export function readBody(
  reader: DocumentReader,
  operation: Part,
): Pick<
  DocumentedOperation,
  'body' | 'isBodyRequired' | 'bodyLimit' | 'bodySchema' | 'bodyCheck' | 'members' | 'form' | 'fileFields'
> {
  const bodyLimit = operation.at('x-body-limit').value ?? reader.document['x-body-limit'];
  if (typeof bodyLimit !== 'number') {
    throw new ContractDocumentError('x-body-limit', 'must say how many bytes a JSON body may have.');
  }
  const none = {
    isBodyRequired: false,
    bodyLimit,
    bodySchema: {},
    bodyCheck: undefined,
    members: [],
    form: buildFormFields<Member>([]),
    fileFields: new Map(),
  };
  if (operation.at('requestBody').value === undefined) return { body: 'none', ...none };
  const requestBody = reader.follow(operation.at('requestBody'));
  const content = requestBody.at('content');
  const [[mediaType, media] = [], ...others] = content.entries;
  const kind = bodyKinds.get(mediaType);
  if (media === undefined || kind === undefined || others.length > 0) {
    throw content.error(`one of ${[...bodyKinds.keys()].join(', ')} must stand here.`);
  }
  const schema = new Part(reader.schema(media.at('schema')), media.at('schema').place);
  const check = reader.check(schema, 'assumed');
  const body = { ...none, body: kind, isBodyRequired: requestBody.object['required'] === true };
  if (reader.bodies === 'whole') return { ...body, bodySchema: schema.object, bodyCheck: check };
  const required = schema.at('required').items.map(({ value }) => value);
  const properties = schema.at('properties').entries;
  const members = properties.map(([name, part]) => documentedMember(reader, name, part, required.includes(name)));
  const form = buildFormFields(kind === 'multipart' ? members : []);
  const fileFields = readFileFields(members, media.at('encoding'));
  return { ...body, bodySchema: check.schema, members, form, fileFields };
}

const bodyKinds = new Map<string | undefined, 'json' | 'multipart'>([
  ['application/json', 'json'],
  ['multipart/form-data', 'multipart'],
]);

function documentedMember(reader: DocumentReader, name: string, part: Part, isRequired: boolean): Member {
  const check = reader.check(part, 'assumed');
  refuseInnerExtensions(check.schema, part.place);
  const absent = part.at('x-counts-as-absent').value;
  return {
    name,
    isRequired,
    schema: check.schema,
    check,
    refusals: readRefusals(reader, part, ['missing', 'invalid', 'section-missing', ...fileProblems]),
    countsAsAbsent: isJsonList(absent) ? absent : [],
    clauses: reader.clauses(part),
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
function readFileFields(members: readonly Member[], encodings: Part): ReadonlyMap<string, FileField> {
  return new Map(
    encodings.entries.map(([name, encoding]) => {
      const member = members.find((candidate) => candidate.name === name);
      if (member === undefined) throw encoding.error('is not a field of the form.');
      return [listName(name), readFileField(member, encoding)];
    }),
  );
}

function readFileField({ name, schema, refusals }: Member, encoding: Part): FileField {
  const types = encoding.at('contentType').text.split(/,\s*/);
  const list = fieldOf(schema, 'items');
  const file = isJsonObject(list) ? list : schema;
  const limitOf = (holder: JsonObject, keyword: string): number => {
    const limit = holder[keyword];
    if (typeof limit === 'number') return limit;
    throw encoding.error(`the field takes files and has no ${keyword}.`);
  };
  return {
    name: listName(name),
    maximumFiles: file === schema ? 1 : limitOf(schema, 'maxItems'),
    maximumSize: limitOf(file, 'maxLength'),
    mediaTypes: types.filter((type) => type !== 'text/plain'),
    takesText: types.includes('text/plain'),
    refusals: fileRefusals(refusals, encoding),
    reading: readReading(usualFileReading, encoding),
  };
}

function fileRefusals(refusals: Refusals, encoding: Part): FileRefusals {
  const missing = fileProblems.find((problem) => refusals[problem] === undefined);
  if (missing !== undefined) throw encoding.error(`x-refusals names no rule for ${missing}.`);
  return refusals as FileRefusals;
}
