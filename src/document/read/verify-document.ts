import { isJsonList, isJsonObject, fieldOf, pointerOf, type JsonObject } from '../../json/json-value.ts';
import { errorInWords } from '../../text/schema-errors.ts';
import { ContractDocumentError, below, listAt, objectAt } from './document-error.ts';
import { dereference, type DocumentReader } from './document-reader.ts';
import { objectKinds } from './object-kinds.gen.ts';
import { readExamples } from './read-responses.ts';
import { visitSchemas } from './schema-walk.ts';

/**
 * Looks at every part of the document, used by an operation or not.
 * @throws ContractDocumentError for an extension that does not belong where it stands, a clause that the catalogue does
 *   not have, a schema that does not compile and an example that breaks its schema
 */
export function verifyDocument(reader: DocumentReader): void {
  const walk = { reader, references: new Set(followedReferences(reader.document)) };
  verifyObject(walk, 'document', reader.document, 'openapi.yaml');
}

interface Walk {
  readonly reader: DocumentReader;
  /** Every `$ref` of the document. */
  readonly references: ReadonlySet<string>;
}

function followedReferences(value: unknown): readonly string[] {
  if (isJsonList(value)) return value.flatMap(followedReferences);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, part]) =>
        name === '$ref' && typeof part === 'string' ? [part] : followedReferences(part),
      )
    : [];
}

function verifyObject(walk: Walk, kind: ObjectKind, object: JsonObject, place: string): void {
  const { reader } = walk;
  if (fieldOf(object, '$ref') !== undefined && kind !== 'schema') {
    dereference(reader.document, object, place);
    return;
  }
  const { extensions, parts }: { extensions: readonly string[]; parts: Readonly<Record<string, Part>> } =
    objectKinds[kind];
  const stranger = Object.keys(object).find((name) => name.startsWith('x-') && !extensions.includes(name));
  if (stranger !== undefined) {
    throw new ContractDocumentError(below(place, stranger), `${stranger} is not an extension that belongs here.`);
  }
  reader.clauses(object, place);
  if (kind === 'schema') verifySchema(walk, object, place);
  verifyExamples(reader, object, place);
  for (const [name, part] of Object.entries(parts)) verifyPart(walk, part, fieldOf(object, name), below(place, name));
}

function verifyPart(walk: Walk, { one, list, map }: Part, value: unknown, place: string): void {
  const verify = (kind: ObjectKind, item: unknown, at: string): void =>
    verifyObject(walk, kind, objectAt(item, at), at);
  if (one !== undefined && value !== undefined) verify(one, value, place);
  if (list !== undefined) listAt(value, place).forEach((item, index) => verify(list, item, below(place, index)));
  if (map === undefined) return;
  for (const [key, item] of Object.entries(objectAt(value, place))) verify(map, item, below(place, key));
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
  if (!isJsonObject(schema)) return;
  const check = reader.check(schema, 'assumed', below(place, 'schema'));
  const examples: readonly (readonly [string, unknown])[] = [
    [below(place, 'example'), example],
    [below(place, 'value'), value],
    ...readExamples(reader, object, place).map(([name, of]) => [below(place, 'examples', name), of] as const),
  ];
  for (const [at, sample] of examples) {
    const [error] = sample === undefined ? [] : check.errors(sample);
    if (error !== undefined) {
      const { steps, said } = errorInWords(error, sample, check.schema);
      throw new ContractDocumentError(at, `the example breaks its schema: ${pointerOf(steps) || 'it'} ${said}.`);
    }
  }
}

type ObjectKind = keyof typeof objectKinds;

/** An object, a list or a map of those, as object-kinds.yaml says what stands further down. */
type Part = Readonly<Partial<Record<'one' | 'list' | 'map', ObjectKind>>>;
