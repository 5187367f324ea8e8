import { isJsonList, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
import { objectKinds, type ObjectKind } from './document-shape.ts';
import { below, listAt, objectAt } from './json-access.ts';
import { readExamples } from './read-responses.ts';
import { dereference } from './references.ts';
import { visitSchemas } from './schema-walk.ts';

/**
 * Looks at every part of the document, used by an operation or not.
 * @throws ContractDocumentError for an extension that does not belong where it stands, a clause that the catalogue does
 *   not have, a schema that does not compile and an example that breaks its schema
 */
export function verifyDocument(reader: DocumentReader): void {
  const walk = { reader, references: new Set(referencesIn(reader.document)) };
  verifyObject(walk, 'document', reader.document, 'openapi.yaml');
}

interface Walk {
  readonly reader: DocumentReader;
  /** Every `$ref` of the document. */
  readonly references: ReadonlySet<string>;
}

function referencesIn(value: unknown): readonly string[] {
  if (isJsonList(value)) {
    return value.flatMap(referencesIn);
  }
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, part]) =>
        name === '$ref' && typeof part === 'string' ? [part] : referencesIn(part),
      )
    : [];
}

function verifyObject(walk: Walk, kind: ObjectKind, object: JsonObject, place: string): void {
  const { reader } = walk;
  if (fieldOf(object, '$ref') !== undefined && kind !== 'schema') {
    dereference(reader.document, object, place);
    return;
  }
  const { extensions, parts } = objectKinds[kind];
  const stranger = Object.keys(object).find((name) => name.startsWith('x-') && !extensions.includes(name));
  if (stranger !== undefined) {
    throw new ContractDocumentError(below(place, stranger), `${stranger} is not an extension that belongs here.`);
  }
  reader.clauses(object, place);
  if (kind === 'schema') {
    verifySchema(walk, object, place);
  }
  verifyExamples(reader, object, place);
  for (const [name, part] of Object.entries(parts)) {
    const value = fieldOf(object, name);
    const at = below(place, name);
    if (part.form === 'one' && value !== undefined) {
      verifyObject(walk, part.kind, objectAt(value, at), at);
    } else if (part.form === 'list') {
      listAt(value, at).forEach((item, index) =>
        verifyObject(walk, part.kind, objectAt(item, below(at, index)), below(at, index)),
      );
    } else if (part.form === 'map') {
      for (const [key, item] of Object.entries(objectAt(value, at))) {
        verifyObject(walk, part.kind, objectAt(item, below(at, key)), below(at, key));
      }
    }
  }
}

function verifySchema({ reader, references }: Walk, schema: JsonObject, place: string): void {
  visitSchemas(schema, (part, steps) => void reader.clauses(part, below(place, ...steps)));
  if (references.has(place.replace('openapi.yaml', ''))) {
    // It compiles together with what refers to it.
    return;
  }
  reader.check(schema, 'stated', place).compile();
  reader.check(schema, 'assumed', place).compile();
}

function verifyExamples(reader: DocumentReader, object: JsonObject, place: string): void {
  const { schema, example, value } = object;
  if (!isJsonObject(schema)) {
    return;
  }
  const check = reader.check(schema, 'assumed', below(place, 'schema'));
  const examples: readonly (readonly [string, unknown])[] = [
    [below(place, 'example'), example],
    [below(place, 'value'), value],
    ...readExamples(reader, object, place).map(([name, of]) => [below(place, 'examples', name), of] as const),
  ];
  for (const [at, sample] of examples) {
    const [error] = sample === undefined ? [] : check.errors(sample);
    if (error !== undefined) {
      const where = error.instancePath === '' ? 'it' : error.instancePath;
      throw new ContractDocumentError(at, `the example breaks its schema: ${where} ${error.message ?? error.keyword}.`);
    }
  }
}
