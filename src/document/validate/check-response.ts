import { pointerOf, stepsOf, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import type { ClauseId } from '../names.gen.ts';
import type { DocumentedResponse, Operation } from '../operation.ts';
import { boundedErrors } from './bounded-errors.ts';
import type { SchemaError } from './schema-compiler.ts';
import { assumedPart } from '../read/schema-walk.ts';

/** Where an answer departs from the document. */
export interface ResponseFault {
  readonly kind: 'status' | 'content-type' | 'schema';
  /** JSON pointer into the body; '' for the body itself, and where the fault is not in the body. */
  readonly pointer: string;
  readonly message: string;
  /** The rules that the nearest part of the document names for what is broken; none for an undocumented status. */
  readonly clauses: readonly ClauseId[];
}

/** Checks an answer by the document: its status, its content type and its body, a parsed JSON value. */
export function checkResponse(
  operation: Operation,
  status: number,
  contentType: string | undefined,
  body: unknown,
  { assumptions }: { readonly assumptions: boolean },
): readonly ResponseFault[] {
  const response = operation.responses.get(status);
  if (response === undefined) {
    const message = `${operation.id} is not documented to answer ${status}.`;
    return [{ kind: 'status', pointer: '', message, clauses: [] }];
  }
  const sent = (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
  if (response.content.size === 0 && sent === '') return [];
  const checks = response.content.get(sent);
  if (checks === undefined) {
    const message = `The content type is ${sent === '' ? 'missing' : sent}, not ${[...response.content.keys()].join(' or ') || 'absent'}.`;
    return [{ kind: 'content-type', pointer: '', message, clauses: response.clauses }];
  }
  const check = assumptions ? checks.assumed : checks.stated;
  const errors = boundedErrors(check, body, (found) => withoutEchoes(withoutOtherBranches(found)));
  return errors.map((error) => describe(error, check.schema, response, operation));
}

/**
 * Of a value that fits none of several alternatives, each alternative reports its own errors. Keeps those of the
 * alternative that it was meant for: the one whose members are there, then the one with fewest errors.
 */
function withoutOtherBranches(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (choice === undefined) {
    return errors;
  }
  const branches = new Map<string, SchemaError[]>();
  const others: SchemaError[] = [];
  for (const error of errors) {
    const rest = error.schemaPath.startsWith(`${choice.schemaPath}/`)
      ? error.schemaPath.slice(choice.schemaPath.length + 1)
      : undefined;
    if (rest !== undefined) {
      const [branch = ''] = rest.split('/', 1);
      branches.set(branch, [...(branches.get(branch) ?? []), error]);
    } else if (error !== choice) {
      others.push(error);
    }
  }
  const own = (branch: readonly SchemaError[]): number =>
    branch.filter(({ instancePath }) => instancePath === choice.instancePath).length;
  const [meant = [choice]] = [...branches.values()].toSorted((a, b) => own(a) - own(b) || a.length - b.length);
  return withoutOtherBranches([...others, ...meant]);
}

/** A value of the wrong type is not one of the values asked for either: said once. */
function withoutEchoes(errors: readonly SchemaError[]): readonly SchemaError[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(
    ({ keyword, instancePath }) => !mistyped.has(instancePath) || (keyword !== 'enum' && keyword !== 'const'),
  );
}

function describe(
  error: SchemaError,
  schema: JsonObject,
  response: DocumentedResponse,
  operation: Operation,
): ResponseFault {
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const pointer = missing === undefined ? error.instancePath : error.instancePath + pointerOf([missing]);
  const clauses = clausesFor(error, missing, schema, response, operation);
  return {
    kind: 'schema',
    pointer,
    message: `${pointer === '' ? 'The body' : pointer} ${complaint(error, schemasOnTheWay(schema, error.schemaPath).at(-1))}.`,
    clauses,
  };
}

function complaint({ keyword, params, message }: SchemaError, schema: JsonObject | undefined): string {
  const expected = schema?.['x-expected'];
  switch (keyword) {
    case 'pattern':
    case 'format':
      return typeof expected === 'string' ? `must be ${expected}` : (message ?? `breaks ${keyword}`);
    case 'required':
      return 'is missing';
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${[params['allowedValues']]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`;
    default:
      return message ?? `breaks ${keyword}`;
  }
}

/**
 * The clauses of the nearest part of the schema that names some of the fault's own kind, else of the response: what is
 * broken in an assumed part breaks an assumed clause, and the other way round.
 */
function clausesFor(
  error: SchemaError,
  missing: string | undefined,
  schema: JsonObject,
  response: DocumentedResponse,
  { catalogue }: Operation,
): readonly ClauseId[] {
  const way = schemasOnTheWay(schema, error.schemaPath);
  const holder = way.at(-1);
  const properties = holder?.['properties'];
  const member = missing !== undefined && isJsonObject(properties) ? fieldOf(properties, missing) : undefined;
  const kind = way.some((part) => part[assumedPart] === true) ? 'assumed' : 'stated';
  const named = [isJsonObject(member) ? [member] : [], way.toReversed()].flat().map((part) => part['x-clauses']);
  const candidates = [...named, response.clauses].map((clauses) => {
    // The loader has looked each of them up in the catalogue.
    const ids = Array.isArray(clauses) ? (clauses as readonly ClauseId[]) : [];
    return ids.filter((id) => catalogue.get(id)?.kind === kind);
  });
  return candidates.find((clauses) => clauses.length > 0) ?? response.clauses;
}

/** The schemas from the outermost to the one whose keyword failed. */
function schemasOnTheWay(schema: JsonObject, schemaPath: string): readonly JsonObject[] {
  const steps = stepsOf(schemaPath);
  const way: JsonObject[] = [schema];
  let at: unknown = schema;
  for (const step of steps) {
    at = Array.isArray(at) ? at[Number(step)] : isJsonObject(at) ? fieldOf(at, step) : undefined;
    if (isJsonObject(at)) {
      way.push(at);
    }
  }
  return way;
}
