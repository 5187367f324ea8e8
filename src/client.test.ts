import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from './app.ts';
import { createClient, type PlatformClient } from './client.ts';
import { platformHandlers } from './msw.ts';
import { agentUuid, tokens } from './testing/well-known.ts';

// As an application has it: made when its module is loaded, before MSW listens.
const early = createClient({ baseUrl: 'https://platform.example/api/v1/global', token: tokens.acme });

let mock: Mock;
let url: string;
const server = setupServer();
beforeAll(async () => {
  mock = await createMock();
  ({ url } = await mock.listen(0));
  server.listen({ onUnhandledRequest: 'bypass' });
});
afterEach(() => server.resetHandlers());
afterAll(async () => {
  server.close();
  await mock.close();
});

const readAgent = (client: PlatformClient, id: number) =>
  client.GET('/agents/get-by-id', { params: { query: { agent_id: id } } });

/** One request to each of the three addresses. */
async function askAll(client: PlatformClient): Promise<readonly (number | undefined)[]> {
  const made = await client.POST('/api/agent/createagentorupdate', {
    body: {
      'basic_details[agent_name]': 'Front Desk',
      'phone_numbers[]': ['+15550009001', '+15550009002'],
      FILE_KNOWLEDGE_BASES: [new File(['%PDF-1.7'], 'prices.pdf')],
    },
  });
  const updated = await client.POST('/v1/agent/update', { body: { agent_id: agentUuid(1002), name: 'Renamed' } });
  const read = await readAgent(client, 1002);
  return [made, updated, read].map(({ response }) => response.status);
}

it('is answered through MSW though it was made before MSW was there', async () => {
  const world = mock.world('early');
  server.use(...platformHandlers(http, world));
  expect((await readAgent(early, 1002)).data?.data.basic_details.id).toBe(1002);
  expect(await world.journal({ operation: 'getAgent' })).toHaveLength(1);
});

describe.each(['', '/', '/api/v1/global', '/api/v1/global/'])('at an address that ends in %j', (end) => {
  it('reaches every path that the document has, and sends a form with its lists and files', async () => {
    await mock.worlds.reset(mock.worlds.default);
    const client = createClient({ baseUrl: url + end, token: tokens.acme });
    expect(await askAll(client)).toEqual([200, 200, 200]);
    const [entry] = await mock.world('default').journal({ operation: 'createAgentOrUpdate', limit: 1 });
    expect(entry?.request.body).toMatchObject({
      json: { phone_numbers: ['+15550009001', '+15550009002'] },
      files: [{ field: 'FILE_KNOWLEDGE_BASES', name: 'prices.pdf', size: 8 }],
    });
  });
});

it('asks each address where it is told that it is', async () => {
  const asked: string[] = [];
  const fetch = (request: Request) => {
    asked.push(`${request.headers.get('token') ?? 'none'} ${request.url}`);
    return Promise.resolve(Response.json({}));
  };
  const session: { token?: string } = {};
  const client = createClient({
    baseUrl: 'https://a.example/v2/',
    apiUrl: 'https://b.example',
    altUrl: 'https://c.example',
    token: () => session.token,
    fetch,
  });
  await readAgent(client, 1);
  session.token = 'later';
  await askAll(client);
  expect(asked).toEqual([
    'none https://a.example/v2/api/v1/global/agents/get-by-id?agent_id=1',
    'later https://b.example/api/agent/createagentorupdate',
    'later https://c.example/v1/agent/update',
    'later https://a.example/v2/api/v1/global/agents/get-by-id?agent_id=1002',
  ]);
});

it('hands middleware on to all addresses, and takes it away from all', async () => {
  const seen: string[] = [];
  const client = createClient({ fetch: () => Promise.resolve(Response.json({})) });
  const middleware = { onRequest: ({ schemaPath }: { schemaPath: string }) => void seen.push(schemaPath) };
  client.use(middleware);
  await askAll(client);
  client.eject(middleware);
  await askAll(client);
  expect(seen).toEqual(['/api/agent/createagentorupdate', '/v1/agent/update', '/agents/get-by-id']);
});

it('refuses an option that there is not', () => {
  expect(() => createClient({ baseURL: url } as object)).toThrow('Did you mean baseUrl?');
});
