import type { IncomingMessage } from 'node:http';
import { readBoolean, readInteger, readNumber } from '../contract-document/decode-text.ts';
import { expectation } from '../contract-document/expectation.ts';
import { isJsonObject } from '../contract-document/json-access.ts';
import type { SchemaCheck, SchemaError } from '../contract-document/schema-compiler.ts';
import type { JsonObject } from '../domain/records.ts';
import { deepestJson } from '../json/read-json.ts';
import { readJsonBody } from '../http/reading/json-body.ts';
import { UnreadableRequest } from '../http/reading/unreadable-request.ts';
import type { ControlOperation, ControlParameter } from './control-document.ts';
import { ControlError } from './control-error.ts';

/** A snapshot to be imported may be large; nothing else is. In bytes. */
const bodyLimit = 2 ** 29;
/** A snapshot holds what the API took, some levels further down. */
const bodyDepth = deepestJson + 20;

/** The parts of a request, held to `control.yaml`. */
export interface ControlParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Reads a request for an operation.
 * @throws ControlError 400, or 413 for a body that is too large; it names the part that is at fault
 */
export async function readControlRequest(
  request: IncomingMessage,
  operation: ControlOperation,
  steps: readonly string[],
  query: string,
): Promise<ControlParts> {
  return {
    path: pathOf(operation, steps),
    query: queryOf(operation, new URLSearchParams(query)),
    body: await bodyOf(request, operation),
  };
}

function pathOf(operation: ControlOperation, steps: readonly string[]): Record<string, unknown> {
  const texts = new Map(operation.steps.map((step, index) => [step, steps[index] ?? '']));
  return Object.fromEntries(
    operation.path.map((parameter) => [
      parameter.name,
      valueOf(parameter, decodeStep(parameter.name, texts.get(`{${parameter.name}}`) ?? '')),
    ]),
  );
}

function decodeStep(name: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ControlError(400, `${name} is not percent-encoded as UTF-8.`, name);
  }
}

function queryOf(operation: ControlOperation, entries: URLSearchParams): Record<string, unknown> {
  const stranger = [...entries.keys()].find((name) => !operation.query.some((parameter) => parameter.name === name));
  if (stranger !== undefined) {
    const known = operation.query.map(({ name }) => name).join(', ');
    throw new ControlError(
      400,
      `There is no ${stranger}: ${known === '' ? 'no query is taken' : `take ${known}`}.`,
      stranger,
    );
  }
  const values: Record<string, unknown> = {};
  for (const parameter of operation.query) {
    const [text, second] = entries.getAll(parameter.name).filter((value) => value !== '');
    if (second !== undefined) throw new ControlError(400, `${parameter.name} is given twice.`, parameter.name);
    if (text !== undefined) values[parameter.name] = valueOf(parameter, text);
    else if (parameter.isRequired) throw new ControlError(400, `${parameter.name} is required.`, parameter.name);
  }
  return values;
}

function valueOf({ name, check }: ControlParameter, text: string): unknown {
  const { schema } = check;
  const value = decode(schema, text);
  if (value === undefined || check.errors(value).length > 0) {
    throw new ControlError(400, `${name} must be ${wordsFor(schema)}.`, name);
  }
  return value;
}

function decode(schema: JsonObject, text: string): unknown {
  switch (schema['type']) {
    case 'integer':
      return readInteger(text);
    case 'number':
      return readNumber(text);
    case 'boolean':
      return readBoolean(text);
    default:
      return text;
  }
}

async function bodyOf(request: IncomingMessage, operation: ControlOperation): Promise<unknown> {
  if (operation.body === undefined) return undefined;
  const body = await readBody(request);
  if (body === undefined && !operation.body.isRequired) return {};
  refuseFaults(operation.body.check, body ?? {});
  return body ?? {};
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  try {
    return await readJsonBody(request, { limit: bodyLimit, depth: bodyDepth });
  } catch (error) {
    if (!(error instanceof UnreadableRequest)) throw error;
    throw new ControlError(error.kind === 'too-large' ? 413 : 400, error.message);
  }
}

function refuseFaults(check: SchemaCheck, body: unknown): void {
  const fault = tellingFault(check.errors(body));
  if (fault === undefined) return;
  const { instancePath, keyword, params } = fault;
  const parent = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const child = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const field = [parent, child].filter((name) => typeof name === 'string' && name !== '').join('.');
  throw new ControlError(400, `${field === '' ? 'The body' : field} ${sentence(keyword, fault)}.`, field || undefined);
}

/** Where alternatives are left open, the error furthest down says most; a member too many says least. */
function tellingFault(errors: readonly SchemaError[]): SchemaError | undefined {
  const weight = ({ keyword, instancePath }: SchemaError) =>
    instancePath.split('/').length * 10 +
    (keyword === 'oneOf' || keyword === 'anyOf' ? -5 : 0) +
    (keyword === 'required' ? -1 : 0);
  return errors.reduce<SchemaError | undefined>(
    (best, error) => (best === undefined || weight(error) > weight(best) ? error : best),
    undefined,
  );
}

function sentence(keyword: string, { params, message }: SchemaError): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here';
    case 'enum':
      return `must be ${Array.isArray(params['allowedValues']) ? params['allowedValues'].join(' or ') : 'another value'}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}

function wordsFor(schema: JsonObject): string {
  if (typeof schema['description'] === 'string' && schema['pattern'] !== undefined) {
    return `as described: ${schema['description'].replace(/\.$/, '')}`;
  }
  return isJsonObject(schema) ? expectation(schema) : 'another value';
}
