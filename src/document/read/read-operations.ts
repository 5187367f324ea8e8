import { isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError, below, listAt, objectAt, textAt } from './document-error.ts';
import type { OperationId } from '../names.gen.ts';
import type { DocumentedOperation, Operation, OperationAddress, TokenSource } from '../operation.ts';
import { readBody, readParameters } from './read-members.ts';
import type { DocumentReader } from './document-reader.ts';
import { readReading, requireOutcomes, usualReading } from './reading-rules.ts';
import { checkRefusals, readOperationRefusals, readResponses } from './read-responses.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Where an operation stands in the document. */
export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly pathItem: JsonObject;
  readonly operation: JsonObject;
  readonly place: string;
}

/**
 * The document's operations in its order.
 * @throws ContractDocumentError where two have one operationId
 */
export function listOperations(document: JsonObject, name = 'openapi.yaml'): readonly OperationEntry[] {
  const entries = new Map<string, OperationEntry>();
  for (const [template, value] of Object.entries(objectAt(document['paths'], below(name, 'paths')))) {
    const pathItem = objectAt(value, below(name, 'paths', template));
    for (const method of Object.keys(pathItem).filter((name) => methods.has(name))) {
      const place = below(name, 'paths', template, method);
      const operation = objectAt(pathItem[method], place);
      const id = textAt(operation['operationId'], below(place, 'operationId'));
      if (entries.has(id)) {
        throw new ContractDocumentError(below(place, 'operationId'), `${id} is the id of another operation too.`);
      }
      entries.set(id, { id, method, template, pathItem, operation, place });
    }
  }
  return [...entries.values()];
}

/**
 * Reads one operation.
 * @throws ContractDocumentError that names the place of what cannot be read
 */
export function readOperation(reader: DocumentReader, entry: OperationEntry): Operation {
  const { operation, place } = entry;
  const { document, catalogue } = reader;
  const refusals = readOperationRefusals(reader, operation, place);
  const read: Operation = {
    ...readDocumentedOperation(reader, entry),
    // The document's operationIds are what OperationId is generated from.
    id: entry.id as OperationId,
    ...readTokenSources(document, operation, place),
    ...readResponses(reader, operation, place),
    ...refusals,
    clauses: reader.clauses(operation, place),
    catalogue,
  };
  checkRefusals(read, refusals, place);
  return read;
}

/**
 * Reads what it takes to serve an operation.
 * @throws ContractDocumentError
 */
export function readDocumentedOperation(reader: DocumentReader, entry: OperationEntry): DocumentedOperation {
  const { pathItem, operation, place } = entry;
  const reading = readReading(usualReading, operation['x-reading'], place);
  requireOutcomes(reading, place);
  return {
    ...operationAddress(reader.document, entry),
    reading,
    ...readBody(reader, operation, place),
    ...readParameters(reader, pathItem, operation, place),
  };
}

/** @throws ContractDocumentError for an address of a server that is none */
export function operationAddress(
  document: JsonObject,
  { id, method, template, pathItem, place }: OperationEntry,
): OperationAddress {
  return { id, method: method.toUpperCase(), path: serverPath(document, pathItem, place) + template };
}

/** The path of the first server, its variables at their defaults, without a slash at its end. */
function serverPath(document: JsonObject, pathItem: JsonObject, pathPlace: string): string {
  const own = fieldOf(pathItem, 'servers');
  const place = own === undefined ? 'openapi.yaml#/servers' : below(pathPlace, 'servers');
  const [first] = listAt(own ?? document['servers'], place);
  const server = objectAt(first, below(place, 0));
  const variables = objectAt(server['variables'], below(place, 0, 'variables'));
  const url = textAt(server['url'], below(place, 0, 'url')).replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = fieldOf(variables, name);
    return textAt(isJsonObject(variable) ? variable['default'] : undefined, below(place, 0, 'variables', name));
  });
  if (!URL.canParse(url)) {
    throw new ContractDocumentError(below(place, 0, 'url'), `${url} is not an address.`);
  }
  return new URL(url).pathname.replace(/\/$/, '');
}

/** Which header comes first if several are sent, unless an `x-token-order` says otherwise; none of an empty one (auth.precedence). */
const usualOrder = ['token', 'api_access_token', 'authorization'];

/**
 * The headers in which an operation takes a token, in the order of precedence; schemes of one header are one source.
 * The scheme that is called `loginToken` takes login tokens, the others API tokens.
 * @throws ContractDocumentError for a scheme that cannot be read, and if there is none
 */
function readTokenSources(
  document: JsonObject,
  operation: JsonObject,
  place: string,
): Pick<Operation, 'tokenSources' | 'tokensAgree' | 'takesAnyToken' | 'tokenAtFirst'> {
  const components = objectAt(document['components'], 'openapi.yaml#/components');
  const schemes = objectAt(components['securitySchemes'], 'openapi.yaml#/components/securitySchemes');
  const order = listAt(operation['x-token-order'] ?? document['x-token-order'] ?? usualOrder, `${place}/x-token-order`);
  const sources = new Map<string, TokenSource>();
  let tokenAtFirst: Operation['tokenAtFirst'] | undefined;
  listAt(operation['security'], below(place, 'security')).forEach((requirement, index) => {
    const at = below(place, 'security', index);
    for (const name of Object.keys(objectAt(requirement, at))) {
      const { header, form } = readScheme(fieldOf(schemes, name), name, at);
      tokenAtFirst ??= { header, form };
      const others = sources.get(header)?.forms ?? [];
      const kind = name === 'loginToken' ? 'login-token' : 'api-token';
      sources.set(header, { header, kind, forms: [...others, form] });
    }
  });
  if (tokenAtFirst === undefined) {
    throw new ContractDocumentError(below(place, 'security'), 'names no security scheme.');
  }
  const tokenSources = [...sources.values()].sort((a, b) => order.indexOf(a.header) - order.indexOf(b.header));
  return { tokenSources, tokensAgree: order.length === 0, takesAnyToken: order.includes('any'), tokenAtFirst };
}

function readScheme(value: unknown, name: string, place: string): { header: string; form: 'plain' | 'bearer' } {
  const scheme = value === undefined ? {} : objectAt(value, place);
  if (scheme['type'] === 'http' && scheme['scheme'] === 'bearer') {
    return { header: 'authorization', form: 'bearer' };
  }
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'header') {
    const header = textAt(scheme['name'], place).toLowerCase();
    if (usualOrder.includes(header)) return { header, form: 'plain' };
  }
  throw new ContractDocumentError(place, `${name} names no security scheme that can be read.`);
}
