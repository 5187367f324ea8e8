/** An operation of the API, as much of it as the console shows. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** The whole address, with the origin that the page was opened at. */
  readonly url: string;
  readonly path: string;
  readonly summary: string;
  readonly responses: readonly DocumentedAnswer[];
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly description: string;
  /** The names of the document's examples; those of an error are named after the rule that refuses. */
  readonly examples: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of an OpenAPI document, in its order. */
export function documentedOperations(document: unknown): readonly DocumentedOperation[] {
  const paths = Object.entries(objectAt(document, 'paths'));
  return paths.flatMap(([path, item]) =>
    methods.flatMap((method): DocumentedOperation[] => {
      const operation = objectAt(item, method);
      const id = operation['operationId'];
      if (typeof id !== 'string') return [];
      const server = firstServer(operation) ?? firstServer(item) ?? firstServer(document) ?? '';
      const responses = Object.entries(objectAt(operation, 'responses'))
        .filter(([status]) => /^\d+$/.test(status))
        .map(([status, response]) => readAnswer(document, Number(status), response));
      return [
        {
          id,
          method: method.toUpperCase(),
          url: server + path,
          path,
          summary: textAt(operation, 'summary'),
          responses,
        },
      ];
    }),
  );
}

function readAnswer(document: unknown, status: number, response: unknown): DocumentedAnswer {
  const read = resolve(document, response);
  const content = Object.values(objectAt(read, 'content'));
  const examples = content.flatMap((media) => Object.keys(objectAt(media, 'examples')));
  return { status, description: textAt(read, 'description'), examples: [...new Set(examples)] };
}

function resolve(document: unknown, value: unknown): unknown {
  const reference = textAt(value, '$ref');
  if (!reference.startsWith('#/')) return value;
  return reference.slice(2).split('/').reduce<unknown>(objectAt, document);
}

/** The first server's address, its variables at their defaults. */
function firstServer(owner: unknown): string | undefined {
  const servers = objectAt(owner, 'servers');
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  const [server] = servers as unknown[];
  const variables = objectAt(server, 'variables');
  const url = textAt(server, 'url').replace(
    /\{(\w+)\}/g,
    (whole, name: string) => textAt(variables[name], 'default') || whole,
  );
  return url.replace(/\/$/, '');
}

function objectAt(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

function textAt(value: unknown, name: string): string {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
