import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { encodeBody } from '../../deployment/transport.ts';
import { packageRoot } from '../../package-root.ts';
import { bodyOf } from '../../traffic/exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
const clients: Client[] = [];

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [join(packageRoot(), 'dist/cli.js'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'ignore' }));
  clients.push(client);
  return client;
}

let agent: Client;
beforeAll(async () => void (agent = await connect()));
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(folder, { recursive: true });
});

interface Told {
  readonly isError?: boolean;
  readonly text: string;
}

async function call(name: string, args: Record<string, unknown> = {}, client = agent): Promise<Told> {
  const result = await client.callTool({ name, arguments: args });
  const [{ text = '' } = {}] = result.content as readonly { readonly text?: string }[];
  return { text, ...(result.isError === true && { isError: true }) };
}

async function ask(name: string, args: Record<string, unknown> = {}, client = agent) {
  const { text } = await call(name, args, client);
  return JSON.parse(text) as { status: number; rule: string | null; body: { data: Record<string, unknown> } };
}

it('has a tool for every operation of both documents, with schemas that stand alone', async () => {
  const { tools } = await agent.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['createAgent', 'getAgent', 'addFaults', 'turnClock', 'takeSnapshot']));
  expect(names).toEqual(expect.arrayContaining(['verifyJournal', 'getRule', 'why_this_answer', 'run_contract']));
  for (const { inputSchema } of tools) {
    const text = JSON.stringify(inputSchema);
    const defined = Object.keys((inputSchema as { $defs?: object }).$defs ?? {});
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) expect(defined).toContain(name);
  }
});

it('makes an agent, has its publishing refused, and says by which rule', async () => {
  const made = await ask('createAgent', { body: { agent_name: 'By an agent' } });
  const id = made.body.data['agent_id'];
  expect(await ask('getAgent', { agent_id: id })).toMatchObject({ status: 200 });
  expect(await ask('createAgent', { body: { agent_id: id, status: 1 } })).toMatchObject({ status: 400 });
  const { text } = await call('why_this_answer');
  expect(text).toContain('create-agent.publish.no-number');
  expect(text).toMatch(/"section"/);
  expect(text).toMatch(/stated/);
  expect(await ask('createAgentOrUpdate', { body: { basic_details: { agent_name: 'By a form' } } })).toMatchObject({
    status: 200,
  });
  expect((await call('listJournal')).text).toContain('By a form');
});

it('walks the tour of the README, and has a test written from its journal', async () => {
  const tourist = await connect();
  const ok = async (name: string, args: Record<string, unknown>, status = 200) => {
    const told = await ask(name, args, tourist);
    expect([name, told.status]).toEqual([name, status]);
    return told.body;
  };
  const made = await ok('createAgent', { body: { agent_name: 'Front Desk', prompt: 'You answer calls for a hotel.' } });
  const agent_id = made.data['agent_id'];
  await ok('createAgent', { body: { agent_id, status: 1 } }, 400);
  const form = { agent_id, basic_details: { agent_name: 'Front Desk' }, phone_numbers: ['+15550009001'] };
  await ok('createAgentOrUpdate', { body: form });
  await ok('createAgent', { body: { agent_id, status: 1 } });
  const { data } = await ok('getAgent', { agent_id });
  expect(data).toMatchObject({ basic_details: { status: 1 }, phone_numbers: ['+15550009001'] });
  await ok('forceCompleteCampaign', { body: { campaign_id: 5001, campaign_status: 'force_completed' } });
  const halted = await ok('listAudience', { campaign_id: 5001, status: 2, limit: 1 });
  expect(halted).toMatchObject({ pagination: { totalRecords: 190 } });

  // What the journal tells is enough to ask a mock of the test's own the same.
  const { text } = await call('exportJournal', {}, tourist);
  const { log } = (JSON.parse(text) as { body: { log: { entries: Recorded[] } } }).body;
  const mock = await createMock({ dataDir: null });
  const [account] = mock.accounts;
  const again: number[] = [];
  for (const { request } of log.entries) {
    const { pathname, search } = new URL(request.url);
    const type = request.postData?.mimeType ?? '';
    const body = encodeBody(bodyOf(Buffer.from(request.postData?.text ?? ''), type));
    const answer = await mock.fetch(`http://mock${pathname.replace(/^\/__mock\/worlds\/[^/]+/, '')}${search}`, {
      method: request.method,
      headers: {
        token: account?.api_token ?? '',
        ...(body.contentType !== null && { 'content-type': body.contentType }),
      },
      ...(body.bytes !== null && { body: Buffer.from(body.bytes) }),
    });
    again.push(answer.status);
  }
  await mock.close();
  expect(again).toEqual([200, 400, 200, 200, 200, 200, 200]);
  expect(log.entries.map(({ response }) => response.status)).toEqual(again);
});

interface Recorded {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: { readonly status: number };
}

it('gives each client a world of its own', async () => {
  const other = await connect();
  const made = await ask('createAgent', { body: { agent_name: 'Mine alone' } });
  expect(await ask('getAgent', { agent_id: made.body.data['agent_id'] }, other)).toMatchObject({ status: 404 });
});

it('steers its world', async () => {
  await call('turnClock', { body: { freeze: '2026-11-20T12:00:00.000Z' } });
  expect((await call('getClock')).text).toContain('2026-11-20T12:00:00');
  await call('addFaults', { body: { operation: 'listVoices', effect: { type: 'error', status: 500 } } });
  expect(await ask('listVoices', { provider_id: 'provider_b' })).toMatchObject({ status: 500 });
});

it('reads the documents as resources', async () => {
  const { resources } = await agent.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('mock://clauses.yaml');
  const { contents } = await agent.readResource({ uri: 'mock://llms.txt' });
  expect(JSON.stringify(contents)).toContain('voice-agent-mock');
  await expect(agent.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is no');
});

it('runs the contract against the mock, and against no deployment that it was not started with', async () => {
  const { text } = await call('run_contract', { only: 'voice-list.provider-id' });
  expect(text).toMatch(/^exit code 0/);
  // It reads alone: nothing is made to try what writes.
  expect((await call('run_contract', { only: 'create-agent.create' })).text).toMatch(/^exit code 2[^]* 0 agents made/);
  expect(await call('run_contract', { target: 'deployment' })).toMatchObject({ isError: true });
  expect(await call('run_contract', { only: '--allow-irreversible' })).toMatchObject({ isError: true });
  expect(await call('run_contract', { baseUrl: 'http://x' })).toMatchObject({ isError: true });
});

it.each([
  ['nothing', {}],
  ['getAgent', { __proto__: 1, url: 'http://evil' }],
  ['getJournalEntry', {}],
  ['why_this_answer', { id: '../../etc' }],
])('answers %s with %j by an error, and goes on', async (name, args) => {
  expect(await call(name, args)).toMatchObject({ isError: true });
  expect(await ask('getHealth')).toMatchObject({ status: 200 });
});

it('writes no file', () => {
  expect(readdirSync(folder)).toEqual([]);
});
