import { dereference, inlineReferences } from '../../document/read/document-reader.ts';
import { type OperationEntry, listOperations, operationAddress } from '../../document/read/read-operations.ts';
import { type JsonObject, bracketFields, isJsonList, isJsonObject, memberOf } from '../../json/json-value.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  /** @throws Error for arguments that it does not have, or that are missing */
  readonly call: (args: Arguments) => string | Promise<string>;
}

/** What the arguments of an operation's tool ask. */
export interface ToolRequest {
  readonly operation: string;
  readonly path: string;
  readonly init: RequestInit;
}

type Ask = (request: ToolRequest, token: unknown) => Promise<string>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: unknown;
  readonly schema: unknown;
}

/** The operations of a document as tools, but for those that do not answer with JSON once. */
export function documentTools(document: JsonObject, name: string, ask: Ask): readonly Tool[] {
  return listOperations(document, name).flatMap((entry) => toolOf(entry, document, ask) ?? []);
}

function toolOf(entry: OperationEntry, document: JsonObject, ask: Ask): Tool | undefined {
  const { id, operation, pathItem } = entry;
  const { place } = entry.part;
  const { method, path } = operationAddress(document, entry);
  const resolved = (value: unknown): JsonObject => (isJsonObject(value) ? dereference(document, value, place) : {});
  const contentOf = (value: unknown) => Object.entries(resolved(resolved(value)['content']));
  const successes = Object.entries(resolved(operation['responses'])).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, response]) => contentOf(response).map(([type]) => type));
  if (types.some((each) => each.length > 0 && !each.includes('application/json'))) return undefined;
  const parameters = [pathItem['parameters'], operation['parameters']]
    .flatMap((list) => (isJsonList(list) ? list : []))
    .map((each) => resolved(each) as unknown as Parameter)
    .filter((each) => each.in === 'path' || each.in === 'query');
  const [[type, media] = []] = contentOf(operation['requestBody']);
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...(schema as object), description }]),
    ),
    ...(type !== undefined && { body: memberOf(media, 'schema') }),
  };
  /** Without references, and without words of the document's own. */
  const standingAlone = (schema: object): object => {
    const whole = inlineReferences(document, schema as JsonObject, place);
    const isOwn = (keyword: string): boolean => keyword.startsWith('x-') || keyword === 'examples';
    return JSON.parse(JSON.stringify(whole, (name, value: unknown) => (isOwn(name) ? undefined : value))) as object;
  };
  const required = parameters.filter((each) => each.required && each.in === 'path').map((each) => each.name);
  const names = [...Object.keys(properties), 'token'];
  return {
    name: id,
    description: [operation['summary'], operation['description']]
      .filter((text) => typeof text === 'string')
      .join('. ')
      .slice(0, 1500),
    inputSchema: standingAlone({ type: 'object', properties, required, additionalProperties: true }),
    call: (args) => {
      const unknown = Object.keys(args).find((each) => !names.includes(each));
      if (unknown !== undefined) throw new Error(`${id} has no argument ${unknown}: it takes ${names.join(', ')}.`);
      const missing = required.find((each) => args[each] === undefined);
      if (missing !== undefined) throw new Error(`${id} needs the argument ${missing}.`);
      const init = { method, ...bodyWith(type, args['body']) };
      return ask({ operation: id, path: pathWith(path, parameters, args), init }, args['token']);
    },
  };
}

function pathWith(path: string, parameters: readonly Parameter[], args: Arguments): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOfValue(args[name])));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    if (place !== 'query') continue;
    for (const each of [args[name]].flat()) if (each !== undefined) query.append(name, textOfValue(each));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON as it is; of a form its fields, nested as the document nests them. */
function bodyWith(type: string | undefined, body: unknown): RequestInit {
  if (type === undefined || body === undefined) return {};
  if (type === 'application/json') return { body: JSON.stringify(body), headers: { 'content-type': type } };
  const form = new FormData();
  for (const [name, value] of bracketFields(body)) form.append(name, value);
  return { body: form };
}
