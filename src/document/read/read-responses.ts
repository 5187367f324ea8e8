import { isJsonList, isJsonObject, fieldOf, type Json, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
import { below, listAt, objectAt } from './json-access.ts';
import type { RefusalId } from '../names.gen.ts';
import type { ExampleAnswer, DocumentedResponse, Operation, RefusalAnswer } from '../operation.ts';
import { dereference } from './references.ts';
import type { SchemaCheck } from '../validate/schema-compiler.ts';

/**
 * The operation's responses and their examples.
 * @throws ContractDocumentError where an example breaks its schema, or where the example of an error is not named after
 *   a rule
 */
export function readResponses(
  reader: DocumentReader,
  operation: JsonObject,
  place: string,
): Pick<Operation, 'responses' | 'successStatus' | 'refusals' | 'successExamples' | 'successMessages'> {
  const responses = new Map<number, DocumentedResponse>();
  const refusals = new Map<RefusalId, RefusalAnswer>();
  const successExamples = new Map<string, ExampleAnswer>();
  const responsesAt = below(place, 'responses');
  for (const [code, value] of Object.entries(objectAt(operation['responses'], responsesAt))) {
    const at = below(responsesAt, code);
    const status = Number(code);
    if (!/^[1-5]\d\d$/.test(code)) {
      throw new ContractDocumentError(at, 'is not a status.');
    }
    const response = dereference(reader.document, objectAt(value, at), at);
    const examples = new Map<string, Json>();
    const content = new Map<string, { stated: SchemaCheck; assumed: SchemaCheck }>();
    for (const [mediaType, media] of Object.entries(objectAt(response['content'], below(at, 'content')))) {
      const mediaAt = below(at, 'content', mediaType);
      const description = objectAt(media, mediaAt);
      const schemaAt = below(mediaAt, 'schema');
      const schema = objectAt(description['schema'], schemaAt);
      const checks = {
        stated: reader.check(schema, 'stated', schemaAt),
        assumed: reader.check(schema, 'assumed', schemaAt),
      };
      content.set(mediaType.toLowerCase(), checks);
      for (const [name, example, worded] of readExamples(reader, description, mediaAt)) {
        examples.set(name, example);
        if (status >= 400) {
          const exampleAt = below(mediaAt, 'examples', name);
          const body = objectAt(example, below(exampleAt, 'value'));
          refusals.set(reader.refusal(name, exampleAt), { status, body, worded, isEmpty: false });
        } else if (!successExamples.has(name)) {
          successExamples.set(name, { status, body: example });
        }
      }
    }
    listAt(response['x-refuses'], below(at, 'x-refuses')).forEach((id, index) => {
      const clause = reader.refusal(id, below(at, 'x-refuses', index));
      refusals.set(clause, { status, body: {}, worded: undefined, isEmpty: true });
    });
    const members = isJsonList(response['x-members']) ? response['x-members'].map(String) : undefined;
    const added = objectAt(response['x-added'], below(at, 'x-added'));
    responses.set(status, { status, clauses: reader.clauses(response, at), members, added, examples, content });
  }
  const successStatus = [...responses.keys()].find((status) => status < 300) ?? 200;
  return { responses, successStatus, refusals, successExamples, successMessages: messagesOf(successExamples) };
}

function messagesOf(examples: ReadonlyMap<string, ExampleAnswer>): Readonly<Record<string, string>> {
  const entries = [...examples].map(([name, { body }]) => [name, isJsonObject(body) ? body['message'] : undefined]);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The examples under `examples`: name, value, and what stands for {detail} in a message of its own (`x-worded`). */
export function readExamples(
  reader: DocumentReader,
  media: JsonObject,
  place: string,
): [string, ExampleAnswer['body'], string | undefined][] {
  return Object.entries(objectAt(media['examples'], below(place, 'examples'))).map(([name, value]) => {
    const at = below(place, 'examples', name);
    const found = dereference(reader.document, objectAt(value, at), at);
    const example = fieldOf(found, 'value');
    if (example === undefined) {
      throw new ContractDocumentError(at, 'is an example without a value.');
    }
    return [name, example, wordedIn(found)];
  });
}

/** Undefined unless a choice has given the message. */
export function wordedIn({ 'x-worded': worded }: JsonObject): string | undefined {
  return typeof worded === 'string' ? worded : undefined;
}
