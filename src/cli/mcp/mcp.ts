import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Mock, createMock } from '../../app.ts';
import { loadControlDocument } from '../../control/control-handler.ts';
import { type DocumentedOperation, describeDocument } from '../../console/page/api/described-document.ts';
import { operationPlaces, tokenHeaders } from '../../deployment/addresses.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { reasonOf } from '../../files/file-system.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { type JsonObject, bracketFields, memberOf, readJson } from '../../json/json-value.ts';
import { packageRoot } from '../../package-root.ts';
import { type CommandContext, commandOf, givenOf } from '../command.ts';
import { contractCommand } from '../contract/contract.ts';
import described from './tools.json' with { type: 'json' };

const { resources } = described;

/** `voice-agent-mock mcp`: serves coding agents over stdio, until they leave. */
export const mcpCommand = commandOf('mcp', async ({ scenario, profile, config }, context) => {
  const mock = await createMock({ dataDir: null, ...givenOf({ scenario, profile }) });
  const tools = new Map(toolsOf(mock, config, context).map((tool) => [tool.name, tool]));
  // The tools' schemas are those of the documents: the high-level server takes schemas of zod alone.
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(
    { name: 'voice-agent-mock', version: context.version },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const content = (text: string) => [{ type: 'text' as const, text }];
    try {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return { content: content(await tool.call(args)) };
    } catch (error) {
      return { isError: true, content: content(reasonOf(error)) };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources.map(({ file: _, ...resource }) => resource),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = resources.find((each) => each.uri === uri);
    const known = resources.map((each) => each.uri).join(', ');
    if (found === undefined) throw new Error(`There is no ${uri}: there are ${known}.`);
    return { contents: [{ uri, mimeType: found.mimeType, text: readTextFile(join(packageRoot(), found.file)) }] };
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    context.onEndSignal(resolve);
    process.stdin.on('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  await mock.close();
  return 0;
});

type Arguments = Readonly<Record<string, unknown>>;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  /** @throws Error for arguments that it does not have, or that are missing */
  readonly call: (args: Arguments) => string | Promise<string>;
}

/** Sends what the arguments of an operation's tool ask. */
type Ask = (operation: string, path: string, init: RequestInit, token: unknown) => Promise<string>;

/** What one agent may do, in a world of its own: the operations of both documents, and what is put together of several. */
function toolsOf(mock: Mock, config: string | null, context: CommandContext): readonly Tool[] {
  const world = { 'x-mock-world': `mcp-${randomUUID()}` };
  const document = loadContractDocument();
  const places = operationPlaces(document);
  /** Who calls an operation of the API: the first account of the scenario, or what is given; '' for nobody. */
  const callerOf = (name: string, given: unknown): Record<string, string> => {
    const operation = [...places.keys()].find((id) => id === name);
    const [account] = mock.accounts;
    const own = operation === 'getToken' ? account?.login_token : account?.api_token;
    const token = typeof given === 'string' ? given : (own ?? '');
    return operation === undefined || token === '' ? {} : tokenHeaders(places, operation, token);
  };
  const fetch = (path: string, init: RequestInit) => mock.fetch(`http://127.0.0.1${path}`, init);
  const ask: Ask = async (operation, path, init, token) => {
    const headers = { ...(init.headers as object), ...callerOf(operation, token), ...world };
    const answer = await fetch(path, { ...init, headers });
    const text = await answer.text();
    const [rule, warning] = ['x-mock-rule', 'x-contract-warning'].map((name) => answer.headers.get(name));
    const told = { status: answer.status, rule, ...(warning !== null && { warning }), body: readJson(text) ?? text };
    return JSON.stringify(told, null, 1);
  };
  const read = async (path: string) => (await fetch(`/__mock/${path}`, { headers: world })).json();
  return [
    ...documentTools(document.openapi, ask),
    ...documentTools(loadControlDocument().openapi, ask),
    { ...described.whyTool, call: ({ id }) => whyAnswered(read, id) },
    { ...described.contractTool, call: (args) => checkTarget(args, config, context) },
  ];
}

/** The operations of a document as tools, but for those that do not answer with JSON once. */
function documentTools(document: JsonObject, ask: Ask): readonly Tool[] {
  const { operations } = describeDocument(structuredClone(document));
  const isTool = ({ responses }: DocumentedOperation): boolean =>
    responses.every(({ status, types }) => status >= 300 || types.length === 0 || types.includes('application/json'));
  return operations.filter(isTool).map((operation) => toolOf(operation, ask));
}

function toolOf({ id, method, url, summary, description, parameters, body }: DocumentedOperation, ask: Ask): Tool {
  const described = parameters.map((each) => [each.name, { ...each.schema, description: each.description }] as const);
  const properties = { ...Object.fromEntries<object>(described), ...(body && { body: body.schema }) };
  const required = parameters.flatMap((each) => (each.in === 'path' ? [each.name] : []));
  // Without words of the document's own.
  const inputSchema = JSON.stringify(
    { type: 'object', properties, required, additionalProperties: true },
    (keyword, value: unknown) => (keyword.startsWith('x-') || keyword === 'examples' ? undefined : value),
  );
  const names = [...Object.keys(properties), 'token'];
  return {
    name: id,
    description: [summary, description].filter(Boolean).join('. ').slice(0, 1500),
    inputSchema: JSON.parse(inputSchema) as object,
    call: (args) => {
      const unknown = Object.keys(args).find((each) => !names.includes(each));
      if (unknown !== undefined) throw new Error(`${id} has no argument ${unknown}: it takes ${names.join(', ')}.`);
      const missing = required.find((each) => args[each] === undefined);
      if (missing !== undefined) throw new Error(`${id} needs the argument ${missing}.`);
      const init = { method, ...bodyWith(body?.kind, args['body']) };
      return ask(id, pathWith(url.replace(/^\w+:\/\/[^/]*/, ''), parameters, args), init, args['token']);
    },
  };
}

function pathWith(path: string, parameters: DocumentedOperation['parameters'], args: Arguments): string {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(args[name])));
  const query = new URLSearchParams();
  for (const { name } of parameters.filter((each) => each.in === 'query')) {
    for (const each of [args[name]].flat()) if (each !== undefined) query.append(name, textOf(each));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** JSON as it is; of a form its fields, nested as the document nests them. */
function bodyWith(kind: 'json' | 'form' | undefined, body: unknown): RequestInit {
  if (kind === undefined || body === undefined) return {};
  if (kind === 'json') return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of bracketFields(body)) form.append(name, value);
  return { body: form };
}

/** The rule by which an answer of the journal came about. @param read gives what the control API answers at a path */
async function whyAnswered(read: (path: string) => Promise<unknown>, given: unknown): Promise<string> {
  const id = given ?? memberOf(await read('journal?limit=1'), 'entries.0.id');
  if (typeof id !== 'number') throw new Error('Nothing was asked yet, or id is not a number of the journal.');
  const entry = await read(`journal/${id}`);
  const rule = memberOf(entry, 'rule');
  const none = 'No rule decided it: see its faults and its delivery.';
  return JSON.stringify({ rule: typeof rule === 'string' ? await read(`rules/${rule}`) : none, entry }, null, 1);
}

/** The suite against a mock of its own; a deployment only if the command was started with its configuration. */
async function checkTarget(
  { only, target = 'mock', ...others }: Arguments,
  config: string | null,
  { progress: _, ...context }: CommandContext,
): Promise<string> {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`run_contract has no argument ${unknown}: it takes only and target.`);
  if (target !== 'mock' && target !== 'deployment') throw new Error('target is mock or deployment.');
  if (target === 'deployment' && config === null) {
    throw new Error('A deployment is checked only if voice-agent-mock mcp was started with --config FILE.');
  }
  if (only !== undefined && typeof only !== 'string') throw new Error('only is names with commas between them.');
  // In one word with its flag, whatever is given is no other flag.
  const names = only === undefined ? [] : [`--only=${only}`];
  const place = target === 'deployment' && config !== null ? ['--config', config] : [];
  const lines: string[] = [];
  const print = (...printed: readonly string[]): void => void lines.push(...printed);
  // Variables that would be options of another command.
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !name.startsWith('VOICE_AGENT_MOCK_')));
  const args = ['--read-only', ...place, ...names];
  const code = await contractCommand(args, { ...context, env, print, printError: print });
  return [`exit code ${code}`, ...lines].join('\n').slice(0, 60_000);
}
