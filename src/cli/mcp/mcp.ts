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
import type { Mock } from '../../app.ts';
import { loadControlDocument } from '../../control/control-handler.ts';
import { type OperationPlaces, operationPlaces, tokenHeaders } from '../../deployment/addresses.ts';
import type { OperationId } from '../../document/names.gen.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { reasonOf } from '../../files/file-system.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { memberOf, readJson } from '../../json/json-value.ts';
import { packageRoot } from '../../package-root.ts';
import { type Command, type CommandContext, commandOf } from '../command.ts';
import { contractCommand } from '../contract/contract.ts';
import { type DocumentTool, documentTools } from './document-tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** `voice-agent-mock mcp`: serves coding agents over stdio, until they leave. */
export function createMcpCommand(createMock: (options: object) => Promise<Mock>): Command {
  return commandOf('mcp', async ({ scenario, profile, config }, context) => {
    const given = { ...(scenario !== null && { scenario }), ...(profile !== null && { profile }) };
    const mock = await createMock({ dataDir: null, ...given });
    const agent = new AgentSession(mock, config, context);
    // The tools' schemas are those of the documents: the high-level server takes schemas of zod alone.
    // oxlint-disable-next-line typescript/no-deprecated
    const server = new Server(
      { name: 'voice-agent-mock', version: context.version },
      { capabilities: { tools: {}, resources: {} } },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: agent.tools() }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
      try {
        return { content: [{ type: 'text' as const, text: await agent.call(name, args) }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text' as const, text: reasonOf(error) }] };
      }
    });
    server.setRequestHandler(ListResourcesRequestSchema, () => ({
      resources: Object.entries(resources).map(([uri, { name }]) => ({ uri, name, mimeType: mimeTypeOf(uri) })),
    }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
      const found = resources[uri];
      if (found === undefined) throw new Error(`There is no ${uri}: there are ${Object.keys(resources).join(', ')}.`);
      const text = readTextFile(join(packageRoot(), found.file));
      return { contents: [{ uri, mimeType: mimeTypeOf(uri), text }] };
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
}

/** The files that agents may read, by their addresses. */
const resources: Readonly<Record<string, { readonly name: string; readonly file: string }>> = {
  'mock://openapi.yaml': { name: 'The API', file: 'openapi/openapi.yaml' },
  'mock://clauses.yaml': { name: 'Every rule of the API', file: 'openapi/clauses.yaml' },
  'mock://control.yaml': { name: 'How the mock is steered', file: 'openapi/control.yaml' },
  'mock://llms.txt': { name: 'Where to begin', file: 'docs/llms.txt' },
};

function mimeTypeOf(uri: string): string {
  return uri.endsWith('.yaml') ? 'application/yaml' : 'text/markdown';
}

/** An agent that asks: it has a world of its own. */
class AgentSession {
  readonly #mock: Mock;
  readonly #world = `mcp-${randomUUID()}`;
  readonly #tools: ReadonlyMap<string, DocumentTool>;
  readonly #places: OperationPlaces;
  readonly #config: string | null;
  readonly #context: CommandContext;

  constructor(mock: Mock, config: string | null, context: CommandContext) {
    this.#mock = mock;
    this.#config = config;
    this.#context = context;
    const document = loadContractDocument();
    this.#places = operationPlaces(document);
    const control = documentTools(loadControlDocument().openapi, 'control.yaml');
    const found = [...documentTools(document.openapi, 'openapi.yaml'), ...control];
    this.#tools = new Map(found.map((tool) => [tool.name, tool]));
  }

  tools(): { name: string; description: string; inputSchema: { type: 'object' } }[] {
    return [...this.#tools.values(), whyTool, contractTool];
  }

  /** @throws Error for what is not a tool, or arguments that it does not take */
  async call(name: string, args: Arguments): Promise<string> {
    if (name === whyTool.name) return this.#why(args['id']);
    if (name === contractTool.name) return this.#contract(args);
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const { path, init } = tool.request(args);
    return this.#send(path, init, this.#callerOf(name, args['token']));
  }

  /** Who calls an operation of the API: the first account of the scenario, or what is given; '' for nobody. */
  #callerOf(name: string, given: unknown): Record<string, string> {
    const operation = [...this.#places.keys()].find((id) => id === name);
    if (operation === undefined) return {};
    const [account] = this.#mock.accounts;
    const own = operation === 'getToken' ? account?.login_token : account?.api_token;
    const token = typeof given === 'string' ? given : (own ?? '');
    return token === '' ? {} : tokenHeaders(this.#places, operation satisfies OperationId, token);
  }

  async #send(path: string, init: RequestInit, headers: Record<string, string>): Promise<string> {
    const all = { ...(init.headers as object), ...headers, 'x-mock-world': this.#world };
    const answer = await this.#mock.fetch(`http://127.0.0.1${path}`, { ...init, headers: all });
    const text = await answer.text();
    const rule = answer.headers.get('x-mock-rule');
    const warning = answer.headers.get('x-contract-warning');
    const told = { status: answer.status, rule, ...(warning !== null && { warning }), body: readJson(text) ?? text };
    return JSON.stringify(told, null, 1);
  }

  /** The rule by which an answer of the journal came about. */
  async #why(id: unknown): Promise<string> {
    const bodyAt = async (path: string) => memberOf(readJson(await this.#send(`/__mock/${path}`, {}, {})), 'body');
    const asked = id ?? memberOf(await bodyAt('journal?limit=1'), 'entries.0.id');
    if (typeof asked !== 'number') throw new Error('Nothing was asked yet, or id is not a number of the journal.');
    const entry = await bodyAt(`journal/${asked}`);
    const rule = memberOf(entry, 'rule');
    const none = 'No rule decided it: see its faults and its delivery.';
    return JSON.stringify({ rule: typeof rule === 'string' ? await bodyAt(`rules/${rule}`) : none, entry }, null, 1);
  }

  /** The suite against a mock of its own; a deployment only if the command was started with its configuration. */
  async #contract({ only, target = 'mock', ...others }: Arguments): Promise<string> {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Error(`run_contract has no argument ${unknown}: it takes only and target.`);
    const names = namesOf(only);
    const config = this.#targetOf(target);
    const lines: string[] = [];
    const print = (...printed: readonly string[]): void => void lines.push(...printed);
    const args = ['--read-only', ...config, ...names];
    const { progress: _, ...quiet } = this.#context;
    const code = await contractCommand.run(args, {
      ...quiet,
      env: withoutOptions(quiet.env),
      print,
      printError: print,
    });
    return [`exit code ${code}`, ...lines].join('\n').slice(0, 60_000);
  }

  /** The flags that name a target. @throws Error for a deployment that the one who started the server has not named */
  #targetOf(target: unknown): readonly string[] {
    if (target === 'mock') return [];
    if (target !== 'deployment') throw new Error('target is mock or deployment.');
    if (this.#config !== null) return ['--config', this.#config];
    throw new Error('A deployment is checked only if voice-agent-mock mcp was started with --config FILE.');
  }
}

/** @throws Error for what could be another flag */
function namesOf(only: unknown): readonly string[] {
  if (only === undefined) return [];
  if (typeof only === 'string' && !only.startsWith('-')) return ['--only', only];
  throw new Error('only is names with commas between them.');
}

/** Variables that would be options of another command. */
function withoutOptions(env: CommandContext['env']): CommandContext['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VOICE_AGENT_MOCK_')));
}

const whyTool = {
  name: 'why_this_answer',
  description:
    'Why an answer came about: its rule, the section of the specification, whether it is stated or assumed, and what would change it.',
  inputSchema: {
    type: 'object' as const,
    properties: { id: { type: 'integer', description: 'Of the journal; the latest request if absent' } },
  },
};

const contractTool = {
  name: 'run_contract',
  description: 'Check the mock, or the deployment that the server was started with, clause by clause. It only reads.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      only: { type: 'string', description: 'Names of rules, operations or tags with commas between them' },
      target: { enum: ['mock', 'deployment'], default: 'mock' },
    },
  },
};
