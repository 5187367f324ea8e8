import express from 'express';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { tokens } from '../testing/well-known.ts';
import { listen, type ListeningServer } from './listening-server.ts';
import { mountPath, withoutPrefix } from './locate.ts';

const headers = { token: tokens.acme };
const agent = '/api/v1/global/agents/get-by-id?agent_id=1004';

let mock: Mock;
let server: ListeningServer;
beforeAll(async () => {
  mock = await createMock();
  const outer = express();
  outer.use('/platform', mock.app);
  outer.use(express.json());
  outer.use('/late', mock.app);
  server = await listen(outer, { port: 0, host: '127.0.0.1' });
});
afterAll(() => Promise.all([server.close(), mock.close()]));

it.each([
  ['/platform/a?b', '/a?b', '/platform'],
  ['/platform', '/', '/platform'],
  ['/platform?a', '/?a', '/platform'],
  ['/a/b/', '/', '/a/b'],
  ['/a', '/a', ''],
  ['/a?/b', '/a?/b', ''],
  [undefined, '/a', ''],
  ['/"><script>/a', '/a', ''],
])('%j with %j left is mounted below %j', (originalUrl, url, prefix) => {
  expect(mountPath({ url, ...(originalUrl !== undefined && { originalUrl }) })).toBe(prefix);
});

it.each([
  ['/platform/a?b', '/a?b'],
  ['/platform', '/'],
  ['/platform?a', '/?a'],
  ['/platforms/a', '/platforms/a'],
  ['/a', '/a'],
])('%j without /platform is %j', (url, rest) => {
  expect(withoutPrefix(url, '/platform')).toBe(rest);
  expect(withoutPrefix(url, '')).toBe(url);
});

/** The mock below a path: in an Express server, in Hono, and as a route handler of Next.js is called. */
const hono = new Hono();
hono.all('/platform', (context) => mock.fetch(context.req.raw, { prefix: '/platform' }));
hono.all('/platform/*', (context) => mock.fetch(context.req.raw, { prefix: '/platform' }));
const routeHandler = (request: Request) => mock.fetch(request, { prefix: '/platform' });

type Ask = (path: string, init?: RequestInit) => Promise<Response> | Response;
const servers: [string, Ask][] = [
  ['Express', (path, init) => fetch(`${server.url}${path}`, init)],
  ['Hono', (path, init) => hono.request(`http://localhost:3000${path}`, init)],
  ['Next.js', (path, init) => routeHandler(new Request(`http://localhost:3000${path}`, init))],
];

describe.each(servers)('below a path of %s', (_, ask) => {
  it('serves the API, and each world by its address', async () => {
    expect(await (await ask(`/platform${agent}`, { headers })).json()).toMatchObject({
      data: { basic_details: { id: 1004 } },
    });
    const body = JSON.stringify({ agent_id: 1004, agent_name: 'Mounted' });
    const init = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
    const world = '/platform/__mock/worlds/mounted';
    expect((await ask(`${world}/api/v1/global/create-agent`, init)).status).toBe(200);
    expect(await (await ask(`${world}${agent}`, { headers })).text()).toContain('"Mounted"');
    const verified = await ask('/platform/__mock/health');
    expect(await verified.json()).toMatchObject({ status: 'ok' });
  });

  it('links its pages, and names its addresses, below that path', async () => {
    const console = await (await ask('/platform/')).text();
    expect(links(console).length).toBeGreaterThan(0);
    for (const link of links(console)) expect(link).toMatch(/^\/platform\/__mock\//);
    const docs = await (await ask('/platform/__mock/docs')).text();
    for (const link of links(docs)) {
      expect(link).toMatch(/^\/platform\/__mock\//);
      expect((await ask(link)).status, link).toBe(200);
    }
    const document = (await (await ask('/platform/__mock/openapi.json')).json()) as Document;
    const { url, variables } = document.servers[0];
    const address = url.replaceAll(/\{(\w+)\}/g, (_text, name: string) => variables?.[name]?.default ?? '');
    expect(new URL(address).pathname).toBe('/platform/api/v1/global');
  });
});

it('says so where a body has been read before it comes', async () => {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  const answer = await fetch(`${server.url}/late/api/v1/global/create-agent`, init);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('mount the mock before express.json()');
});

interface Document {
  readonly servers: readonly [
    { readonly url: string; readonly variables?: Readonly<Record<string, { readonly default: string }>> },
  ];
}

function links(page: string): readonly string[] {
  return [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link = '']) => link);
}
