import { DocumentNodes, listAt, nodeAt, textAt, type DocumentNode } from './document-nodes.ts';
import { readAnswer, readBody, type DocumentedAnswer, type DocumentedBody } from './documented-content.ts';

/** An operation of a document, as much of it as the console shows. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** The whole address, with the origin that the page was opened at. */
  readonly url: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** The ways in which it takes a token; the first is the usual one. */
  readonly credentials: readonly Credential[];
  readonly parameters: readonly DocumentedParameter[];
  readonly body: DocumentedBody | undefined;
  readonly responses: readonly DocumentedAnswer[];
}

/** One way to carry a token. */
export interface Credential {
  /** The header. */
  readonly header: string;
  readonly isBearer: boolean;
  readonly kind: 'api' | 'login';
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: DocumentNode;
  /** As text; empty if the document has none. */
  readonly example: string;
}

/** A document of the mock, the platform's API or the control API. */
export interface ReadDocument {
  readonly title: string;
  readonly description: string;
  readonly nodes: DocumentNodes;
  /** In the document's order. */
  readonly operations: readonly DocumentedOperation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads an OpenAPI document. */
export function readDocument(document: unknown): ReadDocument {
  const nodes = new DocumentNodes(document);
  const info = nodeAt(document, 'info');
  const operations = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => readOperation(nodes, path, item, method)),
  );
  return { title: textAt(info, 'title'), description: textAt(info, 'description'), nodes, operations };
}

function readOperation(nodes: DocumentNodes, path: string, item: unknown, method: string): DocumentedOperation[] {
  const operation = nodeAt(item, method);
  const id = operation['operationId'];
  if (typeof id !== 'string') return [];
  const server = firstServer(operation) ?? firstServer(item) ?? firstServer(nodes.root) ?? '';
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')];
  const responses = Object.entries(nodeAt(operation, 'responses')).filter(([status]) => /^\d+$/.test(status));
  return [
    {
      id,
      method: method.toUpperCase(),
      url: server + path,
      path,
      summary: textAt(operation, 'summary'),
      description: textAt(operation, 'description'),
      tag: tagOf(operation),
      credentials: credentialsOf(nodes, operation),
      parameters: parameters.map((parameter) => readParameter(nodes.resolve(parameter), nodes)),
      body: readBody(nodes, operation['requestBody']),
      responses: responses.map(([status, response]) => readAnswer(nodes, Number(status), response)),
    },
  ];
}

function tagOf(operation: DocumentNode): string {
  const [tag] = listAt(operation, 'tags');
  return typeof tag === 'string' ? tag : '';
}

function readParameter(parameter: DocumentNode, nodes: DocumentNodes): DocumentedParameter {
  const schema = nodes.resolve(parameter['schema']);
  const example = parameter['example'] ?? schema['example'];
  return {
    name: textAt(parameter, 'name'),
    in: textAt(parameter, 'in'),
    isRequired: parameter['required'] === true,
    description: textAt(parameter, 'description'),
    schema,
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function credentialsOf(nodes: DocumentNodes, operation: DocumentNode): readonly Credential[] {
  const own = operation['security'] === undefined ? listAt(nodes.root, 'security') : listAt(operation, 'security');
  const schemes = nodeAt(nodeAt(nodes.root, 'components'), 'securitySchemes');
  return own
    .flatMap((alternative) => Object.keys(nodes.resolve(alternative)))
    .map((name): Credential => {
      const isBearer = textAt(schemes[name], 'scheme') === 'bearer';
      const header = isBearer ? 'Authorization' : textAt(schemes[name], 'name');
      return { header, isBearer, kind: name === 'loginToken' ? 'login' : 'api' };
    });
}

/** The first server's address, its variables at their defaults. */
function firstServer(owner: unknown): string | undefined {
  const [server] = listAt(owner, 'servers');
  if (server === undefined) return undefined;
  const variables = nodeAt(server, 'variables');
  const url = textAt(server, 'url').replace(
    /\{(\w+)\}/g,
    (whole, name: string) => textAt(variables[name], 'default') || whole,
  );
  return url.replace(/\/$/, '');
}
