import type { ClauseId } from '../names.gen.ts';
import type { DocumentedResponse, Operation } from '../operation.ts';
import { mediaTypeAlone } from '../read/read-responses.ts';
import { assumedPart } from '../read/schema-walk.ts';
import { type SchemaError, errorInWords, withoutAlternatives } from '../../text/schema-errors.ts';
import { undocumentedIn } from './check-request.ts';
import type { SchemaCheck } from './schema-compiler.ts';
import { type JsonObject, fieldOf, isJsonObject, pointerOf, stepsOf, valueAt } from '../../json/json-value.ts';

/** Where an answer departs from the document. */
export interface ResponseFault {
  readonly kind: 'status' | 'content-type' | 'schema';
  /** JSON pointer into the body; '' for the body itself, and where the fault is not in the body. */
  readonly pointer: string;
  readonly message: string;
  /** The rules that the nearest part of the document names for what is broken; none for an undocumented status. */
  readonly clauses: readonly ClauseId[];
}

interface CheckOptions {
  readonly assumptions: boolean;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly onRest?: (items: number) => void;
}

/**
 * Checks an answer by the document: its status, its content type and its body, a parsed JSON value.
 * @param query what was sent: of several forms of the body one may answer it alone, as its `x-asked-by` says
 * @param onRest is told how many items of a list were not looked at, after so many wrong ones
 */
export function checkResponse(
  operation: Operation,
  status: number,
  contentType: string | undefined,
  body: unknown,
  { assumptions, query = [], onRest }: CheckOptions,
): readonly ResponseFault[] {
  const response = operation.responses.get(status);
  if (response === undefined) {
    const message = `${operation.id} is not documented to answer ${status}.`;
    return [{ kind: 'status', pointer: '', message, clauses: [] }];
  }
  const sent = mediaTypeAlone(contentType ?? '');
  if (response.content.size === 0 && sent === '') return [];
  // Any type of JSON is JSON: that it is application/json is the document's word.
  const checks = response.content.get(!assumptions && sent.endsWith('+json') ? 'application/json' : sent);
  if (checks === undefined) {
    const message = `The content type is ${sent === '' ? 'missing' : sent}, not ${[...response.content.keys()].join(' or ') || 'absent'}.`;
    return [{ kind: 'content-type', pointer: '', message, clauses: response.clauses }];
  }
  const check = assumptions ? checks.assumed : checks.stated;
  const asked = formAsked(check.schema, query);
  const narrowed = (found: readonly SchemaError[]) => {
    const ofForm = asked < 0 ? found : found.filter(({ schemaPath }) => schemaPath.startsWith(`#/anyOf/${asked}/`));
    return withoutEchoes(withoutAlternatives(ofForm));
  };
  const errors = boundedErrors(check, body, narrowed, onRest);
  return errors.map((error) => {
    const { steps, said } = errorInWords(error, undefined, check.schema);
    const pointer = pointerOf(steps);
    const message = `${pointer === '' ? 'The body' : pointer} ${said}.`;
    const way = schemasOnTheWay(check.schema, error.schemaPath);
    // What is missing may name clauses of its own.
    const member = error.keyword === 'required' ? fieldOf(way.at(-1)?.['properties'], steps.at(-1) ?? '') : undefined;
    const clauses = clausesOf(isJsonObject(member) ? [...way, member] : way, response, operation);
    return { kind: 'schema', pointer, message, clauses };
  });
}

/** Which of several forms of a body a query asks for; -1: none of them alone. */
function formAsked({ anyOf: forms }: JsonObject, query: NonNullable<CheckOptions['query']>): number {
  const isSent = ([name, value]: readonly [string, unknown]) =>
    query.some((each) => each[0] === name && each[1] === value);
  return [forms ?? []].flat().findIndex((form) => {
    const asking = isJsonObject(form) ? form['x-asked-by'] : undefined;
    return isJsonObject(asking) && Object.entries(asking).every(isSent);
  });
}

/** A value of the wrong type is not one of the values asked for either: said once. */
function withoutEchoes(errors: readonly SchemaError[]): readonly SchemaError[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(
    ({ keyword, instancePath }) => !mistyped.has(instancePath) || (keyword !== 'enum' && keyword !== 'const'),
  );
}

/**
 * The clauses of the nearest part of the schema that names some of the fault's own kind, else of the response: what is
 * broken in an assumed part breaks an assumed clause, and the other way round.
 * @param way the parts from the outermost to the nearest
 */
function clausesOf(
  way: readonly JsonObject[],
  response: DocumentedResponse,
  operation: Operation,
): readonly ClauseId[] {
  const kind = way.some((part) => part[assumedPart] === true) ? 'assumed' : 'stated';
  const named = way.toReversed().map((part) => part['x-clauses']);
  const candidates = [...named, response.clauses].map((clauses) => {
    // The loader has looked each of them up in the catalogue.
    const ids = Array.isArray(clauses) ? (clauses as readonly ClauseId[]) : [];
    return ids.filter((id) => operation.catalogue.get(id)?.kind === kind);
  });
  return candidates.find((clauses) => clauses.length > 0) ?? response.clauses;
}

/** The schemas from the outermost to the one whose keyword failed. */
function schemasOnTheWay(schema: JsonObject, schemaPath: string): readonly JsonObject[] {
  const way: JsonObject[] = [schema];
  let at: unknown = schema;
  for (const step of stepsOf(schemaPath)) {
    at = valueAt(at, [step]);
    if (isJsonObject(at)) way.push(at);
  }
  return way;
}

/** A list of no more items is validated at once. */
const smallest = 100;
/** A longer one is validated in pieces: longer ones where nothing is wrong, until so many had errors. */
const largest = 1600;
const mostWrong = 20;

/**
 * What is wrong with a value, at bounded cost: of a list of thousands of wrong items each kind of error is told once, by
 * the first item that has it, and a validator that gathers all errors would need gigabytes.
 * @param narrowed drops errors that say the same of one value
 */
function boundedErrors(
  check: SchemaCheck,
  value: unknown,
  narrowed: (errors: readonly SchemaError[]) => readonly SchemaError[],
  onRest?: (items: number) => void,
): readonly SchemaError[] {
  const longest = longestList(value);
  if (longest <= smallest) return narrowed(check.errors(value));
  const first = new Map<string, SchemaError>();
  let size = smallest;
  let wrong = 0;
  let from = 0;
  for (; from < longest && wrong < mostWrong; from += size) {
    if (wrong === 0) size = Math.min(largest, Math.max(smallest, from));
    const offsets = new Map<string, number>();
    const errors = narrowed(check.errors(pieceOf(value, { from, size, offsets }, '')));
    if (errors.length > 0) wrong += 1;
    for (const error of errors) {
      const key = `${error.schemaPath} ${anyItem(error.instancePath)} ${String(error.params['missingProperty'])}`;
      if (!first.has(key)) first.set(key, { ...error, instancePath: pointerInWhole(error.instancePath, offsets) });
    }
  }
  if (from < longest) onRest?.(longest - from);
  return [...first.values()];
}

/** A JSON pointer with `[]` for every item of a list. */
export function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/[]');
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let longest = Array.isArray(value) ? value.length : 0;
  for (const child of Object.values(value)) longest = Math.max(longest, longestList(child));
  return longest;
}

interface Piece {
  readonly from: number;
  readonly size: number;
  /** By the pointer of a list that was cut: how many of its items were left out before the first. */
  readonly offsets: Map<string, number>;
}

/** The value with a piece of each long list in its place; the last piece of one that has no further. */
function pieceOf(value: unknown, piece: Piece, pointer: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, pieceOf(child, piece, pointer + pointerOf([name]))]),
    );
  }
  const from = value.length <= piece.size ? 0 : Math.min(piece.from, value.length - piece.size);
  if (from > 0) piece.offsets.set(pointer, from);
  const items: readonly unknown[] = value.slice(from, from + piece.size);
  return items.map((item, index) => pieceOf(item, piece, `${pointer}/${index}`));
}

/** A pointer into a piece as one into the whole. */
function pointerInWhole(pointer: string, offsets: ReadonlyMap<string, number>): string {
  let inPiece = '';
  let inWhole = '';
  for (const step of pointer.split('/').slice(1)) {
    const offset = offsets.get(inPiece);
    inPiece += `/${step}`;
    inWhole += `/${offset === undefined ? step : Number(step) + offset}`;
  }
  return inWhole;
}

/**
 * JSON pointers to the fields of a response that the document does not show, of the items of a list one for all;
 * nothing for an unknown status. No more than `mostUndocumented` are looked for.
 */
export function undocumentedMembers(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses.get(status);
  const [media] = response?.content.values() ?? [];
  if (media === undefined) return [];
  const found = undocumentedIn(media.assumed.schema, body, placeOfItems).map(pointerOf);
  return found.filter((pointer) => response?.shown.has(pointer.replaceAll(/\/\d+(?=\/)/g, '/*')) !== true);
}

/** One place for all items of a list. */
function placeOfItems(path: readonly string[]): string {
  return path.map((step) => (/^\d+$/.test(step) ? '' : step)).join('/');
}
