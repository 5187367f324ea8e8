import { isJsonObject, fieldOf, type Json, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError, below, listAt, objectAt } from './document-error.ts';
import { dereference, type DocumentReader } from './document-reader.ts';
import type { RefusalId } from '../names.gen.ts';
import type { ExampleAnswer, DocumentedResponse, Operation, RefusalAnswer } from '../operation.ts';
import { readShown } from '../shown-values.ts';
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
): Pick<
  Operation,
  'responses' | 'successStatus' | 'refusals' | 'refusalCases' | 'successExamples' | 'successMessages'
> {
  const responses = new Map<number, DocumentedResponse>();
  const refusals = new Map<RefusalId, RefusalAnswer>();
  const refusalCases = new Map<string, RefusalAnswer>();
  const successExamples = new Map<string, ExampleAnswer>();
  const responsesAt = below(place, 'responses');
  for (const [code, value] of Object.entries(objectAt(operation['responses'], responsesAt))) {
    const at = below(responsesAt, code);
    const status = Number(code);
    if (!/^[1-5]\d\d$/.test(code)) throw new ContractDocumentError(at, 'is not a status.');
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
      content.set(mediaTypeAlone(mediaType), checks);
      for (const read of readExamples(reader, description, mediaAt)) {
        const [name, example] = read;
        examples.set(name, example);
        if (status >= 400) {
          const exampleAt = below(mediaAt, 'examples', name);
          const refusal = { status, ...refusalShown(read, mediaType, below(exampleAt, 'value')) };
          const [rule = '', ...cases] = name.split('; ');
          const clause = reader.refusal(rule, exampleAt);
          if (cases.length === 0) refusals.set(clause, refusal);
          else refusalCases.set(name, refusal);
        } else if (!successExamples.has(name)) {
          successExamples.set(name, { status, body: example });
        }
      }
    }
    listAt(response['x-refuses'], below(at, 'x-refuses')).forEach((id, index) => {
      const clause = reader.refusal(id, below(at, 'x-refuses', index));
      refusals.set(clause, { status, body: {}, worded: undefined, isEmpty: true });
    });
    const shown = readShown(objectAt(response['x-shown'], below(at, 'x-shown')), below(at, 'x-shown'));
    responses.set(status, { status, clauses: reader.clauses(response, at), shown, examples, content });
  }
  const successStatus = [...responses.keys()].find((status) => status < 300) ?? 200;
  const successMessages = successMessagesOf(successExamples);
  return { responses, successStatus, refusals, refusalCases, successExamples, successMessages };
}

/** What a refusal answers by its example: an object, or a text of another media type than JSON. */
function refusalShown(
  [, example, worded]: ReadExample,
  mediaType: string,
  place: string,
): Omit<RefusalAnswer, 'status'> {
  const type = mediaTypeAlone(mediaType);
  const isText = typeof example === 'string' && !type.endsWith('json');
  return {
    worded: isText ? (worded ?? '') : worded,
    isEmpty: false,
    ...(isText ? { body: {}, text: example } : { body: objectAt(example, place) }),
    ...(type !== 'application/json' && { mediaType }),
  };
}

/** Without its parameters. */
function mediaTypeAlone(mediaType: string): string {
  return mediaType.split(';', 1).join('').trim().toLowerCase();
}

function successMessagesOf(examples: ReadonlyMap<string, ExampleAnswer>): Readonly<Record<string, string>> {
  const entries = [...examples].map(([name, { body }]) => [name, isJsonObject(body) ? body['message'] : undefined]);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

type ReadExample = [name: string, value: ExampleAnswer['body'], worded: string | undefined];

/** The examples under `examples`: name, value, and what stands for {detail} in a message of its own (`x-worded`). */
export function readExamples(reader: DocumentReader, media: JsonObject, place: string): ReadExample[] {
  return Object.entries(objectAt(media['examples'], below(place, 'examples'))).map(([name, value]) => {
    const at = below(place, 'examples', name);
    const found = dereference(reader.document, objectAt(value, at), at);
    const example = fieldOf(found, 'value');
    if (example === undefined) throw new ContractDocumentError(at, 'is an example without a value.');
    return [name, example, wordedIn(found)];
  });
}

/** Undefined unless a choice has given the message. */
function wordedIn({ 'x-worded': worded }: JsonObject): string | undefined {
  return typeof worded === 'string' ? worded : undefined;
}

/**
 * The rules that `x-refusals` of a parameter, a field or an operation names, by the reason to refuse. Throws
 * `ContractDocumentError` for a reason that has no meaning here and for a rule that the catalogue does not have.
 */
export function readRefusals<Reason extends string>(
  reader: DocumentReader,
  holder: JsonObject,
  reasons: readonly Reason[],
  place: string,
): Partial<Record<Reason, RefusalId>> {
  const at = below(place, 'x-refusals');
  const refusals: Partial<Record<Reason, RefusalId>> = {};
  for (const [name, clause] of Object.entries(objectAt(holder['x-refusals'], at))) {
    const reason = reasons.find((known) => known === name);
    if (reason === undefined) {
      throw new ContractDocumentError(below(at, name), `the reasons to refuse are ${reasons.join(', ')}.`);
    }
    refusals[reason] = reader.refusal(clause, below(at, name));
  }
  return refusals;
}

type OperationRefusals = Pick<Operation, Extract<keyof Operation, `${string}Refusal`>>;

/**
 * The rules that refuse for an operation as a whole.
 * @throws ContractDocumentError where one that it needs is not named
 */
export function readOperationRefusals(reader: DocumentReader, operation: JsonObject, place: string): OperationRefusals {
  const reasons = ['token-missing', 'token-invalid', 'invalid', 'missing', 'malformed', 'unreadable'] as const;
  const refusals = readRefusals(reader, operation, reasons, place);
  const needed = (reason: (typeof reasons)[number]): RefusalId => {
    const clause = refusals[reason];
    if (clause === undefined) {
      throw new ContractDocumentError(below(place, 'x-refusals'), `no rule for ${reason} is named.`);
    }
    return clause;
  };
  const takesBody = operation['requestBody'] !== undefined;
  return {
    invalidRefusal: needed('invalid'),
    missingRefusal: refusals.missing ?? needed('invalid'),
    malformedRefusal: refusals.malformed ?? needed('invalid'),
    tokenMissingRefusal: needed('token-missing'),
    tokenInvalidRefusal: needed('token-invalid'),
    unreadableRefusal: takesBody ? needed('unreadable') : undefined,
  };
}

/**
 * Every rule that may refuse a request says by an example what its answer is.
 * @throws ContractDocumentError
 */
export function checkRefusals(operation: Operation, general: OperationRefusals, place: string): void {
  const own = [...operation.parameters, ...operation.members].flatMap(({ refusals }) =>
    Object.values<RefusalId | undefined>({ ...refusals }),
  );
  for (const refusal of [...Object.values<RefusalId | undefined>(general), ...own]) {
    if (refusal !== undefined && !operation.refusals.has(refusal)) {
      throw new ContractDocumentError(place, `x-refusals names ${refusal}, of which no response has an example.`);
    }
  }
}

/**
 * The refusals of `x-beyond-operations`.
 * @throws ContractDocumentError for one that cannot be read
 */
export function readBeyond(reader: DocumentReader): ReadonlyMap<RefusalId, RefusalAnswer> {
  const beyondAt = 'openapi.yaml#/x-beyond-operations';
  return new Map(
    Object.entries(objectAt(reader.document['x-beyond-operations'], beyondAt)).map(([name, value]) => {
      const place = below(beyondAt, name);
      const entry = objectAt(value, place);
      reader.clauses(entry, place);
      if (typeof entry['status'] !== 'number') {
        throw new ContractDocumentError(below(place, 'status'), 'is not a status.');
      }
      const body = objectAt(entry['value'], below(place, 'value'));
      return [reader.refusal(name, place), { status: entry['status'], body, worded: wordedIn(entry), isEmpty: false }];
    }),
  );
}
