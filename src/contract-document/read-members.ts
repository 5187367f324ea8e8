import type { JsonObject } from '../domain/records.ts';
import { ContractDocumentError } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
import { buildFormFields } from './form-fields.ts';
import { below, listAt, memberOf, objectAt, textAt } from './json-access.ts';
import type { Member, Operation } from './operation.ts';
import { fileProblems, readFileFields } from './read-file-fields.ts';
import { readRefusals } from './read-refusals.ts';
import { dereference } from './references.ts';
import { visitSchemas } from './schema-walk.ts';

/** The operation's query parameters. Throws `ContractDocumentError` for a parameter that stands anywhere else. */
export function readParameters(reader: DocumentReader, operation: JsonObject, place: string): readonly Member[] {
  return listAt(operation['parameters'], below(place, 'parameters')).map((value, index) => {
    const at = below(place, 'parameters', index);
    const parameter = dereference(reader.document, objectAt(value, at), at);
    if (parameter['in'] !== 'query') {
      throw new ContractDocumentError(below(at, 'in'), 'only query parameters are read.');
    }
    const { 'x-expected': expected, 'x-refusals': refusals } = parameter;
    const schema = {
      ...reader.schema(objectAt(parameter['schema'], below(at, 'schema')), below(at, 'schema')),
      ...(expected !== undefined && { 'x-expected': textAt(expected, below(at, 'x-expected')) }),
      ...(refusals !== undefined && { 'x-refusals': objectAt(refusals, below(at, 'x-refusals')) }),
    };
    const name = textAt(parameter['name'], below(at, 'name'));
    const member = readMember(reader, name, schema, parameter['required'] === true, at);
    return { ...member, clauses: [...reader.clauses(parameter, at), ...member.clauses] };
  });
}

/** What the operation takes as a body, and the body's members. */
export function readBody(
  reader: DocumentReader,
  operation: JsonObject,
  place: string,
): Pick<Operation, 'body' | 'bodySchema' | 'members' | 'form' | 'fileFields'> {
  if (operation['requestBody'] === undefined) {
    return { body: 'none', bodySchema: {}, members: [], form: buildFormFields([]), fileFields: new Map() };
  }
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
  const bodySchema = reader.check(schema, 'assumed', schemaAt).schema;
  const required = listAt(schema['required'], below(schemaAt, 'required'));
  const members = Object.entries(objectAt(schema['properties'], below(schemaAt, 'properties'))).map(([name, value]) => {
    const memberAt = below(schemaAt, 'properties', name);
    return readMember(reader, name, objectAt(value, memberAt), required.includes(name), memberAt);
  });
  const form = buildFormFields(kind === 'multipart' ? members : []);
  const fileFields = readFileFields(members, media['encoding'], below(at, 'content', mediaType, 'encoding'));
  return { body: kind, bodySchema, members, form, fileFields };
}

const bodyKinds = new Map<string, 'json' | 'multipart'>([
  ['application/json', 'json'],
  ['multipart/form-data', 'multipart'],
]);

function readMember(
  reader: DocumentReader,
  name: string,
  schema: JsonObject,
  isRequired: boolean,
  place: string,
): Member {
  const check = reader.check(schema, 'assumed', place);
  refuseInnerExtensions(check.schema, place);
  const absent = memberOf(schema, 'x-counts-as-absent');
  return {
    name,
    isRequired,
    schema: check.schema,
    check,
    refusals: readRefusals(reader, schema, ['missing', 'invalid', 'section-missing', ...fileProblems], place),
    countsAsAbsent: Array.isArray(absent) ? absent : [],
    clauses: reader.clauses(schema, place),
  };
}

/** Faults further down are answered by the refusals of the member that they stand in. */
function refuseInnerExtensions(schema: JsonObject, place: string): void {
  visitSchemas(schema, (part, steps) => {
    const extension = ['x-refusals', 'x-counts-as-absent'].find((name) => Object.hasOwn(part, name));
    if (steps.length > 0 && extension !== undefined) {
      throw new ContractDocumentError(below(place, ...steps, extension), 'only a whole member may say so.');
    }
  });
}
