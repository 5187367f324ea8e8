import { fieldOf, isJsonObject, type JsonObject } from '../../json/json-value.ts';
import { Part, below, listAt } from './document-error.ts';
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
  /** The same, with its place. */
  readonly part: Part;
}

/** The document's operations in its order. @throws ContractDocumentError where two have one operationId */
export function listOperations(document: JsonObject, name = 'openapi.yaml'): readonly OperationEntry[] {
  const entries = new Map<string, OperationEntry>();
  for (const [template, path] of new Part(document, name).at('paths').entries) {
    for (const [method, part] of path.entries.filter(([each]) => methods.has(each))) {
      const id = part.at('operationId').text;
      if (entries.has(id)) throw part.at('operationId').error(`${id} is the id of another operation too.`);
      entries.set(id, { id, method, template, pathItem: path.object, operation: part.object, part });
    }
  }
  return [...entries.values()];
}

/** Reads one operation. @throws ContractDocumentError that names the place of what cannot be read */
export function readOperation(reader: DocumentReader, entry: OperationEntry): Operation {
  const { part } = entry;
  const { document, catalogue } = reader;
  const refusals = readOperationRefusals(reader, part);
  const read: Operation = {
    ...readDocumentedOperation(reader, entry),
    // The document's operationIds are what OperationId is generated from.
    id: entry.id as OperationId,
    ...readTokenSources(document, part),
    ...readResponses(reader, part),
    ...refusals,
    clauses: reader.clauses(part),
    catalogue,
  };
  checkRefusals(read, refusals, part);
  return read;
}

/** Reads what it takes to serve an operation. @throws ContractDocumentError */
export function readDocumentedOperation(reader: DocumentReader, entry: OperationEntry): DocumentedOperation {
  const { part } = entry;
  const reading = readReading(usualReading, part);
  requireOutcomes(part);
  return {
    ...operationAddress(reader.document, entry),
    reading,
    ...readBody(reader, part),
    ...readParameters(reader, entry.pathItem, part),
  };
}

/** @throws ContractDocumentError for an address of a server that is none */
export function operationAddress(document: JsonObject, entry: OperationEntry): OperationAddress {
  const { id, method, template, pathItem, part } = entry;
  const own = new Part(pathItem, part.place);
  const holder = own.at('servers').value === undefined ? new Part(document, 'openapi.yaml') : own;
  return { id, method: method.toUpperCase(), path: serverPath(holder.at('servers')) + template };
}

/** The path of the first server, its variables at their defaults, without a slash at its end. */
function serverPath(servers: Part): string {
  const [server = new Part(undefined, below(servers.place, 0))] = servers.items;
  const { object: variables, place } = server.at('variables');
  const url = server.at('url').text.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = fieldOf(variables, name);
    return new Part(isJsonObject(variable) ? variable['default'] : undefined, below(place, name)).text;
  });
  if (!URL.canParse(url)) throw server.at('url').error(`${url} is not an address.`);
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
  operation: Part,
): Pick<Operation, 'tokenSources' | 'tokensAgree' | 'takesAnyToken' | 'tokenAtFirst'> {
  const schemes = new Part(document, 'openapi.yaml').at('components').at('securitySchemes').object;
  const own = operation.at('x-token-order');
  const order = listAt(own.value ?? document['x-token-order'] ?? usualOrder, own.place);
  const sources = new Map<string, TokenSource>();
  let tokenAtFirst: Operation['tokenAtFirst'] | undefined;
  for (const requirement of operation.at('security').items) {
    for (const name of Object.keys(requirement.object)) {
      const { header, form } = readScheme(new Part(fieldOf(schemes, name), requirement.place), name);
      tokenAtFirst ??= { header, form };
      const others = sources.get(header)?.forms ?? [];
      const kind = name === 'loginToken' ? 'login-token' : 'api-token';
      sources.set(header, { header, kind, forms: [...others, form] });
    }
  }
  if (tokenAtFirst === undefined) throw operation.at('security').error('names no security scheme.');
  const tokenSources = [...sources.values()].sort((a, b) => order.indexOf(a.header) - order.indexOf(b.header));
  return { tokenSources, tokensAgree: order.length === 0, takesAnyToken: order.includes('any'), tokenAtFirst };
}

function readScheme(part: Part, name: string): { header: string; form: 'plain' | 'bearer' } {
  const scheme = part.object;
  if (scheme['type'] === 'http' && scheme['scheme'] === 'bearer') {
    return { header: 'authorization', form: 'bearer' };
  }
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'header') {
    const header = new Part(scheme['name'], part.place).text.toLowerCase();
    if (usualOrder.includes(header)) return { header, form: 'plain' };
  }
  throw part.error(`${name} names no security scheme that can be read.`);
}
