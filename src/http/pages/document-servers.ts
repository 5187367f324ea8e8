import type { OpenAPIV3_1 } from 'openapi-types';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * The document with all its servers, of the whole, of a path or of an operation, moved to an origin such as
 * `http://localhost:4010`. Paths and variables stay, so that a reader can still send a request elsewhere.
 */
export function moveServers(document: OpenAPIV3_1.Document, origin: string): OpenAPIV3_1.Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, item && movedPath(item, origin)]);
  return { ...moved(document, origin), paths: Object.fromEntries(paths) as OpenAPIV3_1.PathsObject };
}

function movedPath(item: OpenAPIV3_1.PathItemObject, origin: string): OpenAPIV3_1.PathItemObject {
  const operations = methods.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, moved(operation, origin)] as const];
  });
  return { ...moved(item, origin), ...Object.fromEntries(operations) };
}

function moved<T extends { servers?: OpenAPIV3_1.ServerObject[] }>(holder: T, origin: string): T {
  if (holder.servers === undefined) return holder;
  return { ...holder, servers: holder.servers.map((server) => movedServer(server, origin)) };
}

/**
 * Where the address begins with a variable that holds an origin (`{base_url}/agents`), its default moves; otherwise
 * the variables are filled in, because parts of an address (`{scheme}://{host}`) cannot follow a whole origin.
 */
function movedServer(server: OpenAPIV3_1.ServerObject, origin: string): OpenAPIV3_1.ServerObject {
  const first = /^\{([^}]+)\}(?!:\/\/)/.exec(server.url)?.[1];
  const variable = first === undefined ? undefined : server.variables?.[first];
  if (first !== undefined && variable !== undefined && /^https?:\/\//.test(variable.default)) {
    const at = atOrigin(variable.default, origin);
    const next: OpenAPIV3_1.ServerVariableObject = { ...variable, default: at };
    if (variable.enum !== undefined) next.enum = [at, ...variable.enum.filter((value) => value !== at)];
    return { ...server, variables: { ...server.variables, [first]: next } };
  }
  const { variables, ...rest } = server;
  const url = server.url.replace(/\{([^{}]+)\}/g, (text, name: string) => variables?.[name]?.default ?? text);
  return { ...rest, url: atOrigin(url, origin) };
}

function atOrigin(address: string, origin: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  return origin + (path === '/' ? '' : path);
}
