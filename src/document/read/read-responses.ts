import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { Part, below, objectAt } from './document-error.ts';
import type { DocumentReader } from './document-reader.ts';
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
  operation: Part,
): Pick<
  Operation,
  'responses' | 'successStatus' | 'refusals' | 'refusalCases' | 'successExamples' | 'successMessages'
> {
  const responses = new Map<number, DocumentedResponse>();
  const refusals = new Map<RefusalId, RefusalAnswer>();
  const refusalCases = new Map<string, RefusalAnswer>();
  const successExamples = new Map<string, ExampleAnswer>();
  for (const [code, part] of operation.at('responses').entries) {
    const status = Number(code);
    if (!/^[1-5]\d\d$/.test(code)) throw part.error('is not a status.');
    const response = reader.follow(part);
    const examples = new Map<string, Json>();
    const content = new Map<string, { stated: SchemaCheck; assumed: SchemaCheck }>();
    for (const [mediaType, media] of response.at('content').entries) {
      const schema = media.at('schema');
      const checks = { stated: reader.check(schema, 'stated'), assumed: reader.check(schema, 'assumed') };
      content.set(mediaTypeAlone(mediaType), checks);
      for (const example of readExamples(reader, media)) {
        const { name, value } = example;
        examples.set(name, value);
        if (status >= 400) {
          const refusal = { status, ...refusalShown(example, mediaType) };
          const [rule = '', ...cases] = name.split('; ');
          const clause = reader.refusal(new Part(rule, example.place));
          if (cases.length === 0) refusals.set(clause, refusal);
          else refusalCases.set(name, refusal);
        } else if (!successExamples.has(name)) {
          successExamples.set(name, { status, body: value });
        }
      }
    }
    for (const rule of response.at('x-refuses').items) {
      refusals.set(reader.refusal(rule), { status, body: {}, worded: undefined, isEmpty: true });
    }
    const shown = readShown(response.at('x-shown'));
    const madeUp = [...shown.keys()].filter((pointer) => shown.get(pointer)?.examples !== undefined).join(' ');
    responses.set(status, { status, clauses: reader.clauses(response), shown, madeUp, examples, content });
  }
  const successStatus = [...responses.keys()].find((status) => status < 300) ?? 200;
  const successMessages = successMessagesOf(successExamples);
  return { responses, successStatus, refusals, refusalCases, successExamples, successMessages };
}

/** What a refusal answers by its example: an object, or a text of another media type than JSON. */
function refusalShown({ value, worded, place }: ReadExample, mediaType: string): Omit<RefusalAnswer, 'status'> {
  const type = mediaTypeAlone(mediaType);
  const isText = typeof value === 'string' && !type.endsWith('json');
  return {
    worded: isText ? (worded ?? '') : worded,
    isEmpty: false,
    ...(isText ? { body: {}, text: value } : { body: objectAt(value, below(place, 'value')) }),
    ...(type !== 'application/json' && { mediaType }),
  };
}

/** Without its parameters. */
export function mediaTypeAlone(mediaType: string): string {
  return mediaType.split(';', 1).join('').trim().toLowerCase();
}

function successMessagesOf(examples: ReadonlyMap<string, ExampleAnswer>): Readonly<Record<string, string>> {
  const entries = [...examples].map(([name, { body }]) => [name, isJsonObject(body) ? body['message'] : undefined]);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

interface ReadExample {
  readonly name: string;
  readonly value: Json;
  /** What stands for {detail} in a message of its own. */
  readonly worded: string | undefined;
  readonly place: string;
}

/** The examples under `examples`. */
export function readExamples(reader: DocumentReader, media: Part): readonly ReadExample[] {
  return media.at('examples').entries.map(([name, part]) => {
    const { value, ...example } = reader.follow(part).object;
    if (value === undefined) throw part.error('is an example without a value.');
    return { name, value, worded: wordedIn(example), place: part.place };
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
  holder: Part,
  reasons: readonly Reason[],
): Partial<Record<Reason, RefusalId>> {
  const refusals: Partial<Record<Reason, RefusalId>> = {};
  for (const [name, clause] of holder.at('x-refusals').entries) {
    const reason = reasons.find((known) => known === name);
    if (reason === undefined) throw clause.error(`the reasons to refuse are ${reasons.join(', ')}.`);
    refusals[reason] = reader.refusal(clause);
  }
  return refusals;
}

type OperationRefusals = Pick<Operation, Extract<keyof Operation, `${string}Refusal`>>;

/** The rules that refuse for an operation as a whole. @throws ContractDocumentError where a needed one is not named */
export function readOperationRefusals(reader: DocumentReader, operation: Part): OperationRefusals {
  const reasons = ['token-missing', 'token-invalid', 'invalid', 'missing', 'malformed', 'unreadable'] as const;
  const refusals = readRefusals(reader, operation, reasons);
  const needed = (reason: (typeof reasons)[number]): RefusalId => {
    const clause = refusals[reason];
    if (clause === undefined) throw operation.at('x-refusals').error(`no rule for ${reason} is named.`);
    return clause;
  };
  const takesBody = operation.at('requestBody').value !== undefined;
  return {
    invalidRefusal: needed('invalid'),
    missingRefusal: refusals.missing ?? needed('invalid'),
    malformedRefusal: refusals.malformed ?? needed('invalid'),
    tokenMissingRefusal: needed('token-missing'),
    tokenInvalidRefusal: needed('token-invalid'),
    unreadableRefusal: takesBody ? needed('unreadable') : undefined,
  };
}

/** Every rule that may refuse a request says by an example what its answer is. @throws ContractDocumentError */
export function checkRefusals(operation: Operation, general: OperationRefusals, part: Part): void {
  const own = [...operation.parameters, ...operation.members].flatMap(({ refusals }) =>
    Object.values<RefusalId | undefined>({ ...refusals }),
  );
  for (const refusal of [...Object.values<RefusalId | undefined>(general), ...own]) {
    if (refusal !== undefined && !operation.refusals.has(refusal)) {
      throw part.error(`x-refusals names ${refusal}, of which no response has an example.`);
    }
  }
}

/** The refusals of `x-beyond-operations`. @throws ContractDocumentError for one that cannot be read */
export function readBeyond(reader: DocumentReader): ReadonlyMap<RefusalId, RefusalAnswer> {
  const beyond = new Part(reader.document, 'openapi.yaml').at('x-beyond-operations');
  return new Map(
    beyond.entries.map(([name, part]) => {
      reader.clauses(part);
      const { status } = part.object;
      if (typeof status !== 'number') throw part.at('status').error('is not a status.');
      const answer = { status, body: part.at('value').object, worded: wordedIn(part.object), isEmpty: false };
      return [reader.refusal(new Part(name, part.place)), answer];
    }),
  );
}
