import { isJsonList, isJsonObject, pointerOf } from '../../json/json-value.ts';
import { errorInWords } from '../../text/schema-errors.ts';
import { Part, below } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
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
  verifyObject(walk, 'document', new Part(reader.document, 'openapi.yaml'));
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

function verifyObject(walk: Walk, kind: ObjectKind, part: Part): void {
  const { reader } = walk;
  if (part.at('$ref').value !== undefined && kind !== 'schema') {
    reader.follow(part);
    return;
  }
  const { extensions, parts }: { extensions: readonly string[]; parts: Readonly<Record<string, Inner>> } =
    objectKinds[kind];
  const stranger = Object.keys(part.object).find((name) => name.startsWith('x-') && !extensions.includes(name));
  if (stranger !== undefined) throw part.at(stranger).error(`${stranger} is not an extension that belongs here.`);
  reader.clauses(part);
  if (kind === 'schema') verifySchema(walk, part);
  verifyExamples(reader, part);
  for (const [name, inner] of Object.entries(parts)) verifyInner(walk, inner, part.at(name));
}

function verifyInner(walk: Walk, { one, list, map }: Inner, part: Part): void {
  if (one !== undefined && part.value !== undefined) verifyObject(walk, one, part);
  if (list !== undefined) part.items.forEach((item) => verifyObject(walk, list, item));
  if (map !== undefined) part.entries.forEach(([, item]) => verifyObject(walk, map, item));
}

function verifySchema({ reader, references }: Walk, schema: Part): void {
  visitSchemas(schema.object, (inner, steps) => {
    reader.clauses(new Part(inner, below(schema.place, ...steps)));
  });
  // What is referred to compiles together with what refers to it.
  if (references.has(schema.place.replace('openapi.yaml', ''))) return;
  reader.check(schema, 'stated').compile();
  reader.check(schema, 'assumed').compile();
}

function verifyExamples(reader: DocumentReader, part: Part): void {
  const schema = part.at('schema');
  if (!isJsonObject(schema.value)) return;
  const check = reader.check(schema, 'assumed');
  const examples = readExamples(reader, part).map(
    ({ name, value }) => new Part(value, below(part.place, 'examples', name)),
  );
  for (const example of [part.at('example'), part.at('value'), ...examples]) {
    const [error] = example.value === undefined ? [] : check.errors(example.value);
    if (error === undefined) continue;
    const { steps, said } = errorInWords(error, example.value, check.schema);
    throw example.error(`the example breaks its schema: ${pointerOf(steps) || 'it'} ${said}.`);
  }
}

type ObjectKind = keyof typeof objectKinds;

/** An object, a list or a map of those, as object-kinds.yaml says what stands further down. */
type Inner = Readonly<Partial<Record<'one' | 'list' | 'map', ObjectKind>>>;
