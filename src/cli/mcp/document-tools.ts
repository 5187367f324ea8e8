import type { OpenAPIV3_1 } from 'openapi-types';
import { Part } from '../../document/read/document-error.ts';
import { dereference, inlineReferences } from '../../document/read/document-reader.ts';
import { type OperationEntry, listOperations, operationAddress } from '../../document/read/read-operations.ts';
import { type JsonObject, bracketFields } from '../../json/json-value.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  /** @throws Error for arguments that it does not have, or that are missing */
  readonly call: (args: Arguments) => string | Promise<string>;
}

/** Sends what the arguments of an operation's tool ask. */
export type Ask = (operation: string, path: string, init: RequestInit, token: unknown) => Promise<string>;

/** The operations of a document as tools, but for those that do not answer with JSON once. */
export function documentTools(document: JsonObject, name: string, ask: Ask): readonly Tool[] {
  return listOperations(document, name).flatMap((entry) => toolOf(entry, document, ask) ?? []);
}

function toolOf(entry: OperationEntry, document: JsonObject, ask: Ask): Tool | undefined {
  const { id, pathItem, operation, part } = entry;
  const { method, path } = operationAddress(document, entry);
  const follow = ({ object, place }: Part): Part => new Part(dereference(document, object, place), place);
  const contentOf = (holder: Part) => follow(holder).at('content').entries;
  const successes = part.at('responses').entries.filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, response]) => contentOf(response).map(([type]) => type));
  if (types.some((each) => each.length > 0 && !each.includes('application/json'))) return undefined;
  const parameters = [new Part(pathItem, part.place), part]
    .flatMap((holder) => holder.at('parameters').items)
    .map((each) => follow(each).object as unknown as OpenAPIV3_1.ParameterObject);
  const [[type, media] = []] = contentOf(part.at('requestBody'));
  const described = parameters.map(({ name, schema, description }) => [name, { ...schema, description }] as const);
  const properties = { ...Object.fromEntries(described), ...(media && { body: media.at('schema').object }) };
  const required = parameters.flatMap((each) => (each.in === 'path' ? [each.name] : []));
  const schema = { type: 'object', properties, required, additionalProperties: true } as unknown as JsonObject;
  // Without words of the document's own.
  const inputSchema = JSON.stringify(inlineReferences(document, schema, part.place), (keyword, value: unknown) => {
    return keyword.startsWith('x-') || keyword === 'examples' ? undefined : value;
  });
  const names = [...Object.keys(properties), 'token'];
  const texts = [operation['summary'], operation['description']].filter((text) => typeof text === 'string');
  return {
    name: id,
    description: texts.join('. ').slice(0, 1500),
    inputSchema: JSON.parse(inputSchema) as object,
    call: (args) => {
      const unknown = Object.keys(args).find((each) => !names.includes(each));
      if (unknown !== undefined) throw new Error(`${id} has no argument ${unknown}: it takes ${names.join(', ')}.`);
      const missing = required.find((each) => args[each] === undefined);
      if (missing !== undefined) throw new Error(`${id} needs the argument ${missing}.`);
      const init = { method, ...bodyWith(type, args['body']) };
      return ask(id, pathWith(path, parameters, args), init, args['token']);
    },
  };
}

function pathWith(path: string, parameters: readonly OpenAPIV3_1.ParameterObject[], args: Arguments): string {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(args[name])));
  const query = new URLSearchParams();
  for (const { name } of parameters.filter((each) => each.in === 'query')) {
    for (const each of [args[name]].flat()) if (each !== undefined) query.append(name, textOf(each));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** JSON as it is; of a form its fields, nested as the document nests them. */
function bodyWith(type: string | undefined, body: unknown): RequestInit {
  if (type === undefined || body === undefined) return {};
  if (type === 'application/json') return { body: JSON.stringify(body), headers: { 'content-type': type } };
  const form = new FormData();
  for (const [name, value] of bracketFields(body)) form.append(name, value);
  return { body: form };
}
