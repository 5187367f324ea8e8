import { isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import { below, listAt, objectAt, textAt } from './json-access.ts';
import type { OperationId } from '../names.gen.ts';
import type { DocumentedOperation, Operation } from '../operation.ts';
import { readBody, readParameters } from './read-members.ts';
import type { DocumentReader } from './document-reader.ts';
import { readReading, usualReading } from './reading-rules.ts';
import { checkRefusals, readOperationRefusals } from './read-refusals.ts';
import { readResponses } from './read-responses.ts';
import { readTokenSources } from './read-security.ts';

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
  const read: Operation = {
    ...readDocumentedOperation(reader, entry),
    // The document's operationIds are what OperationId is generated from.
    id: entry.id as OperationId,
    ...readTokenSources(document, operation, place),
    ...readResponses(reader, operation, place),
    ...readOperationRefusals(reader, operation, place),
    clauses: reader.clauses(operation, place),
    catalogue,
  };
  checkRefusals(read, place);
  return read;
}

/**
 * Reads what it takes to serve an operation.
 * @throws ContractDocumentError
 */
export function readDocumentedOperation(
  reader: DocumentReader,
  { id, method, template, pathItem, operation, place }: OperationEntry,
): DocumentedOperation {
  return {
    id,
    method: method.toUpperCase(),
    path: serverPath(reader.document, pathItem, place) + template,
    reading: readReading(usualReading, operation['x-reading'], place),
    ...readBody(reader, operation, place),
    ...readParameters(reader, pathItem, operation, place),
  };
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
